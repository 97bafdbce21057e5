//! Weighted call tree of one run: calls with the same path of functions are one node.

mod builder;
mod columns;
mod measured;

use crate::{NodeId, PathTree, Totals};
use builder::TreeBuilder;
use diptych_trace::{CallId, IdentityId, LaneId, SampleSize, Trace};
use std::ops::Deref;

pub use columns::TreeColumns;
pub(crate) use columns::subtree_ends;
pub use measured::{MeasuredTree, Weight};

/// Call paths of one run, in pre-order; siblings in the order of their first calls. All lanes are merged: paths differ
/// only by their functions. Functions are [`IdentityId`]s, so trees of several runs can be merged
/// ([`crate::UnionTree`]).
///
/// A node costs 68 bytes. There are never more nodes than calls, and usually far fewer.
#[derive(Debug, Clone, Default)]
pub struct CallTree {
    paths: PathTree,
    first_call: Vec<CallId>,
    between: Vec<IdentityId>,
    calls: Vec<u64>,
    self_ticks: Vec<i64>,
    self_squares: Vec<f64>,
    self_longest: Vec<i64>,
    inclusive_ticks: Vec<i64>,
    inclusive_squares: Vec<f64>,
    extent: i64,
    sample_size: SampleSize,
}

/// The part of a trace that a tree covers, and the paths that it uses.
///
/// The path of a common call consists of the common calls around it. So it is the same on both sides, whatever other
/// frames one side has between two common calls. Such a frame keeps its own time and the time of its callees that are
/// not common. The inclusive times of callees still add up to that of their caller. [`CallTree::between`] names the frame.
#[derive(Clone, Copy)]
pub struct TreePart<'a> {
    /// Start, in ticks since the trace's first instant. Calls that ended before are left out, and calls that are
    /// running then begin there. [`TreePart::whole`] has no start.
    pub from: i64,
    /// End, in ticks since the trace's first instant. Calls that start then or later are left out, and calls that are
    /// running then end there.
    pub until: i64,
    /// Lanes whose calls count, each given once, in this order; `None` for all.
    pub lanes: Option<&'a [LaneId]>,
    /// Selects calls to leave out, if any. Their callees count as called by their callers.
    pub is_left_out: Option<&'a dyn Fn(CallId) -> bool>,
    /// Selects the calls that both sides have. `None` if all are common; paths are then the stacks.
    pub is_common: Option<&'a dyn Fn(CallId) -> bool>,
}

impl TreePart<'_> {
    /// Returns all of a trace, with the stacks as paths.
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

/// The call tree of a part of a trace.
#[derive(Debug, Clone)]
pub struct PartTree {
    /// The tree.
    pub tree: CallTree,
    /// Node of each call; [`NodeId::NONE`] if the call is left out.
    pub nodes: Vec<NodeId>,
}

/// Sums that say how the durations of some calls vary. Sums of disjoint calls can be added.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// Number of calls.
    pub calls: u64,
    /// Sum of the durations, in ticks.
    pub ticks: i64,
    /// Sum of the squared durations, in ticks².
    pub squares: f64,
    /// Longest duration, in ticks; 0 if it is not known (inclusive time).
    pub longest: i64,
}

impl Spread {
    /// Returns the sums over both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            ticks: self.ticks + other.ticks,
            squares: self.squares + other.squares,
            longest: self.longest.max(other.longest),
        }
    }

    /// Returns the mean duration in ticks; 0 without calls.
    pub fn mean(self) -> f64 {
        if self.calls == 0 { 0.0 } else { self.ticks as f64 / self.calls as f64 }
    }

    /// Returns the sample variance of the durations in ticks²; 0 for fewer than two calls.
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
    /// Merges the calls of a trace. `identities` holds the identity of each function, by function id. O(calls), one
    /// pass with a stack of the open calls. `progress` receives the number of calls done and the number of all calls,
    /// about every 2¹⁶ calls.
    pub fn new(trace: &Trace, identities: &[IdentityId], progress: &mut dyn FnMut(u64, u64)) -> Self {
        let mut builder = TreeBuilder::default();
        builder.read(trace, identities, TreePart::whole(), progress, &mut |_, _| ());
        builder.finish(trace.extent()).0
    }

    /// Merges the calls of a part of a trace, along common paths. O(calls).
    pub fn of_part(
        trace: &Trace,
        identities: &[IdentityId],
        part: TreePart<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> PartTree {
        let mut builder = TreeBuilder::default();
        let mut nodes = vec![NodeId::NONE; trace.calls().len()];
        builder.read(trace, identities, part, progress, &mut |call, node| nodes[call.index()] = node);
        let (tree, place) = builder.finish(trace.extent().min(part.until));
        for node in nodes.iter_mut().filter(|node| node.some().is_some()) {
            *node = NodeId(place[node.index()]);
        }
        PartTree { tree, nodes }
    }

    /// Returns the tree under new identities; `new` holds the new identity for each old one. Paths that become equal
    /// are merged, as if the tree had been built under the new identities (sums of squares may differ in the last
    /// bits). O(nodes · log nodes).
    #[must_use]
    pub fn under(&self, new: &[IdentityId]) -> Self {
        let mut builder = TreeBuilder::default();
        builder.absorb(self, new);
        builder.finish(self.extent).0
    }

    /// Returns the first call of each path.
    pub fn first_call(&self) -> &[CallId] {
        &self.first_call
    }

    /// Returns the function that makes all calls of each path, if it is not the parent of the path: a frame between common
    /// calls that only this side has ([`TreePart`]). [`IdentityId::NONE`] for all other paths, also if only some of the
    /// calls come from such a frame.
    pub fn between(&self) -> &[IdentityId] {
        &self.between
    }

    /// Returns the number of calls of each path.
    pub fn calls(&self) -> &[u64] {
        &self.calls
    }

    /// Returns the self time of each path, in ticks.
    pub fn self_ticks(&self) -> &[i64] {
        &self.self_ticks
    }

    /// Returns the inclusive time of each path, in ticks.
    pub fn inclusive_ticks(&self) -> &[i64] {
        &self.inclusive_ticks
    }

    /// Returns the spread of the self times of a path's calls.
    pub fn self_spread(&self, node: NodeId) -> Spread {
        let row = node.index();
        Spread {
            calls: self.calls[row],
            ticks: self.self_ticks[row],
            squares: self.self_squares[row],
            longest: self.self_longest[row],
        }
    }

    /// Returns the spread of the inclusive times of a path's calls, without the longest.
    pub fn inclusive_spread(&self, node: NodeId) -> Spread {
        let row = node.index();
        let (calls, ticks) = (self.calls[row], self.inclusive_ticks[row]);
        Spread { calls, ticks, squares: self.inclusive_squares[row], longest: 0 }
    }

    /// Returns the ticks from the first instant of the trace to the last.
    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// Returns the number of ticks that one sample of the trace stands for.
    pub fn sample_size(&self) -> SampleSize {
        self.sample_size
    }

    /// Returns the ticks of all calls, each counted once: the inclusive time of the roots, over all lanes.
    pub fn total_ticks(&self) -> i64 {
        self.self_ticks.iter().sum()
    }

    /// Returns calls, self time and inclusive time by function, indexed by identity (all below `identity_count`).
    /// Inclusive time counts only outermost calls, so recursion never counts twice. O(nodes).
    pub fn totals(&self, identity_count: usize) -> Totals {
        let mut sums = Totals::zero(identity_count);
        // For each function, the end of the subtree of its outermost path; earlier nodes are inside it.
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

    /// Returns the spread of the self times of each function's calls, indexed by identity. O(nodes).
    pub fn self_spreads(&self, identity_count: usize) -> Vec<Spread> {
        let mut spreads = vec![Spread::default(); identity_count];
        for (row, identity) in self.identity.iter().enumerate() {
            let spread = &mut spreads[identity.index()];
            *spread = spread.plus(self.self_spread(NodeId(row as u32)));
        }
        spreads
    }
}
