//! Tests of code that moved between a function and its callees: small pictures, mirrored, and a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::ranking::{CodeMove, Floor, Options, Ranking, Row, rank};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{IdentityTable, Rng, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

struct Both {
    table: IdentityTable,
    identities: [Vec<IdentityId>; 2],
    ranking: Ranking,
}

impl Both {
    fn new(traces: [&Trace; 2]) -> Self {
        let mut table = IdentityTable::default();
        let identities = traces.map(|trace| table.identify_all(trace, IdentityTable::plain_key));
        let tree =
            |side: usize| (side, Arc::new(CallTree::new(traces[side], &identities[side], &mut |_, _| ())));
        let options = Options { floor: Floor { share: 0.0, ticks: 0 }, ..Options::default() };
        let ranking = rank(&UnionTree::new(&[tree(0), tree(1)]), options, &mut |_, _| ());
        Self { table, identities, ranking }
    }

    /// Returns the rows of all calls of a function.
    fn changed(&self) -> impl Iterator<Item = &Row> {
        self.ranking.slower.iter().chain(&self.ranking.faster).filter(|row| row.caller.is_none())
    }

    /// Returns lines like `descend: iter in A, 30`, or `iter: <- descend in A, 30` if the other function is the caller.
    fn moves(&self) -> Vec<String> {
        let name = |of: IdentityId| self.table.key(of).split('\u{1f}').next().unwrap();
        let line = |(row, of): (&Row, CodeMove)| {
            let arrow = if of.is_caller { "<- " } else { "" };
            let side = ["A", "B"][of.side];
            format!("{}: {arrow}{} in {side}, {}", name(row.identity), name(of.other), of.ticks)
        };
        self.changed().filter_map(|row| Some((row, row.code_move?))).map(line).collect()
    }
}

fn moves(a: &str, b: &str) -> Vec<String> {
    let (a, b) = (trace(a), trace(b));
    Both::new([&a, &b]).moves()
}

#[test]
fn extracted_function_is_named() {
    let a = "t\n  0..90000 main\n    0..50000 work\n";
    let b = "t\n  0..92000 main\n    0..52000 work\n      1000..31000 helper\n";
    assert_eq!(moves(a, b), ["work: helper in B, 30000"]);
    assert_eq!(moves(b, a), ["work: helper in A, 30000"]);
    // A callee that is also called from elsewhere does not count. Neither does one that takes far more or far less than
    // the difference.
    let twice = "t\n  0..99000 main\n    0..52000 work\n      1000..31000 helper\n    60000..61000 helper\n";
    assert!(moves(a, twice).is_empty());
    let long = "t\n  0..120000 main\n    0..110000 work\n      1000..101000 helper\n";
    assert!(moves(a, long).is_empty());
}

#[test]
fn inlined_loop_is_named_for_both_functions() {
    let a = "t\n  0..90000 main\n    0..60000 descend\n      5000..45000 iter\n        10000..20000 leaf\n";
    let b = "t\n  0..92000 main\n    0..60000 descend\n      10000..20000 leaf\n    70000..72000 iter\n";
    let expected = ["descend: iter in A, 30000", "iter: <- descend in A, 30000"];
    assert_eq!(moves(a, b), expected);
    assert_eq!(moves(b, a), ["iter: <- descend in B, 30000", "descend: iter in B, 30000"]);
}

/// Calls from one function to another, and the callee's self time under it, in A and B. The caller of outermost calls
/// is `None`.
type Edges = BTreeMap<(Option<IdentityId>, IdentityId), ([f64; 2], [u64; 2])>;

fn edges(both: &Both, traces: [&Trace; 2]) -> Edges {
    let mut edges = Edges::new();
    for side in 0..2 {
        let calls = traces[side].calls();
        let function = |call: CallId| both.identities[side][calls.function()[call.index()].index()];
        for call in (0..calls.len() as u32).map(CallId) {
            let caller = calls.parent()[call.index()].some().map(function);
            let (ticks, count) = edges.entry((caller, function(call))).or_default();
            ticks[side] += calls.self_time(call) as f64;
            count[side] += 1;
        }
    }
    edges.retain(|(caller, callee), _| *caller != Some(*callee));
    edges
}

/// Applies the rule as stated.
fn naive(both: &Both, edges: &Edges, of: &Row) -> Option<f64> {
    let row = |identity: IdentityId| {
        let of_all = |row: &&Row| row.identity == identity && row.caller.is_none();
        both.ranking.lists().into_iter().flatten().find(of_all)
    };
    let is_on = |callee: IdentityId, side: usize| {
        edges.iter().any(|((_, other), (_, count))| *other == callee && count[side] > 0)
    };
    let mut all = Vec::new();
    for (&(caller, callee), &(ticks, count)) in edges {
        let Some(side) = (0..2).find(|&side| count[side] > 0 && count[1 - side] == 0) else { continue };
        let is_right = |delta: f64| if side == 0 { delta > 0.0 } else { delta < 0.0 };
        if caller == Some(of.identity) && is_right(of.delta) {
            if is_on(callee, 1 - side) {
                all.push(ticks[side]);
            } else if edges.keys().filter(|(_, other)| *other == callee).count() == 1 {
                all.extend(row(callee).map(|row| row.inclusive.unwrap()[side]));
            }
        }
        if callee == of.identity && is_right(-of.delta) && ticks[side] >= of.delta.abs() / 2.0 {
            let caller = caller.and_then(row).filter(|row| row.inclusive.is_none() && is_right(row.delta));
            all.extend(caller.map(|caller| caller.delta.abs()));
        }
    }
    all.retain(|ticks| (0.5..=2.0).contains(&(ticks / of.delta.abs())));
    all.into_iter().max_by(f64::total_cmp)
}

proptest! {
    #[test]
    fn code_moves_follow_the_rule(seed: u64, edits in 1usize..30) {
        let a = generate(seed, Shape { functions: 8, calls: 80, ..Shape::SMALL });
        let b = plant(&a, &random_edits(&mut Rng::new(!seed), &a, edits)).trace;
        for traces in [[&a, &b], [&b, &a]] {
            let both = Both::new(traces);
            let edges = edges(&both, traces);
            for row in both.changed() {
                let expected = if row.stands_out() { naive(&both, &edges, row) } else { None };
                prop_assert_eq!(row.code_move.map(|of| of.ticks), expected, "{:?}", row);
            }
        }
    }
}
