//! Tests of call trees and union trees, against pictures and against naive twins.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_profile::{CallTree, Groups, NodeId, PartTree, Spread, TreePart, UnionTree, totals};
use diptych_testkit::{IdentityTable, Shape, generate, trace};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, IdentityId, LaneKind, Sink, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

fn tree(trace: &Trace, table: &mut IdentityTable) -> CallTree {
    CallTree::new(trace, &table.identify_all(trace, IdentityTable::plain_key), &mut |_, _| ())
}

/// Prints the tree indented, with calls, self time and inclusive time.
fn picture(tree: &CallTree, table: &IdentityTable) -> String {
    let mut depth = vec![0; tree.len()];
    let mut out = String::new();
    for row in 0..tree.len() {
        depth[row] = tree.parent()[row].some().map_or(0, |up| depth[up.index()] + 1);
        let name = table.key(tree.identity()[row]).split('\u{1f}').next().unwrap();
        let (calls, own, all) = (tree.calls()[row], tree.self_ticks()[row], tree.inclusive_ticks()[row]);
        writeln!(out, "{:1$}{name} ×{calls} self {own} of {all}", "", depth[row] * 2).unwrap();
    }
    out
}

#[test]
fn calls_of_one_path_are_one_node() {
    let mut table = IdentityTable::default();
    let trace = trace(
        "
        one
          0..100 run
            10..30 parse
              12..20 read
            40..60 emit
            70..90 parse
              70..75 write
        two
          0..50 run
            5..10 emit
        ",
    );
    let tree = tree(&trace, &mut table);
    assert_eq!(
        picture(&tree, &table),
        "run ×2 self 85 of 150\n  parse ×2 self 27 of 40\n    read ×1 self 8 of 8\n    write ×1 self 5 of 5\n  \
         emit ×2 self 25 of 25\n"
    );
    assert_eq!(tree.first_call()[0], CallId(0));
    assert_eq!((tree.extent(), tree.total_ticks()), (100, 150));
}

#[test]
fn a_hundred_thousand_calls_deep_stack_is_a_path() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let names = ["f", "g"].map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() }));
    let deep = 100_000;
    for at in 0..deep {
        let function = names[at as usize % 2];
        builder.call(lane, CallSpec { start: at, end: 2 * deep - at, function, source: 0 });
    }
    let trace = builder.finish().remove(0).1;
    let tree = Arc::new(tree(&trace, &mut IdentityTable::default()));
    assert_eq!(tree.len(), deep as usize);
    assert_eq!(tree.totals(2).total_ticks, [2 * deep, 2 * deep - 2]);
    let union = UnionTree::new(&[(0, Arc::clone(&tree)), (1, tree)]);
    let innermost = NodeId(deep as u32 - 1);
    assert_eq!(union.path(innermost).len(), deep as usize);
    assert_eq!(union.find(&union.path(innermost)), Some(innermost));
}

type Path = Vec<IdentityId>;

/// Walks up from a call to spell out its whole path.
fn path_of(trace: &Trace, identities: &[IdentityId], call: CallId) -> Path {
    let up = std::iter::successors(Some(call), |call| trace.calls().parent()[call.index()].some());
    let mut path: Path = up.map(|call| identities[trace.calls().function()[call.index()].index()]).collect();
    path.reverse();
    path
}

/// Returns a map from whole paths to the self times and durations of their calls.
fn naive(trace: &Trace, identities: &[IdentityId]) -> BTreeMap<Path, (Vec<i64>, Vec<i64>)> {
    let mut paths: BTreeMap<Path, (Vec<i64>, Vec<i64>)> = BTreeMap::new();
    for id in (0..trace.calls().len() as u32).map(CallId) {
        let entry = paths.entry(path_of(trace, identities, id)).or_default();
        entry.0.push(trace.calls().self_time(id));
        entry.1.push(trace.calls().duration(id));
    }
    paths
}

fn spread(durations: &[i64], with_longest: bool) -> Spread {
    Spread {
        calls: durations.len() as u64,
        ticks: durations.iter().sum(),
        squares: durations.iter().map(|&ticks| (ticks * ticks) as f64).sum(),
        longest: if with_longest { durations.iter().copied().max().unwrap_or(0) } else { 0 },
    }
}

fn own_path(tree: &CallTree, node: NodeId) -> Path {
    let up = std::iter::successors(Some(node), |node| tree.parent()[node.index()].some());
    let mut path: Path = up.map(|node| tree.identity()[node.index()]).collect();
    path.reverse();
    path
}

#[test]
fn variance_is_that_of_the_calls() {
    let durations = [3i64, 5, 10];
    assert_eq!(spread(&durations, true).mean(), 6.0);
    assert_eq!(spread(&durations, true).variance(), 13.0);
    assert_eq!(spread(&durations[..1], true).variance(), 0.0);
}

proptest! {
    #[test]
    fn a_tree_equals_a_map_of_whole_paths(seed: u64) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        let identities = IdentityTable::default().identify_all(&trace, IdentityTable::plain_key);
        let part = TreePart::whole();
        let PartTree { tree, nodes, .. } = CallTree::of_part(&trace, &identities, part, &mut |_, _| ());
        let paths = naive(&trace, &identities);
        prop_assert_eq!(tree.len(), paths.len());
        for node in (0..tree.len() as u32).map(NodeId) {
            let (own, all) = &paths[&own_path(&tree, node)];
            prop_assert_eq!(tree.self_spread(node), spread(own, true));
            prop_assert_eq!(tree.inclusive_spread(node), spread(all, false));
            let inside = (0..tree.len() as u32)
                .filter(|&other| own_path(&tree, NodeId(other)).starts_with(&own_path(&tree, node)));
            prop_assert_eq!(tree.subtree(node).collect::<Vec<_>>(), inside.collect::<Vec<_>>());
        }
        for (row, &node) in nodes.iter().enumerate() {
            prop_assert_eq!(own_path(&tree, node), path_of(&trace, &identities, CallId(row as u32)));
        }
        let firsts: Vec<u32> = tree.first_call().iter().map(|call| nodes[call.index()].0).collect();
        prop_assert_eq!(firsts, (0..tree.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn common_calls_have_paths_of_common_calls(seed: u64, common in any::<u64>(), left_out in prop_oneof![Just(0u64), any::<u64>()]) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        let identities = IdentityTable::default().identify_all(&trace, IdentityTable::plain_key);
        let calls = trace.calls();
        let bit = |bits: u64, call: CallId| bits >> (call.0 * 7 % 61) & 1 == 1;
        let is_left_out = |call: CallId| bit(left_out, call) && bit(!common, call);
        let is_common = |call: CallId| bit(common, call);
        let part = TreePart { is_left_out: Some(&is_left_out), is_common: Some(&is_common), ..TreePart::whole() };
        let PartTree { tree, nodes } = CallTree::of_part(&trace, &identities, part, &mut |_, _| ());
        let parent = |call: CallId| calls.parent()[call.index()].some();
        // The caller on whose path a call is.
        let caller = |call: CallId| {
            let mut up = std::iter::successors(parent(call), |&call| parent(call));
            up.find(|&call| !is_left_out(call)).and_then(|first| {
                if !is_common(call) { return Some(first); }
                std::iter::successors(Some(first), |&call| parent(call)).find(|&call| is_common(call))
            })
        };
        // The function of one side between a call and the path of its caller.
        let between = |call: CallId| {
            let direct = std::iter::successors(parent(call), |&call| parent(call)).find(|&call| !is_left_out(call));
            let own = direct.filter(|&direct| is_common(call) && !is_common(direct));
            own.map_or(IdentityId::NONE, |direct| identities[calls.function()[direct.index()].index()])
        };
        let mut betweens: BTreeMap<NodeId, Vec<IdentityId>> = BTreeMap::new();
        let mut sums: BTreeMap<Path, (Vec<i64>, i64)> = BTreeMap::new();
        for call in (0..calls.len() as u32).map(CallId) {
            if is_left_out(call) {
                prop_assert_eq!(nodes[call.index()], NodeId::NONE);
                continue;
            }
            let up = std::iter::successors(Some(call), |&call| caller(call));
            let mut path: Path = up.map(|call| identities[calls.function()[call.index()].index()]).collect();
            path.reverse();
            prop_assert_eq!(&own_path(&tree, nodes[call.index()]), &path);
            betweens.entry(nodes[call.index()]).or_default().push(between(call));
            sums.entry(path.clone()).or_default().0.push(calls.self_time(call));
            for end in 1..=path.len() {
                sums.entry(path[..end].to_vec()).or_default().1 += calls.self_time(call);
            }
        }
        prop_assert_eq!(tree.len(), sums.len());
        let is_whole = !(0..calls.len() as u32).map(CallId).any(is_left_out);
        for node in (0..tree.len() as u32).map(NodeId) {
            let (own, below) = &sums[&own_path(&tree, node)];
            prop_assert_eq!(tree.self_spread(node), spread(own, true));
            let betweens = &betweens[&node];
            let is_same = betweens.iter().all(|of| *of == betweens[0]);
            prop_assert_eq!(tree.between()[node.index()], if is_same { betweens[0] } else { IdentityId::NONE });
            // Inclusive times of callers contain the own time of calls that are left out.
            if is_whole {
                prop_assert_eq!(tree.inclusive_ticks()[node.index()], *below);
            }
        }
    }

    #[test]
    fn renaming_identities_later_equals_renaming_before(seed: u64, names in 1u32..8) {
        let trace = generate(seed, Shape::SMALL);
        let functions = trace.functions().len() as u32;
        let own: Vec<IdentityId> = (0..functions).map(IdentityId).collect();
        // Several functions share a name, and the order of the names differs.
        let new: Vec<IdentityId> = (0..functions).map(|id| IdentityId(id * 5 % 7 % names)).collect();
        let tree = |identities: &[IdentityId]| CallTree::new(&trace, identities, &mut |_, _| ());
        let (renamed, named) = (tree(&own).under(&new), tree(&new));
        prop_assert_eq!(renamed.to_columns(), named.to_columns());
        prop_assert_eq!(renamed.subtree_end(), named.subtree_end());
    }

    #[test]
    fn totals_of_a_tree_are_totals_of_its_calls(seed: u64) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        let mut table = IdentityTable::default();
        let identities = table.identify_all(&trace, IdentityTable::plain_key);
        let tree = CallTree::new(&trace, &identities, &mut |_, _| ());
        let groups = Groups::new(identities.iter().map(|identity| identity.0).collect());
        prop_assert_eq!(tree.totals(table.len()), totals(&trace, &groups, |_| ()));
        let spreads = tree.self_spreads(table.len());
        prop_assert_eq!(spreads.iter().map(|of| of.calls).sum::<u64>(), trace.calls().len() as u64);
    }

    #[test]
    fn union_has_every_path_once_in_any_run_order(seed: u64, others in 1usize..4) {
        let mut table = IdentityTable::default();
        let traces: Vec<Trace> = (0..=others as u64)
            .map(|run| generate(seed.wrapping_add(run), Shape { functions: 3, ..Shape::SMALL }))
            .collect();
        let mut runs: Vec<(usize, Arc<CallTree>)> =
            traces.iter().enumerate().map(|(run, trace)| (run % 2, Arc::new(tree(trace, &mut table)))).collect();
        let union = UnionTree::new(&runs);
        let mut paths: Vec<Path> = union.nodes().map(|node| union.path(node)).collect();
        for (node, path) in union.nodes().zip(&paths) {
            prop_assert_eq!(union.find(path), Some(node));
            let elsewhere = [&path[..], &[IdentityId(u32::MAX)]].concat();
            prop_assert_eq!((union.find(&elsewhere), union.find(&elsewhere[path.len()..])), (None, None));
        }
        prop_assert_eq!(union.find(&[]), None);
        for (run, (side, tree)) in union.runs().iter().zip(&runs) {
            prop_assert_eq!(run.side, *side);
            let owned: Vec<NodeId> = union.nodes().filter_map(|node| run.own(node)).collect();
            prop_assert_eq!(owned.len(), tree.len());
            for node in union.nodes() {
                let Some(own) = run.own(node) else { continue };
                prop_assert_eq!(own_path(tree, own), union.path(node));
                prop_assert_eq!(run.calls(node), tree.calls()[own.index()]);
            }
        }
        for node in union.nodes() {
            let held = union.runs().iter().any(|run| run.own(node).is_some());
            prop_assert!(held, "no run has {node:?}");
        }
        // Pre-order with siblings by identity is the lexicographic order of paths.
        prop_assert!(paths.is_sorted());
        paths.dedup();
        prop_assert_eq!(paths.len(), union.len());
        runs.reverse();
        let turned = UnionTree::new(&runs);
        prop_assert_eq!(turned.nodes().map(|node| turned.path(node)).collect::<Vec<_>>(), paths);
        prop_assert_eq!(turned.subtree_end(), union.subtree_end());
    }
}
