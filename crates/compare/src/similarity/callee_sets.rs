//! The distinct callee sets Γ of both sides under one numbering.

use super::cons::Consing;
use super::intern::SliceTable;
use crate::{Pair, Progress};
use diptych_trace::{CallId, for_each_block};

/// The weights in the similarity of two calls. All three measures are Jaccard: Σ min(w, w′) / Σ max(w, w′) over
/// functions. So 0 ≤ s ≤ 1, s is symmetric, and equal classes have s = 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// TraceDiff Eq. 3: w = 1 for each function in Γ.
    #[default]
    Plain,
    /// w is the number of calls of the function in the subtree. Classes are distinct count vectors. There are at least
    /// as many of them as callee sets, and at most as many as distinct subtrees.
    Multiset,
    /// w is the function's share of self time of both whole runs, for each function in Γ. Functions that take long
    /// count more, and functions that occur everywhere but are cheap hardly count. The share is that of A plus that of
    /// B, each in parts of 2³⁰ of the side's self time. One part is added so that no weight is 0. Classes are callee
    /// sets as in [`Measure::Plain`]. A weight per call would make every call a class of its own.
    TimeWeighted,
}

/// One class for each distinct Γ (TraceDiff Eq. 2) over both sides. Calls of one class have s = 1 with each other.
/// Classes are numbered by the size of their set, then by its identities, so exchanging the sides changes no number.
#[derive(Debug, Clone)]
pub struct CalleeSets {
    pub(super) measure: Measure,
    identity_count: u32,
    pub(super) class_of: [Vec<u32>; 2],
    pub(super) sets: SliceTable,
    /// Number of calls of each class, for each side.
    multiplicity: [Vec<u32>; 2],
    /// Weight of each identity. Empty unless time is weighed.
    pub(super) identity_weight: Vec<u32>,
    /// Total weight of each class.
    weight: Vec<u32>,
}

/// An error: the callee sets of a pair have more members than there is memory for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// Side at which the limit was exceeded.
    pub side: usize,
    /// Call whose set exceeded the limit.
    pub call: u32,
    /// Maximum number of members of all sets together.
    pub most_members: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { side, call, most_members } = self;
        let side = ["A", "B"][*side];
        write!(
            f,
            "The callee sets of both sides contain more than {most_members} functions together (seen at call \
             {call} of {side}). Identity rules that merge names make the sets smaller."
        )
    }
}

impl std::error::Error for TooLarge {}

/// Maximum number of members of all sets together, counts included: 512 MiB.
const MOST_MEMBERS: usize = 1 << 27;

impl CalleeSets {
    /// Gives a class to every call of both sides. O(calls + members of distinct sets) expected. Memory is four bytes
    /// per call, plus the distinct sets. Progress counts calls of both sides.
    pub fn new(pair: Pair<'_>, measure: Measure, progress: Progress<'_>) -> Result<Self, TooLarge> {
        let counts = pair.traces.map(|trace| trace.calls().len() as u64);
        let all = counts[0] + counts[1];
        let mut consing = Consing::new(pair.identity_count, measure == Measure::Multiset, MOST_MEMBERS);
        let a = consing.side(pair, 0, |done| progress(done, all))?;
        let b = consing.side(pair, 1, |done| progress(counts[0] + done, all))?;
        let mut sets = Self {
            measure,
            identity_count: pair.identity_count,
            class_of: [a, b],
            sets: consing.into_sets(),
            multiplicity: [Vec::new(), Vec::new()],
            identity_weight: Vec::new(),
            weight: Vec::new(),
        };
        sets.number_by_content();
        if measure == Measure::TimeWeighted {
            sets.identity_weight = shares_of_self_time(pair);
        }
        sets.add_up();
        Ok(sets)
    }

    /// Rebuilds the value from its sets, and derives the rest.
    pub(super) fn assemble(
        measure: Measure,
        identity_count: u32,
        class_of: [Vec<u32>; 2],
        sets: SliceTable,
        identity_weight: Vec<u32>,
    ) -> Self {
        let (multiplicity, weight) = ([Vec::new(), Vec::new()], Vec::new());
        let mut whole =
            Self { measure, identity_count, class_of, sets, multiplicity, identity_weight, weight };
        whole.add_up();
        whole
    }

    /// Derives multiplicities and weights.
    fn add_up(&mut self) {
        self.multiplicity = [0, 1].map(|side| self.count_calls(side));
        self.weight = (0..self.len() as u32).map(|class| self.members(class).map(|(_, w)| w).sum()).collect();
    }

    /// Renumbers classes by content, because the order of first appearance depends on which side is A.
    fn number_by_content(&mut self) {
        let mut order: Vec<u32> = (0..self.sets.len() as u32).collect();
        order.sort_by_key(|&class| (self.sets.get(class).len(), self.sets.get(class)));
        let mut number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        self.sets = self.sets.reordered(&order);
        for class_of in &mut self.class_of {
            for_each_block(0..class_of.len(), &mut |rows| {
                class_of[rows].iter_mut().for_each(|class| *class = number[*class as usize]);
            });
        }
    }

    fn count_calls(&self, side: usize) -> Vec<u32> {
        let mut count = vec![0; self.len()];
        let class_of = &self.class_of[side];
        for_each_block(0..class_of.len(), &mut |rows| {
            class_of[rows].iter().for_each(|&class| count[class as usize] += 1);
        });
        count
    }

    /// Returns the number of classes of both sides together.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns true if there are no classes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the measure of similarity.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Returns the number of identities. Every identity is below this number.
    pub fn identity_count(&self) -> u32 {
        self.identity_count
    }

    /// Returns the class of each call of a side, by call id.
    pub fn classes(&self, side: usize) -> &[u32] {
        &self.class_of[side]
    }

    /// Returns the class of a call.
    pub fn class(&self, side: usize, call: CallId) -> u32 {
        self.class_of[side][call.index()]
    }

    /// Returns the number of calls of each class on a side.
    pub fn multiplicity(&self, side: usize) -> &[u32] {
        &self.multiplicity[side]
    }

    /// Returns the number of classes that calls of a side have: its distinct Γs.
    pub fn distinct(&self, side: usize) -> usize {
        self.multiplicity[side].iter().filter(|&&calls| calls > 0).count()
    }

    /// Returns the members of a class: identities ascending, each with its weight under the measure.
    pub fn members(&self, class: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (set, measure) = (self.sets.get(class), self.measure);
        let step = if measure == Measure::Multiset { 2 } else { 1 };
        set.chunks_exact(step).map(move |member| {
            let weight = match measure {
                Measure::Plain => 1,
                Measure::Multiset => member[1],
                Measure::TimeWeighted => self.identity_weight[member[0] as usize],
            };
            (member[0], weight)
        })
    }

    /// Returns the number of values stored for a class: its members, and their counts if counts are weighed.
    pub(super) fn size(&self, class: u32) -> usize {
        self.sets.get(class).len()
    }

    /// Returns the total weight of a class.
    pub fn weight(&self, class: u32) -> u32 {
        self.weight[class as usize]
    }

    /// Returns s of two classes, of any side (Eq. 3). O(members of both).
    pub fn similarity(&self, a: u32, b: u32) -> f64 {
        if a == b {
            return 1.0;
        }
        let shared = self.shared(a, b);
        jaccard(shared, self.weight(a), self.weight(b))
    }

    /// Returns Σ min(w, w′) of two classes.
    fn shared(&self, a: u32, b: u32) -> u32 {
        let mut others = self.members(b).peekable();
        let mut shared = 0;
        for (identity, weight) in self.members(a) {
            while others.next_if(|&(other, _)| other < identity).is_some() {}
            if let Some((_, other)) = others.next_if(|&(other, _)| other == identity) {
                shared += weight.min(other);
            }
        }
        shared
    }
}

/// Returns Σ min / Σ max from Σ min and both sums.
pub(super) fn jaccard(shared: u32, a: u32, b: u32) -> f64 {
    f64::from(shared) / (f64::from(a) + f64::from(b) - f64::from(shared))
}

/// Returns each identity's share of self time, added over both sides, in parts of 2³⁰, plus one.
fn shares_of_self_time(pair: Pair<'_>) -> Vec<u32> {
    let mut weight = vec![1u32; pair.identity_count as usize];
    for side in 0..2 {
        let calls = pair.traces[side].calls();
        let mut ticks = vec![0i64; weight.len()];
        for (call, identity) in pair.of_calls(side).enumerate() {
            let call = CallId(call as u32);
            ticks[identity.index()] += calls.duration(call);
            if let Some(parent) = calls.parent()[call.index()].some() {
                ticks[pair.of_call(side, parent).index()] -= calls.duration(call);
            }
        }
        let all: i128 = ticks.iter().map(|&ticks| i128::from(ticks)).sum::<i128>().max(1);
        for (weight, ticks) in weight.iter_mut().zip(ticks) {
            *weight += ((i128::from(ticks) << 30) / all) as u32;
        }
    }
    weight
}
