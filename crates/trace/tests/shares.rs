//! Tests of a trace as shares of its whole, against sums by path.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{Axis, AxisKind, CallId, Trace, Unit, WHOLE};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Returns ticks by lane and path; a path is the names from the root down. The naive way: every call walks up its
/// callers.
fn by_path(trace: &Trace) -> BTreeMap<(u32, Vec<(String, u32)>), i128> {
    let calls = trace.calls();
    let mut sums = BTreeMap::new();
    for call in (0..calls.len() as u32).map(CallId) {
        let mut path = Vec::new();
        let mut at = Some(call);
        while let Some(here) = at {
            let function = trace.functions().get(trace.names(), calls.function()[here.index()]);
            path.push((format!("{} {}", function.name, function.file), function.line));
            at = calls.parent()[here.index()].some();
        }
        path.reverse();
        *sums.entry((trace.lanes().of_call(call).0, path)).or_insert(0) += i128::from(calls.duration(call));
    }
    sums
}

proptest! {
    #[test]
    fn each_path_has_its_share_of_the_whole(seed: u64, calls in 0usize..300, lanes in 1usize..4) {
        let trace = generate(seed, Shape { calls, lanes, ..Shape::SMALL });
        let shares = trace.in_shares();
        prop_assert_eq!(shares.check(), Ok(()));
        prop_assert_eq!(shares.axis(), Axis::SHARE);
        let (ticks, found) = (by_path(&trace), by_path(&shares));
        prop_assert_eq!(found.len(), shares.calls().len(), "a path is one call");
        prop_assert!(ticks.keys().eq(found.keys()));
        let whole: i128 = ticks.iter().filter(|((_, path), _)| path.len() == 1).map(|(_, sum)| sum).sum();
        for (path, sum) in &ticks {
            let expected = if whole == 0 { 0.0 } else { *sum as f64 / whole as f64 * WHOLE as f64 };
            // Start and end are rounded separately.
            prop_assert!((found[path] as f64 - expected).abs() <= 1.0, "{:?}: {} for {}", path, found[path], expected);
        }
    }
}

#[test]
fn calls_of_a_path_merge_and_gaps_close() {
    let shares =
        trace("main\n  0..10 f\n    2..4 b\n    6..8 a\n  1000..1010 f\n    1000..1010 a\n").in_shares();
    let spans: Vec<(&str, i64, i64)> = (0..shares.calls().len())
        .map(|call| {
            (shares.call_name(CallId(call as u32)), shares.calls().start()[call], shares.calls().end()[call])
        })
        .collect();
    assert_eq!(spans, [("f", 0, WHOLE), ("a", 0, 600_000_000), ("b", 600_000_000, 700_000_000)]);
}

#[test]
fn bytes_have_no_shares_with_others() {
    let weight = |unit| Axis { kind: AxisKind::Weight, unit, scale: 1.0 };
    let [samples, bytes, ns] = [Unit::Count, Unit::Bytes, Unit::Nanoseconds].map(weight);
    let order = Axis { kind: AxisKind::Order, unit: Unit::Count, scale: 1.0 };
    assert!(
        Axis::TIME.has_shares_with(samples)
            && ns.has_shares_with(Axis::TIME)
            && order.has_shares_with(samples)
    );
    assert!(bytes.has_shares_with(Axis { scale: 1e-6, ..bytes }));
    assert!(!Axis::TIME.has_shares_with(bytes) && !bytes.has_shares_with(order));
    assert!(!samples.has_shares_with(samples), "these are compared as they are");
}
