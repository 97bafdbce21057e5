//! How long each step took, for `--times`.

use crate::output::note;
use std::sync::Mutex;
use std::time::Instant;

/// Steps in the order in which they ended.
#[derive(Debug)]
pub(super) struct Times {
    wanted: bool,
    begun: Instant,
    steps: Mutex<Vec<(String, f64)>>,
}

impl Times {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, begun: Instant::now(), steps: Mutex::default() }
    }

    /// Does a step.
    pub(super) fn of<T>(&self, name: impl Into<String>, step: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = step();
        let seconds = begun.elapsed().as_secs_f64();
        if let Ok(mut steps) = self.steps.lock() {
            steps.push((name.into(), seconds));
        }
        done
    }

    /// Says all on standard error, if that is wanted.
    pub(super) fn print(&self) {
        let Some(steps) = self.steps.lock().ok().filter(|_| self.wanted) else { return };
        for (name, seconds) in steps.iter() {
            note(&format!("{:10.1} ms  {name}", seconds * 1e3));
        }
        note(&format!("{:10.1} ms  in all", self.begun.elapsed().as_secs_f64() * 1e3));
    }
}
