//! The time ranges of both sides that are compared in place of the whole runs.

use crate::aligned::aligned;
use crate::args::TimeRange;
use crate::error::CliError;
use crate::output::note;
use diptych_compare::align::matching_span;
use diptych_compare::identity::{Rules, compile, identify};
use diptych_engine::run_in_range;
use diptych_engine::trace::{Axis, Run, Unit};
use diptych_protocol::Window;
use diptych_views::{numbers, words};

/// Returns the parts of both runs in the ranges given for them. If only one side has a range, the other side's is the one
/// whose calls match. Without any range, returns the whole runs. Fails if no call runs in a range, if its unit is not that
/// of the trace, or if no call matches.
pub(super) fn in_ranges(
    runs: [Run; 2],
    ranges: [Option<TimeRange>; 2],
    rules: &Rules,
) -> Result<[Run; 2], CliError> {
    let mut windows = [None; 2];
    for side in 0..2 {
        windows[side] = ranges[side].map(|range| window(&runs[side], range, side)).transpose()?;
    }
    if let [Some(_), None] | [None, Some(_)] = windows {
        let side = usize::from(windows[0].is_none());
        windows[1 - side] = windows[side].map(|own| matching_window(&runs, side, own, rules)).transpose()?;
    }
    if windows[0].is_some() {
        note("diptych: moments count from the start of each range");
    }
    let [a, b] = runs;
    Ok([in_window(a, windows[0], 0)?, in_window(b, windows[1], 1)?])
}

fn letter(side: usize) -> &'static str {
    ["A", "B"][side]
}

/// Returns a range in ticks of a side's run.
fn window(run: &Run, range: TimeRange, side: usize) -> Result<Window, CliError> {
    let axis = run.trace.axis();
    if axis.unit == Unit::Nanoseconds && !range.has_unit {
        let letter = letter(side);
        return Err(CliError::Usage(format!(
            "--range-{} needs a unit, because {letter} is measured in time: write 10ms..12ms, for example",
            letter.to_lowercase()
        )));
    }
    if range.ends[0] < 0.0 {
        let letter = letter(side);
        return Err(CliError::Usage(format!(
            "--range-{} starts before {letter}, which begins at 0",
            letter.to_lowercase()
        )));
    }
    let window = on_axis(axis, range);
    // A range without an end reaches to the end of the run.
    let end = |window: Window| if range.ends[1].is_finite() { window.end } else { run.trace.extent() };
    window.map(|window| Window { end: end(window), ..window }).ok_or_else(|| {
        let (unit, letter) = (axis.unit.as_str(), letter(side));
        CliError::Usage(format!(
            "--range-{} has a unit of time, but {letter} is measured in {unit}; give numbers without a unit",
            letter.to_lowercase()
        ))
    })
}

/// Returns the window of the other side whose calls match those of a window of `side`.
fn matching_window(runs: &[Run; 2], side: usize, own: Window, rules: &Rules) -> Result<Window, CliError> {
    let traces = runs.each_ref().map(|run| &run.trace);
    if run_in_range(&runs[side], own).is_none() {
        return Err(without_calls(&runs[side], own, side));
    }
    let rules = compile(rules).map_err(|error| CliError::Failed(error.to_string()))?;
    let identities = identify(&rules, traces, &mut |_, _| ());
    let pair = identities.pair(traces);
    let (alignment, _) = aligned(pair);
    let found = matching_span(pair, &alignment, side, [own.start, own.end]).filter(|[from, to]| from < to);
    found.map(|[start, end]| Window { start, end }).ok_or_else(|| {
        let [start, end] = [own.start, own.end].map(|ticks| numbers::extent(traces[side].axis(), ticks));
        let [own, other] = [letter(side), letter(1 - side)];
        CliError::Failed(format!(
            "No call of {own} from {start} to {end} has a match in {other}. To compare it with a range of {other}, pass \
             --range-{}, too.",
            other.to_lowercase()
        ))
    })
}

/// Returns the part of a side's run in a window, or the whole run without one.
fn in_window(run: Run, window: Option<Window>, side: usize) -> Result<Run, CliError> {
    let Some(window) = window else { return Ok(run) };
    run_in_range(&run, window).ok_or_else(|| without_calls(&run, window, side))
}

/// Returns the error for a window in which no call runs.
fn without_calls(run: &Run, window: Window, side: usize) -> CliError {
    let axis = run.trace.axis();
    let [start, end] = [window.start, window.end].map(|ticks| numbers::extent(axis, ticks));
    let (name, extent) = (words::shown(&run.name), numbers::extent(axis, run.trace.extent()));
    let side = letter(side);
    CliError::Failed(format!("No call of {side} runs from {start} to {end}. {name} lasts {extent}."))
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
