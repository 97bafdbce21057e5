//! Time from a slice table to its partitions: 700 lanes × 30 slices × 16 states, and 576 lanes × 100 and × 200 slices.

use diptych_aggregate::{
    Areas, Floor, GainBy, Grid, Job, LaneTree, Sequential, SliceTable, Workers, anomalies, break_points,
    default_p, differences, optimal, optimal_with,
};
use diptych_testkit::{Rng, trace};
use divan::{Bencher, black_box};
use std::ops::ControlFlow;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const WIDTH: u64 = 1_000_000;

/// Makes a table of lanes in hosts, clusters and sites. Clusters go through phases one after another, and each cell has
/// its own noise.
fn made(lanes: usize, slices: usize, states: usize, seed: u64) -> (SliceTable, LaneTree) {
    let mut text = String::new();
    for lane in 0..lanes {
        for (level, size) in [(1, 144), (2, 48), (3, 4)] {
            if lane % size == 0 {
                text += &format!("{:1$}group {lane}-{level}\n", "", level * 2);
            }
        }
        text += &format!("        lane {lane}\n          0..1 f\n");
    }
    let tree = LaneTree::new(&trace(&text));
    let mut rng = Rng::new(seed);
    let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: slices }, lanes, states);
    for lane in 0..lanes {
        for slice in 0..slices {
            let phase = (slice * 8 / slices + lane / 48 % 3) % states;
            let mut left = WIDTH;
            for step in 0..states {
                let ticks = if step == 0 { left / 2 + rng.below(left / 4) } else { rng.below(left / 2 + 1) };
                table.row_mut(lane, (phase + step) % states)[slice] = ticks;
                left -= ticks;
            }
        }
    }
    (table, tree)
}

/// A pool of as many threads as processors.
#[derive(Debug)]
struct Threads;

impl Workers for Threads {
    fn count(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        std::thread::scope(|scope| jobs.into_iter().for_each(|job| drop(scope.spawn(job))));
    }
}

fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn areas((table, tree): &(SliceTable, LaneTree)) -> Option<Areas> {
    areas_with((table, tree), &Sequential)
}

fn areas_with((table, tree): (&SliceTable, &LaneTree), workers: &dyn Workers) -> Option<Areas> {
    Areas::new_with(table, tree, GainBy::Sum, workers, &mut go_on)
}

static RANKS: LazyLock<(SliceTable, LaneTree)> = LazyLock::new(|| made(700, 30, 16, 1));
static HUNDRED: LazyLock<(SliceTable, LaneTree)> = LazyLock::new(|| made(576, 100, 8, 2));
static TWO_HUNDRED: LazyLock<(SliceTable, LaneTree)> = LazyLock::new(|| made(576, 200, 8, 3));

/// Measures the set-up and the default p, as for a first picture.
#[divan::bench(sample_count = 9)]
fn ranks_700_by_30_set_up_and_default_p(bencher: Bencher) {
    let made = &*RANKS;
    bencher.bench(|| {
        let areas = areas(black_box(made))?;
        let p = default_p(&areas, &mut go_on)?;
        optimal(&areas, p, &mut go_on)
    });
}

#[divan::bench(sample_count = 5)]
fn ranks_700_by_30_all_partitions(bencher: Bencher) {
    let areas = areas(&RANKS);
    bencher.bench(|| break_points(areas.as_ref()?, &mut |_| (), &mut go_on));
}

/// A p near the lossless end, one in the middle, and one at which nearly everything is one area.
const PS: [f64; 3] = [0.05, 0.3, 0.8];

#[divan::bench(sample_count = 9, args = PS)]
fn ranks_576_by_100_one_p(bencher: Bencher, p: f64) {
    let areas = areas(&HUNDRED);
    bencher.bench(|| optimal(areas.as_ref()?, black_box(p), &mut go_on));
}

#[divan::bench(sample_count = 9, args = PS)]
fn ranks_576_by_100_one_p_in_threads(bencher: Bencher, p: f64) {
    let areas = areas(&HUNDRED);
    bencher.bench(|| optimal_with(areas.as_ref()?, black_box(p), &Threads, &mut go_on));
}

#[divan::bench(sample_count = 5, args = PS)]
fn ranks_576_by_200_one_p(bencher: Bencher, p: f64) {
    let areas = areas(&TWO_HUNDRED);
    bencher.bench(|| optimal(areas.as_ref()?, black_box(p), &mut go_on));
}

#[divan::bench(sample_count = 5, args = PS)]
fn ranks_576_by_200_one_p_in_threads(bencher: Bencher, p: f64) {
    let areas = areas(&TWO_HUNDRED);
    bencher.bench(|| optimal_with(areas.as_ref()?, black_box(p), &Threads, &mut go_on));
}

#[divan::bench(sample_count = 5)]
fn ranks_576_by_200_set_up(bencher: Bencher) {
    let made = &*TWO_HUNDRED;
    bencher.bench(|| areas(black_box(made)));
}

#[divan::bench(sample_count = 5)]
fn ranks_576_by_200_set_up_in_threads(bencher: Bencher) {
    let (table, tree) = &*TWO_HUNDRED;
    bencher.bench(|| areas_with((black_box(table), tree), &Threads));
}

#[divan::bench(sample_count = 9)]
fn ranks_700_by_30_differences_and_anomalies(bencher: Bencher) {
    let (other, _) = made(700, 30, 16, 9);
    let (table, tree) = &*RANKS;
    bencher.bench(|| {
        let found = differences(black_box(table), &other, tree, table.grid().count, Floor::default());
        (found, anomalies(table, tree, Floor::default()))
    });
}
