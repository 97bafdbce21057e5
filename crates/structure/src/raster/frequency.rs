//! The local frequency of calls (Eq. 2).

/// Number of calls in a context. The call itself is in the middle.
pub const CONTEXT: usize = 25;

const HALF: usize = CONTEXT / 2;

/// The number of lines in each line's context, itself included, that have its relation: 1 to 25. Takes a byte a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frequencies(Vec<u8>);

impl Frequencies {
    /// Counts in a sliding window. The relation of a line is `of_pair[pair[line]]`. O(lines).
    pub fn new(pair: &[u32], of_pair: &[u32]) -> Self {
        let relation = |line: usize| of_pair[pair[line] as usize] as usize;
        let mut within = vec![0u8; of_pair.iter().max().map_or(0, |&last| last as usize + 1)];
        (0..HALF.min(pair.len())).for_each(|line| within[relation(line)] += 1);
        let mut counts = Vec::with_capacity(pair.len());
        for line in 0..pair.len() {
            if line + HALF < pair.len() {
                within[relation(line + HALF)] += 1;
            }
            if line > HALF {
                within[relation(line - HALF - 1)] -= 1;
            }
            counts.push(within[relation(line)]);
        }
        Self(counts)
    }

    /// Returns the counts by line.
    pub fn counts(&self) -> &[u8] {
        &self.0
    }
}

/// Returns the number of calls in the context of a line; fewer than 25 at the ends.
pub(super) fn context_of(line: usize, lines: usize) -> usize {
    (line + HALF + 1).min(lines) - line.saturating_sub(HALF)
}

/// Returns the lines whose context is complete.
pub(super) fn with_whole_context(lines: usize) -> std::ops::Range<usize> {
    HALF.min(lines)..lines.saturating_sub(HALF).max(HALF.min(lines))
}

/// Table of the weights `(same / all)^p`, by `same` and `all`.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// Computes the table for a power p. Any finite p works, but beyond −5 to 5 the picture hardly changes.
    pub fn new(p: f64) -> Self {
        let cell = |cell: usize| {
            let (same, all) = (cell / (CONTEXT + 1), cell % (CONTEXT + 1));
            if same == 0 || all < same { 0.0 } else { (same as f64 / all as f64).powf(p) }
        };
        Self((0..(CONTEXT + 1) * (CONTEXT + 1)).map(cell).collect())
    }

    /// Returns `(same / all)^p`.
    pub fn of(&self, same: u8, all: usize) -> f64 {
        self.0[usize::from(same) * (CONTEXT + 1) + all]
    }
}
