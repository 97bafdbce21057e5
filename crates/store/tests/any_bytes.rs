//! Tests that stored results are safe with any bytes: what is read either fits the pair or is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_compare::Pair;
use diptych_compare::align::{Options, Warp, align};
use diptych_compare::call_times::{AlignedPair, CallTimes, OutlierCall};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::{EarlyEnd, Ends};
use diptych_compare::identity::{Identities, Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_compare::ranking::{self, PermutationResult, PermutationTest, RowUnit, Split, rank_with_result};
use diptych_compare::similarity::{
    Axes, Bars, CalleeSets, JoinOptions, Matches, Measure, Similarity, repetitions,
};
use diptych_profile::{CallTree, UnionTree};
use diptych_store::{Columns, HEAD_BYTES, StoreError, parts, seal};
use diptych_testkit::{Rng, Shape, generate};
use diptych_trace::Trace;
use proptest::prelude::*;
use std::sync::Arc;

fn rules() -> Rules {
    Rules::NONE
}

/// Returns everything that is stored of a pair, in one file.
fn stored(traces: [&Trace; 2], measure: Measure) -> Vec<u8> {
    let identities = identify(&compile(&rules()).unwrap(), traces, &mut |_, _| ());
    let pair = identities.pair(traces);
    let quiet = &mut |_, _| ();
    let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), quiet);
    let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let alignment = align(pair, &pairs, Options::default(), quiet);
    let mut columns = Columns::default();
    let named = parts::KeyedIdentities { keys: &identities.keys, of_function: pair.identities };
    parts::put_pair(&mut columns, &rules(), named, &lanes, &alignment);
    let ends = Ends::new(pair, &alignment);
    parts::put_ends(&mut columns, &ends);
    let aligned = AlignedPair { pair, alignment: &alignment, ends: &ends };
    let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
    let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
    parts::put_call_times(&mut columns, &times);
    parts::put_common_times(&mut columns, &CommonTimes::new(aligned, trees.each_ref(), &times));
    for (side, part) in trees.iter().enumerate() {
        parts::put_tree(&mut columns, side, 0, &part.tree);
    }
    let sets = CalleeSets::new(pair, measure, quiet).unwrap();
    let similarity = Similarity::join(&sets, JoinOptions::default(), quiet);
    parts::put_sum_of_keys(&mut columns, &identities.keys);
    parts::put_similarity(&mut columns, &sets, &similarity);
    let found = [0, 1].map(|side| repetitions(traces[side], &sets, side, &mut |_, _| ()));
    parts::put_repetitions(&mut columns, &found);
    let test = PermutationTest {
        sides: vec![0, 1, 0, 1, 0, 1, 0, 1],
        ticks: (0..24).map(f64::from).collect(),
        steady: Vec::new(),
        calls: (0..24).collect(),
        floor: 1.0,
        level: 0.05,
    };
    parts::put_permutation_test(&mut columns, &test);
    let tested =
        PermutationResult { split: Split { splits: 126, exact: true }, p: vec![Some(0.5), None, Some(0.01)] };
    parts::put_permutation_result(&mut columns, &tested);
    columns.to_bytes()
}

/// Changes a few bytes (single bits, extreme numbers, or copies of other bytes), and corrects the checksum.
fn changed(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut out = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let body = (out.len() - HEAD_BYTES) as u64;
        let at = HEAD_BYTES + rng.below(body) as usize;
        let length = [1, 4, 8, 16][rng.below(4) as usize].min(out.len() - at);
        match rng.below(5) {
            0 => out[at] ^= 1 << rng.below(8),
            1 => out[at..at + length].fill(0xff),
            2 => out[at..at + length].fill(0),
            3 => {
                let from = HEAD_BYTES + rng.below(body - length as u64 + 1) as usize;
                out.copy_within(from..from + length, at);
            }
            _ => out[at] = rng.below(256) as u8,
        }
    }
    seal(&mut out);
    out
}

/// Reads and uses everything as the engine does.
fn read(bytes: &[u8], traces: [&Trace; 2]) -> Result<(), StoreError> {
    let columns = Columns::from_bytes(bytes)?;
    if let Ok(test) = parts::permutation_test(&columns) {
        let tested = test.test(&mut |_, _| ());
        let _ = (tested, parts::permutation_result(&columns, test.rows()));
    }
    let identities: Identities = parts::identities(&columns, &rules().to_text(), traces)?;
    let pair = identities.pair(traces);
    drop((parts::prefix(&columns), identities.name_and_file(identities.by_function(0)[0])));
    let trees = [0, 1].map(|side| parts::tree(&columns, side, 0, pair.identity_count));
    if let [Ok(a), Ok(b)] = trees {
        let calls = traces.map(|trace| trace.calls().len() as u64);
        let times = parts::call_times(&columns, pair.identity_count, calls);
        rank(a, b, &times.map_or_else(|_| Vec::new(), |times| times.few));
    }
    if let Ok(ends) = parts::ends(&columns) {
        let rest = ends
            .early
            .map(|early| (early.rest_calls.iter().sum::<u64>(), early.rest_self.iter().sum::<i64>()));
        let _ = (ends.are_whole(), rest);
    }
    if let Ok(lanes) = parts::lanes(&columns, pair) {
        let _ = lanes.counts(traces);
    }
    if let Ok(alignment) = parts::alignment(&columns, pair) {
        let warp = Warp::new(pair, &alignment);
        assert!(warp.anchors().is_sorted_by(|one, next| one[0] < next[0] && one[1] < next[1]));
    }
    similar(&columns, pair)
}

fn rank(a: CallTree, b: CallTree, few: &[OutlierCall]) {
    let union = UnionTree::new(&[(0, Arc::new(a)), (1, Arc::new(b))]);
    for by in [RowUnit::Function, RowUnit::Path] {
        let options = ranking::Options { by, ..ranking::Options::default() };
        let ranking =
            rank_with_result(&union, options, ranking::RankInput { few, ..ranking::RankInput::default() });
        let verdict = ranking::Verdict::new(&union, &ranking, None);
        drop((verdict, ranking::phases(&union, &ranking, few)));
    }
}

fn similar(columns: &Columns<'_>, pair: Pair<'_>) -> Result<(), StoreError> {
    let (sets, similarity) = parts::similarity(columns, pair)?;
    let matches = Matches { pair, sets: &sets, similarity: &similarity };
    let bars = Bars::new(matches, &mut |_, _| ());
    for side in 0..2 {
        let extent = pair.traces[side].extent();
        let edges: Vec<i64> = (0..=8).map(|bin| extent * bin / 8).collect();
        drop(bars.between(matches, side, Axes::default(), &edges));
        for class in 0..sets.len() as u32 {
            let _ = (similarity.best(side, class), similarity.partners(side, class).with(0));
            let _ = sets.similarity(class, 0);
        }
    }
    parts::repetitions(columns, pair).map(drop)
}

fn pair(seed: u64) -> [Trace; 2] {
    [seed, seed + 1].map(|seed| generate(seed, Shape::SMALL))
}

const MEASURES: [Measure; 3] = [Measure::Plain, Measure::Multiset, Measure::TimeWeighted];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn changed_files_never_break_the_reader(seed in 0u64..64, change: u64, measure in 0usize..3) {
        let traces = pair(seed);
        let traces = traces.each_ref();
        let bytes = stored(traces, MEASURES[measure]);
        prop_assert_eq!(read(&bytes, traces), Ok(()));
        for round in 0..16u64 {
            // The result may be anything, as long as reading ends.
            drop(read(&changed(&bytes, change.wrapping_add(round)), traces));
        }
    }
}

/// Replaces one column as a whole.
fn with(bytes: &[u8], put: impl Fn(&mut Columns<'_>)) -> Vec<u8> {
    let mut columns = Columns::from_bytes(bytes).unwrap();
    put(&mut columns);
    columns.to_bytes()
}

#[test]
fn inconsistent_columns_are_refused() {
    let traces = pair(3);
    let traces = traces.each_ref();
    let timed = stored(traces, Measure::TimeWeighted);
    let plain = stored(traces, Measure::Plain);
    let get = |bytes: &[u8], name: &str| Columns::from_bytes(bytes).unwrap().get::<u32>(name).unwrap();
    let places = get(&plain, "similar.places");
    let partners = get(&plain, "similar.partners").len() as u32;
    let weights = get(&timed, "sets.identity-weight").len();
    let cases = [
        ("weights left out", with(&timed, |columns| columns.put::<u32>("sets.identity-weight", &[]))),
        (
            "weights too heavy",
            with(&timed, |columns| columns.put("sets.identity-weight", &vec![u32::MAX; weights])),
        ),
        (
            "every row all partners",
            with(&plain, |columns| columns.put("similar.places", &[0, partners].repeat(places.len() / 2))),
        ),
        (
            "a row beyond the end",
            with(&plain, |columns| columns.put("similar.places", &[u32::MAX; 2].repeat(places.len() / 2))),
        ),
        ("blocks of nothing", with(&plain, |columns| columns.put("repeated.a", &[0u32, 0, 0, 9]))),
    ];
    for (name, bytes) in &cases {
        assert!(read(bytes, traces).is_err(), "{name}");
    }
    let deep = Columns::from_bytes(&plain).unwrap().get::<i64>("tree.a.self-ticks").unwrap().len();
    let bytes = with(&plain, |columns| columns.put("tree.a.self-ticks", &vec![i64::MAX; deep]));
    let columns = Columns::from_bytes(&bytes).unwrap();
    assert!(parts::tree(&columns, 0, 0, u32::MAX).is_err(), "sums that overflow");
    let bytes = with(&plain, |columns| columns.put("trial.sides", &[0u8, 9, 0, 1, 0, 1, 0, 1]));
    assert!(parts::permutation_test(&Columns::from_bytes(&bytes).unwrap()).is_err(), "a third side");
}

#[test]
fn fingerprint_depends_on_lane_parent_and_kind() {
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};
    let trace = |kind: LaneKind, inside: bool| {
        let mut builder = Builder::default();
        let outer = builder.lane(None, LaneKind::Process, "outer");
        let lane = builder.lane(inside.then_some(outer), kind, "inner");
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start: 0, end: 9, function, source: 0 });
        diptych_store::fingerprint(&builder.finish().remove(0).1)
    };
    let plain = trace(LaneKind::Thread, true);
    assert_eq!(plain, trace(LaneKind::Thread, true));
    assert_ne!(plain, trace(LaneKind::Thread, false), "what a lane lies in");
    assert_ne!(plain, trace(LaneKind::Group, true), "what a lane is");
}

#[test]
fn fingerprint_depends_on_cut_off_files() {
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, OddityKind, Sink};
    let trace = |odd: Option<OddityKind>| {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "main");
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start: 0, end: 9, function, source: 0 });
        if let Some(odd) = odd {
            builder.odd(odd, "", 4, "");
        }
        diptych_store::fingerprint(&builder.finish().remove(0).1)
    };
    // A comparison treats the end of a cut-off trace differently.
    for cut in [OddityKind::Truncated, OddityKind::SyntaxError, OddityKind::Stopped] {
        assert_ne!(trace(None), trace(Some(cut)), "{cut:?}");
    }
    assert_eq!(trace(None), trace(Some(OddityKind::SkippedEvent)), "nothing follows from that");
}

#[test]
fn call_counts_after_early_ends_are_bounded() {
    let early = |calls: u64| EarlyEnd {
        side: 0,
        moment: 9,
        last: 8,
        share: 0.5,
        is_cut: false,
        rest_calls: [calls; 3],
        rest_self: [1; 3],
    };
    let read = |calls: u64| {
        let mut columns = Columns::default();
        parts::put_ends(&mut columns, &Ends { early: Some(early(calls)), ..Ends::default() });
        let bytes = columns.to_bytes();
        parts::ends(&Columns::from_bytes(&bytes).unwrap()).map(|ends| ends.early)
    };
    assert_eq!(read(7), Ok(Some(early(7))));
    // The output adds these counts up.
    assert!(matches!(read(u64::MAX / 2), Err(StoreError::Misfit { .. })));
}
