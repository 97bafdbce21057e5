//! Tests of links between calls that are identified by their number in their lane.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, WrittenCall};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A century, in nanoseconds: too far for one axis.
const FAR: i64 = 100 * 365 * 86_400 * 1_000_000_000;

proptest! {
    /// Calls in any order, overlapping, some so far away that they are left out.
    #[test]
    fn links_tie_the_calls_given(
        calls in prop::collection::vec((0u32..3, 0i64..50, 0i64..20, prop::bool::weighted(0.05)), 1..60),
        links in prop::collection::vec((0usize..60, 0usize..60), 0..40),
    ) {
        let mut builder = Builder::default();
        let lanes: Vec<LaneId> =
            ["a", "b", "c"].iter().map(|name| builder.lane(None, LaneKind::Thread, name)).collect();
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        let mut numbers = [0; 3];
        let mut told: Vec<WrittenCall> = Vec::new();
        for (source, &(lane, start, length, is_far)) in calls.iter().enumerate() {
            let start = if is_far { start - FAR } else { start };
            let spec = CallSpec { start, end: start + length, function, source: source as u64 };
            builder.call(lanes[lane as usize], spec);
            told.push(WrittenCall { lane: lanes[lane as usize], number: numbers[lane as usize] });
            numbers[lane as usize] += 1;
        }
        let links: Vec<(usize, usize)> =
            links.into_iter().map(|(from, to)| (from % calls.len(), to % calls.len())).collect();
        for &(from, to) in &links {
            builder.link(told[from], told[to]);
        }
        let trace = builder.finish().remove(0).1;
        prop_assert_eq!(trace.check(), Ok(()));
        // The naive way: every call is looked up by its record.
        let row = |source: usize| trace.calls().source().iter().position(|&other| other == source as u64);
        let mut expected: Vec<(usize, usize)> = links
            .iter()
            .filter(|(from, to)| from != to)
            .filter_map(|&(from, to)| Some((row(from)?, row(to)?)))
            .collect();
        expected.sort_unstable();
        let mut found = Vec::new();
        let rows: BTreeSet<usize> = expected.iter().map(|pair| pair.0).collect();
        for from in rows {
            let targets = trace.flows().targets(CallId(from as u32)).iter();
            found.extend(targets.map(|to| (from, to.index())));
        }
        prop_assert_eq!(trace.flows().len(), expected.len());
        prop_assert_eq!(found, expected);
    }
}
