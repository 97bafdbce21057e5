//! The performance budgets of the design.

/// Calls per side from which the budgets relative to `JSON.parse` apply.
pub(crate) const LARGE_CALLS: f64 = 800_000.0;
/// Drop of one file to first picture, relative to decoding and `JSON.parse` of the same bytes in the same tab.
pub(crate) const ONE_FILE: f64 = 1.5;
/// Drop of both files to the picture of both, relative to decoding and `JSON.parse` of both.
pub(crate) const TWO_FILES: f64 = 1.0;
/// Peak memory of the tab, relative to `JSON.parse` of both files.
pub(crate) const MEMORY: f64 = 0.5;
/// Bytes of the model per call.
pub(crate) const MODEL_BYTES: f64 = 48.0;
/// Speed of reading a Pajé trace, in megabytes per second.
pub(crate) const PAJE_MB: f64 = 200.0;
/// Speed of reading a Pajé trace, relative to `pj_dump`.
pub(crate) const PAJE_TIMES: f64 = 10.0;
/// Speed of reading a Pajé file without its calls in the tab, in megabytes per second.
pub(crate) const SUMS_MB: f64 = 100.0;
/// Memory of the tab beyond an empty page for a Pajé file without its calls, in bytes.
pub(crate) const SUMS_BYTES: f64 = 300e6;
/// Memory for reading beyond the model, in bytes.
pub(crate) const READING_BYTES: f64 = 64e6;
/// Time of a layout in ms, 95th percentile.
pub(crate) const LAYOUT_MS: f64 = 8.0;
/// Time from pointing to the answer with the item under the pointer in ms, 95th percentile.
pub(crate) const HOVER_MS: f64 = 16.0;

/// Time to find and join callee sets of a million calls per side in ms: in the command and in the tab.
pub(crate) const SIMILAR_MS: [f64; 2] = [300.0, 600.0];
/// Time to align a million calls per side in ms: in the command and in the tab.
pub(crate) const ALIGN_MS: [f64; 2] = [500.0, 1_000.0];
/// Time to join six thousand callee sets per side in ms.
pub(crate) const JOIN_MS: f64 = 60.0;
/// Memory of a comparison per call beyond the model, in bytes.
pub(crate) const COMPARISON_BYTES: f64 = 40.0;
/// Longest time without progress during a comparison, in ms.
pub(crate) const SILENCE_MS: f64 = 200.0;
/// Time from cancelling a comparison until the page says so, in ms.
pub(crate) const CANCEL_MS: f64 = 200.0;
/// Median time between two frames during a comparison, in ms: sixty a second.
pub(crate) const FRAME_MS: f64 = 17.0;
/// Time of a layout with the groups of a new focus in ms, 95th percentile.
pub(crate) const FOCUS_MS: f64 = 50.0;
/// Median time from pointing to the picture with its marks in ms, drawn by software.
pub(crate) const MARKED_MS: f64 = 60.0;
/// Time of a frame while the wheel turns in ms, drawn by software: ten a second.
pub(crate) const WHEEL_MS: f64 = 100.0;

/// Time from ten million calls to the tree of their paths, in ms.
pub(crate) const TREE_MS: f64 = 1_500.0;
/// Time from the tree of a million paths to a flame graph, in ms.
pub(crate) const FLAME_MS: f64 = 300.0;
/// Time of the first picture of twenty thousand functions with their callers and callees, in ms.
pub(crate) const FUNKY_MS: f64 = 200.0;
/// Time of a zoom and of a hover over a million paths in ms, 95th percentile.
pub(crate) const PATHS_MS: f64 = 8.0;

/// Time of the set-up and the default p of 700 lanes in 30 slices and 16 states, in ms.
pub(crate) const FIRST_AREAS_MS: f64 = 100.0;
/// Time to find all partitions of 700 lanes in 30 slices and 16 states, in ms.
pub(crate) const ALL_PARTITIONS_MS: f64 = 1_500.0;
/// Time of the partition of 576 lanes in 100 slices at one p, in ms.
pub(crate) const ONE_P_MS: f64 = 100.0;

/// Time to lay out a hundred thousand elements with a million calls, in ms.
pub(crate) const CELLS_MS: f64 = 30.0;
/// Time to point at one of a hundred thousand elements with a million calls in ms, 95th percentile.
pub(crate) const BRUSH_MS: f64 = 8.0;

/// Formats the result of a budget that is a maximum, like `≤ 1.5 × · met`. The value is in units of the budget.
pub(crate) fn verdict(value: f64, budget: f64, unit: &str) -> String {
    let word = if value <= budget { "met" } else { "**not met**" };
    format!("≤ {budget}{unit} · {word}")
}

/// Formats the result of a budget that is a minimum, like `≥ 10 × · met`.
pub(crate) fn at_least(value: f64, budget: f64, unit: &str) -> String {
    let word = if value >= budget { "met" } else { "**not met**" };
    format!("≥ {budget}{unit} · {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_met_inclusively() {
        assert_eq!(verdict(1.5, 1.5, " ×"), "≤ 1.5 × · met");
        assert_eq!(verdict(8.01, 8.0, " ms"), "≤ 8 ms · **not met**");
        assert_eq!(at_least(9.9, 10.0, " ×"), "≥ 10 × · **not met**");
    }
}
