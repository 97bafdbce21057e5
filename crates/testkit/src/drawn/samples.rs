//! Samples that are drawn from a known distribution, and the stacks that they are of.

use crate::Rng;

/// Number of functions directly below `main`.
const MODULES: usize = 20;

/// Number of stacks below these.
const LEAVES: usize = 600;

/// Number of functions at the top of these stacks, each on two of them.
const FUNCTIONS: usize = LEAVES / 2;

/// A function whose samples are drawn more or less often than usual.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// Number in the name of the function: 172 for `leaf172`, which has 3 % of all samples. `leaf0` has 14 %.
    pub leaf: usize,
    /// Factor, or 1 for no change.
    pub factor: f64,
}

impl Change {
    /// No change.
    pub const NONE: Self = Self { leaf: 0, factor: 1.0 };
}

/// Samples of one run.
pub(super) struct Samples {
    /// Stack of each sample: 0 for `main`, then modules, then leaves.
    pub(super) stacks: Vec<usize>,
    /// Weight of each sample, 500 to 1,500, and five times as much for one in twenty.
    pub(super) weights: Vec<u64>,
}

impl Samples {
    pub(super) fn draw(seed: u64, count: usize, change: Change) -> Self {
        let mut rng = Rng::new(seed);
        // A few stacks have most samples, and many have one or none.
        let share = |leaf: usize| {
            let factor = if leaf % FUNCTIONS == change.leaf { change.factor } else { 1.0 };
            factor / (1.0 + (leaf * 7 % LEAVES) as f64)
        };
        let mut ends: Vec<f64> = Vec::with_capacity(LEAVES);
        for leaf in 0..LEAVES {
            ends.push(ends.last().copied().unwrap_or(0.0) + share(leaf));
        }
        let all = ends[LEAVES - 1];
        let mut samples = Self { stacks: Vec::new(), weights: Vec::new() };
        for _ in 0..count {
            let place = rng.below(1 << 40) as f64 / (1u64 << 40) as f64 * all;
            samples.stacks.push(1 + MODULES + ends.partition_point(|&end| end <= place).min(LEAVES - 1));
            let weight = 500 + rng.below(1001);
            samples.weights.push(if rng.below(20) == 0 { 5 * weight } else { weight });
        }
        samples
    }

    /// Returns the number and the weight of the samples of each stack.
    pub(super) fn sums(&self) -> Vec<(u64, u64)> {
        let mut sums = vec![(0, 0); stack_count()];
        for (&stack, &weight) in self.stacks.iter().zip(&self.weights) {
            sums[stack].0 += 1;
            sums[stack].1 += weight;
        }
        sums
    }

    /// Returns stack, instant and weight of each sample.
    pub(super) fn timed(&self) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        let mut at = 1000;
        self.stacks.iter().zip(&self.weights).map(move |(&stack, &weight)| {
            at += weight;
            (stack, at - weight, weight)
        })
    }
}

/// Returns the number of stacks.
pub(super) const fn stack_count() -> usize {
    1 + MODULES + LEAVES
}

/// Returns the stack below one, if any.
pub(super) fn below(stack: usize) -> Option<usize> {
    match stack {
        0 => None,
        1..=MODULES => Some(0),
        leaf => Some(1 + (leaf - 1 - MODULES) % MODULES),
    }
}

/// Returns the name of the innermost function of a stack.
pub(super) fn name(stack: usize) -> String {
    match stack {
        0 => "main".to_owned(),
        1..=MODULES => format!("module{stack}"),
        leaf => format!("leaf{}", (leaf - 1 - MODULES) % FUNCTIONS),
    }
}

/// Returns the names of a stack's functions, from the outside in.
pub(super) fn path(stack: usize) -> Vec<String> {
    let mut names: Vec<String> =
        std::iter::successors(Some(stack), |&stack| below(stack)).map(name).collect();
    names.reverse();
    names
}
