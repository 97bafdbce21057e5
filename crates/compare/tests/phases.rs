//! The largest changes by path: on pictures, mirrored, and against a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_compare::ranking::{Floor, Kind, Options, Phase, phases};
use diptych_profile::{CallTree, NodeId, UnionTree};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{IdentityTable, Rng, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const NO_FLOOR: Options = Options {
    floor: Floor { share: 0.0, ticks: 0 },
    by: diptych_compare::ranking::By::Function,
    normalisation: diptych_compare::ranking::Normalisation::Absolute,
    level: 0.05,
};

type Path = Vec<IdentityId>;

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

    /// `name +12`, indented.
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
fn changes_that_cancel_both_have_a_line_and_chains_one() {
    let a = trace(
        "t\n  0..300 main\n    0..290 run\n      0..100 parse\n      100..200 render\n      200..280 rest\n",
    );
    let b = trace(
        "t\n  0..339 main\n    0..329 run\n      0..166 parse\n      166..239 render\n      239..319 rest\n",
    );
    let both = Both::new(&a, &b);
    let found = phases(&both.union, NO_FLOOR);
    assert_eq!(both.lines(&found), ["run +39", "  parse +66", "  render -27"]);
    assert_eq!(found[1].parent, Some(0));
    // They cancel wholly: nothing above them changed.
    let b = trace(
        "t\n  0..300 main\n    0..290 run\n      0..166 parse\n      166..200 render\n      200..280 rest\n",
    );
    let both = Both::new(&a, &b);
    assert_eq!(both.lines(&phases(&both.union, NO_FLOOR)), ["parse +66", "render -66"]);
}

#[test]
fn what_one_side_alone_calls_has_one_line() {
    let a = trace("t\n  0..100 main\n    0..50 work\n");
    let b = trace(
        "t\n  0..300 main\n    0..50 work\n    60..250 fresh\n      60..150 inner\n        70..140 leaf\n",
    );
    let both = Both::new(&a, &b);
    let found = phases(&both.union, NO_FLOOR);
    assert_eq!(both.lines(&found), ["fresh +190"], "it explains all but 10 of what main took more");
    assert_eq!((found[0].kind, found[0].calls), (Kind::New, [0, 1]));
}

#[test]
fn there_are_at_most_twelve() {
    let run = |more: i64| {
        let mut out = "t\n  0..100000 main\n".to_owned();
        for child in 0..40 {
            out += &format!("    {}..{} f{child}\n", child * 2000, child * 2000 + 500 + more * (child + 1));
        }
        trace(&out)
    };
    let both = Both::new(&run(0), &run(10));
    let found = phases(&both.union, NO_FLOOR);
    assert_eq!(found.len(), 12);
    assert_eq!(both.lines(&found)[0], "f39 +400");
}

/// The rule as it is stated, over a map of whole paths.
fn naive(both: &Both, traces: [&Trace; 2], floor: Floor) -> Vec<(Path, Option<Path>, f64)> {
    let mut sums: BTreeMap<Path, ([f64; 2], [u64; 2])> = BTreeMap::new();
    for side in 0..2 {
        let calls = traces[side].calls();
        for row in 0..calls.len() as u32 {
            let up = std::iter::successors(Some(CallId(row)), |call| calls.parent()[call.index()].some());
            let mut path: Path =
                up.map(|call| both.identities[side][calls.function()[call.index()].index()]).collect();
            path.reverse();
            let (ticks, count) = sums.entry(path).or_default();
            ticks[side] += calls.duration(CallId(row)) as f64;
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
    let mut largest: Vec<&Path> = sums.keys().filter(|path| may_have(path)).collect();
    largest.sort_by(|x, y| delta(y).abs().total_cmp(&delta(x).abs()).then_with(|| x.cmp(y)));
    largest.truncate(12);
    let least = largest.first().map_or(0.0, |path| 0.05 * delta(path).abs());
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
    fn phases_are_those_of_the_rule_and_mirror(seed: u64, edits in 1usize..20, ticks in 0i64..40) {
        let a = generate(seed, Shape { functions: 5, calls: 120, ..Shape::SMALL });
        let b = plant(&a, &random_edits(&mut Rng::new(!seed), &a, edits)).trace;
        let both = Both::new(&a, &b);
        let floor = Floor { share: 0.05, ticks };
        let options = Options { floor, ..NO_FLOOR };
        let found = phases(&both.union, options);
        prop_assert!(found.len() <= 12);
        let path = |node: NodeId| both.union.path(node);
        let mut here: Vec<_> = found
            .iter()
            .map(|phase| (path(phase.node), phase.parent.map(|parent| path(found[parent].node)), phase.delta))
            .collect();
        // Callers come first, and siblings by size.
        for (place, phase) in found.iter().enumerate() {
            prop_assert!(phase.parent.is_none_or(|parent| parent < place));
            prop_assert_eq!(phase.depth, phase.parent.map_or(0, |parent| found[parent].depth + 1));
        }
        here.sort_by(|x, y| x.0.cmp(&y.0));
        prop_assert_eq!(here, naive(&both, [&a, &b], floor));
        let mirrored: Vec<_> = both.union.runs().iter().rev().map(|run| (1 - run.side, Arc::clone(&run.tree))).collect();
        let mirrored = UnionTree::new(&mirrored);
        let back: Vec<_> = phases(&mirrored, options).iter().map(|phase| (mirrored.path(phase.node), -phase.delta)).collect();
        prop_assert_eq!(found.iter().map(|phase| (path(phase.node), phase.delta)).collect::<Vec<_>>(), back);
    }
}
