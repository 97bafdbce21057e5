//! Bottom-up traversal of a lane tree, by one worker or by several.

use crate::LaneTree;
use crate::areas::Progress;
use std::sync::{Mutex, PoisonError};

/// A pool of workers. This crate starts no threads itself; its caller may pass a pool.
pub trait Workers: Sync + std::fmt::Debug {
    /// Returns the number of jobs that run at a time.
    fn count(&self) -> usize;

    /// Runs all jobs to their end, in any order.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// A piece of work that depends on no other piece.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// A pool without threads: it runs one job after another.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sequential;

impl Workers for Sequential {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        for job in jobs {
            job();
        }
    }
}

/// Computes the value of a node from the sum over its children, and writes the node's row.
type Step<'a, R, T> = &'a (dyn Fn(usize, &mut R, Option<T>) -> T + Sync);

/// Adds the value of a child to a sum.
type Add<'a, T> = &'a (dyn Fn(&mut T, &T) + Sync);

/// Visits all nodes from the leaves to the root. `rows` is by node. `add` adds the value of a child to the sum of its
/// later siblings, in a fixed order, so the result does not depend on the workers. `bytes` is the size of a value.
/// Returns `None` if `progress` cancels. Units of progress are nodes.
pub(crate) fn upwards<R: Send, T: Send>(
    tree: &LaneTree,
    workers: &dyn Workers,
    bytes: usize,
    rows: &mut [R],
    step: Step<'_, R, T>,
    add: Add<'_, T>,
    progress: Progress<'_>,
) -> Option<()> {
    let nodes = tree.nodes().len();
    let mut pending: Vec<Option<T>> = (0..nodes).map(|_| None).collect();
    let mut done: Vec<Option<T>> = (0..nodes).map(|_| None).collect();
    let mut shares = shares(tree, workers);
    let mut end = nodes;
    while end > 0 {
        if progress((nodes - end) as u64, nodes as u64).is_break() {
            return None;
        }
        let share = shares.pop_if(|share| tree.nodes()[*share].end == end);
        if let Some(root) = share.filter(|&root| done[root].is_none()) {
            let most = (WAVE_BYTES / bytes.max(1)).max(4 * workers.count());
            let ahead = shares.iter().rev().copied().take(most - 1);
            let wave: Vec<usize> = std::iter::once(root).chain(ahead).collect();
            run(tree, workers, &wave, rows, step, add, &mut done);
        }
        let (node, value) = if let Some(root) = share {
            (root, done[root].take())
        } else {
            let node = end - 1;
            (node, Some(step(node, &mut rows[node], pending[node].take())))
        };
        if let (Some(parent), Some(value)) = (tree.nodes()[node].parent, value) {
            give(&mut pending[parent], value, add);
        }
        end = node;
    }
    Some(())
}

/// Bytes of finished values that may wait for their parents, with several workers.
const WAVE_BYTES: usize = 32 << 20;
/// Pieces of work per worker, so that an early worker finds more to do.
const SHARES: usize = 8;

/// Returns the nodes whose subtrees are the pieces of work, in order; empty with fewer than two workers.
fn shares(tree: &LaneTree, workers: &dyn Workers) -> Vec<usize> {
    let nodes = tree.nodes().len();
    let mut shares = Vec::new();
    if workers.count() < 2 {
        return shares;
    }
    let most = (nodes / (workers.count() * SHARES)).max(1);
    let mut node = 0;
    while node < nodes {
        let end = tree.nodes()[node].end;
        if end - node <= most {
            shares.push(node);
            node = end;
        } else {
            node += 1;
        }
    }
    shares
}

fn give<T>(sum: &mut Option<T>, value: T, add: Add<'_, T>) {
    match sum {
        Some(before) => add(before, &value),
        None => *sum = Some(value),
    }
}

/// Processes some subtrees, the last one first, each by one worker.
fn run<R: Send, T: Send>(
    tree: &LaneTree,
    workers: &dyn Workers,
    roots: &[usize],
    mut rows: &mut [R],
    step: Step<'_, R, T>,
    add: Add<'_, T>,
    done: &mut [Option<T>],
) {
    let mut waiting = Vec::new();
    for &root in roots {
        let (before, own) = std::mem::take(&mut rows).split_at_mut(root);
        waiting.push((root, &mut own[..tree.nodes()[root].end - root]));
        rows = before;
    }
    // Workers take from the end, so this puts the last subtree first.
    waiting.reverse();
    let (waiting, results) = (Mutex::new(waiting), Mutex::new(Vec::new()));
    // A separate closure, because a lock taken in the condition of a loop is held while the body runs.
    let next = || locked(&waiting).pop();
    let job = || {
        while let Some((root, rows)) = next() {
            let value = subtree(tree, root, rows, step, add);
            locked(&results).push((root, value));
        }
    };
    workers.run((0..workers.count().min(roots.len())).map(|_| Box::new(&job) as Job<'_>).collect());
    for (root, value) in results.into_inner().unwrap_or_else(PoisonError::into_inner) {
        done[root] = value;
    }
}

/// Locks a mutex even if another worker panicked. The panic ends the work by itself.
fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Processes a subtree and returns the value of its root. `rows` belong to the subtree.
fn subtree<R, T>(
    tree: &LaneTree,
    root: usize,
    rows: &mut [R],
    step: Step<'_, R, T>,
    add: Add<'_, T>,
) -> Option<T> {
    let mut pending: Vec<Option<T>> = rows.iter().map(|_| None).collect();
    for at in (1..rows.len()).rev() {
        let value = step(root + at, &mut rows[at], pending[at].take());
        if let Some(parent) = tree.nodes()[root + at].parent {
            give(&mut pending[parent - root], value, add);
        }
    }
    Some(step(root, rows.first_mut()?, pending.first_mut()?.take()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::trace;
    use std::ops::ControlFlow;
    use std::sync::Condvar;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    #[derive(Debug)]
    struct Two;

    impl Workers for Two {
        fn count(&self) -> usize {
            2
        }

        fn run(&self, jobs: Vec<Job<'_>>) {
            std::thread::scope(|scope| jobs.into_iter().for_each(|job| drop(scope.spawn(job))));
        }
    }

    /// Each of two steps waits until the other has begun; one after the other they would run into the timeout.
    #[test]
    fn two_workers_run_at_the_same_time() {
        let lanes: String =
            (0..64).map(|lane| format!("  lane {lane}\n    0..1 f\n")).collect::<Vec<_>>().concat();
        let tree = LaneTree::new(&trace(&format!("all\n{lanes}")));
        let (begun, both, was_alone) = (Mutex::new(0), Condvar::new(), AtomicBool::new(false));
        let step = |_: usize, (): &mut (), _: Option<()>| {
            let mut count = locked(&begun);
            *count += 1;
            both.notify_all();
            let waited = both.wait_timeout_while(count, Duration::from_secs(20), |count| *count < 2);
            was_alone.fetch_or(waited.is_ok_and(|(_, waited)| waited.timed_out()), Ordering::Relaxed);
        };
        let mut rows = vec![(); tree.nodes().len()];
        let add = |(): &mut (), (): &()| ();
        let go_on = &mut |_, _| ControlFlow::Continue(());
        assert_eq!(upwards(&tree, &Two, 1, &mut rows, &step, &add, go_on), Some(()));
        assert!(!was_alone.load(Ordering::Relaxed), "the second began after the first had ended");
    }
}
