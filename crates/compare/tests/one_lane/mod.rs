//! Pairs of traces with one lane of consecutive calls, compared.

use diptych_compare::align::{Options, align};
use diptych_compare::call_times::{AlignedPair, CallTimes};
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, identify};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::trace;
use diptych_trace::{LaneId, Trace};
use std::fmt::Write;
use std::sync::Arc;

/// Generates a lane of consecutive calls (function number, ticks) of functions `f0`, `f1`, …
pub(crate) fn lane(calls: &[(u64, i64)]) -> Trace {
    let mut out = "t\n".to_owned();
    let mut at = 0;
    for &(function, ticks) in calls {
        writeln!(out, "  {at}..{} f{function}", at + ticks).unwrap();
        at += ticks;
    }
    trace(&out)
}

/// A pair with its call paths and the times of its calls.
pub(crate) struct Compared {
    pub(crate) union: UnionTree,
    pub(crate) times: CallTimes,
}

impl Compared {
    pub(crate) fn new(a: &Trace, b: &Trace) -> Self {
        let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
        let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
        let pair = identities.pair([a, b]);
        let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
        let aligned = AlignedPair { pair, alignment: &alignment, ends: &Ends::default() };
        let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
        let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
        let [tree_a, tree_b] = [(0, a), (1, b)].map(|(side, trace)| {
            Arc::new(CallTree::new(trace, identities.by_function(side), &mut |_, _| ()))
        });
        Self { union: UnionTree::new(&[(0, tree_a), (1, tree_b)]), times }
    }
}
