//! Small programs as trees, with functions that add and remove layers.

use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) inside: Vec<Node>,
}

pub(crate) fn node(name: &str, inside: Vec<Node>) -> Node {
    Node { name: name.to_owned(), inside }
}

pub(crate) fn leaf(name: &str) -> Node {
    node(name, Vec::new())
}

impl Node {
    pub(crate) fn calls(&self) -> usize {
        1 + self.inside.iter().map(Self::calls).sum::<usize>()
    }

    /// Returns the node at a position in pre-order.
    fn at(&mut self, place: usize) -> &mut Self {
        let mut left = place;
        let mut node = self;
        while left > 0 {
            left -= 1;
            let mut next = 0;
            while left >= node.inside[next].calls() {
                left -= node.inside[next].calls();
                next += 1;
            }
            node = &mut node.inside[next];
        }
        node
    }
}

/// Returns a random tree of some calls of some functions. All random trees use the same names.
pub(crate) fn random(rng: &mut Rng, calls: usize, functions: u64) -> Node {
    let mut root = leaf("main");
    for _ in 1..calls {
        let place = rng.below(root.calls() as u64) as usize;
        let name = format!("f{}", rng.below(functions));
        let row = &mut root.at(place).inside;
        let at = rng.below(row.len() as u64 + 1) as usize;
        row.insert(at, leaf(&name));
    }
    root
}

/// Puts a frame around some siblings, with a new name or one that other frames have.
pub(crate) fn insert_layer(rng: &mut Rng, root: &mut Node, functions: u64) {
    let place = rng.below(root.calls() as u64) as usize;
    let row = &mut root.at(place).inside;
    let from = rng.below(row.len() as u64 + 1) as usize;
    let to = from + rng.below((row.len() - from) as u64 + 1) as usize;
    let name = rng.below(2 * functions);
    let held: Vec<Node> = row.drain(from..to).collect();
    row.insert(from, node(&format!("f{name}"), held));
}

/// Removes a frame and puts its children in its place.
pub(crate) fn remove_layer(rng: &mut Rng, root: &mut Node) {
    let place = rng.below(root.calls() as u64) as usize;
    let row = &mut root.at(place).inside;
    if !row.is_empty() {
        let at = rng.below(row.len() as u64) as usize;
        let held = std::mem::take(&mut row[at].inside);
        row.splice(at..=at, held);
    }
}

/// Builds a trace of one lane from a tree. Each call starts a tick before its contents and ends a tick after them.
pub(crate) fn traced(root: &Node) -> Trace {
    fn record(builder: &mut Builder, lane: diptych_trace::LaneId, node: &Node, start: i64) -> i64 {
        let function = builder.function(FunctionSpec { name: &node.name, ..FunctionSpec::default() });
        let end = start + 2 * node.calls() as i64;
        builder.call(lane, CallSpec { start, end, function, source: 0 });
        node.inside.iter().fold(start + 1, |at, inside| record(builder, lane, inside, at));
        end
    }
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    record(&mut builder, lane, root, 0);
    builder.finish().remove(0).1
}
