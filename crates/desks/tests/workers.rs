//! Analyses with a pool of workers give what they give without one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_aggregate::{Job, Workers};
use diptych_protocol::{SideName, ViewState};
use diptych_testkit::{Shape, generate};
use diptych_trace::Run;
use support::Page;

/// A pool that runs the last job first.
#[derive(Debug)]
struct LastFirst;

impl Workers for LastFirst {
    fn count(&self) -> usize {
        2
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        jobs.into_iter().rev().for_each(|job| job());
    }
}

fn page(seed: u64) -> Page {
    let mut engine = diptych_desks::engine();
    for (side, seed) in [(SideName::A, seed), (SideName::B, seed + 1)] {
        engine.load(side, Run { trace: generate(seed, Shape::SMALL), ..support::run("a.json", "") });
    }
    Page::new(engine)
}

#[test]
fn results_do_not_depend_on_workers() {
    for seed in 0..6 {
        let (mut alone, mut shared) = (page(seed), page(seed));
        shared.session = shared.session.with_workers(&LastFirst);
        let [one, other] = [&mut alone, &mut shared].map(|page| page.compare(&ViewState::default()));
        assert_eq!(one, other, "seed {seed}");
        assert!(alone.kept.iter().any(|(key, _)| key.starts_with("align")), "{:?}", alone.jobs);
        assert_eq!(alone.kept, shared.kept, "seed {seed}");
    }
}
