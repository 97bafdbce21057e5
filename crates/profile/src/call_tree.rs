//! The weighted call tree of one run: calls with the same path of functions are one node.

mod builder;
mod columns;
mod measured;

use crate::{NodeId, PathTree, Totals};
use builder::TreeBuilder;
use diptych_trace::{CallId, IdentityId, LaneId, Trace};
use std::ops::Deref;

pub use columns::TreeColumns;
pub(crate) use columns::subtree_ends;
pub use measured::{MeasuredTree, Weight};

/// Call paths of one run, in pre-order; siblings in the order of their first calls. All lanes are merged:
/// paths differ by functions alone, whose names are [`IdentityId`]s, so that trees of several runs
/// can be laid over each other ([`crate::UnionTree`]).
///
/// A node costs 64 bytes. There are never more nodes than calls, and usually far fewer.
#[derive(Debug, Clone, Default)]
pub struct CallTree {
    paths: PathTree,
    first_call: Vec<CallId>,
    calls: Vec<u64>,
    self_ticks: Vec<i64>,
    self_squares: Vec<f64>,
    self_longest: Vec<i64>,
    inclusive_ticks: Vec<i64>,
    inclusive_squares: Vec<f64>,
    extent: i64,
}

/// Which calls a tree is of, and along which paths.
///
/// The path of a common call is that of the common calls around it, so that it is the same on both sides whichever frames
/// one of them has between two common calls. Such a frame keeps the time that it, and what else it calls that is not
/// common, takes; the inclusive times of callees still add up to that of their caller.
#[derive(Clone, Copy)]
pub struct TreePart<'a> {
    /// Ticks since the trace's first instant: calls that ended before are left out, and what runs then begins there.
    /// [`TreePart::whole`] has no such moment.
    pub from: i64,
    /// Ticks since the trace's first instant: calls that start then or later are left out, and what runs then ends there.
    pub until: i64,
    /// Only calls of these lanes, each named once, in this order; `None` for all.
    pub lanes: Option<&'a [LaneId]>,
    /// Which other calls are left out, if any: what they call counts as called by their callers.
    pub is_left_out: Option<&'a dyn Fn(CallId) -> bool>,
    /// Which calls both sides have; `None` if all are common, and paths are those of the stacks.
    pub is_common: Option<&'a dyn Fn(CallId) -> bool>,
}

impl TreePart<'_> {
    /// All of a trace, along the paths of its stacks.
    pub const fn whole() -> Self {
        Self { from: i64::MIN, until: i64::MAX, lanes: None, is_left_out: None, is_common: None }
    }
}

impl std::fmt::Debug for TreePart<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut part = f.debug_struct("TreePart");
        part.field("from", &self.from).field("until", &self.until).field("lanes", &self.lanes);
        part.finish_non_exhaustive()
    }
}

/// A tree of a part of a trace.
#[derive(Debug, Clone)]
pub struct PartTree {
    /// The tree.
    pub tree: CallTree,
    /// By call, its node; [`NodeId::NONE`] of those that are left out.
    pub nodes: Vec<NodeId>,
    /// By node, the self time of its common calls, ticks.
    pub common_ticks: Vec<i64>,
}

/// How the durations of a number of calls vary, as sums that add up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// Calls.
    pub calls: u64,
    /// Sum of the durations, ticks.
    pub ticks: i64,
    /// Sum of their squares, ticks².
    pub squares: f64,
    /// The longest, ticks; 0 where it is not kept (inclusive time).
    pub longest: i64,
}

impl Spread {
    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            ticks: self.ticks + other.ticks,
            squares: self.squares + other.squares,
            longest: self.longest.max(other.longest),
        }
    }

    /// Mean duration, ticks; 0 of nothing.
    pub fn mean(self) -> f64 {
        if self.calls == 0 { 0.0 } else { self.ticks as f64 / self.calls as f64 }
    }

    /// Sample variance of the durations, ticks²; 0 under two calls.
    pub fn variance(self) -> f64 {
        if self.calls < 2 {
            return 0.0;
        }
        let around_mean = self.squares - self.mean() * self.ticks as f64;
        (around_mean / (self.calls - 1) as f64).max(0.0)
    }
}

impl Deref for CallTree {
    type Target = PathTree;

    fn deref(&self) -> &PathTree {
        &self.paths
    }
}

impl CallTree {
    /// Merges the calls of a trace. `identities` holds the identity of each of its functions, by function
    /// id. O(calls), one pass with a stack of the open calls. `progress` receives how many calls are done and
    /// how many there are, about every 2¹⁶ calls.
    pub fn new(trace: &Trace, identities: &[IdentityId], progress: &mut dyn FnMut(u64, u64)) -> Self {
        Self::until(trace, identities, (i64::MAX, &|_| false), progress)
    }

    /// The same of the time before a moment (ticks since the trace's first instant): calls that start then or later are
    /// left out, and what runs at the moment ends there. Also left out are calls that `is_left_out` names; what they
    /// call counts as called by their callers. O(calls).
    pub fn until(
        trace: &Trace,
        identities: &[IdentityId],
        (moment, is_left_out): (i64, &dyn Fn(CallId) -> bool),
        progress: &mut dyn FnMut(u64, u64),
    ) -> Self {
        let mut builder = TreeBuilder::default();
        let part = TreePart { until: moment, is_left_out: Some(is_left_out), ..TreePart::whole() };
        builder.read(trace, identities, part, progress, &mut |_, _| ());
        builder.finish(trace.extent().min(moment)).0
    }

    /// Of a part of a trace along common paths. O(calls).
    pub fn of_part(
        trace: &Trace,
        identities: &[IdentityId],
        part: TreePart<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> PartTree {
        let mut builder = TreeBuilder::default();
        let mut nodes = vec![NodeId::NONE; trace.calls().len()];
        builder.read(trace, identities, part, progress, &mut |call, node| nodes[call.index()] = node);
        let of_common = builder.common_ticks();
        let (tree, place) = builder.finish(trace.extent().min(part.until));
        let mut common_ticks = vec![0; tree.len()];
        for (&place, ticks) in place.iter().zip(of_common) {
            common_ticks[place as usize] = ticks;
        }
        for node in nodes.iter_mut().filter(|node| node.some().is_some()) {
            *node = NodeId(place[node.index()]);
        }
        PartTree { tree, nodes, common_ticks }
    }

    /// The same calls with their functions named otherwise: `new` holds the new identity of each, by the old. Paths
    /// that become the same are merged, as if the tree had been made under the new identities (sums of squares to
    /// the last bits). O(nodes · log nodes).
    #[must_use]
    pub fn under(&self, new: &[IdentityId]) -> Self {
        let mut builder = TreeBuilder::default();
        builder.absorb(self, new);
        builder.finish(self.extent).0
    }

    /// The first call of each path.
    pub fn first_call(&self) -> &[CallId] {
        &self.first_call
    }

    /// Calls of each path.
    pub fn calls(&self) -> &[u64] {
        &self.calls
    }

    /// Ticks spent in the calls of each path themselves.
    pub fn self_ticks(&self) -> &[i64] {
        &self.self_ticks
    }

    /// Ticks spent in the calls of each path and all they called.
    pub fn inclusive_ticks(&self) -> &[i64] {
        &self.inclusive_ticks
    }

    /// How the self times of a path's calls vary.
    pub fn self_spread(&self, node: NodeId) -> Spread {
        let row = node.index();
        Spread {
            calls: self.calls[row],
            ticks: self.self_ticks[row],
            squares: self.self_squares[row],
            longest: self.self_longest[row],
        }
    }

    /// How the durations of a path's calls vary; the longest is not kept.
    pub fn inclusive_spread(&self, node: NodeId) -> Spread {
        let row = node.index();
        let (calls, ticks) = (self.calls[row], self.inclusive_ticks[row]);
        Spread { calls, ticks, squares: self.inclusive_squares[row], longest: 0 }
    }

    /// Ticks from the first instant of the trace to the last.
    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// Ticks of all calls, each counted once: what the roots took, over all lanes.
    pub fn total_ticks(&self) -> i64 {
        self.self_ticks.iter().sum()
    }

    /// Calls, self time and inclusive time by function, indexed by identity (all below `identity_count`).
    /// Inclusive time is of outermost calls: recursion never counts twice. O(nodes).
    pub fn totals(&self, identity_count: usize) -> Totals {
        let mut sums = Totals::zero(identity_count);
        // For each function, where the subtree of its outermost path ends; paths before that are inside it.
        let mut outermost_end = vec![0u32; identity_count];
        for (row, identity) in self.identity.iter().enumerate() {
            let group = identity.index();
            sums.calls[group] += self.calls[row];
            sums.self_ticks[group] += self.self_ticks[row];
            if row as u32 >= outermost_end[group] {
                outermost_end[group] = self.subtree_end[row];
                sums.total_ticks[group] += self.inclusive_ticks[row];
            }
        }
        sums
    }

    /// How the self times of each function's calls vary, indexed by identity. O(nodes).
    pub fn self_spreads(&self, identity_count: usize) -> Vec<Spread> {
        let mut spreads = vec![Spread::default(); identity_count];
        for (row, identity) in self.identity.iter().enumerate() {
            let spread = &mut spreads[identity.index()];
            *spread = spread.plus(self.self_spread(NodeId(row as u32)));
        }
        spreads
    }
}
