//! Number of lanes that a sum covers.

use crate::PartTree;
use diptych_trace::{IdentityId, LaneId, LaneKind, Lanes, Trace};

/// Number of lanes of a run with calls of each path and of each function. A sub-lane counts as its lane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneSpread {
    /// Number of lanes, by node of the run's tree.
    pub by_path: Vec<u32>,
    /// Number of lanes, by identity.
    pub by_function: Vec<u32>,
}

impl LaneSpread {
    /// Counts the lanes for the tree of a trace; identities are below `identity_count`. O(calls + lanes · log lanes).
    pub fn new(trace: &Trace, part: &PartTree, identity_count: usize) -> Self {
        let mut paths = Counter::new(part.tree.len());
        let mut functions = Counter::new(identity_count);
        let identities = part.tree.identity();
        each_call(trace, &mut |lane, call| {
            if let Some(node) = part.nodes.get(call).and_then(|node| node.some()) {
                paths.count(lane, node.index());
                functions.count(lane, identities[node.index()].index());
            }
        });
        Self { by_path: paths.counts, by_function: functions.counts }
    }
}

/// Returns, by identity, the number of lanes with calls of a trace's functions. `identities` holds the identity of each
/// function. O(calls + lanes · log lanes).
pub fn lanes_by_function(trace: &Trace, identities: &[IdentityId], identity_count: usize) -> Vec<u32> {
    let mut counter = Counter::new(identity_count);
    let of_call = trace.calls().function();
    each_call(trace, &mut |lane, call| counter.count(lane, identities[of_call[call].index()].index()));
    counter.counts
}

/// Returns the lane that a sub-lane belongs to, or the lane itself.
pub fn outer_lane(lanes: &Lanes, lane: LaneId) -> LaneId {
    let mut outer = lane;
    while lanes.kind(outer) == LaneKind::Sublane {
        let Some(parent) = lanes.parent(outer) else { break };
        outer = parent;
    }
    outer
}

/// Visits all calls, with those of one outer lane together.
fn each_call(trace: &Trace, visit: &mut dyn FnMut(LaneId, usize)) {
    let lanes = trace.lanes();
    let mut order: Vec<(LaneId, LaneId)> = lanes.ids().map(|lane| (outer_lane(lanes, lane), lane)).collect();
    order.sort_unstable();
    for (outer, lane) in order {
        for call in lanes.calls(lane) {
            visit(outer, call as usize);
        }
    }
}

/// Counter of the lanes of each of several things, which come lane by lane.
struct Counter {
    last: Vec<LaneId>,
    counts: Vec<u32>,
}

impl Counter {
    fn new(things: usize) -> Self {
        Self { last: vec![LaneId::NONE; things], counts: vec![0; things] }
    }

    fn count(&mut self, lane: LaneId, thing: usize) {
        if self.last[thing] != lane {
            self.last[thing] = lane;
            self.counts[thing] += 1;
        }
    }
}

/// Counter of the lanes that hold any of some calls, which come in order.
#[derive(Debug, Default)]
pub(crate) struct LanesSeen {
    /// One past the last call of the lane seen last.
    end: u32,
    outer: Vec<LaneId>,
}

impl LanesSeen {
    pub(crate) fn see(&mut self, trace: &Trace, call: diptych_trace::CallId) {
        if call.0 >= self.end {
            let lane = trace.lanes().of_call(call);
            self.end = trace.lanes().calls(lane).end;
            self.outer.push(outer_lane(trace.lanes(), lane));
        }
    }

    pub(crate) fn count(mut self) -> u32 {
        self.outer.sort_unstable();
        self.outer.dedup();
        self.outer.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallTree, Sum, TreePart};
    use diptych_testkit::trace;

    /// Returns one identity for each function.
    fn own_identities(trace: &Trace) -> Vec<IdentityId> {
        trace.functions().ids().map(|id| IdentityId(id.0)).collect()
    }

    #[test]
    fn lanes_are_counted_by_path_and_by_function() {
        let trace = trace(
            "rank 0\n  0..10 main\n    1..5 send\n  20..30 send\nrank 1\n  0..10 main\n    1..5 send\n    6..8 wait\nrank 2\n  0..5 wait\n",
        );
        let identities = own_identities(&trace);
        let part = CallTree::of_part(&trace, &identities, TreePart::whole(), &mut |_, _| ());
        let spread = LaneSpread::new(&trace, &part, identities.len());
        let by_path: Vec<(u64, u32)> =
            part.tree.calls().iter().copied().zip(spread.by_path.iter().copied()).collect();
        // main, main › send, main › wait, send, wait: calls and lanes.
        assert_eq!(by_path, [(2, 2), (2, 2), (1, 1), (1, 1), (1, 1)]);
        assert_eq!(spread.by_function, [2, 2, 2]);
        assert_eq!(lanes_by_function(&trace, &identities, identities.len()), [2, 2, 2]);
        let send = trace.functions().ids().nth(1);
        let sum = Sum::new(&trace, |call| Some(trace.calls().function()[call.index()]) == send);
        assert_eq!((sum.calls, sum.lanes), (3, 2));
    }
}
