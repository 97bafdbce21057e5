//! The routes of the curves: modified hierarchical edge bundling (TraceDiff IV-B).
//!
//! Each group has a control tree on both sides. Its nodes are the group's root and the *key nodes*: callers of matched
//! calls, up to the root, that are wider than a pixel and in sight outside band B. A node's x is the middle of its
//! call. From the bottom up, it is clamped to the span of the control points below the node that lead to a match.
//!
//! A curve starts at f and runs along the nodes above f to `G_A`. It passes a gate at A's edge of the band and a gate
//! at B's edge. From `G_B` it runs along the nodes above g to g. Ends that are no key nodes are boxes of calls under a
//! pixel and calls whose middle lies in the band. Such an end starts at the nearest node under the innermost key node
//! that calls it.
//!
//! Heights differ from the paper. The callers of f lie beyond f, away from the band, so the paper's route runs back
//! before it runs on. Here y only ever advances: the nodes of a side are evenly spaced between the end and the band, at
//! least [`LEAST_STEP_PX`] apart. Nodes without room are skipped, the root last. The root can be skipped because the
//! gate has the root's x anyway.
//!
//! Straightening differs too. Holten draws control points towards the straight line from end to end, which would pull
//! tubes sideways across the icicles. Here they are drawn towards a line that runs straight from f to the band, and
//! straight from the band to g. So β is the share of the distance from each end to its group that is covered at the
//! edge of the band. With β = 1 − λ the tubes of a group lie side by side inside the group's own tube.

use super::context::MatchContext;
use super::link::{End, Link};
use diptych_scene::{CurvePoint, Rect};
use diptych_trace::{CallId, Sorting};
use rustc_hash::FxHashMap;

/// Least vertical distance between two control points of a side, CSS pixels.
pub(super) const LEAST_STEP_PX: f32 = 20.0;

/// Marks the absence of a node.
const NONE: u32 = u32::MAX;

/// Control points of all links, concatenated.
#[derive(Debug, Default)]
pub(super) struct Routes {
    points: Vec<CurvePoint>,
    /// End of each link's points in `points`.
    ends: Vec<u32>,
}

impl Routes {
    /// Returns the control points of a link from A to B, at least four.
    pub(super) fn points(&self, link: usize) -> &[CurvePoint] {
        let from = if link == 0 { 0 } else { self.ends[link - 1] };
        &self.points[from as usize..self.ends[link] as usize]
    }
}

/// Routes all links.
pub(super) fn routes(context: &MatchContext<'_>, links: &[Link]) -> Routes {
    let places = FxHashMap::with_capacity_and_hasher(2 * links.len(), rustc_hash::FxBuildHasher);
    let mut forest = Forest { context, nodes: Vec::with_capacity(2 * links.len()), places };
    let groups = numbered(links);
    let planted = links.iter().zip(&groups);
    let mut starts: Vec<[u32; 2]> =
        planted.map(|(link, &group)| [0, 1].map(|side| forest.plant(side, link, group))).collect();
    for ((link, &group), start) in links.iter().zip(&groups).zip(&starts) {
        for side in 0..2 {
            forest.count(side, link, group, start[side]);
        }
    }
    clamp(&mut forest.nodes);
    let below = below(&forest.nodes);
    for (link, start) in links.iter().zip(&mut starts) {
        for side in 0..2 {
            if start[side] != NONE && !is_key_end(context, side, &link.ends[side]) {
                start[side] = nearest(&forest.nodes, &below, start[side], link.ends[side].at);
            }
        }
    }
    let mut routes =
        Routes { points: Vec::with_capacity(8 * links.len()), ends: Vec::with_capacity(links.len()) };
    let mut xs = Vec::new();
    for (link, start) in links.iter().zip(starts) {
        for side in 0..2 {
            xs.clear();
            forest.walk(start[side], &mut xs);
            forest.side(side, &link.ends[side], &xs, &mut routes.points);
        }
        routes.ends.push(routes.points.len() as u32);
    }
    routes
}

/// Returns true if an end is a call whose middle lies outside the band.
fn is_key_end(context: &MatchContext<'_>, side: usize, end: &End) -> bool {
    end.is_call && is_outside(context, side, end.at[1])
}

fn is_outside(context: &MatchContext<'_>, side: usize, y: f32) -> bool {
    let edge = context.band()[side];
    if side == 0 { y < edge } else { y > edge }
}

/// A node of a control tree.
#[derive(Debug, Clone, Copy)]
struct Node {
    depth: u32,
    parent: u32,
    x: f32,
    y: f32,
    /// Span of the control points below this node that lead to a match.
    low: f32,
    high: f32,
    /// Bounds of this node and all nodes below it.
    bounds: Rect,
}

/// The neutral element of [`Rect::union`].
const EMPTY: Rect =
    Rect { x0: f32::INFINITY, y0: f32::INFINITY, x1: f32::NEG_INFINITY, y1: f32::NEG_INFINITY };

/// Returns the group number of each link.
fn numbered(links: &[Link]) -> Vec<u32> {
    let mut numbers: FxHashMap<[CallId; 2], u32> =
        FxHashMap::with_capacity_and_hasher(links.len() / 4, rustc_hash::FxBuildHasher);
    let number = |link: &Link| {
        let next = numbers.len() as u32;
        *numbers.entry(link.root).or_insert(next)
    };
    links.iter().map(number).collect()
}

/// Packs group, side and call of a node into one key, because every step of a route looks one up.
fn place_of(group: u32, side: usize, call: CallId) -> u64 {
    u64::from(group) << 33 | (side as u64) << 32 | u64::from(call.0)
}

/// The control trees of all groups.
struct Forest<'a> {
    context: &'a MatchContext<'a>,
    nodes: Vec<Node>,
    places: FxHashMap<u64, u32>,
}

impl Forest<'_> {
    /// Adds the nodes above an end if they are missing. Returns the nearest of them, or [`NONE`] if the link has no
    /// group or the end is the group's root.
    fn plant(&mut self, side: usize, link: &Link, group: u32) -> u32 {
        let (end, root) = (&link.ends[side], link.root[side]);
        if root == CallId::NONE || (end.is_call && end.call == root) {
            return NONE;
        }
        let plot = self.context.plots[side];
        let (parents, depths) = (plot.trace.calls().parent(), plot.trace.calls().depth());
        let block = plot.block(end.call);
        let (mut first, mut below) = (NONE, NONE);
        let (mut up, mut depth) = (parents[end.call.index()].some(), end.depth);
        while let Some(caller) = up {
            // The callers of a call that is laid out are laid out too, each one row nearer to the root edge.
            depth -= 1;
            let row = block.and_then(|block| plot.row(block, depth));
            let in_sight = row.filter(|[y0, y1]| plot.is_in_sight(Rect::new(0.0, *y0, 0.0, *y1)));
            // Beyond the first row in sight only the root counts. Jumping to it avoids a climb through all callers.
            let is_folded = || block.is_some_and(|block| depth < block.rows.first);
            let is_beyond = if row.is_some() { in_sight.is_none() } else { is_folded() };
            let call = if is_beyond { root } else { caller };
            let key = in_sight.is_some_and(|[y0, y1]| is_outside(self.context, side, f32::midpoint(y0, y1)));
            if call == root || key {
                let place = place_of(group, side, call);
                let existing = self.places.get(&place).copied();
                let node = existing.unwrap_or_else(|| {
                    let node = self.add(side, call, depths[call.index()]);
                    self.places.insert(place, node);
                    node
                });
                if below != NONE {
                    self.nodes[below as usize].parent = node;
                }
                (first, below) = (if first == NONE { node } else { first }, node);
                if existing.is_some() || call == root {
                    break;
                }
            }
            up = parents[caller.index()].some();
        }
        first
    }

    fn add(&mut self, side: usize, call: CallId, depth: u32) -> u32 {
        let plot = self.context.plots[side];
        let pane = plot.placement.plot;
        let middle = f32::midpoint(pane.x0, pane.x1);
        let (x, y) = plot.rect(call).map_or((middle, pane.y0), |rect| {
            (f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1))
        });
        let (low, high) = (f32::INFINITY, f32::NEG_INFINITY);
        self.nodes.push(Node { depth, parent: NONE, x, y, low, high, bounds: EMPTY });
        self.nodes.len() as u32 - 1
    }

    /// Widens a node's span by the x of a matched call, unless that call has a node of its own in the group.
    fn count(&mut self, side: usize, link: &Link, group: u32, node: u32) {
        let end = &link.ends[side];
        let is_own = || self.places.contains_key(&place_of(group, side, end.call));
        if node != NONE && is_key_end(self.context, side, end) && !is_own() {
            self.nodes[node as usize].spread(end.at[0]);
        }
    }

    /// Collects the control x of a node and of all nodes above it.
    fn walk(&self, node: u32, xs: &mut Vec<f32>) {
        let mut at = node;
        while at != NONE {
            let node = &self.nodes[at as usize];
            xs.push(node.x);
            at = node.parent;
        }
    }

    /// Appends the points of one side: end, nodes, gate. For B in reverse.
    fn side(&self, side: usize, end: &End, xs: &[f32], points: &mut Vec<CurvePoint>) {
        let beta = self.context.input.matches.state.beta.min(100) as f32 / 100.0;
        let [x0, y0] = end.at;
        let edge = self.context.band()[side];
        let gate_y = if side == 0 { edge.max(y0) } else { edge.min(y0) };
        let room = ((gate_y - y0).abs() / LEAST_STEP_PX) as usize;
        let kept = xs.len().min(room.saturating_sub(1));
        let space = self.context.plots[side].space.number() as f32;
        let mut point = |x: f32, y: f32| points.push(CurvePoint { x, y, space, reserved: 0.0 });
        let drawn_in = |x: f32| x0 + beta * (x - x0);
        // The last node that is kept is the root.
        let x = |place: usize| drawn_in(xs[(place + 1) * xs.len() / kept - 1]);
        let y = |place: usize| y0 + (gate_y - y0) * (place + 1) as f32 / (kept + 1) as f32;
        let gate_x = xs.last().map_or(x0, |&root| drawn_in(root));
        if side == 0 {
            point(x0, y0);
            (0..kept).for_each(|place| point(x(place), y(place)));
            point(gate_x, gate_y);
        } else {
            point(gate_x, gate_y);
            (0..kept).rev().for_each(|place| point(x(place), y(place)));
            point(x0, y0);
        }
    }
}

/// Clamps every node to the span of the nodes below it, from the bottom up.
fn clamp(nodes: &mut [Node]) {
    let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
    order.order_by_key(|&node| std::cmp::Reverse(nodes[node as usize].depth));
    for place in order {
        let node = &mut nodes[place as usize];
        // A node with only boxes of calls under a pixel or calls inside the band below it has no span. It keeps its own
        // x.
        if node.low <= node.high {
            node.x = node.x.clamp(node.low, node.high);
        }
        node.bounds = node.bounds.union(Rect::new(node.x, node.y, node.x, node.y));
        let Node { x, parent, bounds, .. } = *node;
        if parent != NONE {
            let above = &mut nodes[parent as usize];
            above.spread(x);
            above.bounds = above.bounds.union(bounds);
        }
    }
}

/// The children of all nodes.
struct Children {
    /// Place in `list` at which the children of each node begin, and the end of the last ones.
    from: Vec<u32>,
    list: Vec<u32>,
}

/// Returns the children of every node.
fn below(nodes: &[Node]) -> Children {
    let mut from = vec![0u32; nodes.len() + 1];
    for node in nodes.iter().filter(|node| node.parent != NONE) {
        from[node.parent as usize + 1] += 1;
    }
    for place in 1..from.len() {
        from[place] += from[place - 1];
    }
    let mut next = from.clone();
    let mut list = vec![0; from.last().map_or(0, |&all| all as usize)];
    for (place, node) in nodes.iter().enumerate().filter(|(_, node)| node.parent != NONE) {
        let slot = &mut next[node.parent as usize];
        list[*slot as usize] = place as u32;
        *slot += 1;
    }
    Children { from, list }
}

/// Returns the node nearest to a point among `top` and all nodes below it. The first one wins a tie. Skips subtrees
/// whose bounds are no nearer than the best node so far.
fn nearest(nodes: &[Node], children: &Children, top: u32, at: [f32; 2]) -> u32 {
    let Children { from, list } = children;
    let mut open = vec![top];
    let (mut best, mut least) = (top, f32::INFINITY);
    while let Some(place) = open.pop() {
        let node = &nodes[place as usize];
        let Rect { x0, y0, x1, y1 } = node.bounds;
        if square(at[0].max(x0).min(x1) - at[0], at[1].max(y0).min(y1) - at[1]) >= least {
            continue;
        }
        let distance = square(node.x - at[0], node.y - at[1]);
        if distance < least {
            (best, least) = (place, distance);
        }
        let below = from[place as usize] as usize..from[place as usize + 1] as usize;
        open.extend(list[below].iter().rev());
    }
    best
}

/// Returns the square of a length. In floats, too, it never decreases when a side grows, which [`nearest`] relies on.
fn square(x: f32, y: f32) -> f32 {
    x.powi(2) + y.powi(2)
}

impl Node {
    fn spread(&mut self, x: f32) {
        self.low = self.low.min(x);
        self.high = self.high.max(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::Rng;
    use proptest::prelude::*;

    /// Builds random trees, callers before their callees.
    fn forest(seed: u64, count: u32) -> Vec<Node> {
        let mut rng = Rng::new(seed);
        let mut nodes: Vec<Node> = Vec::new();
        for place in 0..count {
            let parent =
                if place == 0 || rng.below(8) == 0 { NONE } else { rng.below(u64::from(place)) as u32 };
            let depth = nodes.get(parent as usize).map_or(0, |above| above.depth + 1);
            // Integer coordinates, so that some distances are equal.
            let [x, y] = [0, 1].map(|_| rng.below(12) as f32);
            let (low, high) = (f32::INFINITY, f32::NEG_INFINITY);
            nodes.push(Node { depth, parent, x, y, low, high, bounds: EMPTY });
        }
        nodes
    }

    /// Collects a node and all nodes below it, each before its own descendants.
    fn all_below(nodes: &[Node], top: u32, out: &mut Vec<u32>) {
        out.push(top);
        for place in (0..nodes.len() as u32).filter(|&place| nodes[place as usize].parent == top) {
            all_below(nodes, place, out);
        }
    }

    proptest! {
        #[test]
        fn nearest_equals_exhaustive_search(seed: u64, count in 1u32..60, x in -2i8..14, y in -2i8..14) {
            let mut nodes = forest(seed, count);
            clamp(&mut nodes);
            let (tree, at) = (below(&nodes), [f32::from(x), f32::from(y)]);
            for top in 0..count {
                let mut all = Vec::new();
                all_below(&nodes, top, &mut all);
                let distance = |&place: &u32| {
                    let node = &nodes[place as usize];
                    square(node.x - at[0], node.y - at[1])
                };
                let first = all.iter().copied().min_by(|one, other| distance(one).total_cmp(&distance(other)));
                prop_assert_eq!(Some(nearest(&nodes, &tree, top, at)), first);
            }
        }
    }
}
