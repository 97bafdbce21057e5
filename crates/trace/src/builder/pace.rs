//! How far building is.

/// So many calls from one report to the next.
const EVERY: u64 = 1 << 17;

/// Counts calls twice, when they are brought in order and when they are nested, and says from time to time how far it is.
pub(crate) struct Pace<'a> {
    done: u64,
    next: u64,
    all: u64,
    report: &'a mut dyn FnMut(u64, u64),
}

impl<'a> Pace<'a> {
    /// For so many calls; `report` is given what is done and all there is to do.
    pub(crate) fn new(calls: u64, report: &'a mut dyn FnMut(u64, u64)) -> Self {
        Self { done: 0, next: EVERY, all: 2 * calls, report }
    }

    /// One call is done.
    pub(crate) fn step(&mut self) {
        self.steps(1);
    }

    /// So many are.
    pub(crate) fn steps(&mut self, calls: u64) {
        self.done += calls;
        if self.done >= self.next {
            self.next = self.done + EVERY;
            (self.report)(self.done.min(self.all), self.all);
        }
    }
}

impl std::fmt::Debug for Pace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.done, self.all)
    }
}
