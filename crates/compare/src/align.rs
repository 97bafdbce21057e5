//! One-to-one alignment: every call of A and of B is matched, moved, or on one side only.
//!
//! The way of it, top down and in linear passes (a hierarchical sequence alignment, Weber et al. 2012, with the
//! bottom-up safety net of `GumTree`, Falleri et al. 2014):
//!
//! 1. `classes`: equal ordered subtrees of both sides get equal numbers, bottom up.
//! 2. `descent`: the siblings of paired lanes, then of every pair found, are aligned (`sequence`): equal subtrees
//!    first, then equal identities. Frames that the other side has nowhere give way to what they hold. Where that
//!    leaves much unpaired on both sides (`stretches`) the layers are looked through (`across`, `leftover`), and what
//!    is small is made the largest mapping there is (`exact`).
//!    Among answers that are about equal by structure the one is taken that pairs repetitions by their numbers
//!    (`counters`) and keeps step with the lane that leads its process (`steps`, `parts`); then the one whose
//!    durations and starts differ least.
//! 3. `ordered`: what has been found by then keeps order and ancestry, and nothing that follows may part it.
//! 4. `moves`: what is still alone is looked for elsewhere: equal subtrees that are not too common, the biggest
//!    first, then containers whose contents correspond (Dice ≥ 0.5).
//! 5. `classify`: which pairs keep their order.
//!
//! A pair always has one identity. It is [`Kind::Matched`] when the nearest paired ancestors of its two calls are
//! partners (or there are none and the lanes are paired) and it keeps its order among all such pairs of these
//! ancestors; else it is [`Kind::Moved`]. A lane and its sub-lanes are one: their outermost calls have the order of
//! their starts. So what lies inside a moved call is matched, not moved with it.
//!
//! The sides are aligned in an order that depends on their content only, so exchanging A and B exchanges the
//! answer and changes nothing else. Identities, and names of one identity, count by equality alone: consistent renaming
//! changes nothing
//! (the one exception: two sides that are each other's image under a renaming, times included, are ordered by
//! their names).
//!
//! Complexity: time O(n log n) in calls of both sides, with bounded work a call in every step: exact dynamic
//! programming over rows only up to 2¹⁶ cells and 64 cells a sibling, over forests up to 2¹⁸ cells and so many for all
//! calls in all as `state` says, subsequences of long rows and of brackets in windows of 2¹², those of brackets at
//! most 12 times a call on average. Beyond those limits the answer keeps all promises but may
//! pair fewer calls than is possible. Memory: 5 bytes a call that stay; while it runs about 25 more, and up to 40 where
//! hardly any two subtrees are equal; where layers are looked through, also some 25 a call of what is looked through
//! at once.
//!
//! What it does not do: judge differences (see [`crate::ranking`]), or pair calls of different identity: a
//! renamed function is an identity rule.

mod across;
mod canonical;
mod classes;
mod classify;
mod counters;
mod descent;
mod exact;
mod leftover;
mod moves;
mod ordered;
mod parts;
mod restored;
mod sequence;
mod slide;
mod stamp;
mod state;
mod steps;
mod stretches;
mod subsequence;
mod warp;
#[cfg(test)]
mod work;

use crate::{Pair, Progress};
use diptych_trace::{CallId, LaneId, in_blocks};
use ordered::Ordered;
use state::State;

pub use warp::Warp;

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Has a partner, in order, under corresponding calls.
    Matched = 0,
    /// Has a partner that crosses a matched pair or lies under other calls.
    Moved = 1,
    /// Has no partner.
    Only = 2,
}

impl Kind {
    /// All kinds, in order of their codes.
    pub const ALL: [Self; 3] = [Self::Matched, Self::Moved, Self::Only];
}

/// What may be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Calls that a subtree must have to be looked for under other calls than its callers' partners. It must also
    /// occur on neither side more often than it has calls.
    pub moved_calls: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { moved_calls: 2 }
    }
}

/// One side of an [`Alignment`]: a row a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aligned {
    /// The call of the other side, [`CallId::NONE`] when there is none.
    pub partner: Vec<CallId>,
    /// What became of the call.
    pub kind: Vec<Kind>,
    /// Calls of each kind, by [`Kind`]'s code.
    pub calls: [u64; 3],
    /// Self time of the calls of each kind in ticks, by [`Kind`]'s code.
    pub self_time: [i64; 3],
}

/// Which call of B each call of A is, and the other way round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// A and B.
    pub sides: [Aligned; 2],
    /// Whether the content puts B first: everything computed from the alignment begins with that side, so that it
    /// mirrors as the alignment does.
    swapped: bool,
}

/// How a call of B differs from its partner in A; all in ticks, B minus A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delta {
    /// Of the starts, each counted from its trace's first instant.
    pub start: i64,
    /// Of the starts, each counted from the start of the innermost caller that has a partner of its own, when these
    /// callers are partners; else as `start`.
    pub start_in_caller: i64,
    /// Of the durations.
    pub duration: i64,
    /// Of the durations without the calls made.
    pub self_time: i64,
}

/// Aligns the calls of paired lanes, and finds what moved anywhere. `lanes` pairs a lane of A with one of B, each
/// lane at most once. Complexity: see the module.
pub fn align(pair: Pair, lanes: &[(LaneId, LaneId)], options: Options, progress: Progress) -> Alignment {
    let swapped = canonical::is_swapped(pair);
    let (pair, mut lanes) = if swapped {
        (pair.swapped(), lanes.iter().map(|&(a, b)| (b, a)).collect())
    } else {
        (pair, lanes.to_vec())
    };
    lanes.sort_unstable();
    let mut state = State::new(pair, &lanes, options, progress);
    descent::lanes(&mut state, &lanes);
    slide::chains(&mut state);
    state.tell_pass();
    state.ordered = Ordered::new(&state);
    state.tell_pass();
    moves::find(&mut state);
    let kinds = classify::kinds(&state);
    state.tell_pass();
    let partners = std::mem::take(&mut state.partner);
    let mut sides = [0, 1].map(|_| Aligned::default());
    for (side, (partner, kind)) in partners.into_iter().zip(kinds).enumerate() {
        sides[side] = Aligned::new(pair, side, partner, kind);
    }
    if swapped {
        sides.reverse();
    }
    Alignment { sides, swapped }
}

impl Aligned {
    fn new(pair: Pair, side: usize, partner: Vec<CallId>, kind: Vec<Kind>) -> Self {
        let calls = pair.traces[side].calls();
        let (mut counts, mut self_time) = ([0; 3], [0; 3]);
        let (kinds, parents) = (&kind, calls.parent());
        in_blocks(0..kinds.len(), &mut |rows| {
            let kinds = &kinds[..];
            let spans = calls.start()[rows.clone()].iter().zip(&calls.end()[rows.clone()]);
            for ((&kind, parent), (start, end)) in kinds[rows.clone()].iter().zip(&parents[rows]).zip(spans) {
                let duration = end - start;
                counts[kind as usize] += 1;
                self_time[kind as usize] += duration;
                if let Some(parent) = parent.some() {
                    self_time[kinds[parent.index()] as usize] -= duration;
                }
            }
        });
        Self { partner, kind, calls: counts, self_time }
    }
}

impl Alignment {
    /// Differences of a call of A and its partner; `None` when it has none. O(depth + children).
    pub fn delta(&self, pair: Pair, a: CallId) -> Option<Delta> {
        let b = self.sides[0].partner[a.index()].some()?;
        let [of_a, of_b] = pair.traces.map(diptych_trace::Trace::calls);
        let start = of_b.start()[b.index()] - of_a.start()[a.index()];
        let callers = [(0, a), (1, b)].map(|(side, call)| self.caller(pair, side, call));
        let start_in_caller = match callers {
            [Some(x), Some(y)] if self.sides[0].partner[x.index()] == y => {
                start - (of_b.start()[y.index()] - of_a.start()[x.index()])
            }
            _ => start,
        };
        let duration = of_b.duration(b) - of_a.duration(a);
        Some(Delta { start, start_in_caller, duration, self_time: of_b.self_time(b) - of_a.self_time(a) })
    }

    /// The innermost caller that has a partner.
    fn caller(&self, pair: Pair, side: usize, call: CallId) -> Option<CallId> {
        let parents = pair.traces[side].calls().parent();
        let mut up = parents[call.index()].some();
        while let Some(caller) = up.filter(|caller| self.sides[side].partner[caller.index()] == CallId::NONE)
        {
            up = parents[caller.index()].some();
        }
        up
    }
}
