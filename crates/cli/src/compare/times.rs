//! Measures the time of each step, for `--times`.

use crate::output::note;
use std::sync::Mutex;
use std::time::Instant;

/// The steps with their times, in the order in which they ended.
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

    /// Runs a step and measures it.
    pub(super) fn measure<T>(&self, name: impl Into<String>, step: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = step();
        let seconds = begun.elapsed().as_secs_f64();
        if let Ok(mut steps) = self.steps.lock() {
            steps.push((name.into(), seconds));
        }
        done
    }

    /// Runs steps that report their own stages, and measures the stages.
    pub(super) fn of_stages<T>(&self, steps: impl FnOnce(&mut dyn FnMut(&str)) -> T) -> T {
        let mut running: Option<(String, Instant)> = None;
        let mut end = |next: Option<&str>| {
            if running.as_ref().map(|(name, _)| name.as_str()) == next {
                return;
            }
            let ended = std::mem::replace(&mut running, next.map(|name| (name.to_owned(), Instant::now())));
            if let (Some((name, begun)), Ok(mut steps)) = (ended, self.steps.lock()) {
                steps.push((name, begun.elapsed().as_secs_f64()));
            }
        };
        let done = steps(&mut |stage| end(Some(stage)));
        end(None);
        done
    }

    /// Prints all times on standard error, if requested.
    pub(super) fn print(&self) {
        let Some(steps) = self.steps.lock().ok().filter(|_| self.wanted) else { return };
        for (name, seconds) in steps.iter() {
            note(&format!("{:10.1} ms  {name}", seconds * 1e3));
        }
        note(&format!("{:10.1} ms  in all", self.begun.elapsed().as_secs_f64() * 1e3));
    }
}
