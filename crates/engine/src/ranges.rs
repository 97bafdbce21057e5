//! Time ranges of runs, to compare ranges in place of whole runs.

use crate::engine::Engine;
use diptych_protocol::{Failure, FailureKind, SideName, Sides, Window};
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

impl Engine {
    /// Displays and compares only these time ranges, in ticks of the whole runs; `None` for a whole run. Does nothing if
    /// they are those of before. O(calls) otherwise.
    pub(crate) fn use_ranges(&mut self, ranges: Sides<Option<Window>>) {
        self.session.set_ranges(ranges);
        let changed = self.session.settle();
        if changed != [false; 2] {
            self.announce(changed);
            self.forget();
        }
    }

    /// Returns the failure for a side without a call in its range, if there is one.
    pub(crate) fn empty_range(&self) -> Option<Failure> {
        let side = self.session.sides_without_calls_in_range().next()?;
        Some(no_calls_in_range(side))
    }
}

fn no_calls_in_range(side: SideName) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: format!("No call of {} runs in the time range to compare.", side.letter()),
        body: "End the comparison of ranges, or select another range.".to_owned(),
    }
}
