//! What all steps of an alignment share.

use super::Options;
use super::classes::{Classes, classes};
use super::counters::Counters;
use super::ordered::Ordered;
use super::stamp::Stamps;
use super::steps::Steps;
use super::subsequence::Subsequences;
use crate::{Pair, Progress};
use diptych_trace::{CallId, Calls, LaneId, LaneKind};
use std::rc::Rc;

/// The alignment so far. Sides are in the order of [`super::canonical`].
pub(super) struct State<'a> {
    pub(super) pair: Pair<'a>,
    pub(super) calls: [&'a Calls; 2],
    pub(super) options: Options,
    pub(super) classes: Classes,
    pub(super) partner: [Vec<CallId>; 2],
    pub(super) counters: Counters,
    /// Lane of the other side, by lane of the first; [`LaneId::NONE`] when it is not paired.
    pub(super) lane_partner: Vec<LaneId>,
    /// Of each side the lanes that others count to: a lane and its sub-lanes are one where partners are looked for.
    pub(super) whole_lane: [Vec<LaneId>; 2],
    /// What the lanes of the first side keep step with.
    pub(super) steps: Vec<Option<Rc<Steps>>>,
    /// For whoever has to count subtrees or identities; empty between steps.
    pub(super) count_classes: Stamps,
    pub(super) count_identities: Stamps,
    /// Whether both sides have calls of an identity.
    pub(super) shared: Vec<bool>,
    /// Cells of dynamic programs that may still be filled.
    pub(super) exact_cells: u64,
    /// Calls that may still be looked at across layers, each as often as it is looked at.
    pub(super) across_calls: u64,
    /// The mapping that what moved is said against.
    pub(super) ordered: Ordered,
    pub(super) subsequences: Subsequences,
    /// Calls walked across layers, for tests; words of bits are counted by `subsequences`.
    pub(super) work: u64,
    pub(super) meter: Meter<'a>,
}

/// Counts work and reports it. A unit is a call in one of the passes.
pub(super) struct Meter<'a> {
    progress: Progress<'a>,
    done: u64,
    total: u64,
    reported: u64,
}

/// Cells of dynamic programs over forests that an alignment may fill in all: enough for any short trace, and so many a
/// call of a long one.
const LEAST_EXACT_CELLS: u64 = 1 << 23;
const EXACT_CELLS_A_CALL: u64 = 1 << 2;

/// How often a call may be looked at across layers, on average.
const ACROSS_A_CALL: u64 = 12;

/// Passes over all calls that tell what they did: classes, descent, moves; and what comes before and behind moves.
const PASSES: u64 = 6;

impl<'a> Meter<'a> {
    pub(super) fn new(progress: Progress<'a>, total: u64) -> Self {
        Self { progress, done: 0, total, reported: 0 }
    }

    pub(super) fn add(&mut self, units: u64) {
        self.done = (self.done + units).min(self.total);
        if self.done - self.reported >= 1 << 15 {
            self.reported = self.done;
            (self.progress)(self.done, self.total);
        }
    }
}

fn shared(pair: Pair) -> Vec<bool> {
    let called = [0, 1].map(|side| pair.called(side));
    called[0].iter().zip(&called[1]).map(|(a, b)| *a && *b).collect()
}

/// The lane that each lane of both sides counts to: itself, or of a sub-lane the lane that it is of, unless the two are
/// paired with lanes that are not one.
fn whole_lanes(pair: Pair, lanes: &[(LaneId, LaneId)]) -> [Vec<LaneId>; 2] {
    let owner = |side: usize, lane: LaneId| {
        let all = pair.traces[side].lanes();
        all.parent(lane).filter(|_| all.kind(lane) == LaneKind::Sublane)
    };
    [0, 1].map(|side| {
        let all = pair.traces[side].lanes();
        let mut partner = vec![LaneId::NONE; all.len()];
        for &(a, b) in lanes {
            let (own, other) = if side == 0 { (a, b) } else { (b, a) };
            partner[own.index()] = other;
        }
        let whole = |lane: LaneId| {
            let Some(of) = owner(side, lane) else { return lane };
            let [own, whole] = [partner[lane.index()].some(), partner[of.index()].some()];
            let Some(whole) = whole else { return lane };
            if own.is_none_or(|own| owner(1 - side, own) == Some(whole)) { of } else { lane }
        };
        all.ids().map(whole).collect()
    })
}

impl<'a> State<'a> {
    pub(super) fn new(
        pair: Pair<'a>,
        lanes: &[(LaneId, LaneId)],
        options: Options,
        progress: Progress<'a>,
    ) -> Self {
        let calls = pair.traces.map(diptych_trace::Trace::calls);
        let total = calls.iter().map(|calls| calls.len() as u64).sum::<u64>() * PASSES;
        let mut meter = Meter::new(progress, total);
        let classes = classes(pair, &mut meter);
        let mut lane_partner = vec![LaneId::NONE; pair.traces[0].lanes().len()];
        for &(a, b) in lanes {
            lane_partner[a.index()] = b;
        }
        let whole_lane = whole_lanes(pair, lanes);
        Self {
            pair,
            calls,
            options,
            partner: calls.map(|calls| vec![CallId::NONE; calls.len()]),
            counters: Counters::new(pair),
            steps: vec![None; lane_partner.len()],
            lane_partner,
            whole_lane,
            count_classes: Stamps::new(classes.unordered.len() as u32),
            count_identities: Stamps::new(pair.identity_count),
            classes,
            shared: shared(pair),
            exact_cells: LEAST_EXACT_CELLS + EXACT_CELLS_A_CALL * total / PASSES,
            across_calls: ACROSS_A_CALL * total / PASSES,
            ordered: Ordered::default(),
            subsequences: Subsequences::default(),
            work: 0,
            meter,
        }
    }

    /// The lane of the first side that the lane of a call counts to, or that its partner does; `None` if it has none.
    pub(super) fn lane_of_first(&self, side: usize, call: u32, of_second: &[LaneId]) -> Option<LaneId> {
        let lane = self.whole_lane[side][self.pair.traces[side].lanes().of_call(CallId(call)).index()];
        let partner = if side == 0 { self.lane_partner[lane.index()] } else { of_second[lane.index()] };
        partner.some().map(|partner| if side == 0 { lane } else { partner })
    }

    /// The sub-lanes that count to a lane; they stand behind it.
    fn sublanes(&self, side: usize, lane: LaneId) -> impl Iterator<Item = LaneId> {
        let lanes = self.pair.traces[side].lanes();
        let behind = (lane.0 + 1..lanes.len() as u32).map(LaneId);
        let own = behind
            .take_while(move |&of| lanes.kind(of) == LaneKind::Sublane && lanes.parent(of) == Some(lane));
        own.filter(move |of| self.whole_lane[side][of.index()] == lane)
    }

    /// Whether a lane has sub-lanes that count to it.
    pub(super) fn has_sublanes(&self, side: usize, lane: LaneId) -> bool {
        self.sublanes(side, lane).next().is_some()
    }

    /// Whether one of two calls lies in a lane that has sub-lanes, or is one.
    pub(super) fn is_beside(&self, a: u32, b: u32) -> bool {
        [a, b].into_iter().enumerate().any(|(side, call)| {
            let lane = self.pair.traces[side].lanes().of_call(CallId(call));
            self.has_sublanes(side, self.whole_lane[side][lane.index()])
        })
    }

    /// The calls at the top of a lane and of its sub-lanes by their starts; see [`Self::row`].
    pub(super) fn whole_row(&self, side: usize, lane: LaneId) -> Vec<u32> {
        let top = |lane: LaneId| {
            let calls = self.pair.traces[side].lanes().calls(lane);
            self.row(side, calls.start, calls.end)
        };
        let mut row = top(lane);
        let own = row.len();
        row.extend(self.sublanes(side, lane).flat_map(top));
        if row.len() > own {
            row.sort_by_key(|&call| (self.calls[side].start()[call as usize], call));
        }
        row
    }

    /// Tells of a pass over all calls that is done.
    pub(super) fn tell_pass(&mut self) {
        self.meter.add(self.calls.iter().map(|calls| calls.len() as u64).sum());
    }

    pub(super) fn is_free(&self, side: usize, call: u32) -> bool {
        self.partner[side][call as usize] == CallId::NONE
    }

    pub(super) fn class(&self, side: usize, call: u32) -> u32 {
        self.classes.by_call[side][call as usize]
    }

    /// What tells the subtree from others whatever the order of siblings in it.
    pub(super) fn unordered(&self, side: usize, call: u32) -> u64 {
        self.classes.unordered[self.class(side, call) as usize]
    }

    pub(super) fn identity(&self, side: usize, call: u32) -> u32 {
        self.pair.of_call(side, CallId(call)).0
    }

    /// What tells a call from others of its identity; 0 where nothing does.
    pub(super) fn counter(&self, side: usize, call: u32) -> u32 {
        self.counters.of(side, self.calls[side].function()[call as usize])
    }

    /// Calls of the subtree.
    pub(super) fn size(&self, side: usize, call: u32) -> u32 {
        self.calls[side].subtree_end()[call as usize] - call
    }

    pub(super) fn duration(&self, side: usize, call: u32) -> i64 {
        self.calls[side].duration(CallId(call))
    }

    /// The siblings from `first` on that start before call `end`.
    pub(super) fn siblings(&self, side: usize, first: u32, end: u32) -> impl Iterator<Item = u32> + use<'a> {
        let ends = self.calls[side].subtree_end();
        let mut next = first;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let call = next;
                next = ends[call as usize];
                call
            })
        })
    }

    pub(super) fn children(&self, side: usize, call: u32) -> impl Iterator<Item = u32> + use<'a> {
        self.siblings(side, call + 1, self.calls[side].subtree_end()[call as usize])
    }

    /// The calls of a row that has the siblings from `first` on that start before call `end`: those that are free, and
    /// instead of a frame that the other side has nowhere, or that holds pairs in order, what it holds.
    pub(super) fn row(&self, side: usize, first: u32, end: u32) -> Vec<u32> {
        let ends = self.calls[side].subtree_end();
        let (mut row, mut call) = (Vec::new(), first);
        while call < end {
            let is_free = self.is_free(side, call);
            let is_item =
                self.shared[self.identity(side, call) as usize] && !self.ordered.is_in(self, side, call);
            if is_free && is_item {
                row.push(call);
            }
            call = if is_free && !is_item { call + 1 } else { ends[call as usize] };
        }
        row
    }

    /// Makes partners of two calls that have none.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        debug_assert!(self.is_free(0, a) && self.is_free(1, b), "a call has one partner");
        self.partner[0][a as usize] = CallId(b);
        self.partner[1][b as usize] = CallId(a);
        self.meter.add(2);
    }

    /// Makes partners of all calls of two equal subtrees, but for those that have one elsewhere.
    pub(super) fn join_equal(&mut self, a: u32, b: u32) {
        for step in 0..self.size(0, a).min(self.size(1, b)) {
            if self.is_free(0, a + step) && self.is_free(1, b + step) {
                self.join(a + step, b + step);
            }
        }
    }

    /// The calls of a row that have no partner, and all such that they hold, in pre-order.
    pub(super) fn free_calls(&self, side: usize, row: &[u32]) -> Vec<u32> {
        let ends = self.calls[side].subtree_end();
        row.iter()
            .flat_map(|&root| root..ends[root as usize])
            .filter(|&call| self.is_free(side, call))
            .collect()
    }

    /// How many of the calls of A have a partner.
    pub(super) fn count_paired(&self, calls: &[u32]) -> usize {
        calls.iter().filter(|&&call| !self.is_free(0, call)).count()
    }

    /// Makes calls of A and their partners alone again.
    pub(super) fn part_all(&mut self, calls: &[u32]) {
        for &call in calls {
            self.part(0, call);
        }
    }

    /// Makes a call and its partner alone again.
    pub(super) fn part(&mut self, side: usize, call: u32) {
        let partner = std::mem::replace(&mut self.partner[side][call as usize], CallId::NONE);
        if let Some(partner) = partner.some() {
            self.partner[1 - side][partner.index()] = CallId::NONE;
        }
    }
}
