//! All pairs of classes of the two sides that are similar enough.

use super::callee_sets::CalleeSets;
use super::overlap::Overlaps;
use super::partners::{BestPairs, Partners, Rows};
use crate::Progress;

/// Settings of a join.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JoinOptions {
    /// Similarity that a match must exceed: s > τ, or s = 1 if τ = 1. In 0..=1, and 0.1 to 0.3 in the paper.
    pub tau: f64,
    /// Approximate maximum number of class pairs to keep (24 bytes each). Beyond it only the best of each class are
    /// kept.
    pub most_pairs: usize,
}

impl Default for JoinOptions {
    fn default() -> Self {
        Self { tau: 0.2, most_pairs: 1 << 24 }
    }
}

/// The class pairs that a join kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairRetention {
    /// All class pairs.
    All,
    /// The pairs among this many best of either of their classes (highest s, ties to the lower class). Counts, best
    /// matches and match masses still cover all pairs.
    Best(usize),
}

/// The best match of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Partner {
    /// Class on the other side.
    pub class: u32,
    /// Similarity s with that class.
    pub similarity: f32,
}

/// All matches of a pair, between classes.
#[derive(Debug, Clone)]
pub struct Similarity {
    pub(super) tau: f64,
    pub(super) retained: PairRetention,
    pub(super) class_pairs: u64,
    pub(super) call_pairs: u64,
    pub(super) rows: [Rows; 2],
    /// Sums by side and class.
    pub(super) sums: [Vec<Sums>; 2],
}

/// The sums over the matches of one class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums {
    pub(super) calls: u64,
    /// Sum of s in parts of 2³², an integer that does not depend on the order of addition. It fits, because s is at
    /// most 1 for each call of the other side, of which there are less than 2³².
    pub(super) mass: u64,
    pub(super) best: u32,
    pub(super) best_similarity: f32,
}

const PARTS: f64 = (1u64 << 32) as f64;

impl Sums {
    const NONE: Self = Self { calls: 0, mass: 0, best: u32::MAX, best_similarity: 0.0 };

    fn add(&mut self, partner: u32, s: f32, calls: u32) {
        self.calls += u64::from(calls);
        // Parts represent s ≥ 2⁻⁸ exactly. Smaller values are truncated, equally for every match.
        self.mass += (f64::from(s) * PARTS) as u64 * u64::from(calls);
        if s > self.best_similarity || s >= self.best_similarity && partner < self.best {
            (self.best, self.best_similarity) = (partner, s);
        }
    }
}

/// The pairs found: all of them up to the limit, then the best.
enum FoundPairs {
    All(Rows),
    Best(BestPairs),
}

/// A join in progress.
struct Joining<'s> {
    sets: &'s CalleeSets,
    most_pairs: usize,
    /// Number of pairs kept per class once not all are kept.
    most_of_one: usize,
    sums: [Vec<Sums>; 2],
    class_pairs: u64,
    call_pairs: u64,
    found: FoundPairs,
    /// Partners of the current class.
    partners: Vec<(u32, f32)>,
}

impl<'s> Joining<'s> {
    fn new(sets: &'s CalleeSets, JoinOptions { most_pairs, .. }: JoinOptions) -> Self {
        Self {
            sets,
            most_pairs,
            most_of_one: (most_pairs / (2 * sets.distinct(0).max(sets.distinct(1)).max(1))).max(1),
            sums: [0, 1].map(|_| vec![Sums::NONE; sets.len()]),
            class_pairs: 0,
            call_pairs: 0,
            found: FoundPairs::All(Rows::new(sets.len())),
            partners: Vec::new(),
        }
    }

    /// Adds the partners of a class of A. A separate function, because it is entered for each class: see
    /// `trace::for_each_block`.
    #[inline(never)] // One entry for each class lets a browser optimise it: see `trace::for_each_block`.
    fn take(&mut self, a: u32) {
        let [calls_of_a, calls_of_b] = [0, 1].map(|side| self.sets.multiplicity(side));
        let calls_a = calls_of_a[a as usize];
        let mut of_a = Sums::NONE;
        let of_b = &mut self.sums[1][..];
        for &(b, s) in &self.partners {
            of_a.add(b, s, calls_of_b[b as usize]);
            of_b[b as usize].add(a, s, calls_a);
        }
        self.class_pairs += self.partners.len() as u64;
        self.call_pairs += of_a.calls * u64::from(calls_a);
        self.sums[0][a as usize] = of_a;
        match &mut self.found {
            FoundPairs::All(rows) if rows.len() + self.partners.len() > self.most_pairs => {
                let mut best = BestPairs::new(rows, self.most_of_one);
                best.push_row(a, &self.partners);
                self.found = FoundPairs::Best(best);
            }
            FoundPairs::All(rows) => rows.push_row(a, &mut self.partners),
            FoundPairs::Best(best) => best.push_row(a, &self.partners),
        }
    }
}

impl Similarity {
    /// Joins the classes of A with those of B by counting common members in an inverted index.
    /// O(classes of A · classes of B · members in which a class of A differs from the one most like it). Each class
    /// pair kept is stored twice, 8 bytes each. Progress counts classes of A.
    pub fn join(sets: &CalleeSets, options: JoinOptions, progress: Progress<'_>) -> Self {
        let mut overlaps = Overlaps::new(sets, 1);
        let rows = overlaps.rows(0);
        let step = (rows.len() >> 9).max(8);
        let mut joining = Joining::new(sets, options);
        for (done, row) in rows.iter().enumerate() {
            overlaps.matches(row, options.tau, &mut joining.partners);
            joining.take(row.class);
            if done.is_multiple_of(step) {
                progress(done as u64, rows.len() as u64);
            }
        }
        let Joining { found, most_of_one, sums, class_pairs, call_pairs, .. } = joining;
        let (retained, of_a) = match found {
            FoundPairs::All(pairs) => (PairRetention::All, pairs),
            FoundPairs::Best(pairs) => (PairRetention::Best(most_of_one), pairs.finish()),
        };
        let of_b = of_a.transposed();
        Self { tau: options.tau, retained, class_pairs, call_pairs, rows: [of_a, of_b], sums }
    }

    /// Returns the requested τ.
    pub fn tau(&self) -> f64 {
        self.tau
    }

    /// Returns whether [`Self::partners`] has all class pairs.
    pub fn retained(&self) -> PairRetention {
        self.retained
    }

    /// Returns the number of class pairs that match, kept or not.
    pub fn class_pairs(&self) -> u64 {
        self.class_pairs
    }

    /// Returns the number of call pairs that match, kept or not.
    pub fn call_pairs(&self) -> u64 {
        self.call_pairs
    }

    /// Returns the classes that a class of a side matches.
    pub fn partners(&self, side: usize, class: u32) -> Partners<'_> {
        self.rows[side].get(class)
    }

    /// Returns the most similar class of the other side, the lowest of equal ones.
    pub fn best(&self, side: usize, class: u32) -> Option<Partner> {
        let Sums { best, best_similarity, .. } = self.sums[side][class as usize];
        (best != u32::MAX).then_some(Partner { class: best, similarity: best_similarity })
    }

    /// Returns the match mass of each call of a class: Σ s over the calls it matches.
    pub fn mass(&self, side: usize, class: u32) -> f64 {
        self.sums[side][class as usize].mass as f64 / PARTS
    }

    /// Returns the number of calls of the other side that each call of a class matches.
    pub fn matches(&self, side: usize, class: u32) -> u64 {
        self.sums[side][class as usize].calls
    }
}
