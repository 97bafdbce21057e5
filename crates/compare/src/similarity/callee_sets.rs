//! The distinct Γs of both sides under one numbering.

use super::cons::Consing;
use super::intern::SliceTable;
use crate::{Pair, Progress};
use diptych_trace::{CallId, in_blocks};

/// What the similarity of two calls weighs. All three are Jaccard: Σ min(w, w′) / Σ max(w, w′) over functions,
/// so 0 ≤ s ≤ 1, s is symmetric, and equal classes have s = 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// TraceDiff Eq. 3: w = 1 for each function in Γ.
    #[default]
    Plain,
    /// w is how often the function is called in the subtree. Classes are distinct count vectors, so there are
    /// more of them than callee sets, never more than distinct subtrees.
    Multiset,
    /// w is the function's own share of self time of both whole runs, for each function in Γ: what takes long
    /// counts more, what is everywhere but cheap hardly. The share is that of A plus that of B, each in parts
    /// of 2³⁰ of the side's self time, plus one part so that nothing counts nothing. Classes are callee sets as
    /// in [`Measure::Plain`]; a weight per call would make every call a class of its own.
    TimeWeighted,
}

/// One class for each distinct Γ (TraceDiff Eq. 2) over both sides: calls of one class have s = 1 with each
/// other. Classes are numbered by the size of their set, then by its identities, so the numbers are the same
/// with the sides exchanged.
#[derive(Debug, Clone)]
pub struct CalleeSets {
    pub(super) measure: Measure,
    identity_count: u32,
    pub(super) class_of: [Vec<u32>; 2],
    pub(super) sets: SliceTable,
    /// Calls of each class, by side.
    multiplicity: [Vec<u32>; 2],
    /// What each identity weighs; empty unless time is weighed.
    pub(super) identity_weight: Vec<u32>,
    /// What each class weighs in all.
    weight: Vec<u32>,
}

/// The callee sets of a pair hold more members than memory is given to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// Side at which it was noticed.
    pub side: usize,
    /// Call whose set was one too many.
    pub call: u32,
    /// What the sets may hold together.
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

/// 512 MiB of set members, counts included.
const MOST_MEMBERS: usize = 1 << 27;

impl CalleeSets {
    /// Gives a class to every call of both sides. O(calls + members of distinct sets) expected; memory is four
    /// bytes a call and the distinct sets. Units of progress are calls of both sides.
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

    /// From what cannot be derived: what the sets hold and where each ends.
    pub(super) fn assemble(
        measure: Measure,
        identity_count: u32,
        class_of: [Vec<u32>; 2],
        (values, ends): (Vec<u32>, Vec<usize>),
        identity_weight: Vec<u32>,
    ) -> Self {
        let (multiplicity, weight) = ([Vec::new(), Vec::new()], Vec::new());
        let sets = SliceTable::of_columns(values, ends);
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

    /// Orders classes by what they hold instead of by who was seen first.
    fn number_by_content(&mut self) {
        let mut order: Vec<u32> = (0..self.sets.len() as u32).collect();
        order.sort_by_key(|&class| (self.sets.get(class).len(), self.sets.get(class)));
        let mut number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        self.sets = self.sets.reordered(&order);
        for class_of in &mut self.class_of {
            in_blocks(0..class_of.len(), &mut |rows| {
                class_of[rows].iter_mut().for_each(|class| *class = number[*class as usize]);
            });
        }
    }

    fn count_calls(&self, side: usize) -> Vec<u32> {
        let mut count = vec![0; self.len()];
        let class_of = &self.class_of[side];
        in_blocks(0..class_of.len(), &mut |rows| {
            class_of[rows].iter().for_each(|&class| count[class as usize] += 1);
        });
        count
    }

    /// Number of classes of both sides together.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What similarity is to weigh.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Identities are below this.
    pub fn identity_count(&self) -> u32 {
        self.identity_count
    }

    /// Class of each call of a side, by call id.
    pub fn classes(&self, side: usize) -> &[u32] {
        &self.class_of[side]
    }

    /// Class of a call.
    pub fn class(&self, side: usize, call: CallId) -> u32 {
        self.class_of[side][call.index()]
    }

    /// Calls of each class on a side.
    pub fn multiplicity(&self, side: usize) -> &[u32] {
        &self.multiplicity[side]
    }

    /// Number of classes that calls of a side have: its distinct Γs.
    pub fn distinct(&self, side: usize) -> usize {
        self.multiplicity[side].iter().filter(|&&calls| calls > 0).count()
    }

    /// What a class holds: identities ascending, each with its weight under the measure.
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

    /// How long a class is as it is held: its members, and their counts where those count.
    pub(super) fn size(&self, class: u32) -> usize {
        self.sets.get(class).len()
    }

    /// What the members of a class weigh together.
    pub fn weight(&self, class: u32) -> u32 {
        self.weight[class as usize]
    }

    /// s of two classes of whichever sides (Eq. 3). O(members of both).
    pub fn similarity(&self, a: u32, b: u32) -> f64 {
        if a == b {
            return 1.0;
        }
        let shared = self.shared(a, b);
        jaccard(shared, self.weight(a), self.weight(b))
    }

    /// Σ min(w, w′) of two classes.
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

/// Σ min / Σ max from Σ min and both sums.
pub(super) fn jaccard(shared: u32, a: u32, b: u32) -> f64 {
    f64::from(shared) / (f64::from(a) + f64::from(b) - f64::from(shared))
}

/// Each identity's self time as a share of the side's, both sides added, in parts of 2³⁰, plus one.
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
