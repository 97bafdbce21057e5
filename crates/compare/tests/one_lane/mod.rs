//! Pairs of traces with one lane of consecutive calls, compared.

use crate::aligned::with_aligned;
use diptych_compare::call_times::CallTimes;
use diptych_profile::UnionTree;
use diptych_testkit::trace;
use diptych_trace::Trace;
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
        with_aligned(a, b, |aligned, trees| {
            let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
            let [a, b] = trees.map(|part| Arc::new(part.tree));
            Self { union: UnionTree::new(&[(0, a), (1, b)]), times }
        })
    }
}
