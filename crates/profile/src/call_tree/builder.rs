//! Construction of a call tree: one pass over the calls with a stack, which adds nodes in the order of their first
//! calls, then one pass that sorts them into pre-order.

use super::{CallTree, TreePart};
use crate::NodeId;
use crate::node::{Growing, PathTree, PreOrder};
use diptych_trace::{CallId, IdentityId, LaneId, SampleSize, Sorting, Trace, for_each_block};
use std::ops::Range;

/// A node while calls are still being added.
struct Node {
    first_call: CallId,
    /// See [`CallTree::between`].
    between: IdentityId,
    /// The child that was called last. Loops call the same child again, so it is tried first.
    last_child: NodeId,
    calls: u64,
    self_ticks: i64,
    self_squares: f64,
    self_longest: i64,
    inclusive_ticks: i64,
    inclusive_squares: f64,
}

/// A call as it is read.
#[derive(Clone, Copy)]
struct ReadCall {
    call: CallId,
    identity: IdentityId,
    /// Number of calls that a row of sums stands for; else 1.
    count: u64,
    /// Ticks within the compared part.
    duration: i64,
}

/// A call whose children are still being added.
struct Open {
    /// Node of the call; for a call that is left out, the node of its caller.
    node: NodeId,
    /// Node of the innermost common call that is this call or encloses it.
    common: NodeId,
    /// Function of the call; for a call that is left out, that of its caller.
    function: IdentityId,
    is_left_out: bool,
    is_common: bool,
    /// Number of calls that a row of sums stands for; else 1.
    count: u64,
    duration: i64,
    /// Duration without that of the children so far.
    self_ticks: i64,
    /// Ticks of common calls below this call that are on other paths.
    elsewhere: i64,
}

/// A call tree while it is being built.
#[derive(Default)]
pub(super) struct TreeBuilder {
    paths: Growing,
    nodes: Vec<Node>,
    last_root: Option<NodeId>,
    open: Vec<Open>,
    sample_size: SampleSize,
}

impl TreeBuilder {
    /// Adds the calls of a part of a trace. `seen` receives the node of each call, in order, with the numbering before
    /// `finish`.
    pub(super) fn read(
        &mut self,
        trace: &Trace,
        identities: &[IdentityId],
        part: TreePart<'_>,
        progress: &mut dyn FnMut(u64, u64),
        seen: &mut dyn FnMut(CallId, NodeId),
    ) {
        let calls = trace.calls();
        self.sample_size = trace.sample_size();
        let counts = trace.call_counts();
        let of_lane = |&lane: &LaneId| trace.lanes().calls(lane);
        let all = std::iter::once(0..calls.len() as u32);
        let ranges: Vec<Range<u32>> =
            part.lanes.map_or_else(|| all.collect(), |lanes| lanes.iter().map(of_lane).collect());
        let mut done = 0u64;
        for range in ranges {
            for_each_block(range.start as usize..range.end as usize, &mut |rows| {
                for row in rows {
                    let (start, end) = (calls.start()[row], calls.end()[row]);
                    if start >= part.until || start < part.from && end <= part.from {
                        continue;
                    }
                    self.close(calls.depth()[row] as usize);
                    let duration = end.min(part.until) - start.max(part.from);
                    let identity = identities[calls.function()[row].index()];
                    let count = counts.map_or(1, |counts| counts[row].max(1) as u64);
                    let call = ReadCall { call: CallId(row as u32), identity, count, duration };
                    self.open(part, call, seen);
                    done += 1;
                    if done.is_multiple_of(1 << 16) {
                        progress(done, calls.len() as u64);
                    }
                }
            });
        }
        self.close(0);
    }

    /// Adds a call of so many ticks, or a row that stands for several calls, below the innermost open one.
    fn open(&mut self, part: TreePart<'_>, read: ReadCall, seen: &mut dyn FnMut(CallId, NodeId)) {
        let ReadCall { call, identity, count, duration } = read;
        let is_left_out = part.is_left_out.is_some_and(|is_left_out| is_left_out(call));
        let is_common = !is_left_out && part.is_common.is_none_or(|is_common| is_common(call));
        let (mut node, mut common) = (NodeId::NONE, NodeId::NONE);
        let (mut function, mut between) = (identity, IdentityId::NONE);
        if let Some(caller) = self.open.last_mut() {
            caller.self_ticks -= duration;
            common = caller.common;
            node = if is_common { caller.common } else { caller.node };
            if is_common && !caller.is_common {
                caller.elsewhere += duration;
            }
            if is_common && caller.common != caller.node {
                between = caller.function;
            }
            if is_left_out {
                function = caller.function;
            }
        }
        if !is_left_out {
            node = self.child(node, identity, call, between);
            let sums = &mut self.nodes[node.index()];
            sums.calls += count;
            if sums.between != between {
                sums.between = IdentityId::NONE;
            }
            seen(call, node);
        }
        if is_common {
            common = node;
        }
        let self_ticks = duration;
        let elsewhere = 0;
        self.open.push(Open {
            node,
            common,
            function,
            is_left_out,
            is_common,
            count,
            duration,
            self_ticks,
            elsewhere,
        });
    }

    /// Adds all nodes of a tree, under the identities in `new`.
    pub(super) fn absorb(&mut self, tree: &CallTree, new: &[IdentityId]) {
        self.sample_size = tree.sample_size;
        // Children of merged paths mix. In order of first calls they come as in the trace.
        let mut order: Vec<usize> = (0..tree.len()).collect();
        order.order_by_key(|&row| tree.first_call[row]);
        let mut node_of = vec![NodeId::NONE; tree.len()];
        for row in order {
            let parent = tree.parent[row].some().map_or(NodeId::NONE, |up| node_of[up.index()]);
            let between = tree.between[row].some().map_or(IdentityId::NONE, |of| new[of.index()]);
            let node = self.child(parent, new[tree.identity[row].index()], tree.first_call[row], between);
            let sums = &mut self.nodes[node.index()];
            if sums.between != between {
                sums.between = IdentityId::NONE;
            }
            sums.calls += tree.calls[row];
            sums.self_ticks += tree.self_ticks[row];
            sums.self_squares += tree.self_squares[row];
            sums.self_longest = sums.self_longest.max(tree.self_longest[row]);
            sums.inclusive_ticks += tree.inclusive_ticks[row];
            sums.inclusive_squares += tree.inclusive_squares[row];
            node_of[row] = node;
        }
    }

    /// Ends the open calls from a depth on.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(call) = self.open.pop() else { return };
            if let Some(caller) = self.open.last_mut().filter(|caller| !call.is_common && !caller.is_common) {
                caller.elsewhere += call.elsewhere;
            }
            if call.is_left_out {
                continue;
            }
            let inclusive = call.duration - call.elsewhere;
            let sums = &mut self.nodes[call.node.index()];
            // Of calls of which only the sum is known, each counts as long as their mean.
            let squares = |ticks: i64| ticks as f64 * ticks as f64 / call.count as f64;
            sums.inclusive_ticks += inclusive;
            sums.inclusive_squares += squares(inclusive);
            sums.self_ticks += call.self_ticks;
            sums.self_squares += squares(call.self_ticks);
            sums.self_longest = sums.self_longest.max(call.self_ticks / call.count as i64);
        }
    }

    /// Returns the node of a function below a parent, adding it if needed. A new node has this first call, and this
    /// function between it and its parent.
    fn child(
        &mut self,
        parent: NodeId,
        identity: IdentityId,
        first_call: CallId,
        between: IdentityId,
    ) -> NodeId {
        let last = match parent.some() {
            Some(parent) => self.nodes[parent.index()].last_child.some(),
            None => self.last_root,
        };
        if let Some(last) = last.filter(|&last| self.paths.identity(last) == identity) {
            return last;
        }
        let node = self.paths.child(parent, identity);
        if node.index() == self.nodes.len() {
            self.nodes.push(Node {
                first_call,
                between,
                last_child: NodeId::NONE,
                calls: 0,
                self_ticks: 0,
                self_squares: 0.0,
                self_longest: 0,
                inclusive_ticks: 0,
                inclusive_squares: 0.0,
            });
        }
        match parent.some() {
            Some(parent) => self.nodes[parent.index()].last_child = node,
            None => self.last_root = Some(node),
        }
        node
    }

    /// Returns the tree in pre-order, and the new row of each node.
    pub(super) fn finish(self, extent: i64) -> (CallTree, Vec<u32>) {
        let nodes = self.nodes;
        let (parents, identities) = self.paths.into_parts();
        let order = PreOrder::new(&parents, 0..nodes.len());
        let mut old = vec![0usize; nodes.len()];
        for (node, &place) in order.place.iter().enumerate() {
            old[place as usize] = node;
        }
        let in_order = || old.iter().map(|&node| &nodes[node]);
        let parent_of =
            |&node: &usize| parents[node].some().map_or(NodeId::NONE, |up| NodeId(order.place[up.index()]));
        let tree = CallTree {
            paths: PathTree {
                parent: old.iter().map(parent_of).collect(),
                subtree_end: order.subtree_end,
                identity: old.iter().map(|&node| identities[node]).collect(),
            },
            first_call: in_order().map(|node| node.first_call).collect(),
            between: in_order().map(|node| node.between).collect(),
            calls: in_order().map(|node| node.calls).collect(),
            self_ticks: in_order().map(|node| node.self_ticks).collect(),
            self_squares: in_order().map(|node| node.self_squares).collect(),
            self_longest: in_order().map(|node| node.self_longest).collect(),
            inclusive_ticks: in_order().map(|node| node.inclusive_ticks).collect(),
            inclusive_squares: in_order().map(|node| node.inclusive_squares).collect(),
            extent,
            sample_size: self.sample_size,
        };
        (tree, order.place)
    }
}
