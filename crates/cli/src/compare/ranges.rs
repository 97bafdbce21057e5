//! The time range of a side that is compared in place of the whole run.

use crate::args::TimeRange;
use crate::error::CliError;
use diptych_engine::run_in_range;
use diptych_engine::trace::{Axis, Run, Unit};
use diptych_protocol::Window;
use diptych_views::{numbers, words};

/// Returns the part of a side's run in the range given for it, or the whole run without one. Fails if no call runs in
/// the range, or if its unit is not that of the trace.
pub(super) fn in_range(run: Run, range: Option<TimeRange>, side: &str) -> Result<Run, CliError> {
    let Some(range) = range else { return Ok(run) };
    let axis = run.trace.axis();
    let window = on_axis(axis, range).ok_or_else(|| {
        let option = format!("--range-{}", side.to_lowercase());
        let unit = axis.unit.as_str();
        CliError::Usage(format!(
            "{option} has a unit of time, but {side} is measured in {unit}; give numbers without a unit"
        ))
    })?;
    run_in_range(&run, window).ok_or_else(|| {
        let [start, end] = [window.start, window.end].map(|ticks| numbers::extent(axis, ticks));
        let (name, extent) = (words::shown(&run.name), numbers::extent(axis, run.trace.extent()));
        CliError::Failed(format!("No call of {side} runs from {start} to {end}. {name} lasts {extent}."))
    })
}

/// Converts a range to ticks of an axis. Returns `None` if it has a unit of time and the axis has another unit.
fn on_axis(axis: Axis, TimeRange { ends, has_unit }: TimeRange) -> Option<Window> {
    if has_unit && axis.unit != Unit::Nanoseconds {
        return None;
    }
    let [start, end] = ends.map(|value| (value / axis.scale).round() as i64);
    Some(Window { start, end: end.max(start.saturating_add(1)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_engine::trace::AxisKind;

    #[test]
    fn ranges_are_converted_to_ticks_of_the_axis() {
        let range = |start: f64, end: f64, has_unit: bool| TimeRange { ends: [start, end], has_unit };
        let window = |start, end| Some(Window { start, end });
        assert_eq!(on_axis(Axis::TIME, range(10e6, 12e6, true)), window(10_000_000, 12_000_000));
        let coarse = Axis { scale: 1000.0, ..Axis::TIME };
        assert_eq!(on_axis(coarse, range(10e6, 12e6, true)), window(10_000, 12_000));
        let samples = Axis { kind: AxisKind::Weight, unit: Unit::Count, scale: 0.5 };
        assert_eq!(on_axis(samples, range(10.0, 12.0, false)), window(20, 24));
        assert_eq!(on_axis(samples, range(10.0, 12.0, true)), None);
    }
}
