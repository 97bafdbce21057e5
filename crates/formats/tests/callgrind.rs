//! Compares Callgrind costs with sums made in the obvious way, and reads a hostile file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{OddityKind, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use support::read;

fn load(file: &str) -> Trace {
    let mut loaded = read("", file.as_bytes().chunks(1 << 16)).unwrap();
    let trace = loaded.traces.remove(0).1;
    assert_eq!(trace.check(), Ok(()));
    trace
}

/// Returns own cost, cost including callees and number of calls of each function.
fn sums(trace: &Trace) -> BTreeMap<String, (i64, i64, i64)> {
    let weight = |column: usize, call: usize| trace.weights()[column].values[call];
    let row = |call: usize| {
        let name = trace.call_name(diptych_trace::CallId(call as u32)).to_owned();
        let own = trace.calls().end()[call] - trace.calls().start()[call];
        (name, (own, weight(0, call), weight(1, call)))
    };
    (0..trace.calls().len()).map(row).collect()
}

proptest! {
    /// Names are written out or given by number, in any order. A line is a cost of a function, or a call with its cost.
    #[test]
    fn sums_match_a_naive_reading(
        lines in prop::collection::vec((0usize..4, prop::option::of((0usize..4, 1u64..4)), 1u64..100), 1..40),
    ) {
        let mut file = String::from("events: Ir\n");
        let mut is_named = [false; 4];
        let mut name = |number: usize| {
            let is_known = std::mem::replace(&mut is_named[number], true);
            if is_known { format!("({number})") } else { format!("({number}) f{number}") }
        };
        let mut expected: BTreeMap<String, (i64, i64, i64)> = BTreeMap::new();
        for &(function, call, cost) in &lines {
            writeln!(file, "fn={}", name(function)).unwrap();
            let own = expected.entry(format!("f{function}")).or_default();
            match call {
                None => (own.0, own.1) = (own.0 + cost as i64, own.1 + cost as i64),
                Some((callee, times)) => {
                    writeln!(file, "cfn={}\ncalls={times} 0", name(callee)).unwrap();
                    own.1 += if callee == function { 0 } else { cost as i64 };
                    expected.entry(format!("f{callee}")).or_default().2 += times as i64;
                }
            }
            writeln!(file, "0 {cost}").unwrap();
        }
        expected.retain(|_, sum| sum.1 > 0);
        prop_assume!(!expected.is_empty());
        prop_assert_eq!(sums(&load(&file)), expected);
    }
}

#[test]
fn many_of_everything_take_linear_time() {
    let many = 30_000;
    let mut file = String::from("events: Ir\nfn=main\n0 1\n");
    for number in 0..many {
        // Each round has an event, a thread, functions and pairs of its own.
        writeln!(
            file,
            "events: Ir e{number}\nthread: {number}\nfn=f{number}\n0 1 1\ncfn=g{number}\ncalls=1 0\n0 1"
        )
        .unwrap();
    }
    let trace = load(&file);
    assert_eq!((trace.calls().len(), trace.extent()), (many + 1, 1));
    let beyond = trace.report().entries().iter().any(|entry| entry.kind == OddityKind::SkippedPart);
    assert!(beyond, "events beyond those that are told apart are reported");
}
