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

/// Returns the differences from stated totals in the first trace.
fn totals_that_differ(file: &str) -> Vec<(OddityKind, String, u64, u64, String)> {
    let trace = load(file);
    let entries = trace.report().entries().iter();
    let entries =
        entries.filter(|entry| matches!(entry.kind, OddityKind::SumDiffers | OddityKind::MuchMissing));
    entries
        .map(|entry| {
            (entry.kind, entry.subject.clone(), entry.count, entry.first_offset, entry.example.clone())
        })
        .collect()
}

#[test]
fn costs_are_compared_with_stated_totals() {
    let file = "creator: callgrind-3.22.0\npart: 1\nevents: Ir Dr\nsummary: 1000 7\nfn=main\n1 990 7\ncfn=f\ncalls=1 0\n\
                1 10\nfn=f\n2 10\ntotals: 1000 7\n";
    assert_eq!(totals_that_differ(file), []);
    // Cut off behind a whole line: only the summary is left.
    let cut = &file[..=file.find("\nfn=f").unwrap()];
    let at = |text: &str| file.find(text).unwrap() as u64;
    let expected = |kind, key: &str, offset, example: &str| {
        vec![(kind, format!("total cost (`{key}`)"), 1, offset, example.to_owned())]
    };
    let example = "functions have 990 of 1,000";
    assert_eq!(
        totals_that_differ(cut),
        expected(OddityKind::SumDiffers, "summary:", at("summary:"), example)
    );
    // A line is missing from the middle.
    let holed = file.replace("1 990 7\n", "");
    let offset = holed.find("totals:").unwrap() as u64;
    let example = "functions have 10 of 1,000";
    assert_eq!(totals_that_differ(&holed), expected(OddityKind::MuchMissing, "totals:", offset, example));
    let more = file.replace("2 10\n", "2 11\n");
    let example = "functions have 1,001 of 1,000";
    assert_eq!(
        totals_that_differ(&more),
        expected(OddityKind::SumDiffers, "totals:", at("totals:"), example)
    );
}

#[test]
fn each_part_has_a_total_of_its_own() {
    let part = |number: u32, cost: u32, total: u32| {
        format!("part: {number}\nevents: Ir\nsummary: {total}\nfn=main\n1 {cost}\ntotals: {total}\n\n")
    };
    let head = "creator: callgrind-3.22.0\n";
    let file = format!("{head}{}{}", part(1, 300, 300), part(2, 200, 200));
    assert_eq!(totals_that_differ(&file), []);
    let file = format!("{head}{}{}", part(1, 300, 300), part(2, 200, 202));
    let offset = file.find("totals: 202").unwrap() as u64;
    let expected = (
        OddityKind::SumDiffers,
        "total cost (`totals:`)".to_owned(),
        1,
        offset,
        "functions have 200 of 202".to_owned(),
    );
    assert_eq!(totals_that_differ(&file), [expected]);
}

#[test]
fn summary_of_other_programs_is_no_sum() {
    let of = |creator: &str, call: &str| {
        totals_that_differ(&format!("{creator}events: Ir\nfn=main\n1 10\n{call}summary: 99\n")).len()
    };
    let call = "cfn=f\ncalls=1 0\n1 5\n";
    assert_eq!(of("creator: xdebug 3.3.1 (PHP 8.3.0)\n", call), 0, "the run time and the peak of memory");
    assert_eq!(of("", call), 0, "a converter without a name");
    assert_eq!(of("", ""), 1, "Cachegrind");
    assert_eq!(of("creator: callgrind-3.22.0\n", call), 1);
}

/// Own costs by function.
type OwnCosts = Vec<(String, i64)>;

/// Returns the own costs of each trace by function, and the oddities of the last one.
fn costs_of_events(file: &str) -> (Vec<OwnCosts>, Vec<(OddityKind, u64)>) {
    let traces = read("", [file.as_bytes()]).unwrap().traces;
    let costs = |trace: &Trace| sums(trace).into_iter().map(|(name, (own, ..))| (name, own)).collect();
    let entries = traces.last().unwrap().1.report().entries().iter();
    let odd = entries.map(|entry| (entry.kind, entry.first_offset)).collect();
    (traces.iter().map(|(_, trace)| costs(trace)).collect(), odd)
}

#[test]
fn last_line_needs_no_line_break() {
    let costs =
        |of: &[(&str, i64)]| of.iter().map(|(name, own)| ((*name).to_owned(), *own)).collect::<Vec<_>>();
    let file = "events: Ir Dr\nfn=main\n16 20 1\nfn=f\n";
    let last_at = file.len() as u64;
    let assumed = vec![(OddityKind::Assumed, last_at)];
    for last in ["20 700 8", "+4 700 8", "* 700 8\r", "-0x4 0x2bc 8 "] {
        let (found, odd) = costs_of_events(&format!("{file}{last}"));
        assert_eq!(found, [costs(&[("f", 700), ("main", 20)]), costs(&[("f", 8), ("main", 1)])], "{last:?}");
        assert_eq!(odd, assumed, "{last:?}");
    }
    let (whole, odd) = costs_of_events(&format!("{file}20 700 8\n"));
    assert_eq!((whole.len(), odd), (2, vec![]));
    // A line that lacks a part is not read, whatever its numbers say.
    for last in ["20 700", "20 700 ", "20", "fn=g", "calls=1 20", "totals: 7", "x 1 2 3"] {
        let (found, odd) = costs_of_events(&format!("{file}{last}"));
        assert_eq!(found, [costs(&[("main", 20)]), costs(&[("main", 1)])], "{last:?}");
        assert_eq!(odd, [(OddityKind::Truncated, last_at)], "{last:?}");
    }
    // A total shows that nothing is missing, or that something is.
    let file = "creator: callgrind-3.22.0\nevents: Ir\nsummary: 720\nfn=main\n16 20\nfn=f\n20 700";
    assert_eq!(costs_of_events(file), (vec![costs(&[("f", 700), ("main", 20)])], vec![]));
    let (found, odd) = costs_of_events(&file[..file.len() - 1]);
    assert_eq!(found, [costs(&[("f", 70), ("main", 20)])]);
    assert_eq!(odd, [(OddityKind::MuchMissing, file.find("summary").unwrap() as u64)]);
    let totals = file.replace("summary: 720\n", "") + "\ntotals: 720";
    assert_eq!(costs_of_events(&totals), (vec![costs(&[("f", 700), ("main", 20)])], vec![]));
}
