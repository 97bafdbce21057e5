//! Stacks of one side that the other side has too, perhaps without some of their functions.

use diptych_profile::{CallTree, NodeId, UnionTree};
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Returns, for each node of `tree`, whether `other` has its stack. Functions of the stack may be layers that `other` lacks: if
/// `tree` has `main › layer › work`, then `other` may have `main › work` instead, unless `tree` has both. O(nodes of both).
pub(super) fn stacks_of_both(tree: &Arc<CallTree>, other: &Arc<CallTree>) -> Vec<bool> {
    let union = UnionTree::new(&[(0, Arc::clone(tree)), (1, Arc::clone(other))]);
    let [own, others] = [0, 1].map(|run: usize| &union.runs()[run]);
    let callees: FxHashMap<(NodeId, IdentityId), NodeId> = union
        .nodes()
        .map(|node| ((union.parent()[node.index()], union.identity()[node.index()]), node))
        .collect();
    // The stack of the other side for each stack of this side that has one.
    let mut counterpart = vec![NodeId::NONE; union.len()];
    // The innermost function of each stack that is no layer.
    let mut innermost = vec![NodeId::NONE; union.len()];
    let mut is_of_both = vec![false; tree.len()];
    for node in union.nodes() {
        let Some(of_own) = own.own(node) else { continue };
        let (parent, function) = (union.parent()[node.index()], union.identity()[node.index()]);
        let caller = parent.some().map_or(NodeId::NONE, |parent| innermost[parent.index()]);
        let callee = |caller: NodeId| callees.get(&(caller, function)).copied();
        let of_caller = caller.some().map_or(NodeId::NONE, |caller| counterpart[caller.index()]);
        let is_called_directly = || callee(caller).is_some_and(|direct| own.own(direct).is_some());
        let found = match others.own(node) {
            Some(_) => Some(node),
            None if parent != caller && is_called_directly() => None,
            None => callee(of_caller).filter(|&direct| others.own(direct).is_some()),
        };
        counterpart[node.index()] = found.unwrap_or(NodeId::NONE);
        innermost[node.index()] = if found.is_some() { node } else { caller };
        is_of_both[of_own.index()] = found.is_some();
    }
    is_of_both
}

#[cfg(test)]
mod tests {
    use super::stacks_of_both;
    use diptych_profile::{CallTree, NodeId};
    use diptych_testkit::{Shape, generate, trace};
    use diptych_trace::{IdentityId, Trace};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    type Stack = Vec<IdentityId>;

    /// Returns the call trees of two traces, whose functions are told apart by their names.
    fn trees(traces: [&Trace; 2]) -> [Arc<CallTree>; 2] {
        let mut names: Vec<String> = Vec::new();
        traces.map(|trace| {
            let specs = trace.functions().specs(trace.names());
            let identities: Vec<IdentityId> = specs
                .iter()
                .map(|spec| {
                    let known = names.iter().position(|name| name == spec.name);
                    let place = known.unwrap_or_else(|| {
                        names.push(spec.name.to_owned());
                        names.len() - 1
                    });
                    IdentityId(place as u32)
                })
                .collect();
            Arc::new(CallTree::new(trace, &identities, &mut |_, _| ()))
        })
    }

    fn stack(tree: &CallTree, node: NodeId) -> Stack {
        let up = std::iter::successors(Some(node), |node: &NodeId| tree.parent()[node.index()].some());
        let mut stack: Stack = up.map(|node| tree.identity()[node.index()]).collect();
        stack.reverse();
        stack
    }

    /// Follows one stack from its outermost function, by sets of whole stacks.
    fn naive(stack: &[IdentityId], own: &BTreeSet<Stack>, other: &BTreeSet<Stack>) -> bool {
        let (mut kept, mut counterpart, mut is_found) = (0, Stack::new(), false);
        for place in 0..stack.len() {
            let called_by = |mut caller: Stack| {
                caller.push(stack[place]);
                caller
            };
            let (is_layer_around, direct) = (kept < place, called_by(stack[..kept].to_vec()));
            let same = stack[..=place].to_vec();
            let reduced = called_by(counterpart.clone());
            let found = if other.contains(&same) {
                Some(same)
            } else if is_layer_around && own.contains(&direct) {
                None
            } else {
                Some(reduced).filter(|reduced| other.contains(reduced))
            };
            is_found = found.is_some();
            if let Some(found) = found {
                (kept, counterpart) = (place + 1, found);
            }
        }
        is_found
    }

    proptest! {
        #[test]
        fn stacks_equal_naive_ones(seeds: (u64, u64), functions in 2usize..6) {
            let side = |seed| generate(seed, Shape { calls: 60, lanes: 1, functions, max_depth: 6, extent: 10_000 });
            let (a, b) = (side(seeds.0), side(seeds.1));
            let [own, other] = trees([&a, &b]);
            let all = |tree: &CallTree| tree.nodes().map(|node| stack(tree, node)).collect::<BTreeSet<_>>();
            let found = stacks_of_both(&own, &other);
            for node in own.nodes() {
                let expected = naive(&stack(&own, node), &all(&own), &all(&other));
                prop_assert_eq!(found[node.index()], expected, "{:?}", stack(&own, node));
            }
        }
    }

    #[test]
    fn layer_is_left_out_only_if_its_callee_has_no_other_stack() {
        let with_layer = "t\n  0..100 main\n    0..90 layer\n      10..80 work\n        20..30 step\n";
        let without = trace("t\n  0..100 main\n    10..80 work\n      20..30 step\n");
        let [own, other] = trees([&trace(with_layer), &without]);
        assert_eq!(stacks_of_both(&own, &other), [true, false, true, true]);
        let both = trace(&format!("{with_layer}    92..98 work\n"));
        let [own, other] = trees([&both, &without]);
        let named: Vec<bool> = own.nodes().map(|node| stacks_of_both(&own, &other)[node.index()]).collect();
        assert_eq!(
            named.iter().filter(|is_common| **is_common).count(),
            2,
            "main, and the work beside the layer"
        );
    }
}
