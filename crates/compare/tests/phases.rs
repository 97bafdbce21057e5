//! Tests of the largest changes by path: small pictures, mirrored, and a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{self, Floor, Kind, Options, Phase, RankInput, largest, rank_with_result};
use diptych_profile::{CallTree, NodeId, UnionTree};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{IdentityTable, Rng, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const NO_FLOOR: Options = Options {
    floor: Floor { share: 0.0, ticks: 0 },
    by: ranking::RowUnit::Function,
    normalisation: ranking::Normalisation::Absolute,
    level: 0.05,
};

type Path = Vec<IdentityId>;

fn phases(union: &UnionTree, options: Options, few: &[OutlierCall]) -> Vec<Phase> {
    let ranking = rank_with_result(union, options, RankInput { few, ..RankInput::default() });
    ranking::phases(union, &ranking, few)
}

struct Both {
    table: IdentityTable,
    identities: [Vec<IdentityId>; 2],
    union: UnionTree,
}

impl Both {
    fn new(a: &Trace, b: &Trace) -> Self {
        let mut table = IdentityTable::default();
        let identities = [a, b].map(|trace| table.identify_all(trace, IdentityTable::plain_key));
        let tree = |side: usize, trace: &Trace| {
            (side, Arc::new(CallTree::new(trace, &identities[side], &mut |_, _| ())))
        };
        let union = UnionTree::new(&[tree(0, a), tree(1, b)]);
        Self { table, identities, union }
    }

    /// Returns the path of a call.
    fn path(&self, side: usize, trace: &Trace, call: CallId) -> Path {
        let calls = trace.calls();
        let up = std::iter::successors(Some(call), |call| calls.parent()[call.index()].some());
        let mut path: Path =
            up.map(|call| self.identities[side][calls.function()[call.index()].index()]).collect();
        path.reverse();
        path
    }

    /// Returns a call as an outlier call.
    fn few(&self, side: usize, trace: &Trace, call: CallId, ordinary: i64) -> OutlierCall {
        let path = self.path(side, trace, call);
        let node = self.union.runs()[side].tree.find(&path).unwrap();
        let self_ticks = trace.calls().self_time(call);
        OutlierCall {
            side,
            call,
            identity: *path.last().unwrap(),
            node,
            start: trace.calls().start()[call.index()],
            self_ticks,
            usual: ordinary,
            ordinary,
        }
    }

    /// Returns lines like `name +12`, indented by depth.
    fn lines(&self, found: &[Phase]) -> Vec<String> {
        let line = |phase: &Phase| {
            let key = self.table.key(self.union.identity()[phase.node.index()]);
            let name = key.split('\u{1f}').next().unwrap();
            format!("{}{name} {:+}", "  ".repeat(phase.depth as usize), phase.delta)
        };
        found.iter().map(line).collect()
    }
}

#[test]
fn cancelling_changes_have_two_lines_chains_one() {
    let a = trace(
        "t\n  0..300 main\n    0..290 run\n      0..100 parse\n      100..200 render\n      200..280 rest\n",
    );
    let b = trace(
        "t\n  0..339 main\n    0..329 run\n      0..166 parse\n      166..239 render\n      239..319 rest\n",
    );
    let both = Both::new(&a, &b);
    let found = phases(&both.union, NO_FLOOR, &[]);
    assert_eq!(both.lines(&found), ["run +39", "  parse +66", "  render -27"]);
    assert_eq!(found[1].parent, Some(0));
    // The changes cancel out completely, so nothing above them changed.
    let b = trace(
        "t\n  0..300 main\n    0..290 run\n      0..166 parse\n      166..200 render\n      200..280 rest\n",
    );
    let both = Both::new(&a, &b);
    assert_eq!(both.lines(&phases(&both.union, NO_FLOOR, &[])), ["parse +66", "render -66"]);
}

#[test]
fn new_subtree_has_one_line() {
    let a = trace("t\n  0..100 main\n    0..50 work\n");
    let b = trace(
        "t\n  0..300 main\n    0..50 work\n    60..250 fresh\n      60..150 inner\n        70..140 leaf\n",
    );
    let both = Both::new(&a, &b);
    let found = phases(&both.union, NO_FLOOR, &[]);
    assert_eq!(both.lines(&found), ["fresh +190"], "it explains all but 10 of what main took more");
    assert_eq!((found[0].kind, found[0].calls), (Kind::New, [0, 1]));
}

#[test]
fn largest_significant_lines_come_first() {
    let a = trace("t\n  0..300 main\n    0..100 parse\n    100..200 render\n    200..210 rest\n");
    let b = trace(
        "t\n  0..400 main\n    0..166 parse\n    166..340 render\n    340..348 rest\n    350..395 fresh\n",
    );
    let both = Both::new(&a, &b);
    let mut found = phases(&both.union, NO_FLOOR, &[]);
    let deltas = |found: &[Phase], count: usize| {
        largest(found, count).into_iter().map(|place| found[place].delta).collect::<Vec<f64>>()
    };
    assert_eq!(deltas(&found, 5), [100.0, 74.0, 66.0, 45.0]);
    assert_eq!(deltas(&found, 2), [100.0, 74.0]);
    let most = found.iter().position(|phase| phase.delta == 100.0).unwrap();
    found[most].stands_out = false;
    assert_eq!(deltas(&found, 2), [74.0, 66.0]);
}

#[test]
fn outer_call_of_a_recursion_has_the_line() {
    // `walk` calls itself through `step`, each time with less of the change.
    let run = |more: [i64; 4]| {
        let mut out = "t\n".to_owned();
        let mut end = 10_000 + more[0];
        out += &format!("  0..{end} main\n");
        for (level, more) in more.into_iter().enumerate() {
            let indent = "  ".repeat(2 + 2 * level);
            end = 9_000 - 1_000 * level as i64 + more;
            out += &format!("{indent}0..{end} walk\n{indent}  0..{} step\n", end - 1);
        }
        trace(&out)
    };
    let both = Both::new(&run([0; 4]), &run([1_000, 800, 600, 200]));
    assert_eq!(both.lines(&phases(&both.union, NO_FLOOR, &[])), ["step +1000", "  step +200"]);
}

#[test]
fn phases_are_at_most_twelve() {
    let run = |more: i64| {
        let mut out = "t\n  0..100000 main\n".to_owned();
        for child in 0..40 {
            out += &format!("    {}..{} f{child}\n", child * 2000, child * 2000 + 500 + more * (child + 1));
        }
        trace(&out)
    };
    let both = Both::new(&run(0), &run(10));
    let found = phases(&both.union, NO_FLOOR, &[]);
    assert_eq!(found.len(), 12);
    assert_eq!(both.lines(&found)[0], "f39 +400");
}

#[test]
fn outlier_call_is_a_line_and_hides_no_other() {
    let run = |load: i64, pause: i64| {
        let (end, middle) = (700 + load + pause, 300 + load);
        trace(&format!(
            "t\n  0..{end} main\n    0..{middle} load\n    {middle}..{} work\n      {middle}..{} leaf\n",
            end - 50,
            end - 100,
        ))
    };
    let (a, b) = (run(0, 0), run(120, 4_000));
    let both = Both::new(&a, &b);
    assert_eq!(both.lines(&phases(&both.union, NO_FLOOR, &[])), ["leaf +4000"]);
    let pause = both.few(1, &b, CallId(3), 300);
    let found = phases(&both.union, NO_FLOOR, &[pause]);
    assert_eq!(both.lines(&found), ["leaf +4000", "load +120"]);
    let few: Vec<_> = found.iter().map(|of| (of.few, of.few_calls, of.stands_out)).collect();
    assert_eq!(few, [([0.0, 4_000.0], [0, 1], true), ([0.0; 2], [0; 2], true)]);
    // `other` changed next to the outlier, below the same caller.
    let more = trace(
        "t\n  0..5000 main\n    0..300 load\n    300..4900 work\n      300..4600 leaf\n      4600..4850 other\n",
    );
    let less = trace(
        "t\n  0..700 main\n    0..300 load\n    300..650 work\n      300..600 leaf\n      600..610 other\n",
    );
    let both = Both::new(&less, &more);
    let pause = both.few(1, &more, CallId(3), 300);
    let found = phases(&both.union, NO_FLOOR, &[pause]);
    assert_eq!(both.lines(&found), ["leaf +4000", "other +240"]);
    // A pause of more than twenty times the other change hides no line either.
    let long = trace(
        "t\n  0..45000 main\n    0..300 load\n    300..44900 work\n      300..44600 leaf\n      44600..44850 other\n",
    );
    let both = Both::new(&less, &long);
    let pause = both.few(1, &long, CallId(3), 300);
    assert_eq!(both.lines(&phases(&both.union, NO_FLOOR, &[pause])), ["leaf +44000", "other +240"]);
}

#[test]
fn change_in_only_one_run_has_no_line() {
    let run = |load: i64, work: i64| {
        let (middle, end) = (load, load + work);
        trace(&format!("t\n  0..{end} main\n    0..{middle} load\n    {middle}..{end} work\n"))
    };
    let mut table = IdentityTable::default();
    let tree = |table: &mut IdentityTable, side: usize, trace: &Trace| {
        let identities = table.identify_all(trace, IdentityTable::plain_key);
        (side, Arc::new(CallTree::new(trace, &identities, &mut |_, _| ())))
    };
    // One run of B has a pause in `load`, while all runs of B take longer in `work`.
    for runs in [2, 5] {
        let of_a = (0..runs).map(|number| tree(&mut table, 0, &run(1_000 + number, 500 + number)));
        let mut of_all: Vec<_> = of_a.collect();
        of_all.extend((0..runs).map(|number| {
            let load = if number == 0 { 9_000 } else { 1_002 };
            tree(&mut table, 1, &run(load, 700 + number))
        }));
        let union = UnionTree::new(&of_all);
        let options = Options { floor: Floor { share: 0.0, ticks: 10 }, ..NO_FLOOR };
        let found = phases(&union, options, &[]);
        let paths: Vec<Path> = found.iter().map(|phase| union.path(phase.node)).collect();
        let keys: Vec<&str> = paths.iter().map(|path| table.key(*path.last().unwrap())).collect();
        assert!(keys.len() == 1 && keys[0].starts_with("work"), "{keys:?}");
    }
}

/// Applies the rule as stated, over a map of whole paths.
fn naive(
    both: &Both,
    traces: [&Trace; 2],
    floor: Floor,
    few: &[OutlierCall],
) -> Vec<(Path, Option<Path>, f64)> {
    let mut sums: BTreeMap<Path, ([f64; 2], [u64; 2])> = BTreeMap::new();
    let mut pause: BTreeMap<Path, f64> = BTreeMap::new();
    for side in 0..2 {
        let calls = traces[side].calls();
        for call in (0..calls.len() as u32).map(CallId) {
            let pauses =
                few.iter().filter(|few| few.side == side && calls.subtree(call).contains(&few.call.0));
            let excess: i64 = pauses.map(|few| few.self_ticks - few.ordinary).sum();
            let path = both.path(side, traces[side], call);
            *pause.entry(path.clone()).or_default() += excess as f64 * if side == 0 { -1.0 } else { 1.0 };
            let (ticks, count) = sums.entry(path).or_default();
            ticks[side] += calls.duration(call) as f64;
            count[side] += 1;
        }
    }
    let delta = |path: &Path| sums[path].0[1] - sums[path].0[0];
    let may_have = |path: &Path| {
        let explains = |child: &Path| {
            let share = delta(child) / delta(path);
            child.len() == path.len() + 1
                && child.starts_with(path)
                && delta(child) * delta(path) > 0.0
                && (0.9..=1.0 / 0.9).contains(&share)
                && sums[path].1.iter().all(|&count| count > 0)
        };
        let caller = &path[..path.len() - 1];
        floor.exceeded_by(sums[path].0)
            && (caller.is_empty() || sums[caller].1.iter().all(|&count| count > 0))
            && !sums.keys().any(explains)
    };
    // Paths are in order, so callers precede their callees.
    let mut largest: Vec<&Path> = Vec::new();
    for path in sums.keys().filter(|path| may_have(path)) {
        let outer = largest.iter().rfind(|of| path.starts_with(of) && of.last() == path.last());
        if !outer.is_some_and(|outer| (0.5..=1.0 / 0.9).contains(&(delta(path) / delta(outer)))) {
            largest.push(path);
        }
    }
    largest.sort_by(|x, y| delta(y).abs().total_cmp(&delta(x).abs()).then_with(|| x.cmp(y)));
    let most =
        |change: &dyn Fn(&Path) -> f64| largest.iter().map(|path| change(path).abs()).fold(0.0, f64::max);
    let least = 0.05 * most(&delta).min(most(&|path| delta(path) - pause[path]));
    largest.truncate(12);
    largest.retain(|path| delta(path).abs() >= least);
    let parent = |path: &Path| {
        let above = largest.iter().filter(|of| of.len() < path.len() && path.starts_with(of));
        above.max_by_key(|of| of.len()).map(|of| (*of).clone())
    };
    let mut all: Vec<_> = largest.iter().map(|&path| (path.clone(), parent(path), delta(path))).collect();
    all.sort_by(|x, y| x.0.cmp(&y.0));
    all
}

proptest! {
    #[test]
    fn phases_follow_the_rule_and_mirror(
        seed: u64, edits in 1usize..20, ticks in 0i64..40, pauses in 0usize..4,
    ) {
        let a = generate(seed, Shape { functions: 5, calls: 120, ..Shape::SMALL });
        let b = plant(&a, &random_edits(&mut Rng::new(!seed), &a, edits)).trace;
        let both = Both::new(&a, &b);
        let floor = Floor { share: 0.05, ticks };
        let options = Options { floor, ..NO_FLOOR };
        let mut rng = Rng::new(seed);
        // Edits may remove all calls of B.
        let mut few: Vec<OutlierCall> = (0..pauses)
            .map(|pause| [(0, &a), (1, &b)][pause % 2])
            .filter(|(_, trace)| !trace.calls().is_empty())
            .map(|(side, trace)| {
                let call = CallId(rng.below(trace.calls().len() as u64) as u32);
                both.few(side, trace, call, trace.calls().self_time(call) / 3)
            })
            .collect();
        few.sort_by_key(|call| (call.side, call.call));
        few.dedup_by_key(|call| (call.side, call.call));
        let found = phases(&both.union, options, &few);
        prop_assert!(found.len() <= 12);
        let path = |node: NodeId| both.union.path(node);
        let mut here: Vec<_> = found
            .iter()
            .map(|phase| (path(phase.node), phase.parent.map(|parent| path(found[parent].node)), phase.delta))
            .collect();
        // Callers precede their callees, and siblings are ordered by size.
        for (place, phase) in found.iter().enumerate() {
            prop_assert!(phase.parent.is_none_or(|parent| parent < place));
            prop_assert_eq!(phase.depth, phase.parent.map_or(0, |parent| found[parent].depth + 1));
        }
        here.sort_by(|x, y| x.0.cmp(&y.0));
        prop_assert_eq!(here, naive(&both, [&a, &b], floor, &few));
        let mirrored: Vec<_> = both.union.runs().iter().rev().map(|run| (1 - run.side, Arc::clone(&run.tree))).collect();
        let mirrored = UnionTree::new(&mirrored);
        let back_few: Vec<OutlierCall> = few.iter().map(|call| OutlierCall { side: 1 - call.side, ..*call }).collect();
        let back: Vec<_> = phases(&mirrored, options, &back_few).iter().map(|phase| (mirrored.path(phase.node), -phase.delta)).collect();
        prop_assert_eq!(found.iter().map(|phase| (path(phase.node), phase.delta)).collect::<Vec<_>>(), back);
    }
}
