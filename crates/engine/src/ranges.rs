//! The part of a run in a time range.

use diptych_protocol::Window;
use diptych_trace::Run;
use diptych_views::words;

/// Returns the part of a run in a time range in ticks, named after the run and the range. Returns `None` if no call runs
/// in the range. O(calls).
///
/// A range may begin before the run or end after it, for example where it corresponds to a range of the other side.
/// Nothing runs there, so the range is clipped to the run.
pub fn run_in_range(run: &Run, range: Window) -> Option<Run> {
    let range = Window { start: range.start.max(0), end: range.end.min(run.trace.extent().max(1)) };
    if range.start >= range.end {
        return None;
    }
    let name = words::name_in_range(&run.name, run.trace.axis(), range);
    let part = run.cut(&(range.start..range.end), name);
    (!part.trace.calls().is_empty()).then_some(part)
}
