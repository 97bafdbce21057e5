//! Tests of the trees that profile views draw, against naive twins on whole stacks.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_profile::{
    Folding, FunctionTable, Funky, LeastShown, MeasuredTree, NodeId, Order, SortedSiblings, TreePart, Weight,
    WeightedTree, WidthBy, Widths, funky_columns, totals,
};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{
    Builder, CallId, CallSpec, FunctionSpec, IdentityId, LaneId, LaneKind, Sink, Trace, Unit,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

type Path = Vec<IdentityId>;

const FUNCTIONS: usize = 4;

fn small(seed: u64) -> Trace {
    generate(seed, Shape { functions: FUNCTIONS, ..Shape::SMALL })
}

fn identities(trace: &Trace) -> Vec<IdentityId> {
    // By name, so that both sides of a pair have the same numbering.
    let name = |id| trace.functions().get(trace.names(), id).name[1..].parse().unwrap();
    trace.functions().ids().map(|id| IdentityId(name(id))).collect()
}

fn measured(trace: &Trace, weight: Weight) -> MeasuredTree {
    MeasuredTree::new(trace, &identities(trace), TreePart::whole(), weight, &mut |_, _| ())
}

fn one(trace: &Trace) -> WeightedTree {
    WeightedTree::one(&measured(trace, Weight::Ticks))
}

fn pair(seed: u64) -> WeightedTree {
    let [a, b] = [small(seed), small(seed ^ 0xABCD)].map(|trace| measured(&trace, Weight::Ticks));
    WeightedTree::pair([&a, &b])
}

/// A single call: its whole stack and its self time.
struct Stack {
    call: CallId,
    path: Path,
    own: i64,
    start: i64,
}

fn stacks(trace: &Trace) -> Vec<Stack> {
    let (calls, identities) = (trace.calls(), identities(trace));
    let stack = |id: CallId| {
        let up = std::iter::successors(Some(id), |id| calls.parent()[id.index()].some());
        let mut path: Path = up.map(|id| identities[calls.function()[id.index()].index()]).collect();
        path.reverse();
        Stack { call: id, path, own: calls.self_time(id), start: calls.start()[id.index()] }
    };
    (0..calls.len() as u32).map(|id| stack(CallId(id))).collect()
}

/// Folds a stack from the root. Returns the folded stack, the number of frames that each of its frames represents, and
/// whether the last frame was folded.
fn fold(path: &[IdentityId], folding: Folding) -> (Path, Vec<u32>, bool) {
    let (mut folded, mut frames, mut last): (Path, Vec<u32>, bool) = (Vec::new(), Vec::new(), false);
    for &function in path {
        let at = match folding {
            Folding::AsCalled => None,
            Folding::Direct => (folded.last() == Some(&function)).then(|| folded.len() - 1),
            Folding::Full => folded.iter().position(|&on_stack| on_stack == function),
        };
        last = at.is_some();
        if let Some(at) = at {
            folded.truncate(at + 1);
            frames.truncate(at + 1);
            frames[at] += 1;
        } else {
            folded.push(function);
            frames.push(1);
        }
    }
    (folded, frames, last)
}

/// For each path: own weight, calls, folded calls, first start, most frames.
type Sums = BTreeMap<Path, (i64, u64, u64, i64, u32)>;

fn sums(tree: &WeightedTree, side: usize) -> Sums {
    let weights = &tree.sides()[side];
    let row = |node: NodeId| {
        let at = node.index();
        let sums =
            (weights.own[at], weights.calls[at], weights.folded[at], weights.first[at], tree.recursion()[at]);
        (tree.path(node), sums)
    };
    tree.nodes().filter(|&node| weights.has(node)).map(row).collect()
}

fn naive_sums(stacks: impl Iterator<Item = (Path, i64, u64, u64, i64, u32)>) -> Sums {
    let mut sums = Sums::new();
    for (path, own, calls, folded, start, frames) in stacks {
        let entry = sums.entry(path).or_insert((0, 0, 0, i64::MAX, 1));
        *entry = (entry.0 + own, entry.1 + calls, entry.2 + folded, entry.3.min(start), entry.4.max(frames));
    }
    sums
}

/// Drops the numbers of folded frames, which two sides share.
fn without_frames(sums: Sums) -> BTreeMap<Path, (i64, u64, u64, i64)> {
    sums.into_iter()
        .map(|(path, (own, calls, folded, first, _))| (path, (own, calls, folded, first)))
        .collect()
}

/// Checks that totals are sums, nodes are in pre-order, no path occurs twice, and every path is on a side.
fn check(tree: &WeightedTree) {
    let mut paths: Vec<Path> = tree.nodes().map(|node| tree.path(node)).collect();
    for node in tree.nodes() {
        assert!(tree.sides().iter().any(|side| side.has(node)), "{node:?} is on no side");
        for side in tree.sides() {
            let below: i64 = tree.children(node).map(|child| side.total[child.index()]).sum();
            assert_eq!(side.total[node.index()], side.own[node.index()] + below);
            assert_eq!(side.first[node.index()] == i64::MAX, !side.has(node));
        }
        let inside =
            (0..tree.len() as u32).filter(|&row| paths[row as usize].starts_with(&paths[node.index()]));
        assert_eq!(tree.subtree(node).collect::<Vec<_>>(), inside.collect::<Vec<_>>());
    }
    paths.sort();
    assert!(paths.windows(2).all(|two| two[0] != two[1]));
    for (number, side) in tree.sides().iter().enumerate() {
        assert_eq!(tree.whole(number), side.own.iter().sum::<i64>());
    }
}

const FOLDINGS: [Folding; 3] = [Folding::AsCalled, Folding::Direct, Folding::Full];

proptest! {
    #[test]
    fn a_folded_tree_equals_folded_stacks(seed: u64) {
        let trace = small(seed);
        let stacks = stacks(&trace);
        for folding in FOLDINGS {
            let tree = one(&trace).folded(folding, FUNCTIONS).into_owned();
            check(&tree);
            let folded = stacks.iter().map(|stack| {
                let (path, frames, last) = fold(&stack.path, folding);
                (path, stack.own, 1, u64::from(last), stack.start, *frames.last().unwrap())
            });
            prop_assert_eq!(sums(&tree, 0), naive_sums(folded));
        }
    }

    #[test]
    fn folding_a_pair_equals_folding_each_side(seed: u64) {
        for folding in FOLDINGS {
            let both = pair(seed).folded(folding, FUNCTIONS).into_owned();
            check(&both);
            for (side, seed) in [seed, seed ^ 0xABCD].into_iter().enumerate() {
                let alone = one(&small(seed)).folded(folding, FUNCTIONS).into_owned();
                prop_assert_eq!(without_frames(sums(&both, side)), without_frames(sums(&alone, 0)));
            }
        }
    }

    #[test]
    fn an_inverted_tree_has_every_stack_from_its_end(seed: u64) {
        let tree = pair(seed);
        let inverted = tree.inverted(LeastShown { share: 0.0, depth: u32::MAX });
        check(&inverted.tree);
        prop_assert_eq!((inverted.cut, &inverted.cut_weight[..]), (0, &[0, 0][..]));
        for side in 0..2 {
            let mut expected: BTreeMap<Path, (i64, u64)> = BTreeMap::new();
            for node in tree.nodes().filter(|&node| tree.sides()[side].has(node)) {
                let mut path = tree.path(node);
                path.reverse();
                for end in 1..=path.len() {
                    let entry = expected.entry(path[..end].to_vec()).or_default();
                    entry.0 += tree.sides()[side].own[node.index()];
                    entry.1 += tree.sides()[side].calls[node.index()];
                }
            }
            let weights = &inverted.tree.sides()[side];
            let found = inverted.tree.nodes().filter(|&node| weights.has(node));
            let found: BTreeMap<Path, (i64, u64)> = found
                .map(|node| (inverted.tree.path(node), (weights.total[node.index()], weights.calls[node.index()])))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn inverted_tree_counts_cut_callers_and_loses_no_weight(seed: u64, share in 0.0f64..0.5, depth in 1u32..4) {
        let tree = pair(seed);
        let whole = tree.inverted(LeastShown { share: 0.0, depth: u32::MAX }).tree;
        let some = tree.inverted(LeastShown { share, depth });
        check(&some.tree);
        let (mut cut, mut cut_weight) = (0, vec![0, 0]);
        for node in some.tree.nodes() {
            let path = some.tree.path(node);
            prop_assert!(path.len() <= depth as usize);
            let of_whole = whole.find(&path).unwrap();
            for side in 0..2 {
                prop_assert_eq!(some.tree.sides()[side].total[node.index()], whole.sides()[side].total[of_whole.index()]);
            }
            let is_leaf = some.tree.children(node).next().is_none();
            if is_leaf && whole.children(of_whole).next().is_some() {
                cut += 1;
                for (side, cut_weight) in cut_weight.iter_mut().enumerate() {
                    *cut_weight += some.tree.sides()[side].own[node.index()] - whole.sides()[side].own[of_whole.index()];
                }
            }
        }
        prop_assert_eq!((some.cut, some.cut_weight), (cut, cut_weight));
    }

    #[test]
    fn funky_pairs_fold_stacks_around_outermost_frames(seed: u64) {
        let tree = pair(seed);
        let table = FunctionTable::new(&tree, FUNCTIONS);
        let mut funky = Funky::new(&tree, FUNCTIONS);
        let sides = [seed, seed ^ 0xABCD].map(|seed| stacks(&small(seed)));
        for function in (0..FUNCTIONS as u32).map(IdentityId) {
            let outermost = |stack: &Stack| stack.path.iter().position(|&frame| frame == function);
            let Some(found) = funky.pair(function) else {
                prop_assert!(sides.iter().flatten().all(|stack| outermost(stack).is_none()));
                continue;
            };
            check(&found.callees);
            check(&found.callers);
            for (side, stacks) in sides.iter().enumerate() {
                let total = table.sides[side].total[function.index()];
                prop_assert_eq!([&found.callees, &found.callers].map(|tree| tree.whole(side)), [total; 2]);
                prop_assert_eq!(found.callees.sides()[side].own[0], table.sides[side].own[function.index()]);
                let with = || stacks.iter().filter_map(|stack| Some((stack, outermost(stack)?)));
                let callees = with().map(|(stack, at)| {
                    let (path, frames, last) = fold(&stack.path[at..], Folding::Full);
                    (path, stack.own, 1, u64::from(last), stack.start, *frames.last().unwrap())
                });
                prop_assert_eq!(
                    without_frames(sums(&found.callees, side)),
                    without_frames(naive_sums(callees))
                );
                // Every caller of an outermost call; the end of the chain has the weight of the call and all below it.
                let callers = with().flat_map(|(stack, at)| {
                    let mut path = fold(&stack.path[..at], Folding::Full).0;
                    path.push(function);
                    path.reverse();
                    let is_frame = at + 1 == stack.path.len();
                    let (calls, start) = (u64::from(is_frame), if is_frame { stack.start } else { i64::MAX });
                    let own = stack.own;
                    let full = path.len();
                    (1..=full).map(move |end| {
                        (path[..end].to_vec(), if end == full { own } else { 0 }, calls, 0, start, 1)
                    })
                });
                let mut expected = without_frames(naive_sums(callers));
                expected.retain(|_, sums| sums.1 > 0);
                prop_assert_eq!(without_frames(sums(&found.callers, side)), expected);
            }
        }
    }

    #[test]
    fn function_table_equals_totals_of_the_trace(seed: u64) {
        let trace = small(seed);
        let table = FunctionTable::new(&one(&trace), FUNCTIONS);
        let groups = diptych_profile::Groups::new(identities(&trace).iter().map(|identity| identity.0).collect());
        let expected = totals(&trace, &groups, |_| ());
        let sums = &table.sides[0];
        let there = expected.calls.len();
        prop_assert_eq!(&sums.calls[..there], &expected.calls[..]);
        prop_assert_eq!(&sums.own[..there], &expected.self_ticks[..]);
        prop_assert_eq!(&sums.total[..there], &expected.total_ticks[..]);
        // pprof -top -cum: each stack counts once for each function on it.
        let mut cumulated = vec![0; FUNCTIONS];
        for stack in stacks(&trace) {
            for function in (0..FUNCTIONS as u32).map(IdentityId).filter(|function| stack.path.contains(function)) {
                cumulated[function.index()] += stack.own;
            }
        }
        prop_assert_eq!(&sums.total, &cumulated);
        let mut durations = vec![0; FUNCTIONS];
        for call in (0..trace.calls().len() as u32).map(CallId) {
            durations[identities(&trace)[trace.calls().function()[call.index()].index()].index()] += trace.calls().duration(call);
        }
        prop_assert_eq!(&sums.of_calls, &durations);
    }

    #[test]
    fn siblings_are_in_order_and_fit_their_parent(seed: u64) {
        let tree = pair(seed).folded(Folding::Direct, FUNCTIONS).into_owned();
        for by in [WidthBy::Larger, WidthBy::A, WidthBy::B, WidthBy::Changes] {
            let widths = Widths::new(&tree, by, [1.0, 1.0]);
            for node in tree.nodes() {
                let children: f64 = tree.children(node).map(|child| widths.width[child.index()]).sum();
                prop_assert_eq!(widths.own[node.index()] + children, widths.width[node.index()]);
                let [a, b] = [0, 1].map(|side| tree.sides()[side].total[node.index()] as f64);
                match by {
                    WidthBy::Larger => prop_assert!(widths.width[node.index()] >= a.max(b)),
                    WidthBy::A => prop_assert_eq!(widths.width[node.index()], a),
                    WidthBy::B => prop_assert_eq!(widths.width[node.index()], b),
                    WidthBy::Changes => {
                        prop_assert_eq!(widths.net[node.index()], b - a);
                        prop_assert!(widths.width[node.index()] >= (b - a).abs());
                    }
                }
            }
            for order in [Order::Weight, Order::Name, Order::FirstCall] {
                let siblings = SortedSiblings::new(&tree, order, &widths.width);
                let walked: Vec<(NodeId, u32)> = siblings.walk().collect();
                let mut all: Vec<NodeId> = walked.iter().map(|&(node, _)| node).collect();
                for &(node, depth) in &walked {
                    prop_assert_eq!(tree.path(node).len(), depth as usize + 1);
                }
                all.sort();
                prop_assert_eq!(all, tree.nodes().collect::<Vec<_>>());
                for list in tree.nodes().map(|node| siblings.of(node)).chain([siblings.roots()]) {
                    for two in list.windows(2) {
                        let [x, y] = [two[0], two[1]];
                        let first = |node: NodeId| tree.sides().iter().map(|side| side.first[node.index()]).min();
                        let name = |node: NodeId| tree.identity()[node.index()];
                        let (wide, narrow) = (widths.width[x.index()], widths.width[y.index()]);
                        let is_in_order = match order {
                            Order::Weight => wide > narrow || wide == narrow && name(x) < name(y),
                            Order::Name => name(x) < name(y),
                            Order::FirstCall => (first(x), name(x)) < (first(y), name(y)),
                        };
                        prop_assert!(is_in_order, "{order:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn part_trees_clip_calls_to_the_time(seed: u64, from in 0i64..600, long in 1i64..600) {
        let trace = small(seed);
        let part = TreePart { from, until: from + long, ..TreePart::whole() };
        let run = MeasuredTree::new(&trace, &identities(&trace), part, Weight::Ticks, &mut |_, _| ());
        let tree = WeightedTree::one(&run);
        check(&tree);
        let calls = trace.calls();
        let inside = |call: CallId| {
            let (start, end) = (calls.start()[call.index()], calls.end()[call.index()]);
            let overlaps = start < from + long && (end > from || start == end && start >= from);
            (overlaps, (end.min(from + long) - start.max(from)).max(0))
        };
        let mut expected = Sums::new();
        for (row, stack) in stacks(&trace).into_iter().enumerate() {
            let call = CallId(row as u32);
            let (overlaps, duration) = inside(call);
            if !overlaps { continue; }
            let below: i64 = calls.children(call).map(|child| inside(child).1).sum();
            let entry = expected.entry(stack.path).or_insert((0, 0, 0, i64::MAX, 1));
            *entry = (entry.0 + duration - below, entry.1 + 1, 0, entry.3.min(stack.start), 1);
        }
        prop_assert_eq!(sums(&tree, 0), expected);
    }

    #[test]
    fn weighted_columns_round_trip(seed: u64) {
        for tree in [one(&small(seed)), pair(seed)] {
            let columns = tree.to_columns();
            prop_assert_eq!(WeightedTree::from_columns(columns.clone(), FUNCTIONS as u32), Some(tree));
            let least = columns.identity.iter().max().copied().unwrap_or(0);
            prop_assert_eq!(WeightedTree::from_columns(columns, least), None);
        }
    }

    /// A single lane equals a trace without other lanes. Below roots of their own, lanes keep their paths apart.
    #[test]
    fn joined_lane_trees_keep_paths_apart(seed: u64) {
        let trace = small(seed);
        let lanes: Vec<LaneId> = trace.lanes().ids().collect();
        let of_lane = |lane: &LaneId| {
            let part = TreePart { lanes: Some(std::slice::from_ref(lane)), ..TreePart::whole() };
            WeightedTree::one(&MeasuredTree::new(&trace, &identities(&trace), part, Weight::Ticks, &mut |_, _| ()))
        };
        let names = |lane: &LaneId| IdentityId((FUNCTIONS + lane.index()) as u32);
        let parts: Vec<_> = lanes.iter().map(|lane| (names(lane), of_lane(lane))).collect();
        for (lane, (_, tree)) in lanes.iter().zip(&parts) {
            let own = |stack: &Stack| trace.lanes().of_call(stack.call) == *lane;
            let found = stacks(&trace).into_iter().filter(own).map(|stack| (stack.path, stack.own, 1, 0, stack.start, 1));
            prop_assert_eq!(without_frames(sums(tree, 0)), without_frames(naive_sums(found)));
        }
        let joined = WeightedTree::joined(&parts);
        check(&joined);
        prop_assert_eq!(joined.whole(0), one(&trace).whole(0));
        let under_lane = |stack: Stack| {
            let mut path = vec![names(&trace.lanes().of_call(stack.call))];
            path.extend(stack.path);
            (path, stack.own, 1, 0, stack.start, 1)
        };
        let mut expected = without_frames(naive_sums(stacks(&trace).into_iter().map(under_lane)));
        let mut found = without_frames(sums(&joined, 0));
        // The lanes' roots have no own weight, and the calls of the roots below them.
        found.retain(|path, _| path.len() > 1);
        expected.retain(|path, _| path.len() > 1);
        prop_assert_eq!(found, expected);
        for root in joined.roots() {
            let calls: u64 = joined.children(root).map(|node| joined.sides()[0].calls[node.index()]).sum();
            prop_assert_eq!((joined.sides()[0].own[root.index()], joined.sides()[0].calls[root.index()]), (0, calls));
        }
    }

    #[test]
    fn a_tree_of_single_calls_has_equal_sums(seed: u64) {
        let trace = small(seed);
        let calls = WeightedTree::of_calls(&trace, &identities(&trace));
        prop_assert_eq!(calls.len(), trace.calls().len());
        prop_assert_eq!(calls.whole(0), one(&trace).whole(0));
        for call in (0..trace.calls().len() as u32).map(CallId) {
            let at = call.index();
            prop_assert_eq!(calls.sides()[0].total[at], trace.calls().duration(call));
            prop_assert_eq!(calls.sides()[0].own[at], trace.calls().self_time(call));
        }
        let columns = funky_columns(&FunctionTable::new(&calls, FUNCTIONS), WidthBy::Larger, [1.0; 2]);
        prop_assert!(columns.windows(2).all(|two| two[0].total >= two[1].total));
    }
}

#[test]
fn full_folding_folds_indirect_recursion() {
    let trace = trace(
        "
        t
          0..100 f0
            10..90 f1
              20..80 f0
                30..70 f2
        ",
    );
    let tree = one(&trace);
    let paths = |folding| {
        let folded = tree.folded(folding, 3);
        folded
            .nodes()
            .map(|node| folded.path(node).iter().map(|id| id.0).collect())
            .collect::<Vec<Vec<u32>>>()
    };
    assert_eq!(paths(Folding::Direct), [vec![0], vec![0, 1], vec![0, 1, 0], vec![0, 1, 0, 2]]);
    assert_eq!(paths(Folding::Full), [vec![0], vec![0, 1], vec![0, 2]]);
    let full = tree.folded(Folding::Full, 3);
    assert_eq!((full.sides()[0].own.as_slice(), full.recursion()), (&[40, 20, 40][..], &[2, 1, 1][..]));
    // If folded before, nothing of f2 would be left below f1.
    let mut funky = Funky::new(&tree, 3);
    let of_f1 = funky.pair(IdentityId(1)).unwrap().callees;
    assert_eq!(of_f1.nodes().map(|node| of_f1.path(node).len()).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn deep_mutual_recursion_is_folded() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let names = ["f0", "f1"].map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() }));
    let deep = 100_000;
    for at in 0..deep {
        let function = names[at as usize % 2];
        builder.call(lane, CallSpec { start: at, end: 2 * deep - at, function, source: 0 });
    }
    let tree = one(&builder.finish().remove(0).1);
    let full = tree.folded(Folding::Full, 2);
    assert_eq!((full.len(), full.recursion()), (2, &[50_000, 1][..]));
    let mut funky = Funky::new(&tree, 2);
    let pairs = [0, 1].map(|id| funky.pair(IdentityId(id)).unwrap());
    assert_eq!(pairs.map(|pair| (pair.callees.len(), pair.callers.len())), [(2, 1), (2, 2)]);
    let inverted = tree.inverted(LeastShown { share: 0.0, depth: 3 });
    assert_eq!((inverted.tree.len(), inverted.cut), (6, 2));
}

#[test]
fn negative_weights_count_as_zero() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let function = builder.function(FunctionSpec { name: "f0", ..FunctionSpec::default() });
    let bytes = builder.weight_column("allocated", Unit::Bytes);
    for (start, end, value) in [(0, 10, 5), (1, 4, 7), (5, 6, -3)] {
        builder.call(lane, CallSpec { start, end, function, source: 0 });
        builder.weigh(lane, bytes, value);
    }
    let trace = builder.finish().remove(0).1;
    let run = measured(&trace, Weight::Column(0));
    assert_eq!((run.own.as_slice(), run.below_zero), (&[5, 7][..], 1));
    assert_eq!(WeightedTree::one(&run).whole(0), 12);
    assert_eq!(measured(&trace, Weight::Column(1)).own, [0, 0]);
    assert_eq!(WeightedTree::one(&measured(&trace, Weight::Calls)).sides()[0].own, [1, 2]);
}
