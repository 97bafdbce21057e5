//! A counter of work that reports progress.

use crate::Progress;

/// A counter of work that reports progress. A unit is one call in one pass.
pub(super) struct Meter<'a> {
    progress: Progress<'a>,
    done: u64,
    total: u64,
    reported: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(progress: Progress<'a>, total: u64) -> Self {
        Self { progress, done: 0, total, reported: 0 }
    }

    pub(super) fn add(&mut self, units: u64) {
        self.done = (self.done + units).min(self.total);
        if self.done - self.reported >= 1 << 15 {
            self.reported = self.done;
            (self.progress)(self.done, self.total);
        }
    }
}
