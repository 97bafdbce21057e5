//! The comparison of time ranges in place of whole runs.

use crate::engine::Engine;
use diptych_protocol::{Failure, FailureKind, SideName, Sides, Window};

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
