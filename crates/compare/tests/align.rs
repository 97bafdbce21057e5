//! Tests of the promises of the one-to-one alignment, on generated, edited and real traces.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "align/check.rs"]
mod check;
#[path = "align/score.rs"]
mod score;
#[path = "align/spans.rs"]
mod spans;

use check::{check, less_one, matched_level_by_level, mirrored, renamed, shuffled};
use diptych_compare::align::{Kind, Options, Warp, align};
use diptych_formats::Input;
use diptych_testkit::plant::{EditKind, PlantedPair, plant, random_edit, random_edits};
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::{CallId, Trace};
use proptest::prelude::*;
use score::{Score, align_plainly, score, with_pair};
use std::fmt::Write;

/// Returns a small trace with a copy that has some edits.
fn edited(seed: u64, edits: usize) -> PlantedPair {
    let made = generate(seed, Shape::SMALL);
    let edits = random_edits(&mut Rng::new(seed ^ 0x55), &made, edits);
    plant(&made, &edits)
}

/// Returns the calls of a side as lines `name: kind`, indented by depth.
fn kinds(a: &Trace, b: &Trace, side: usize) -> String {
    let alignment = align_plainly(a, b);
    check(a, b, &alignment);
    let of = [a, b][side];
    let mut out = String::new();
    for (row, kind) in alignment.sides[side].kind.iter().enumerate() {
        let indent = of.calls().depth()[row] as usize * 2;
        writeln!(out, "{:indent$}{}: {kind:?}", "", of.call_name(CallId(row as u32))).unwrap();
    }
    out
}

/// Generates overlapping calls with ascending starts and random durations. Some are left out.
fn beside(seed: u64, names: &[u8], keep: u64, long: std::ops::Range<u64>) -> Trace {
    let mut rng = Rng::new(seed);
    let mut text = "stream\n".to_owned();
    for (at, name) in names.iter().enumerate().filter(|_| rng.below(10) < keep).collect::<Vec<_>>() {
        let start = at as u64 * 10;
        let end = start + long.start + rng.below(long.end - long.start);
        writeln!(text, "  {start}..{end} k{name}").unwrap();
    }
    trace(&text)
}

#[test]
fn lane_and_sub_lanes_align_as_one_row() {
    let names: Vec<u8> = (0..120u32).map(|at| (at * at % 7) as u8).collect();
    let [a, b] = [1, 2].map(|seed| beside(seed, &names, 10, 5..15));
    let alignment = align_plainly(&a, &b);
    check(&a, &b, &alignment);
    assert_eq!(alignment.sides[0].calls, [120, 0, 0]);
    let lanes = |side: usize, trace: &Trace| -> Vec<u32> {
        let partner = &alignment.sides[side].partner;
        partner.iter().map(|&call| trace.lanes().of_call(call).0).collect()
    };
    let own: Vec<u32> = (0..120).map(|call| a.lanes().of_call(CallId(call)).0).collect();
    assert_ne!(lanes(0, &b), own, "some are in other sub-lanes on the other side");
}

proptest! {
    #[test]
    fn promises_hold_for_overlapping_calls(
        seed: u64,
        names in prop::collection::vec(0u8..5, 1..60),
        keep in [3u64..11, 3u64..11],
    ) {
        let [a, b] = [beside(seed, &names, keep[0], 12..42), beside(seed ^ 1, &names, keep[1], 12..42)];
        let alignment = align_plainly(&a, &b);
        check(&a, &b, &alignment);
        prop_assert_eq!(align_plainly(&b, &a).sides, mirrored(&alignment).sides);
        let whole = align_plainly(&a, &a).sides[0].calls;
        prop_assert_eq!(whole, [a.calls().len() as u64, 0, 0]);
    }

    #[test]
    fn promises_hold_for_edited_traces(seed: u64, edits in 0usize..20) {
        let PlantedPair { before, trace, .. } = edited(seed, edits);
        check(&before, &trace, &align_plainly(&before, &trace));
    }

    #[test]
    fn promises_hold_for_unrelated_traces(seed: u64, functions in 1usize..10) {
        let [a, b] = [0, 1].map(|side| generate(seed ^ side, Shape { functions, ..Shape::SMALL }));
        check(&a, &b, &align_plainly(&a, &b));
    }

    #[test]
    fn trace_against_itself_matches_without_differences(seed: u64, functions in 1usize..10) {
        let a = generate(seed, Shape { functions, ..Shape::SMALL });
        let alignment = align_plainly(&a, &a);
        for (row, &partner) in alignment.sides[0].partner.iter().enumerate() {
            prop_assert_eq!(partner.index(), row);
            let delta = with_pair(&a, &a, |pair, _| alignment.delta(pair, partner)).unwrap();
            prop_assert_eq!([delta.start, delta.start_in_caller, delta.duration, delta.self_time], [0; 4]);
        }
        prop_assert_eq!(alignment.sides[0].calls, [a.calls().len() as u64, 0, 0]);
    }

    #[test]
    fn exchanging_the_sides_exchanges_the_answer(seed: u64, edits in 0usize..20, unlike: bool) {
        let PlantedPair { before: a, mut trace, .. } = edited(seed, edits);
        if unlike {
            trace = generate(!seed, Shape::SMALL);
        }
        let alignment = align_plainly(&a, &trace);
        prop_assert_eq!(&mirrored(&align_plainly(&trace, &a)).sides, &alignment.sides);
        let warps = [with_pair(&a, &trace, |pair, _| Warp::new(pair, &alignment)),
            with_pair(&trace, &a, |pair, _| Warp::new(pair, &align_plainly(&trace, &a)))];
        let turned: Vec<[i64; 2]> = warps[1].anchors().iter().map(|&[b, a]| [a, b]).collect();
        prop_assert_eq!(warps[0].anchors(), &turned[..]);
    }

    #[test]
    fn renaming_all_functions_alike_changes_nothing(seed: u64, edits in 0usize..20, salt: u64) {
        let PlantedPair { before, trace, .. } = edited(seed, edits);
        let [a, b] = [&before, &trace].map(|trace| renamed(trace, salt));
        prop_assert_eq!(&align_plainly(&a, &b).sides, &align_plainly(&before, &trace).sides);
    }

    #[test]
    fn shuffled_siblings_are_all_matched_or_moved(seed: u64, salt: u64, functions in 1usize..10) {
        let a = plant(&generate(seed, Shape { functions, ..Shape::SMALL }), &[]).before;
        let b = shuffled(&a, salt);
        let alignment = align_plainly(&a, &b);
        check(&a, &b, &alignment);
        prop_assert_eq!(alignment.sides[0].calls[Kind::Only as usize], 0);
        prop_assert_eq!(alignment.sides[1].calls[Kind::Only as usize], 0);
    }

    #[test]
    fn removed_call_is_named(seed: u64, row: prop::sample::Index) {
        let a = plant(&generate(seed, Shape::SMALL), &[]).before;
        let gone = row.index(a.calls().len()) as u32;
        let b = less_one(&a, CallId(gone));
        let alignment = align_plainly(&a, &b);
        let only = alignment.sides[0].kind.iter().positions_of(Kind::Only);
        prop_assert_eq!(only, vec![gone]);
        prop_assert_eq!(alignment.sides[0].calls[Kind::Moved as usize], 0);
        prop_assert_eq!(alignment.sides[1].calls, [b.calls().len() as u64, 0, 0]);
    }

    #[test]
    fn pairs_reach_four_fifths_of_level_by_level(seed: u64, edits in 0usize..12) {
        let [paired, level_by_level] = paired(seed, edits);
        prop_assert!(paired * 5 >= level_by_level * 4, "{paired} against {level_by_level}");
    }

    #[test]
    fn a_warp_rises_and_reads_both_ways(seed: u64, edits in 0usize..20) {
        let PlantedPair { before, trace, .. } = edited(seed, edits);
        let alignment = align_plainly(&before, &trace);
        let warp = with_pair(&before, &trace, |pair, _| Warp::new(pair, &alignment));
        for [a, b] in warp.anchors().iter().copied() {
            prop_assert_eq!([warp.to_a(b), warp.to_b(a)], [a, b]);
        }
        prop_assert!(warp.anchors().windows(2).all(|pair| pair[0][0] < pair[1][0] && pair[0][1] < pair[1][1]));
        let ticks = -5..trace.extent() + 5;
        let on_a: Vec<i64> = ticks.map(|tick| warp.to_a(tick)).collect();
        prop_assert!(on_a.is_sorted());
    }
}

/// Returns the number of calls of A with a partner: in the alignment, and in the plain one level by level.
fn paired(seed: u64, edits: usize) -> [u64; 2] {
    let PlantedPair { before, trace, .. } = edited(seed, edits);
    let only = align_plainly(&before, &trace).sides[0].calls[Kind::Only as usize];
    [before.calls().len() as u64 - only, with_pair(&before, &trace, matched_level_by_level)]
}

#[test]
fn pairs_exceed_level_by_level_in_total() {
    let [paired, level_by_level] = (0..500)
        .map(|seed| paired(seed, seed as usize % 12))
        .fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
    assert!(paired * 100 > level_by_level * 110, "{paired} against {level_by_level}");
}

trait PositionsOf {
    fn positions_of(self, kind: Kind) -> Vec<u32>;
}

impl<'a, I: Iterator<Item = &'a Kind>> PositionsOf for I {
    fn positions_of(self, kind: Kind) -> Vec<u32> {
        self.enumerate().filter(|(_, of)| **of == kind).map(|(row, _)| row as u32).collect()
    }
}

#[test]
fn calls_match_through_a_wrapper() {
    let a = trace(
        "
        t
          0..100 main
            10..40 parse
              12..20 lex
            50..90 draw
    ",
    );
    let b = trace(
        "
        t
          0..120 outer
            5..115 guard
              10..110 main
                20..50 parse
                  22..30 lex
                60..100 draw
    ",
    );
    assert_eq!(kinds(&a, &b, 0), "main: Matched\n  parse: Matched\n    lex: Matched\n  draw: Matched\n");
    assert!(kinds(&a, &b, 1).starts_with("outer: Only\n  guard: Only\n    main: Matched\n"));
}

#[test]
fn contents_of_a_renamed_frame_match() {
    let a = trace(
        "
        t
          0..100 main
            10..40 old
              12..20 lex
              22..30 emit
    ",
    );
    let b = trace(
        "
        t
          0..100 main
            10..40 new
              12..20 lex
              22..30 emit
    ",
    );
    assert_eq!(kinds(&a, &b, 0), "main: Matched\n  old: Only\n    lex: Matched\n    emit: Matched\n");
    assert_eq!(kinds(&a, &b, 1), "main: Matched\n  new: Only\n    lex: Matched\n    emit: Matched\n");
}

#[test]
fn new_iteration_is_identified_by_duration() {
    let a = trace(
        "
        t
          0..100 loop
            10..15 step
            20..29 step
            30..37 step
    ",
    );
    let b = trace(
        "
        t
          0..100 loop
            10..15 step
            20..22 step
            23..32 step
            40..47 step
    ",
    );
    assert_eq!(
        kinds(&a, &b, 1),
        "loop: Matched\n  step: Matched\n  step: Only\n  step: Matched\n  step: Matched\n"
    );
}

#[test]
fn subtree_under_another_caller_has_moved() {
    let a = trace(
        "
        t
          0..100 main
            10..40 load
              12..20 read
                14..16 open
            50..90 draw
    ",
    );
    let b = trace(
        "
        t
          0..100 main
            10..40 load
            50..90 draw
              52..60 read
                54..56 open
    ",
    );
    let expected = "main: Matched\n  load: Matched\n    read: Moved\n      open: Matched\n  draw: Matched\n";
    assert_eq!(kinds(&a, &b, 0), expected);
}

#[test]
fn small_common_subtrees_do_not_move() {
    let a = trace(
        "
        t
          0..100 main
            2..6 next
              3..4 get
            7..10 next
              8..9 get
            12..40 load
              22..30 next
                24..26 get
            50..90 draw
    ",
    );
    let b = trace(
        "
        t
          0..100 main
            2..6 next
              3..4 get
            7..10 next
              8..9 get
            12..40 load
            50..90 draw
              62..70 next
                64..66 get
    ",
    );
    assert!(
        kinds(&a, &b, 0).ends_with("  load: Matched\n    next: Only\n      get: Only\n  draw: Matched\n")
    );
}

#[test]
fn changed_container_is_found_by_its_contents() {
    let a = trace(
        "
        t
          0..100 main
            10..48 load
              12..39 read
                14..20 open
                  15..16 stat
                22..30 seek
                  23..24 stat
              40..41 check
              42..43 free
              44..45 log
              46..47 note
            50..90 draw
              51..54 line
              55..57 fill
              58..59 text
    ",
    );
    let b = trace(
        "
        t
          0..110 main
            10..40 load
              20..21 check
              22..23 free
              24..25 log
              26..27 note
            50..100 draw
              52..89 read
                54..60 open
                  55..56 stat
                62..70 seek
                  63..64 stat
                75..80 close
              91..94 line
              95..97 fill
              98..99 text
    ",
    );
    let expected = "main: Matched\n  load: Matched\n    check: Matched\n    free: Matched\n    log: Matched\n    note: Matched\n  draw: Matched\n    \
                    read: Moved\n      open: Matched\n";
    assert!(kinds(&a, &b, 1).starts_with(expected), "{}", kinds(&a, &b, 1));
    assert!(kinds(&a, &b, 1).contains("      close: Only\n    line: Matched\n"));
}

#[test]
fn small_frames_do_not_outvote_their_contents() {
    let a = trace(
        "
        t
          0..100 main
            10..40 load
              12..39 read
                14..20 open
                22..30 seek
            50..90 draw
    ",
    );
    let b = trace(
        "
        t
          0..100 main
            10..40 load
            50..90 draw
              52..89 read
                54..60 open
                62..70 seek
    ",
    );
    let expected = "main: Matched\n  load: Only\n    read: Matched\n      open: Matched\n      seek: Matched\n  draw: Only\n";
    assert_eq!(kinds(&a, &b, 0), expected);
}

#[test]
fn a_delta_is_counted_from_the_caller() {
    let a = trace(
        "
        t
          0..100 main
            10..40 load
              12..20 read
    ",
    );
    let b = trace(
        "
        t
          0..190 early
          200..300 main
            215..250 load
              220..225 read
    ",
    );
    let alignment = align_plainly(&a, &b);
    let delta = with_pair(&a, &b, |pair, _| alignment.delta(pair, CallId(1))).unwrap();
    assert_eq!([delta.start, delta.start_in_caller], [205, 5]);
    assert_eq!([delta.duration, delta.self_time], [5, 8]);
    assert_eq!(alignment.sides[0].self_time, [100, 0, 0]);
    assert_eq!(alignment.sides[1].self_time, [100, 0, 190]);
}

/// Generates a lane of siblings without children.
fn flat(names: impl Iterator<Item = u64>) -> Trace {
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    for (start, name) in (0i64..).step_by(10).zip(names) {
        let name = format!("f{name}");
        let function = builder.function(FunctionSpec { name: &name, ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start, end: start + 5, function, source: 0 });
    }
    builder.finish().remove(0).1
}

#[test]
fn long_flat_lanes_are_aligned_in_windows() {
    let mut rng = Rng::new(7);
    let names: Vec<u64> = (0..100_000).map(|_| rng.below(20)).collect();
    let a = flat(names.iter().copied());
    let b = flat(names.iter().copied().enumerate().filter(|(at, _)| at % 50 != 0).map(|(_, name)| name));
    let alignment = align_plainly(&a, &b);
    assert_eq!(alignment.sides[0].calls[Kind::Only as usize], 2_000);
    assert!(alignment.sides[0].calls[Kind::Matched as usize] > 97_500);
    // These rows share nothing but names. Still a good part of the calls is paired.
    let c = flat((0..100_000).map(|_| rng.below(20)));
    let alignment = align_plainly(&a, &c);
    assert!(alignment.sides[0].calls[Kind::Matched as usize] > 20_000);
}

#[test]
fn deep_stacks_do_not_overflow() {
    let deep = |names: &[&str]| {
        use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        for depth in 0..100_000i64 {
            let name = names[depth as usize % names.len()];
            let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
            builder.call(lane, CallSpec { start: depth, end: 300_000 - depth, function, source: 0 });
        }
        builder.finish().remove(0).1
    };
    let [a, b] = [deep(&["f", "g"]), deep(&["f", "g", "h"])];
    let alignment = align_plainly(&a, &b);
    assert!(alignment.sides[0].calls[Kind::Only as usize] < 100_000);
}

#[test]
fn small_subtrees_of_unpaired_lanes_stay_alone() {
    let a = trace(
        "
        t
          0..10 f
    ",
    );
    let alignment = with_pair(&a, &a, |pair, _| align(pair, &[], Options { moved_calls: 2 }, &mut |_, _| {}));
    assert_eq!(alignment.sides[0].calls, [0, 0, 1]);
}

/// Reads the example trace of the page.
fn example(version: &str) -> Trace {
    let path = format!("{}/../../www/examples/jinja2-{version}.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut input = Input::new(&path);
    input.feed(&std::fs::read(path).unwrap()).unwrap();
    input.finish().unwrap().traces.remove(0).1
}

fn single_edits(traces: &[Trace], seeds: u64, kind: EditKind) -> [Score; 2] {
    let mut sum = score::Scores::default();
    for trace in traces {
        for seed in 0..seeds {
            let edit = random_edit(&mut Rng::new(seed), trace, kind);
            sum.add(&score(&plant(trace, &[edit])));
        }
    }
    [if kind == EditKind::Slow { sum.slower } else { sum.differences() }, sum.pairs]
}

#[test]
fn single_edits_of_a_real_trace_are_named() {
    let traces = [example("3.0.3")];
    for kind in EditKind::ALL {
        for score in single_edits(&traces, 20, kind) {
            assert!(score.precision() >= 0.95 && score.recall() >= 0.95, "{kind:?}: {score:?}");
        }
    }
}

#[test]
fn single_edits_of_made_traces_are_named() {
    let shape = Shape { calls: 300, lanes: 2, functions: 40, max_depth: 12, extent: 100_000 };
    let traces: Vec<Trace> = (0..20).map(|seed| generate(seed, shape)).collect();
    for kind in EditKind::ALL {
        for score in single_edits(&traces, 20, kind) {
            assert!(score.precision() >= 0.95 && score.recall() >= 0.95, "{kind:?}: {score:?}");
        }
    }
}
