//! The threads of analyses.

use diptych_aggregate::{Job, Workers};
use diptych_engine::InProcess;

/// A pool of as many threads as there are processors, rayon's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Threads;

impl Workers for Threads {
    fn count(&self) -> usize {
        rayon::current_num_threads()
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        rayon::scope(|scope| jobs.into_iter().for_each(|job| scope.spawn(|_| job())));
    }
}

/// Creates a session whose analyses use all processors.
pub(crate) fn session() -> InProcess {
    diptych_desks::in_process().with_workers(&Threads)
}
