//! Files of samples that are drawn from a known distribution, in every sampled format. Two files drawn from one
//! distribution differ by chance alone.

mod json;
mod protobuf;
mod text;

use crate::Rng;

/// Number of functions directly below `main`.
const MODULES: usize = 20;

/// Number of stacks below these.
const LEAVES: usize = 600;

/// Number of functions at the top of these stacks, each on two of them.
const FUNCTIONS: usize = LEAVES / 2;

/// A format, and how it states the weights of samples.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    /// Name of the format in the registry, with the form of its weights.
    pub name: &'static str,
    /// Writes a file.
    write: fn(&mut Vec<u8>, &Samples),
}

/// Generators of files, one for each sampled format and each form of weights in it.
pub const DRAWN: &[Drawn] = &[
    Drawn { name: "v8-cpuprofile", write: json::cpu_profile },
    Drawn { name: "v8-cpuprofile, hits", write: json::hits },
    Drawn { name: "v8-heapprofile", write: json::heap_profile },
    Drawn { name: "speedscope, time", write: json::speedscope_time },
    Drawn { name: "speedscope, counts", write: json::speedscope_counts },
    Drawn { name: "firefox", write: json::firefox },
    Drawn { name: "chrome-json, samples", write: json::chrome_samples },
    Drawn { name: "folded, counts", write: text::folded },
    Drawn { name: "folded, a line for each sample", write: text::folded_lines },
    Drawn { name: "folded, multiples of a period", write: text::folded_periods },
    Drawn { name: "perf-script, time", write: text::perf_times },
    Drawn { name: "perf-script, periods", write: text::perf_periods },
    Drawn { name: "pprof, cpu", write: protobuf::cpu },
    Drawn { name: "pprof, heap", write: protobuf::heap },
];

impl Drawn {
    /// Returns a file of `count` samples.
    pub fn file(&self, seed: u64, count: usize, change: Change) -> Vec<u8> {
        let mut out = Vec::new();
        (self.write)(&mut out, &Samples::draw(seed, count, change));
        out
    }
}

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
struct Samples {
    /// Stack of each sample: 0 for `main`, then modules, then leaves.
    stacks: Vec<usize>,
    /// Weight of each sample, 500 to 1,500, and five times as much for one in twenty.
    weights: Vec<u64>,
}

impl Samples {
    fn draw(seed: u64, count: usize, change: Change) -> Self {
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
    fn sums(&self) -> Vec<(u64, u64)> {
        let mut sums = vec![(0, 0); stack_count()];
        for (&stack, &weight) in self.stacks.iter().zip(&self.weights) {
            sums[stack].0 += 1;
            sums[stack].1 += weight;
        }
        sums
    }

    /// Returns stack, instant and weight of each sample.
    fn timed(&self) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        let mut at = 1000;
        self.stacks.iter().zip(&self.weights).map(move |(&stack, &weight)| {
            at += weight;
            (stack, at - weight, weight)
        })
    }
}

const fn stack_count() -> usize {
    1 + MODULES + LEAVES
}

/// Returns the stack below one, if any.
fn below(stack: usize) -> Option<usize> {
    match stack {
        0 => None,
        1..=MODULES => Some(0),
        leaf => Some(1 + (leaf - 1 - MODULES) % MODULES),
    }
}

/// Returns the name of the innermost function of a stack.
fn name(stack: usize) -> String {
    match stack {
        0 => "main".to_owned(),
        1..=MODULES => format!("module{stack}"),
        leaf => format!("leaf{}", (leaf - 1 - MODULES) % FUNCTIONS),
    }
}

/// Returns the names of a stack's functions, from the outside in.
fn path(stack: usize) -> Vec<String> {
    let mut names: Vec<String> =
        std::iter::successors(Some(stack), |&stack| below(stack)).map(name).collect();
    names.reverse();
    names
}
