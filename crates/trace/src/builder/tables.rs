//! Laying the tables of a trace down, lane by lane.

use super::draft::LaneDraft;
use crate::calls::Calls;
use crate::lanes::Lanes;
use crate::nesting::{nest, pre_order};
use crate::{LaneId, NameId, OddKind, Report, Sorting, Unit, WeightColumn};

/// Lanes in pre-order; siblings by (order, creation). A lane whose parent comes later, or that is its own
/// ancestor, becomes a root.
pub(super) fn lane_order(lanes: &[LaneDraft]) -> Vec<(usize, u32)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); lanes.len()];
    let mut roots = Vec::new();
    for (index, lane) in lanes.iter().enumerate() {
        match lane.parent.filter(|parent| parent.index() < index) {
            Some(parent) => children[parent.index()].push(index),
            None => roots.push(index),
        }
    }
    let sort = |siblings: &mut Vec<usize>| {
        siblings.order_by_key(|&index| std::cmp::Reverse((lanes[index].order, index)));
    };
    children.iter_mut().for_each(sort);
    sort(&mut roots);
    // Depth first; stacks hold siblings last first, so the first comes off first.
    let mut order = Vec::with_capacity(lanes.len());
    let mut stack: Vec<(usize, u32)> = roots.into_iter().map(|root| (root, u32::MAX)).collect();
    while let Some((index, parent)) = stack.pop() {
        let place = order.len() as u32;
        order.push((index, parent));
        stack.extend(children[index].iter().map(|&child| (child, place)));
    }
    order
}

/// The tables that are laid down lane by lane.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) lanes: Lanes,
    pub(super) calls: Calls,
    pub(super) weights: Vec<WeightColumn>,
    /// How many open calls were looked at.
    pub(super) steps: u64,
}

impl Tables {
    pub(super) fn with_weights(declared: &[(NameId, Unit)]) -> Self {
        let column = |&(name, unit): &(NameId, Unit)| WeightColumn { name, unit, values: Vec::new() };
        Self { weights: declared.iter().map(column).collect(), ..Self::default() }
    }

    pub(super) fn reserve(&mut self, calls: usize) {
        self.calls.start.reserve_exact(calls);
        self.calls.end.reserve_exact(calls);
        self.calls.source.reserve_exact(calls);
        self.calls.function.reserve_exact(calls);
        self.calls.parent.reserve_exact(calls);
        self.calls.depth.reserve_exact(calls);
        self.calls.subtree_end.reserve_exact(calls);
    }

    pub(super) fn lay(
        &mut self,
        order: &[(usize, u32)],
        drafts: &mut [LaneDraft],
        origin: i64,
        report: &mut Report,
    ) {
        for &(index, parent) in order {
            let draft = &mut drafts[index];
            self.lanes.name.push(draft.name);
            self.lanes.parent.push(LaneId(parent));
            self.lanes.kind.push(draft.kind as u32);
            self.lanes.first_call.push(self.calls.len() as u32);
            let spans = std::mem::take(&mut draft.spans);
            let order = pre_order(&spans, &mut self.steps);
            self.lay_weights(&order, &std::mem::take(&mut draft.weights));
            let cut = nest(&spans, &order, origin, &mut self.calls);
            self.steps += cut.steps;
            if let Some(offset) = cut.first {
                report.note_many(OddKind::Overlap, "", cut.count, offset, "");
            }
        }
        self.lanes.first_call.push(self.calls.len() as u32);
        self.lanes.subtree_end = subtree_ends(&self.lanes.parent);
    }

    fn lay_weights(&mut self, order: &[u32], weights: &[Vec<i64>]) {
        for (number, column) in self.weights.iter_mut().enumerate() {
            let given = weights.get(number).map_or(&[][..], Vec::as_slice);
            let value = |&emitted: &u32| given.get(emitted as usize).copied().unwrap_or(0);
            column.values.extend(order.iter().map(value));
        }
    }
}

/// One past the last row of each row's subtree, for rows in pre-order.
pub(crate) fn subtree_ends(parents: &[LaneId]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..=parents.len() as u32).collect();
    for row in (0..parents.len()).rev() {
        if let Some(parent) = parents[row].some() {
            ends[parent.index()] = ends[parent.index()].max(ends[row]);
        }
    }
    ends
}
