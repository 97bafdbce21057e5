//! Tests of a side that ends early: small pictures, cut traces, mirrored, and a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, Options, align};
use diptych_compare::ends::{EarlyEnd, Ends};
use diptych_compare::identity::{Compiled, identify};
use diptych_profile::{CallTree, TreePart};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{Rng, Shape, generate, picture, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;
use std::fmt::Write;

fn with_pair<T>(a: &Trace, b: &Trace, of: impl FnOnce(Pair, &Alignment) -> T) -> T {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let pair = identities.pair([a, b]);
    of(pair, &align(pair, &lanes, Options::default(), &mut |_, _| {}))
}

fn ends(a: &Trace, b: &Trace) -> Ends {
    with_pair(a, b, Ends::new)
}

/// Returns a trace that stops at a moment. Calls that are open then end there. With `drop_open` they are missing
/// instead, as in a file in which calls are written when they end.
fn stopped(trace: &Trace, moment: i64, drop_open: bool) -> Trace {
    let mut out = String::new();
    for line in picture(trace).lines() {
        let text = line.trim_start();
        let span = text.split_once(' ').and_then(|(span, rest)| Some((span.split_once("..")?, rest)));
        let Some(((start, end), rest)) = span else {
            writeln!(out, "{line}").unwrap();
            continue;
        };
        let (start, end): (i64, i64) = (start.parse().unwrap(), end.parse().unwrap());
        if start < moment && !(drop_open && end > moment) {
            let indent = line.len() - text.len();
            writeln!(out, "{:indent$}{start}..{} {rest}", "", end.min(moment)).unwrap();
        }
    }
    diptych_testkit::trace(&out)
}

/// Generates a program of some rounds of three calls, two frames deep.
fn rounds(count: i64, last: &str) -> Trace {
    let mut out = format!("t\n  0..{} main\n    0..{} loop\n", count * 10 + 50, count * 10);
    for round in 0..count {
        let at = round * 10;
        writeln!(
            out,
            "      {at}..{} step\n        {}..{} work\n        {}..{} rest",
            at + 9,
            at + 1,
            at + 4,
            at + 5,
            at + 8
        )
        .unwrap();
    }
    trace(&(out + last))
}

#[test]
fn run_stopped_in_its_loop_ends_early() {
    let whole = rounds(100, "    1010..1050 report\n");
    for drop_open in [false, true] {
        let cut = stopped(&whole, 614, drop_open);
        let early = ends(&whole, &cut).early.unwrap();
        assert_eq!((early.side, early.is_cut), (1, false));
        assert!((0.56..0.60).contains(&early.share), "{early:?}");
        let mirrored = ends(&cut, &whole).early.unwrap();
        assert_eq!(mirrored, EarlyEnd { side: 0, ..early });
        assert_eq!(ends(&whole, &cut).compared_until(0), Some(early.moment));
        assert_eq!(ends(&whole, &cut).compared_until(1), None);
    }
}

/// Generates a program of rounds whose lengths vary by up to a half.
fn uneven_rounds(seed: u64, count: i64) -> Trace {
    let mut rng = Rng::new(seed);
    let mut lines = String::new();
    let mut at = 10;
    for _ in 0..count {
        let [step, work] = [0, 0].map(|_| 1_000 + rng.below(500) as i64);
        let (begin, end) = (at + 20, at + 40 + work);
        writeln!(lines, "      {at}..{} step\n        {begin}..{end} work", end + step).unwrap();
        at = end + step + 30;
    }
    trace(&format!("t\n  0..{} main\n    0..{} loop\n{lines}", at + 900, at + 400))
}

proptest! {
    #[test]
    fn rounds_before_a_stop_match_from_the_beginning(
        seed: u64, count in 30i64..80, share in 20i64..70, drop_open: bool,
    ) {
        let whole = uneven_rounds(seed, count);
        let run = uneven_rounds(seed ^ 1, count);
        let cut = stopped(&run, run.extent() * share / 100, drop_open);
        let first = i64::from(drop_open) * 2;
        with_pair(&whole, &cut, |_, alignment| {
            let partners = &alignment.sides[1].partner;
            for (row, partner) in partners.iter().enumerate() {
                // Without the two frames, every call has the same place among the calls as in the whole run. The last
                // round may be incomplete.
                let is_first = partner.0 as i64 == row as i64 + first;
                prop_assert!(is_first || row + 2 > partners.len(), "{row} {partner:?} of {}", partners.len());
            }
            Ok(())
        })?;
        let early = ends(&whole, &cut).early;
        prop_assert!(early.is_some_and(|early| (100.0 * early.share - share as f64).abs() < 10.0), "{early:?}");
    }
}

#[test]
fn fewer_rounds_with_equal_ends_are_no_early_end() {
    let many = rounds(100, "    1010..1020 report\n    1030..1040 leave\n");
    let few = rounds(50, "    510..520 report\n    530..540 leave\n");
    assert_eq!(ends(&many, &few), Ends::default());
    assert_eq!(ends(&few, &many), Ends::default());
}

#[test]
fn loop_with_fewer_rounds_that_returns_is_no_early_end() {
    // The end of the loop in B looks as in A, or B stopped in a round.
    let run = |count: i64, end: i64| {
        let round = |at: i64| format!("    {at}..{} step\n", end.min(at + 18));
        let steps: String = (0..count).map(|round_number| round(5 + 20 * round_number)).collect();
        trace(&format!("t\n  0..{end} main\n{steps}"))
    };
    let (many, few, stopped) = (run(100, 2010), run(80, 1610), run(80, 1595));
    assert_eq!(ends(&many, &few), Ends::default());
    assert_eq!(ends(&few, &many), Ends::default());
    assert_eq!(ends(&many, &stopped).early.map(|early| early.side), Some(1));
}

#[test]
fn shallower_recursion_is_no_early_end() {
    for (before, after) in [(0, 0), (100, 100), (100, 0)] {
        let recursion = |depth: i64| {
            let end = before + 2 * depth;
            let call = |level: i64| {
                let (indent, name) = (4 + 2 * level as usize, ["f", "g"][level as usize % 2]);
                format!("{:indent$}{}..{} {name}\n", "", before + level, end - level)
            };
            let calls: String = (0..depth).map(call).collect();
            trace(&format!("t\n  0..{} main\n{calls}", end + after))
        };
        for shallow in [90, 50, 40] {
            assert_eq!(ends(&recursion(100), &recursion(shallow)), Ends::default());
            assert_eq!(ends(&recursion(shallow), &recursion(100)), Ends::default());
        }
    }
}

#[test]
fn removed_last_step_is_no_early_end() {
    let run = |report: bool| {
        let mut out = "t\n  0..900 main\n    0..400 work\n".to_owned();
        for call in 0..40 {
            writeln!(out, "      {}..{} step", 10 * call, 10 * call + 5).unwrap();
        }
        if report {
            out += "    400..890 report\n";
            for call in 40..89 {
                writeln!(out, "      {}..{} line", 10 * call, 10 * call + 5).unwrap();
            }
        }
        trace(&out)
    };
    assert_eq!(ends(&run(true), &run(false)), Ends::default());
}

#[test]
fn other_work_instead_is_no_early_end() {
    let tail = |name: &str| {
        let mut out = String::new();
        for call in 0..100 {
            writeln!(out, "      {}..{} {name}{}", 1000 + 2 * call, 1001 + 2 * call, call % 7).unwrap();
        }
        out
    };
    let with = |name: &str| {
        let head: String = (0..100).fold(String::new(), |mut out, call| {
            writeln!(out, "      {}..{} same", 2 * call, 2 * call + 1).unwrap();
            out
        });
        trace(&format!("t\n  0..1300 main\n    0..1250 body\n{head}{}", tail(name)))
    };
    assert_eq!(ends(&with("old"), &with("fresh")), Ends::default());
}

#[test]
fn calls_that_the_other_side_makes_elsewhere_are_no_early_end() {
    // A sends on its main thread, B on a worker, where it goes on after the main thread has ended.
    let calls = |name: &str, count: i64, (first, step): (i64, i64)| -> String {
        let call = |at: i64| format!("    {at}..{} {name}\n", at + 5);
        (0..count).map(|round| call(first + step * round)).collect()
    };
    let of_a: String = (0..20)
        .map(|round| calls("next", 1, (60 * round, 1)) + &calls("send", 1, (60 * round + 6, 1)))
        .collect();
    let a = trace(&format!("main\n  0..1300 program\n{of_a}w\n  0..60 loop\n    0..40 wait\n"));
    let b = |sends: i64| {
        let (next, send) = (calls("next", 20, (0, 8)), calls("send", sends, (170, 60)));
        trace(&format!("main\n  0..165 program\n{next}w\n  0..9000 loop\n    0..40 wait\n{send}"))
    };
    for sends in [20, 30] {
        assert_eq!(ends(&a, &b(sends)), Ends::default());
        assert_eq!(ends(&b(sends), &a), Ends::default());
    }
}

#[test]
fn end_of_a_helper_thread_is_no_early_end() {
    // A writes reports in its loop. B leaves that to a thread, which ends later, and joins it.
    let rounds = |step: i64, write: &str| -> String {
        let round = |at: i64| {
            let write = if write.is_empty() {
                String::new()
            } else {
                format!("      {}..{} {write}\n", at + 30, at + 70)
            };
            format!("      {at}..{} compute\n        {}..{} sum\n{write}", at + 25, at + 5, at + 20)
        };
        (0..12).map(|number| round(step * number)).collect()
    };
    let a = trace(&format!("main\n  0..961 main\n    0..960 work\n{}", rounds(80, "write")));
    let step = |at: i64| format!("        {0}..{1} step{at}\n", 775 + at, 776 + at);
    let write = |at: i64| format!("    {}..{} write\n", 20 + 61 * at, 80 + 61 * at);
    let steps: String = (0..20).map(step).collect();
    let writes: String = (0..12).map(write).collect();
    for join in ["wait", "flush"] {
        let joins = format!("      680..770 {join}\n        681..769 {join}\n      771..798 stop\n{steps}");
        let main = format!("main\n  0..800 main\n    0..799 work\n{}{joins}", rounds(55, ""));
        let b = trace(&format!("{main}writer\n  10..790 run\n{writes}"));
        assert_eq!(ends(&a, &b), Ends::default(), "{join}");
        assert_eq!(ends(&b, &a), Ends::default(), "{join}");
    }
}

/// Computes the rest by its rule, for every possible moment. O(calls²).
fn naive_rest(trace: &Trace, kinds: &[Kind]) -> Vec<usize> {
    let starts = trace.calls().start();
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by_key(|&row| (starts[row], row));
    let worth = |rows: &[usize]| {
        let count = |of: Kind| rows.iter().filter(|&&row| kinds[row] == of).count() as i64;
        count(Kind::Only) - 50 * count(Kind::Matched)
    };
    // Of equally good rests, the shortest.
    let best = (0..=order.len()).rev().max_by_key(|&from| (worth(&order[from..]), from)).unwrap();
    order[best..].to_vec()
}

/// Sums up self time tick by tick: for each tick the innermost call, if it is not compared.
fn naive_sums(
    trace: &Trace,
    kinds: &[Kind],
    is_out: impl Fn(usize) -> bool,
    moment: i64,
) -> ([u64; 3], [i64; 3]) {
    let calls = trace.calls();
    let (mut counts, mut ticks) = ([0; 3], [0; 3]);
    for (row, &kind) in kinds.iter().enumerate() {
        counts[kind as usize] += u64::from(is_out(row));
    }
    for tick in 0..trace.extent() {
        let innermost = (0..kinds.len()).rfind(|&row| calls.start()[row] <= tick && tick < calls.end()[row]);
        if let Some(row) = innermost.filter(|&row| tick >= moment || is_out(row)) {
            ticks[kinds[row] as usize] += 1;
        }
    }
    (counts, ticks)
}

proptest! {
    #[test]
    fn equal_traces_end_together_and_answers_mirror(seed: u64, edits in 0usize..12) {
        let shape = Shape { calls: 200, lanes: 1, ..Shape::SMALL };
        let a = generate(seed, shape);
        prop_assert_eq!(ends(&a, &a), Ends::default());
        let b = plant(&a, &random_edits(&mut Rng::new(seed), &a, edits)).trace;
        let (there, back) = (ends(&a, &b), ends(&b, &a));
        prop_assert_eq!(there.early.map(|early| EarlyEnd { side: 1 - early.side, ..early }), back.early);
        prop_assert_eq!(there.cut, [false; 2]);
    }

    #[test]
    fn uncompared_rest_equals_naive_count(seed: u64, share in 20i64..80, drop_open: bool) {
        let a = generate(seed, Shape { calls: 300, lanes: 1, extent: 3_000, ..Shape::SMALL });
        let b = stopped(&a, a.extent() * share / 100, drop_open);
        let (ends, alignment) =
            with_pair(&a, &b, |pair, alignment| (Ends::new(pair, alignment), alignment.clone()));
        let kinds = alignment.sides[0].kind.clone();
        if let Some(early) = ends.early {
            prop_assert_eq!(early.side, 1);
            let rest = naive_rest(&a, &kinds);
            prop_assert_eq!(early.moment, a.calls().start()[rest[0]]);
            let is_open = |call: CallId| early.is_open(&a, &alignment, call);
            let is_out = |row: usize| a.calls().start()[row] >= early.moment || is_open(CallId(row as u32));
            let sums = naive_sums(&a, &kinds, is_out, early.moment);
            prop_assert_eq!((early.rest_calls, early.rest_self), sums);
            let mut marked = alignment.clone();
            early.mark(&a, &mut marked);
            prop_assert_eq!(marked.side_not_compared(), Some(0));
            for (row, &kind) in kinds.iter().enumerate() {
                let expected = if kind == Kind::Only && is_out(row) { Kind::NotCompared } else { kind };
                prop_assert_eq!(marked.sides[0].kind[row], expected);
            }
            prop_assert_eq!(&marked.sides[1], &alignment.sides[1]);
            // The compared part of A is what A did until then.
            let identities = vec![diptych_trace::IdentityId(0); a.functions().len()];
            let part = TreePart { until: early.moment, is_left_out: Some(&is_open), ..TreePart::whole() };
            let tree = CallTree::of_part(&a, &identities, part, &mut |_, _| ()).tree;
            let all = CallTree::new(&a, &identities, &mut |_, _| ());
            prop_assert_eq!(tree.total_ticks(), all.total_ticks() - early.rest_self.iter().sum::<i64>());
            prop_assert_eq!(
                tree.calls().iter().sum::<u64>(),
                all.calls().iter().sum::<u64>() - early.rest_calls.iter().sum::<u64>()
            );
        }
    }
}
