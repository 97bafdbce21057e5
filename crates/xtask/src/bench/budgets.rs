//! The budgets, as the design states them.

/// Calls a side from which on the budgets against `JSON.parse` are meant.
pub(crate) const LARGE_CALLS: f64 = 800_000.0;
/// Drop to first picture, in times of decoding and `JSON.parse` of the same bytes in the same tab.
pub(crate) const ONE_FILE: f64 = 1.5;
/// Both files at once to the picture of both, in times of the sum of both.
pub(crate) const TWO_FILES: f64 = 1.0;
/// Peak of the tab's memory, in times of what `JSON.parse` of both takes.
pub(crate) const MEMORY: f64 = 0.5;
/// Bytes of the model, a call.
pub(crate) const MODEL_BYTES: f64 = 48.0;
/// Megabytes a second of a Pajé trace, and times of what `pj_dump` reads.
pub(crate) const PAJE_MB: f64 = 200.0;
pub(crate) const PAJE_TIMES: f64 = 10.0;
/// Megabytes a second of a Pajé file without its calls in the tab, and bytes that the tab takes for it at most.
pub(crate) const SUMS_MB: f64 = 100.0;
pub(crate) const SUMS_BYTES: f64 = 300e6;
/// Bytes that reading takes beyond the model.
pub(crate) const READING_BYTES: f64 = 64e6;
/// Milliseconds of a layout, 95 of 100.
pub(crate) const LAYOUT_MS: f64 = 8.0;
/// Milliseconds from a point to what lies under it, 95 of 100.
pub(crate) const HOVER_MS: f64 = 16.0;

/// Milliseconds of finding callee sets and joining them, a million calls a side: in the command and in the tab.
pub(crate) const SIMILAR_MS: [f64; 2] = [300.0, 600.0];
/// Milliseconds of aligning the same.
pub(crate) const ALIGN_MS: [f64; 2] = [500.0, 1_000.0];
/// Milliseconds of joining six thousand callee sets a side.
pub(crate) const JOIN_MS: f64 = 60.0;
/// Bytes of a comparison, a call, beyond the model.
pub(crate) const COMPARISON_BYTES: f64 = 40.0;
/// Milliseconds without a word on how far a comparison is.
pub(crate) const SILENCE_MS: f64 = 200.0;
/// Milliseconds from giving a comparison up to the page saying so.
pub(crate) const CANCEL_MS: f64 = 200.0;
/// Milliseconds between two frames while sides are compared, in the middle: sixty a second.
pub(crate) const FRAME_MS: f64 = 17.0;
/// Milliseconds of a layout with the groups of a new focus, 95 of 100.
pub(crate) const FOCUS_MS: f64 = 50.0;
/// Milliseconds from a point to the picture with what it marks, drawn by software, in the middle.
pub(crate) const MARKED_MS: f64 = 60.0;
/// Milliseconds of a frame while the wheel turns, drawn by software: ten a second.
pub(crate) const WHEEL_MS: f64 = 100.0;

/// Milliseconds from ten million calls to the tree of their paths, and from that of a million to a flame graph.
pub(crate) const TREE_MS: f64 = 1_500.0;
pub(crate) const FLAME_MS: f64 = 300.0;
/// Milliseconds of the first picture of twenty thousand functions with their callers and callees.
pub(crate) const FUNKY_MS: f64 = 200.0;
/// Milliseconds of a zoom and of a hover over a million paths, 95 of 100.
pub(crate) const PATHS_MS: f64 = 8.0;

/// Milliseconds of the default p of 700 lanes in 30 slices and 16 states, and of all their partitions.
pub(crate) const FIRST_AREAS_MS: f64 = 100.0;
pub(crate) const ALL_PARTITIONS_MS: f64 = 1_500.0;
/// Milliseconds of the partition of 576 lanes in 100 slices at one p.
pub(crate) const ONE_P_MS: f64 = 100.0;

/// Milliseconds of laying a hundred thousand elements out with a million calls over them, and of pointing at them, 95 of 100.
pub(crate) const CELLS_MS: f64 = 30.0;
pub(crate) const BRUSH_MS: f64 = 8.0;

/// `≤ 1.5 × · met`, for a value in units of the budget.
pub(crate) fn verdict(value: f64, budget: f64, unit: &str) -> String {
    let word = if value <= budget { "met" } else { "**not met**" };
    format!("≤ {budget}{unit} · {word}")
}

/// `≥ 10 × · met`, for a value that is not to be less than the budget.
pub(crate) fn at_least(value: f64, budget: f64, unit: &str) -> String {
    let word = if value >= budget { "met" } else { "**not met**" };
    format!("≥ {budget}{unit} · {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_met_up_to_itself() {
        assert_eq!(verdict(1.5, 1.5, " ×"), "≤ 1.5 × · met");
        assert_eq!(verdict(8.01, 8.0, " ms"), "≤ 8 ms · **not met**");
        assert_eq!(at_least(9.9, 10.0, " ×"), "≥ 10 × · **not met**");
    }
}
