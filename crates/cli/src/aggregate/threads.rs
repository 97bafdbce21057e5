//! Threads for parallel work.

use diptych_aggregate::{Job, Workers};

/// A pool of as many threads as there are processors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Threads;

impl Workers for Threads {
    fn count(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        std::thread::scope(|scope| {
            for job in jobs {
                scope.spawn(job);
            }
        });
    }
}
