//! Work on several threads.

use diptych_aggregate::{Job, Workers};
use diptych_engine::InProcess;

/// Runs both functions at the same time.
pub(crate) fn in_parallel<A, B: Send>(a: impl FnOnce() -> A, b: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let b = scope.spawn(b);
        let a = a();
        match b.join() {
            Ok(b) => (a, b),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// A pool of as many threads as there are processors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Threads;

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

/// Creates a session whose analyses use all processors.
pub(crate) fn session() -> InProcess {
    diptych_desks::in_process().with_workers(&Threads)
}
