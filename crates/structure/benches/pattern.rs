//! Time to find repeats of a marked stretch among ten million calls: loops of several lengths with noise between them.

use diptych_structure::pattern::{Text, edits_for, exact, near};
use diptych_testkit::Rng;
use divan::{Bencher, black_box};
use std::ops::ControlFlow;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const RELATIONS: u32 = 2_000;

static PAIR: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut rng = Rng::new(1);
    let mut pair = Vec::new();
    while pair.len() < 10_000_000 {
        let first = rng.below(u64::from(RELATIONS) - 40) as u32;
        for _ in 0..rng.below(40) {
            pair.extend((0..30).map(|at| first + at));
            if rng.below(3) == 0 {
                pair.push(rng.below(u64::from(RELATIONS)) as u32);
            }
        }
    }
    pair
});

static OF_PAIR: LazyLock<Vec<u32>> = LazyLock::new(|| (0..RELATIONS).map(|pair| pair / 2).collect());

fn text() -> Text<'static> {
    Text { pair: &PAIR, of_pair: &OF_PAIR }
}

/// Measures exact repeats by the number of marked calls.
#[divan::bench(args = [30, 166, 2_000], sample_count = 5)]
fn exact_repeats(bencher: Bencher, length: usize) {
    let marked = 5_000_000..5_000_000 + length;
    let pattern = text().relations(marked.clone());
    bencher.bench(|| exact(black_box(&pattern), text(), Some(marked.clone())));
}

/// Repeats of which at least nine tenths are equal.
#[divan::bench(args = [30, 166, 2_000], sample_count = 5)]
fn near_repeats(bencher: Bencher, length: usize) {
    let marked = 5_000_000..5_000_000 + length;
    let pattern = text().relations(marked.clone());
    let edits = edits_for(0.9, length);
    bencher.bench(|| {
        near(black_box(&pattern), text(), Some(marked.clone()), edits, &mut |_, _| ControlFlow::Continue(()))
    });
}
