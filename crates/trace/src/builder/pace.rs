//! Progress of building.

/// Number of calls from one progress report to the next.
const EVERY: u64 = 1 << 17;

/// A progress counter. Each call counts twice: once when it is sorted and once when it is nested.
pub(crate) struct ProgressCounter<'a> {
    done: u64,
    next: u64,
    all: u64,
    report: &'a mut dyn FnMut(u64, u64),
}

impl<'a> ProgressCounter<'a> {
    /// Creates a counter for so many calls; `report` receives the work done and the total work.
    pub(crate) fn new(calls: u64, report: &'a mut dyn FnMut(u64, u64)) -> Self {
        Self { done: 0, next: EVERY, all: 2 * calls, report }
    }

    /// Counts one call.
    pub(crate) fn step(&mut self) {
        self.steps(1);
    }

    /// Counts several calls.
    pub(crate) fn steps(&mut self, calls: u64) {
        self.done += calls;
        if self.done >= self.next {
            self.next = self.done + EVERY;
            (self.report)(self.done.min(self.all), self.all);
        }
    }
}

impl std::fmt::Debug for ProgressCounter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.done, self.all)
    }
}
