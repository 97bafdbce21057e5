//! How often a call is made around where it is made (Eq. 2).

/// Calls of the window that frequencies are counted in; the call itself is its middle.
pub const CONTEXT: usize = 25;

const HALF: usize = CONTEXT / 2;

/// Of each line how many lines of its context, itself among them, are of its relation: 1 to 25. A byte a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frequencies(Vec<u8>);

impl Frequencies {
    /// `relation`: that of each line, by the places of pairs: `of_pair[pair[line]]`. O(lines), by a window that slides.
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

    /// The numbers.
    pub fn counts(&self) -> &[u8] {
        &self.0
    }
}

/// How many calls the context of a line has, of so many in all.
pub(super) fn context_of(line: usize, lines: usize) -> usize {
    (line + HALF + 1).min(lines) - line.saturating_sub(HALF)
}

/// The lines whose context is whole.
pub(super) fn with_whole_context(lines: usize) -> std::ops::Range<usize> {
    HALF.min(lines)..lines.saturating_sub(HALF).max(HALF.min(lines))
}

/// Weights by how many of how many calls are the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// For a power p. Beyond −5 to 5 the picture changes no further to the eye; any finite p is taken.
    pub fn new(p: f64) -> Self {
        let cell = |cell: usize| {
            let (same, all) = (cell / (CONTEXT + 1), cell % (CONTEXT + 1));
            if same == 0 || all < same { 0.0 } else { (same as f64 / all as f64).powf(p) }
        };
        Self((0..(CONTEXT + 1) * (CONTEXT + 1)).map(cell).collect())
    }

    /// `(same / all)^p`.
    pub fn of(&self, same: u8, all: usize) -> f64 {
        self.0[usize::from(same) * (CONTEXT + 1) + all]
    }
}
