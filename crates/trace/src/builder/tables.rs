//! Filling the tables of a trace, lane by lane.

use super::lane_draft::LaneDraft;
use super::links::Places;
use super::pace::ProgressCounter;
use super::texts::Texts;
use crate::calls::Calls;
use crate::lanes::{LaneKind, Lanes};
use crate::nesting::{PreOrder, Span, nest, pre_order};
use crate::sublanes::share_out;
use crate::{LaneId, NameId, OddityKind, ReadReport, Unit, WeightColumn};
use std::collections::VecDeque;

/// Sorts lanes into pre-order, siblings by their order and then by creation, and drops `unused` ones. Returns for each
/// lane its index and the place of its parent. A lane whose parent was created later, or that is its own parent,
/// becomes a root.
pub(super) fn lane_order(lanes: &[LaneDraft], unused: &[bool]) -> Vec<(usize, u32)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); lanes.len()];
    let mut roots = Vec::new();
    for (index, lane) in lanes.iter().enumerate() {
        if unused.get(index) == Some(&true) {
            continue;
        }
        match lane.parent.filter(|parent| parent.index() < index) {
            Some(parent) => children[parent.index()].push(index),
            None => roots.push(index),
        }
    }
    let sort = |siblings: &mut Vec<usize>| {
        siblings.sort_by_key(|&index| std::cmp::Reverse((lanes[index].order, index)));
    };
    children.iter_mut().for_each(sort);
    sort(&mut roots);
    // Depth first. Siblings go onto the stack last first, so that the first comes off first.
    let mut order = Vec::with_capacity(lanes.len());
    let mut stack: Vec<(usize, u32)> = roots.into_iter().map(|root| (root, u32::MAX)).collect();
    while let Some((index, parent)) = stack.pop() {
        let place = order.len() as u32;
        order.push((index, parent));
        stack.extend(children[index].iter().map(|&child| (child, place)));
    }
    order
}

/// The calls of a lane that is being filled.
#[derive(Clone, Copy)]
struct LaneSpans<'a> {
    spans: &'a [Span],
    /// Weights of the spans, one column for each unit.
    weights: &'a [Vec<i64>],
}

/// The tables that are filled lane by lane.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) lanes: Lanes,
    pub(super) calls: Calls,
    pub(super) weights: Vec<WeightColumn>,
    /// Row of each lane, by the builder's number.
    pub(super) rows: Vec<LaneId>,
    /// Rows of the calls, by the builder's lane number. Empty unless links need them.
    pub(super) places: Places,
    /// Builder's number of the lane being filled.
    laying: usize,
    /// Instant that times count from.
    origin: i64,
    /// Ticks that times are rounded to.
    resolution: i64,
    /// Number of open calls that were visited.
    pub(super) steps: u64,
}

impl Tables {
    /// Creates tables whose times count from `origin` and are rounded to `resolution` ticks.
    pub(super) fn new(declared: &[(NameId, Unit)], origin: i64, resolution: i64) -> Self {
        let column = |&(name, unit): &(NameId, Unit)| WeightColumn { name, unit, values: Vec::new() };
        Self { weights: declared.iter().map(column).collect(), origin, resolution, ..Self::default() }
    }

    /// Makes room for the calls of a lane, out of `all`. Does not reserve for all calls at once: the drafts are freed
    /// lane by lane, so drafts and full tables need not exist together.
    fn reserve(&mut self, of_lane: usize, all: usize) {
        let (laid, room) = (self.calls.len(), self.calls.start.capacity());
        if laid + of_lane <= room {
            return;
        }
        let more = (laid + of_lane).max(room + room / 2).min(all.max(laid + of_lane)) - laid;
        let Calls { start, end, source, function, parent, depth, subtree_end } = &mut self.calls;
        for column in [start, end] {
            column.reserve_exact(more);
        }
        source.reserve_exact(more);
        function.reserve_exact(more);
        parent.reserve_exact(more);
        for column in [depth, subtree_end] {
            column.reserve_exact(more);
        }
    }

    /// Fills in the lanes in the given order; each comes with the place of its parent lane.
    pub(super) fn lay(
        &mut self,
        order: &[(usize, u32)],
        drafts: &mut [LaneDraft],
        texts: &mut Texts<'_>,
        report: &mut ReadReport,
        pace: &mut ProgressCounter<'_>,
    ) {
        self.rows = vec![LaneId::NONE; drafts.len()];
        let all: usize = drafts.iter().map(|lane| lane.spans.len()).sum();
        for &(index, parent) in order {
            let draft = &mut drafts[index];
            // A lane's sub-lanes come right after it, so rows differ from places in `order`.
            let row = LaneId(self.lanes.len() as u32);
            self.rows[index] = row;
            self.laying = index;
            let parent = order.get(parent as usize).map_or(LaneId::NONE, |&(parent, _)| self.rows[parent]);
            self.begin_lane(draft.name, parent, draft.kind);
            let spans = std::mem::take(&mut draft.spans);
            let weights = std::mem::take(&mut draft.weights);
            self.reserve(spans.len(), all);
            if let Some(places) = self.places.get_mut(index) {
                places.resize(spans.len(), u32::MAX);
            }
            let order = pre_order(&spans, draft.told, &mut self.steps, pace);
            let overflow = self.lay_calls(&spans, order, &weights, report, pace);
            if !overflow.is_empty() {
                texts.note_parallel(draft.name, &spans, &overflow, report);
                let lane = LaneSpans { spans: &spans, weights: &weights };
                self.lay_sublanes(row, lane, &overflow, texts, report, pace);
            }
        }
        self.lanes.first_call.push(self.calls.len() as u32);
        self.lanes.subtree_end = subtree_ends(&self.lanes.parent);
    }

    fn begin_lane(&mut self, name: NameId, parent: LaneId, kind: LaneKind) {
        self.lanes.name.push(name);
        self.lanes.parent.push(parent);
        self.lanes.kind.push(kind as u32);
        self.lanes.first_call.push(self.calls.len() as u32);
    }

    /// Adds sub-lanes to a lane for the calls that do not fit in it, which are `overflow`.
    fn lay_sublanes(
        &mut self,
        lane: LaneId,
        LaneSpans { spans, weights }: LaneSpans<'_>,
        overflow: &[u32],
        texts: &mut Texts<'_>,
        report: &mut ReadReport,
        pace: &mut ProgressCounter<'_>,
    ) {
        let mut shared = VecDeque::from(share_out(spans, overflow, self.resolution, &mut self.steps));
        let mut number = 0;
        while let Some(order) = shared.pop_front() {
            number += 1;
            self.begin_lane(texts.sublane(number), lane, LaneKind::Sublane);
            // Calls given to a sub-lane fit there, as tests show. If one did not, it would get a further sub-lane.
            let order = PreOrder { spans: order, is_told: false };
            let left = self.lay_calls(spans, order, weights, report, pace);
            shared.extend(share_out(spans, &left, self.resolution, &mut self.steps));
        }
    }

    /// Appends calls in pre-order. Returns those that overlap others and do not fit in the lane.
    fn lay_calls(
        &mut self,
        spans: &[Span],
        order: PreOrder,
        weights: &[Vec<i64>],
        report: &mut ReadReport,
        pace: &mut ProgressCounter<'_>,
    ) -> Vec<u32> {
        let first = self.calls.len() as u32;
        let nested = nest(spans, &order, self.origin, self.resolution, &mut self.calls, pace);
        self.steps += nested.steps;
        if let Some(offset) = nested.first_cut {
            report.note_many(OddityKind::Overlap, "", nested.cut, offset, "");
        }
        if !self.weights.is_empty() || !self.places.is_empty() {
            let mut beside = nested.overflow.iter().peekable();
            let mut laid = order.spans;
            laid.retain(|index| beside.next_if_eq(&index).is_none());
            if let Some(places) = self.places.get_mut(self.laying) {
                laid.iter().zip(first..).for_each(|(&emitted, row)| places[emitted as usize] = row);
            }
            self.lay_weights(&laid, weights);
        }
        nested.overflow
    }

    fn lay_weights(&mut self, laid: &[u32], weights: &[Vec<i64>]) {
        for (number, column) in self.weights.iter_mut().enumerate() {
            let given = weights.get(number).map_or(&[][..], Vec::as_slice);
            let value = |&emitted: &u32| given.get(emitted as usize).copied().unwrap_or(0);
            column.values.extend(laid.iter().map(value));
        }
    }
}

/// Returns one past the last row of each row's subtree, for rows in pre-order.
pub(crate) fn subtree_ends(parents: &[LaneId]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..=parents.len() as u32).collect();
    for row in (0..parents.len()).rev() {
        if let Some(parent) = parents[row].some() {
            ends[parent.index()] = ends[parent.index()].max(ends[row]);
        }
    }
    ends
}
