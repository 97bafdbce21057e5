//! Stacks of traces with folded calls: their times do not depend on the partners of single calls.

mod aligned;

use aligned::with_aligned;
use diptych_profile::{CallTree, NodeId, UnionTree};
use diptych_testkit::{Shape, folded, generate};
use diptych_trace::{IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Inclusive ticks of each stack of both sides, outermost function first.
type Stacks = BTreeMap<Vec<IdentityId>, [i64; 2]>;

/// Aligns two traces and adds up their stacks, along the paths that are compared and along the plain stacks.
fn compared_and_plain(a: &Trace, b: &Trace) -> [Stacks; 2] {
    with_aligned(a, b, |aligned, trees| {
        let pair = aligned.pair;
        let plain =
            [0, 1].map(|side| CallTree::new(pair.traces[side], pair.identities[side], &mut |_, _| ()));
        [stacks(trees.map(|part| part.tree)), stacks(plain)]
    })
}

fn stacks([a, b]: [CallTree; 2]) -> Stacks {
    let union = UnionTree::new(&[(0, Arc::new(a)), (1, Arc::new(b))]);
    let path = |node| {
        let up = std::iter::successors(Some(node), |node: &NodeId| union.parent()[node.index()].some());
        let mut path: Vec<IdentityId> = up.map(|node| union.identity()[node.index()]).collect();
        path.reverse();
        path
    };
    let ticks = |node| [0, 1].map(|run: usize| union.runs()[run].inclusive_spread(node).ticks);
    union.nodes().map(|node| (path(node), ticks(node))).collect()
}

proptest! {
    #[test]
    fn stack_of_both_sides_keeps_its_time_when_calls_are_folded(seeds: (u64, u64), lanes: [u64; 2]) {
        let side = |seed: u64, lanes: u64| {
            let lanes = 1 + (lanes % 3) as usize;
            generate(seed, Shape { calls: 40, lanes, functions: 4, max_depth: 4, extent: 10_000 })
        };
        let a = folded(&side(seeds.0, lanes[0]), |call| i64::from(call.0 % 3 + 1));
        let [compared, plain] = compared_and_plain(&a, &side(seeds.1, lanes[1]));
        // A stack of both sides keeps its path, since the stacks of its callers are of both sides, too. Calls below a
        // layer of one side may come to it.
        for (path, ticks) in plain.iter().filter(|(_, ticks)| ticks.iter().all(|&ticks| ticks > 0)) {
            let found = compared.get(path).copied().unwrap_or_default();
            prop_assert!((0..2).all(|side| found[side] >= ticks[side]), "{path:?}: {ticks:?}, but {found:?}");
        }
    }
}
