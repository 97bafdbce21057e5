//! One-to-one alignment: every call of A and of B is matched, moved, or on one side only.
//!
//! The algorithm works top down in linear passes. It is a hierarchical sequence alignment (Weber et al. 2012) with the
//! bottom-up safety net of `GumTree` (Falleri et al. 2014):
//!
//! 1. `classes` gives equal ordered subtrees of both sides equal numbers, bottom up.
//! 2. `descent` aligns the siblings at the top of paired lanes, then the children of every pair found (`sequence`).
//!    Equal subtrees come first, then equal identities. A frame whose identity the other side lacks is replaced by its
//!    children. If rows leave many calls unpaired on both sides (`stretches`), calls are matched across layers
//!    (`across`, `leftover`). Small rows get the largest possible mapping (`exact`). Among answers that are about equal
//!    by structure, one is preferred that pairs repetitions by their numbers (`counters`). It should also keep step
//!    with the lane that leads its process (`steps`, `parts`). Among the remaining ones the smallest differences in
//!    duration and start decide. A row that a stop of the recording cut short is paired from its beginning instead
//!    (`stopped`).
//! 3. `ordered` freezes the pairs found so far that keep order and ancestry. Later steps must not break this mapping.
//! 4. `moves` looks for the remaining calls elsewhere. It first pairs equal subtrees that are not too common, the
//!    biggest first. Then it pairs subtrees that changed but share half of their calls (`changed`), and containers whose
//!    contents correspond (Dice ≥ 0.5). Calls of one function that have little in common inside are parted before and
//!    restored afterwards, so that their contents can pair elsewhere (`hollow`).
//! 5. `classify` decides which pairs keep their order.
//!
//! Both calls of a pair always have one identity. Let the callers of a pair be the nearest paired ancestors of its two
//! calls. The pair is [`Kind::Matched`] if two conditions hold. Its callers are partners, or it has none and its lanes
//! are paired. And it keeps its order among all such pairs of these callers. Otherwise it is [`Kind::Moved`]. So a call
//! inside a moved call is matched; it does not count as moved too. A lane and its sub-lanes count as one lane, and
//! their outermost calls are ordered by start.
//!
//! The alignment orders the sides by their content only, so exchanging A and B exchanges the answer and changes nothing
//! else. Identities, and names of one identity, are only compared for equality, so consistent renaming changes nothing
//! either. There is one exception: if the two sides are each other's image under a renaming, times included, their
//! names decide the order.
//!
//! Time is O(n log n) in the calls of both sides, because every step does bounded work per call:
//!
//! * Exact dynamic programming over rows is limited to 2¹⁶ cells and 64 cells per sibling.
//! * Exact dynamic programming over forests is limited to 2¹⁸ cells, and in total to a number that `state` derives from
//!   the number of calls.
//! * Changed subtrees are compared with at most 48 others each, and all comparisons look at 16 times as many calls as
//!   both sides have.
//! * Subsequences of long rows and of brackets use windows of 2¹² items. A call takes part in subsequences of brackets
//!   at most 12 times on average.
//!
//! Beyond those limits the answer still keeps all promises, but it may have fewer pairs than possible.
//!
//! The result takes 5 bytes per call. During the alignment about 25 more are in use, or up to 40 if hardly any two
//! subtrees are equal. Matching across layers takes another 25 or so for each call that is matched at once.
//!
//! The alignment does not judge differences (see [`crate::ranking`]), and it does not pair calls of different identity:
//! a renamed function needs an identity rule.

mod across;
mod callers;
mod canonical;
mod changed;
mod classes;
mod classify;
mod counters;
mod descent;
mod exact;
mod hollow;
mod kind;
mod leftover;
mod matching_span;
mod meter;
mod moves;
mod options;
mod ordered;
mod parts;
mod restored;
mod rising;
mod sequence;
mod slide;
mod stamp;
mod state;
mod steps;
mod stopped;
mod stretches;
mod subsequence;
mod warp;
#[cfg(test)]
mod work;

use crate::parallel::both_sides;
use crate::{Pair, Progress};
use diptych_trace::{CallId, Calls, LaneId, Trace, for_each_block};
use ordered::Ordered;
use state::State;

pub use kind::Kind;
pub use matching_span::{matching_span, nearest_match};
pub use options::Options;
pub use warp::Warp;

/// One side of an [`Alignment`], with one row per call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aligned {
    /// Partner on the other side, or [`CallId::NONE`].
    pub partner: Vec<CallId>,
    /// Outcome for each call.
    pub kind: Vec<Kind>,
    /// Number of calls of each kind, by [`Kind`]'s code. [`Kind::NotCompared`] counts as [`Kind::Only`].
    pub calls: [u64; 3],
    /// Self time of all calls of each kind in ticks, by [`Kind`]'s code. [`Kind::NotCompared`] counts as [`Kind::Only`].
    pub self_time: [i64; 3],
}

/// Smallest share of self time in matched calls for which time is aligned by matched calls without being asked.
const ENOUGH_FOR_AXIS: f64 = 0.5;

/// A one-to-one mapping between calls of A and calls of B.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// A and B.
    pub sides: [Aligned; 2],
    /// True if the content orders B before A. Everything computed from the alignment begins with the side that comes
    /// first, so it mirrors if the sides are exchanged.
    swapped: bool,
    /// Side with calls that are not compared because the other side ends early, once they are marked, and the moment in
    /// its ticks from which on they are not.
    pub(crate) marked: Option<(usize, i64)>,
}

impl Alignment {
    /// Creates a mapping that no alignment made. It need not be mutual.
    pub(crate) fn of_sides(sides: [Aligned; 2]) -> Self {
        Self { sides, swapped: false, marked: None }
    }

    /// Returns the side with calls of [`Kind::NotCompared`], if the other side ends early and the calls are marked.
    pub fn side_not_compared(&self) -> Option<usize> {
        self.marked.map(|(side, _)| side)
    }

    /// Returns the extents of the compared parts of both sides, in ticks. A side is compared whole unless its calls are
    /// marked because the other side ends early.
    pub fn compared_extents(&self, traces: [&Trace; 2]) -> [i64; 2] {
        let mut extents = traces.map(Trace::extent);
        if let Some((side, moment)) = self.marked {
            extents[side] = extents[side].min(moment);
        }
        extents
    }

    /// Returns the share of self time that is in matched calls, from 0 to 1, of the side where it is smaller.
    pub fn matched_share(&self) -> f64 {
        let share = |of: &Aligned| {
            let all: i64 = of.self_time.iter().sum();
            of.self_time[Kind::Matched as usize] as f64 / all.max(1) as f64
        };
        self.sides.iter().map(share).fold(1.0, f64::min)
    }

    /// Returns true if enough time matches for a time axis by matched calls: with less, long stretches of the axis lie
    /// between two anchors and say nothing about each other.
    pub fn is_mostly_matched(&self) -> bool {
        self.matched_share() >= ENOUGH_FOR_AXIS
    }
}

/// The differences between a call of B and its partner in A, in ticks, B minus A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delta {
    /// Difference of the starts, each counted from the first instant of its trace.
    pub start: i64,
    /// Difference of the starts, each counted from the start of the innermost caller that has a partner. If these two
    /// callers are not partners, equal to `start`.
    pub start_in_caller: i64,
    /// Difference of the durations.
    pub duration: i64,
    /// Difference of the self times.
    pub self_time: i64,
}

/// Aligns the calls of paired lanes, then looks for moved calls anywhere. `lanes` pairs lanes of A with lanes of B,
/// each lane at most once. For the complexity see the module.
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
    callers::prefer_corresponding(&mut state);
    state.tell_pass();
    let hollow = hollow::part(&mut state);
    state.ordered = Ordered::new(&state, &classify::kinds(&state));
    state.tell_pass();
    moves::find(&mut state);
    hollow::restore(&mut state, hollow);
    let kinds = classify::kinds(&state);
    state.tell_pass();
    let partners = std::mem::take(&mut state.partner);
    let mut sides = Aligned::sides(pair, partners, kinds);
    if swapped {
        sides.reverse();
    }
    Alignment { sides, swapped, marked: None }
}

impl Aligned {
    /// Creates both sides from the partners and the kinds of their calls.
    fn sides(pair: Pair, partners: [Vec<CallId>; 2], kinds: [Vec<Kind>; 2]) -> [Self; 2] {
        let sums = both_sides(|side| Self::sums(pair.traces[side].calls(), &kinds[side]));
        let ([partner_a, partner_b], [kind_a, kind_b]) = (partners, kinds);
        let [(calls_a, self_a), (calls_b, self_b)] = sums;
        [
            Self { partner: partner_a, kind: kind_a, calls: calls_a, self_time: self_a },
            Self { partner: partner_b, kind: kind_b, calls: calls_b, self_time: self_b },
        ]
    }

    /// Returns the number of calls of each kind, and their self time in ticks.
    fn sums(calls: &Calls, kinds: &[Kind]) -> ([u64; 3], [i64; 3]) {
        let (mut counts, mut self_time) = ([0; 3], [0; 3]);
        let parents = calls.parent();
        for_each_block(0..kinds.len(), &mut |rows| {
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
        (counts, self_time)
    }
}

impl Alignment {
    /// Returns the differences between a call of A and its partner, or `None` if it has no partner.
    /// O(depth + children).
    pub fn delta(&self, pair: Pair, a: CallId) -> Option<Delta> {
        let b = self.sides[0].partner[a.index()].some()?;
        let [of_a, of_b] = pair.traces.map(Trace::calls);
        let start = of_b.start()[b.index()] - of_a.start()[a.index()];
        let start_in_caller = self.starts_in_caller(pair, [a, b]).map_or(start, |[of_a, of_b]| of_b - of_a);
        let duration = of_b.duration(b) - of_a.duration(a);
        Some(Delta { start, start_in_caller, duration, self_time: of_b.self_time(b) - of_a.self_time(a) })
    }

    /// Returns the starts of a call of A and its partner, each counted in ticks from the start of the innermost caller
    /// that has a partner. `None` if these two callers are not partners. O(depth).
    pub fn starts_in_caller(&self, pair: Pair, calls: [CallId; 2]) -> Option<[i64; 2]> {
        let [x, y] = [0, 1].map(|side: usize| self.caller(pair, side, calls[side]));
        let callers = [x?, y?];
        if self.sides[0].partner[callers[0].index()] != callers[1] {
            return None;
        }
        let start = |side: usize, call: CallId| pair.traces[side].calls().start()[call.index()];
        Some([0, 1].map(|side: usize| start(side, calls[side]) - start(side, callers[side])))
    }

    /// Returns the innermost caller that has a partner.
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
