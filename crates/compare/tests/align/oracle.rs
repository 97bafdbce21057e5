//! The largest mapping of two small forests that keeps order and ancestry, computed in a slow and simple way.

use diptych_compare::align::{Alignment, Kind};
use diptych_trace::{CallId, Trace};
use std::collections::HashMap;

/// A forest in post-order: the identity of each node, and the start of its subtree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forest {
    names: Vec<String>,
    firsts: Vec<usize>,
}

impl Forest {
    /// Collects all calls of a trace of one lane.
    pub(crate) fn of(trace: &Trace) -> Self {
        let mut forest = Self::default();
        let calls = trace.calls();
        for root in (0..calls.len() as u32).map(CallId).filter(|call| calls.depth()[call.index()] == 0) {
            forest.add(trace, root);
        }
        forest
    }

    fn add(&mut self, trace: &Trace, call: CallId) {
        let first = self.names.len();
        trace.calls().children(call).for_each(|child| self.add(trace, child));
        self.names.push(trace.call_name(call).to_owned());
        self.firsts.push(first);
    }
}

/// A part of a forest: from a node to before another one, in post-order.
type Part = (usize, usize);

/// Returns the number of pairs in the largest mapping. Considers the last trees of both parts: either the root of one
/// is left out, or both roots are partners. Every part reached is solved once.
pub(crate) fn largest(a: &Forest, b: &Forest) -> usize {
    solve([a, b], [(0, a.names.len()), (0, b.names.len())], &mut HashMap::new())
}

fn solve(forests: [&Forest; 2], parts: [Part; 2], solved: &mut HashMap<[Part; 2], usize>) -> usize {
    let [(from_a, to_a), (from_b, to_b)] = parts;
    if from_a == to_a || from_b == to_b {
        return 0;
    }
    if let Some(&known) = solved.get(&parts) {
        return known;
    }
    let [x, y] = [to_a - 1, to_b - 1];
    let mut best =
        solve(forests, [(from_a, x), parts[1]], solved).max(solve(forests, [parts[0], (from_b, y)], solved));
    if forests[0].names[x] == forests[1].names[y] {
        let [first_x, first_y] = [forests[0].firsts[x], forests[1].firsts[y]];
        let inside = solve(forests, [(first_x, x), (first_y, y)], solved);
        let before = solve(forests, [(from_a, first_x), (from_b, first_y)], solved);
        best = best.max(1 + inside + before);
    }
    solved.insert(parts, best);
    best
}

/// Returns the number of pairs in the largest mapping by trying all mappings. For a few calls only.
pub(crate) fn largest_of_all(a: &Forest, b: &Forest) -> usize {
    fn extend(a: &Forest, b: &Forest, next: usize, pairs: &mut Vec<(usize, usize)>) -> usize {
        if next == a.names.len() {
            return pairs.len();
        }
        let mut best = extend(a, b, next + 1, pairs);
        for other in 0..b.names.len() {
            // In post-order a later call may enclose an earlier one, but never the other way round.
            let fits =
                pairs.iter().all(|&(x, y)| y < other && (x >= a.firsts[next]) == (y >= b.firsts[other]));
            if fits && a.names[next] == b.names[other] {
                pairs.push((next, other));
                best = best.max(extend(a, b, next + 1, pairs));
                pairs.pop();
            }
        }
        best
    }
    extend(a, b, 0, &mut Vec::new())
}

/// Returns the pairs of an alignment that keep order and ancestry: neither call moved or has a moved caller.
pub(crate) fn in_order(a: &Trace, alignment: &Alignment) -> Vec<(CallId, CallId)> {
    let of = &alignment.sides[0];
    let mut stands: Vec<bool> = Vec::new();
    let mut pairs = Vec::new();
    for (row, parent) in a.calls().parent().iter().enumerate() {
        let holds = parent.some().is_none_or(|parent| stands[parent.index()]);
        stands.push(holds && of.kind[row] != Kind::Moved);
        if stands[row] && of.kind[row] == Kind::Matched {
            pairs.push((CallId(row as u32), of.partner[row]));
        }
    }
    pairs
}
