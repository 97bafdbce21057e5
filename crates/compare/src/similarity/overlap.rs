//! How much one class has in common with every class of the other side: an inverted index.

use super::callee_sets::{CalleeSets, Measure, jaccard};
use std::ops::Range;

/// The classes of one side by what they hold, and a row of overlaps to count in.
#[derive(Debug)]
pub(super) struct Overlaps<'a> {
    sets: &'a CalleeSets,
    /// The side's classes, lightest first.
    classes: Vec<u32>,
    weights: Vec<u32>,
    /// Of each identity, which of `classes` hold it (as places there), and how often if that counts.
    first: Vec<usize>,
    holders: Vec<u32>,
    times: Vec<u32>,
    shared: Vec<u32>,
}

/// The classes that calls of a side have, lightest first.
pub(super) fn by_weight(sets: &CalleeSets, side: usize) -> Vec<u32> {
    let all = 0..sets.len() as u32;
    let mut classes: Vec<u32> = all.filter(|&class| sets.multiplicity(side)[class as usize] > 0).collect();
    classes.sort_by_key(|&class| sets.weight(class));
    classes
}

impl<'a> Overlaps<'a> {
    /// Indexes a side. O(members of its classes).
    pub(super) fn new(sets: &'a CalleeSets, side: usize) -> Self {
        let classes = by_weight(sets, side);
        let mut first = vec![0usize; sets.identity_count() as usize + 1];
        for &class in &classes {
            for (identity, _) in sets.members(class) {
                first[identity as usize + 1] += 1;
            }
        }
        for identity in 1..first.len() {
            first[identity] += first[identity - 1];
        }
        let counted = sets.measure() == Measure::Multiset;
        let total = first.last().copied().unwrap_or(0);
        let mut holders = vec![0; total];
        let mut times = vec![0; if counted { total } else { 0 }];
        let mut next = first.clone();
        for (place, &class) in classes.iter().enumerate() {
            for (identity, weight) in sets.members(class) {
                let slot = next[identity as usize];
                holders[slot] = place as u32;
                if counted {
                    times[slot] = weight;
                }
                next[identity as usize] += 1;
            }
        }
        let weights = classes.iter().map(|&class| sets.weight(class)).collect();
        let shared = vec![0; classes.len()];
        Self { sets, classes, weights, first, holders, times, shared }
    }

    /// Calls `found` for each class of the side with s > τ to `class` (or s = 1), lightest first.
    /// O(classes of the side + Σ holders of the members of `class`).
    pub(super) fn matches(&mut self, class: u32, tau: f64, mut found: impl FnMut(u32, f32)) {
        let weight = self.sets.weight(class);
        self.count(class);
        let near = self.near(weight, tau);
        for place in near {
            let s = jaccard(self.shared[place], weight, self.weights[place]);
            if s > tau || s >= 1.0 {
                found(self.classes[place], s as f32);
            }
        }
        self.shared.fill(0);
    }

    /// Places whose weight alone does not rule a match out: s is at most the lesser weight over the greater.
    fn near(&self, weight: u32, tau: f64) -> Range<usize> {
        let enough = |ratio: f64| ratio > tau || ratio >= 1.0;
        let from = self.weights.partition_point(|&w| w < weight && !enough(f64::from(w) / f64::from(weight)));
        let to = self.weights.partition_point(|&w| w <= weight || enough(f64::from(weight) / f64::from(w)));
        from..to
    }

    fn count(&mut self, class: u32) {
        for (identity, weight) in self.sets.members(class) {
            let range = self.first[identity as usize]..self.first[identity as usize + 1];
            let holders = &self.holders[range.clone()];
            if self.times.is_empty() {
                for &place in holders {
                    self.shared[place as usize] += weight;
                }
            } else {
                for (&place, &times) in holders.iter().zip(&self.times[range]) {
                    self.shared[place as usize] += weight.min(times);
                }
            }
        }
    }
}
