//! State that all steps of an alignment share.

use super::classes::{Classes, classes};
use super::counters::Counters;
use super::meter::Meter;
use super::options::Options;
use super::ordered::Ordered;
use super::stamp::Stamps;
use super::steps::Steps;
use super::stopped::Stopped;
use super::subsequence::Subsequences;
use crate::parallel::both_sides;
use crate::{Pair, Progress};
use diptych_trace::{CallId, Calls, LaneId, LaneKind};
use std::rc::Rc;

/// The alignment so far. The sides are in the order of [`super::canonical`].
pub(super) struct State<'a> {
    pub(super) pair: Pair<'a>,
    pub(super) calls: [&'a Calls; 2],
    pub(super) options: Options,
    pub(super) classes: Classes,
    pub(super) partner: [Vec<CallId>; 2],
    pub(super) counters: Counters,
    /// Lane of the second side by lane of the first side, or [`LaneId::NONE`] for an unpaired lane.
    pub(super) lane_partner: Vec<LaneId>,
    /// Lane that each lane of a side counts as. A lane and its sub-lanes are one lane when partners are looked for.
    pub(super) whole_lane: [Vec<LaneId>; 2],
    /// Steps that each lane of the first side was aligned by.
    pub(super) steps: Vec<Option<Rc<Steps>>>,
    /// Sides whose recording stopped in the middle of something.
    pub(super) stopped: Stopped,
    /// Scratch counters of subtrees and of identities. No step relies on their contents when it begins.
    pub(super) count_classes: Stamps,
    pub(super) count_identities: Stamps,
    /// True for each identity that both sides call.
    pub(super) shared: Vec<bool>,
    /// Cells of dynamic programs over forests that may still be filled.
    pub(super) exact_cells: u64,
    /// Budget of calls for matching across layers. A call is charged each time it takes part.
    pub(super) across_calls: u64,
    /// Mapping in order, relative to which calls count as moved.
    pub(super) ordered: Ordered,
    pub(super) subsequences: Subsequences,
    /// Calls walked while matching across layers, counted for tests. `subsequences` counts its own word operations.
    pub(super) work: u64,
    pub(super) meter: Meter<'a>,
}

/// Cells of dynamic programs over forests that one alignment may fill: enough for any short trace, plus a number for
/// each call of a long one.
const LEAST_EXACT_CELLS: u64 = 1 << 23;
const EXACT_CELLS_A_CALL: u64 = 1 << 2;

/// Average number of times that a call may take part in matching across layers.
const ACROSS_A_CALL: u64 = 12;

/// Passes over all calls that count as progress: classes, descent, chains, ordered mapping, moves and kinds.
const PASSES: u64 = 6;

fn shared(pair: Pair) -> Vec<bool> {
    let called = both_sides(|side| pair.called(side));
    called[0].iter().zip(&called[1]).map(|(a, b)| *a && *b).collect()
}

/// Returns the lane that each lane of both sides counts as. A sub-lane counts as its parent lane if that lane is
/// paired. The exception is a sub-lane that is itself paired with a lane outside of the parent's partner. Any other
/// lane counts as itself.
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
            stopped: Stopped::new(pair, lanes),
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

    /// Returns the lane of the first side that a call belongs to. For a call of the second side it is the partner of
    /// the call's lane, looked up in `of_second`. Returns `None` for a lane without partner.
    pub(super) fn lane_of_first(&self, side: usize, call: u32, of_second: &[LaneId]) -> Option<LaneId> {
        let lane = self.whole_lane[side][self.pair.traces[side].lanes().of_call(CallId(call)).index()];
        let partner = if side == 0 { self.lane_partner[lane.index()] } else { of_second[lane.index()] };
        partner.some().map(|partner| if side == 0 { lane } else { partner })
    }

    /// Returns the sub-lanes that count as part of a lane. They directly follow the lane.
    fn sublanes(&self, side: usize, lane: LaneId) -> impl Iterator<Item = LaneId> {
        let lanes = self.pair.traces[side].lanes();
        let behind = (lane.0 + 1..lanes.len() as u32).map(LaneId);
        let own = behind
            .take_while(move |&of| lanes.kind(of) == LaneKind::Sublane && lanes.parent(of) == Some(lane));
        own.filter(move |of| self.whole_lane[side][of.index()] == lane)
    }

    /// Returns true if sub-lanes count as part of a lane.
    pub(super) fn has_sublanes(&self, side: usize, lane: LaneId) -> bool {
        self.sublanes(side, lane).next().is_some()
    }

    /// Returns true if either call is in a lane that has sub-lanes, or in a sub-lane.
    pub(super) fn is_beside(&self, a: u32, b: u32) -> bool {
        [a, b].into_iter().enumerate().any(|(side, call)| {
            let lane = self.pair.traces[side].lanes().of_call(CallId(call));
            self.has_sublanes(side, self.whole_lane[side][lane.index()])
        })
    }

    /// Returns the outermost calls of a lane and of its sub-lanes, ordered by start. See [`Self::row`].
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

    /// Returns the results of a function for the calls of both sides and their partners.
    pub(super) fn both_sides<T: Send>(&self, of_side: impl Fn(&Calls, &[CallId]) -> T + Sync) -> [T; 2] {
        let (calls, partner) = (self.calls, &self.partner);
        both_sides(|side| of_side(calls[side], &partner[side]))
    }

    /// Reports that a pass over all calls is done.
    pub(super) fn tell_pass(&mut self) {
        self.meter.add(self.calls.iter().map(|calls| calls.len() as u64).sum());
    }

    pub(super) fn is_free(&self, side: usize, call: u32) -> bool {
        self.partner[side][call as usize] == CallId::NONE
    }

    pub(super) fn class(&self, side: usize, call: u32) -> u32 {
        self.classes.by_call[side][call as usize]
    }

    /// Returns a hash of the call's subtree that does not depend on the order of siblings.
    pub(super) fn unordered(&self, side: usize, call: u32) -> u64 {
        self.classes.unordered[self.class(side, call) as usize]
    }

    pub(super) fn identity(&self, side: usize, call: u32) -> u32 {
        self.pair.of_call(side, CallId(call)).0
    }

    /// Returns the family of a call's identity. See [`super::counters`].
    pub(super) fn family(&self, side: usize, call: u32) -> u32 {
        self.counters.family(self.identity(side, call))
    }

    /// Returns a number that distinguishes the call from others of its family, or 0. See [`super::counters`].
    pub(super) fn counter(&self, side: usize, call: u32) -> u32 {
        self.counters.of(side, self.calls[side].function()[call as usize])
    }

    /// Returns the number of calls in the subtree.
    pub(super) fn size(&self, side: usize, call: u32) -> u32 {
        self.calls[side].subtree_end()[call as usize] - call
    }

    pub(super) fn duration(&self, side: usize, call: u32) -> i64 {
        self.calls[side].duration(CallId(call))
    }

    /// Returns the siblings from `first` on, up to but not including call `end`.
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

    /// Returns the free calls of the row of siblings from `first` up to call `end`. A free call is replaced by its
    /// children if the other side never calls its identity, or if it encloses calls of the ordered mapping.
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

    /// Makes two free calls partners.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        debug_assert!(self.is_free(0, a) && self.is_free(1, b), "a call has one partner");
        self.partner[0][a as usize] = CallId(b);
        self.partner[1][b as usize] = CallId(a);
        self.meter.add(2);
    }

    /// Makes the calls of two equal subtrees partners one by one, skipping calls that already have a partner.
    pub(super) fn join_equal(&mut self, a: u32, b: u32) {
        for step in 0..self.size(0, a).min(self.size(1, b)) {
            if self.is_free(0, a + step) && self.is_free(1, b + step) {
                self.join(a + step, b + step);
            }
        }
    }

    /// Returns the free calls of a row and of everything below it, in pre-order.
    pub(super) fn free_calls(&self, side: usize, row: &[u32]) -> Vec<u32> {
        let ends = self.calls[side].subtree_end();
        row.iter()
            .flat_map(|&root| root..ends[root as usize])
            .filter(|&call| self.is_free(side, call))
            .collect()
    }

    /// Returns the number of the given calls of the first side that have a partner.
    pub(super) fn count_paired(&self, calls: &[u32]) -> usize {
        calls.iter().filter(|&&call| !self.is_free(0, call)).count()
    }

    /// Separates calls of the first side from their partners.
    pub(super) fn part_all(&mut self, calls: &[u32]) {
        for &call in calls {
            self.part(0, call);
        }
    }

    /// Separates a call from its partner, if it has one.
    pub(super) fn part(&mut self, side: usize, call: u32) {
        let partner = std::mem::replace(&mut self.partner[side][call as usize], CallId::NONE);
        if let Some(partner) = partner.some() {
            self.partner[1 - side][partner.index()] = CallId::NONE;
        }
    }
}
