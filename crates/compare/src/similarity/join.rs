//! All pairs of classes of the two sides that are similar enough.

use super::callee_sets::CalleeSets;
use super::overlap::{Overlaps, by_weight};
use super::partners::{BestPairs, Partners, Rows, Triples};
use crate::Progress;

/// What is joined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Join {
    /// A match has s > τ; with τ = 1, s = 1. In 0..=1; the paper's is 0.1 to 0.3.
    pub tau: f64,
    /// Class pairs to keep at most, about (24 bytes each). Beyond it only the best of each class are kept.
    pub most_pairs: usize,
}

impl Default for Join {
    fn default() -> Self {
        Self { tau: 0.2, most_pairs: 1 << 24 }
    }
}

/// Which class pairs there are to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// All.
    All,
    /// Those among so many best of either of their classes (highest s, ties to the lower class). Counts, best
    /// matches and match masses are still of all.
    Best(usize),
}

/// The best match of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Partner {
    /// Class on the other side.
    pub class: u32,
    /// s with it.
    pub similarity: f32,
}

/// All matches of a pair, between classes.
#[derive(Debug, Clone)]
pub struct Similarity {
    tau: f64,
    kept: Kept,
    class_pairs: u64,
    call_pairs: u64,
    rows: [Rows; 2],
    /// By side and class.
    sums: [Vec<Sums>; 2],
}

/// What a class has in matches.
#[derive(Debug, Clone, Copy)]
struct Sums {
    calls: u64,
    mass: f64,
    best: u32,
    best_similarity: f32,
}

impl Sums {
    const NONE: Self = Self { calls: 0, mass: 0.0, best: u32::MAX, best_similarity: 0.0 };

    fn add(&mut self, partner: u32, s: f32, calls: u32) {
        self.calls += u64::from(calls);
        self.mass += f64::from(s) * f64::from(calls);
        if s > self.best_similarity || s >= self.best_similarity && partner < self.best {
            (self.best, self.best_similarity) = (partner, s);
        }
    }
}

/// Pairs as long as all are kept, then the best.
enum Found {
    All(Triples),
    Best(usize, BestPairs),
}

impl Similarity {
    /// Joins the classes of A with those of B, by counting common members in an inverted index:
    /// O(Σ over identities of holders in A · holders in B + classes of A · classes of B). Each class pair kept
    /// is held twice, 8 bytes each. Units of progress are classes of A.
    pub fn join(sets: &CalleeSets, options: Join, progress: Progress<'_>) -> Self {
        let rows = by_weight(sets, 0);
        let mut overlaps = Overlaps::new(sets, 1);
        let mut sums = [vec![Sums::NONE; sets.len()], vec![Sums::NONE; sets.len()]];
        let (mut class_pairs, mut call_pairs) = (0u64, 0u64);
        let mut found = Found::All(Triples::default());
        let most_of_one = (options.most_pairs / (2 * sets.distinct(0).max(sets.distinct(1)).max(1))).max(1);
        for (done, &a) in rows.iter().enumerate() {
            let calls_a = sets.multiplicity(0)[a as usize];
            overlaps.matches(a, options.tau, |b, s| {
                let calls_b = sets.multiplicity(1)[b as usize];
                class_pairs += 1;
                call_pairs += u64::from(calls_a) * u64::from(calls_b);
                sums[0][a as usize].add(b, s, calls_b);
                sums[1][b as usize].add(a, s, calls_a);
                match &mut found {
                    Found::All(pairs) => pairs.push(a, b, s),
                    Found::Best(_, pairs) => pairs.push(a, b, s),
                }
            });
            if let Found::All(pairs) = &found
                && pairs.len() > options.most_pairs
            {
                let mut best = BestPairs::new(sets.len(), most_of_one);
                pairs.iter().for_each(|(a, b, s)| best.push(a, b, s));
                found = Found::Best(most_of_one, best);
            }
            if done.is_multiple_of(64) {
                progress(done as u64, rows.len() as u64);
            }
        }
        let (kept, pairs) = match found {
            Found::All(pairs) => (Kept::All, pairs),
            Found::Best(most, pairs) => (Kept::Best(most), pairs.finish()),
        };
        let of_a = Rows::new(sets.len(), &pairs);
        drop(pairs);
        let of_b = of_a.transposed();
        Self { tau: options.tau, kept, class_pairs, call_pairs, rows: [of_a, of_b], sums }
    }

    /// The τ that was asked for.
    pub fn tau(&self) -> f64 {
        self.tau
    }

    /// Whether [`Self::partners`] has all class pairs.
    pub fn kept(&self) -> Kept {
        self.kept
    }

    /// Class pairs that match: all, whatever was kept.
    pub fn class_pairs(&self) -> u64 {
        self.class_pairs
    }

    /// Call pairs that match: all, whatever was kept.
    pub fn call_pairs(&self) -> u64 {
        self.call_pairs
    }

    /// What a class of a side matches on the other.
    pub fn partners(&self, side: usize, class: u32) -> Partners<'_> {
        self.rows[side].get(class)
    }

    /// The most similar class of the other side, the lowest of equals.
    pub fn best(&self, side: usize, class: u32) -> Option<Partner> {
        let Sums { best, best_similarity, .. } = self.sums[side][class as usize];
        (best != u32::MAX).then_some(Partner { class: best, similarity: best_similarity })
    }

    /// Match mass of each call of a class: Σ s over the calls it matches.
    pub fn mass(&self, side: usize, class: u32) -> f64 {
        self.sums[side][class as usize].mass
    }

    /// Calls of the other side that each call of a class matches.
    pub fn matches(&self, side: usize, class: u32) -> u64 {
        self.sums[side][class as usize].calls
    }
}
