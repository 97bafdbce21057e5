//! Silhouettes and bars of the overview against naive versions.
#![allow(
    clippy::float_cmp,
    clippy::inconsistent_struct_constructor,
    reason = "what is computed twice alike is equal to the last bit"
)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../views/tests/support/pairs.rs"]
mod pairs;

use diptych_compare::align::{Kind, Warp};
use diptych_compare::similarity::{Axes, Bars, CalleeSets, JoinOptions, Matches, Measure, Similarity};
use diptych_desk_compare::overview::{
    BarMeasure, CallSums, Cell, CommonAxis, Coverage, Intervals, LaneSelection, OverviewData, Resolution,
    Scale, ShiftDirection, Tone,
};
use diptych_protocol::SideName;
use diptych_testkit::{Shape, folded, trace};
use diptych_trace::{CallId, LaneId, Trace};
use diptych_views::search::{Hits, Query};
use diptych_views::{Correspondence, TimeMap};
use pairs::Sides;
use proptest::prelude::*;

const SHAPE: Shape = Shape { calls: 200, lanes: 3, functions: 6, max_depth: 9, extent: 3_000 };

/// Returns the lanes of a test: the first of each side, or all.
fn shown(sides: &Sides, all: bool) -> LaneSelection {
    if all { LaneSelection::all(sides.traces()) } else { LaneSelection::pair(LaneId(0), LaneId(0)) }
}

/// Returns the calls of the shown lanes.
fn calls<'a>(trace: &'a Trace, lanes: &'a [LaneId]) -> impl Iterator<Item = CallId> + 'a {
    (0..trace.calls().len() as u32).map(CallId).filter(|&call| lanes.contains(&trace.lanes().of_call(call)))
}

/// Computes a cell by adding up all calls, in the same parts of a column that the overview counts in.
fn cell_of(
    correspondence: &Correspondence<'_>,
    side: SideName,
    lanes: &[LaneId],
    (column, row): (u32, u32),
    (columns, rows): (u32, u32),
) -> Option<Cell> {
    let parts = f64::from(1u32 << 20);
    let traces = correspondence.pair.traces;
    let whole = traces.map(Trace::extent).into_iter().max().unwrap().max(1);
    let deepest = |side: SideName| {
        let lanes: &[LaneId] = if lanes.len() > 1 { &[] } else { lanes };
        let trace = correspondence.trace(side);
        let ids = trace.lanes().ids().filter(|lane| lanes.is_empty() || lanes.contains(lane));
        ids.map(|lane| trace.depth_index().rows(lane)).max().unwrap()
    };
    let depths = deepest(SideName::A).max(deepest(SideName::B)).max(rows);
    let (first, last) = ((f64::from(column) * parts) as i64, (f64::from(column + 1) * parts) as i64);
    let all = f64::from(columns) * parts;
    let trace = correspondence.trace(side);
    let mut time = [0i64; Kind::ALL.len()];
    let mut folded = 0;
    for call in calls(trace, lanes) {
        let depth = trace.calls().depth()[call.index()];
        if depth * rows / depths != row {
            continue;
        }
        let place = |tick: i64| (tick as f64 * (all / whole as f64)) as i64;
        let from = place(trace.calls().start()[call.index()]).min(all as i64 - 1);
        let to = place(trace.calls().end()[call.index()]).max(from + 1);
        let covers = (to.min(last) - from.max(first)).max(0);
        time[correspondence.kind(side, call) as usize] += covers;
        let is_folded = trace.call_counts().is_some_and(|counts| counts[call.index()] > 1);
        folded += if is_folded { covers } else { 0 };
    }
    let covered_parts: i64 = time.iter().sum();
    let covered = covered_parts as f64 / parts;
    let most = *time.iter().max().unwrap();
    let kind = Kind::ALL.into_iter().rev().find(|&kind| time[kind as usize] == most)?;
    let coverage = match covered * 3.0 {
        0.0 => return None,
        thirds if thirds <= 1.0 => Coverage::Some,
        thirds if thirds <= 2.0 => Coverage::Half,
        _ => Coverage::Most,
    };
    Some(Cell { kind, coverage, is_folded: 2 * folded > covered_parts })
}

/// Computes the sums of a stretch by visiting every call.
fn stretch_of(
    correspondence: &Correspondence<'_>,
    side: SideName,
    lanes: &[LaneId],
    axes: Axes,
    ticks: &std::ops::Range<i64>,
) -> CallSums {
    let [own, others] = [side, side.other()].map(|side| correspondence.trace(side).calls());
    let place =
        |side: SideName, tick: i64| axes.offset[side.index()] + axes.scale[side.index()] * tick as f64;
    let mut sum = CallSums::default();
    let mut shifts: Vec<f64> = Vec::new();
    for call in calls(correspondence.trace(side), lanes) {
        let start = own.start()[call.index()];
        if !ticks.contains(&start) {
            continue;
        }
        sum.calls += 1;
        let Some(partner) = correspondence.partner(side, call) else { continue };
        sum.matched += 1;
        sum.moved += u32::from(correspondence.kind(side, call) == Kind::Moved);
        sum.self_ticks += own.self_time(call);
        let partner_start = others.start()[partner.index()];
        sum.apart_ticks += (partner_start - start).abs() as f64;
        shifts.push(place(side.other(), partner_start) - place(side, start));
    }
    if !shifts.is_empty() {
        let count = shifts.len() as f64;
        sum.mean_shift = shifts.iter().sum::<f64>() / count;
        sum.spread = (shifts.iter().map(|shift| shift * shift).sum::<f64>() / count).sqrt();
    }
    sum
}

fn close(one: f64, other: f64, extent: i64) -> bool {
    (one - other).abs() <= extent as f64 * 1e-6
}

proptest! {
    #[test]
    fn cells_show_the_kind_with_most_time(
        seed: u64, all: bool, columns in 1u32..60, rows in 1u32..14, folds: bool,
    ) {
        let mut sides = Sides::planted(seed, SHAPE);
        if folds {
            sides = Sides::new(sides.traces().map(|trace| folded(trace, |call| i64::from(call.0 % 3))));
        }
        let (correspondence, shown) = (sides.correspondence(), shown(&sides, all));
        let data = OverviewData::new(&correspondence, &shown, Resolution { columns, rows });
        for side in SideName::BOTH {
            let lanes = &shown.lanes[side.index()];
            for column in 0..columns {
                for row in 0..data.rows() {
                    let slow = cell_of(&correspondence, side, lanes, (column, row), (columns, data.rows()));
                    prop_assert_eq!(data.cell(side, column, row), slow, "{:?} {} {}", side, column, row);
                }
            }
        }
    }

    #[test]
    fn sums_of_any_stretch_equal_a_scan(
        seed: u64, all: bool, from in -10i64..3_500, span in 0i64..3_500, offset in -500.0f64..500.0,
        long in 1i64..1_000_000_000,
    ) {
        // From microseconds to some minutes. The squares of long runs are rounded.
        let scale = long.isqrt();
        let shape = Shape { extent: SHAPE.extent * scale, ..SHAPE };
        let sides = Sides::planted(seed, shape);
        let (correspondence, shown) = (sides.correspondence(), shown(&sides, all));
        let data = OverviewData::new(&correspondence, &shown, Resolution { columns: 10, rows: 10 });
        let extents = sides.traces().map(Trace::extent);
        let ticks = from * scale..(from + span) * scale;
        let shifted = Axes { offset: [offset, 0.0], scale: [1.0, 1.25] };
        for axes in [CommonAxis::SameShare.axes(extents), CommonAxis::FromZero.axes(extents), shifted] {
            for side in SideName::BOTH {
                let fast = data.sums(side).stretch(&correspondence, axes, ticks.clone());
                let slow = stretch_of(&correspondence, side, &shown.lanes[side.index()], axes, &ticks);
                let longest = extents[0].max(extents[1]);
                prop_assert!(close(fast.mean_shift, slow.mean_shift, longest), "{:?} {:?}", fast, slow);
                prop_assert!(close(fast.spread, slow.spread, longest), "{:?} {:?}", fast, slow);
                let counted = CallSums { mean_shift: slow.mean_shift, spread: slow.spread, ..fast };
                prop_assert_eq!(counted, slow);
            }
        }
    }

    #[test]
    fn holds_partner_in_equals_a_scan(
        seed: u64, all: bool, from in 0i64..3_000, span in 0i64..3_500, chosen: prop::sample::Index,
    ) {
        let sides = Sides::planted(seed, SHAPE);
        let (correspondence, shown) = (sides.correspondence(), shown(&sides, all));
        let data = OverviewData::new(&correspondence, &shown, Resolution { columns: 10, rows: 10 });
        for side in SideName::BOTH {
            let others = correspondence.trace(side.other()).calls();
            let call = CallId(chosen.index(others.len()) as u32);
            let starts = correspondence.trace(side).calls().start();
            let slow = calls(correspondence.trace(side), &shown.lanes[side.index()]).any(|own| {
                (from..from + span).contains(&starts[own.index()])
                    && correspondence.partner(side, own).is_some_and(|partner| others.contains(call, partner))
            });
            prop_assert_eq!(data.sums(side).holds_partner_in(&correspondence, &others.subtree(call), from..from + span), slow);
        }
    }

    #[test]
    fn filtered_calls_count_for_nothing(seed: u64, columns in 1u32..60) {
        let sides = Sides::planted(seed, SHAPE);
        let correspondence = sides.correspondence();
        let query = Query::parse("1").unwrap().unwrap();
        let hits = sides.traces().map(|trace| Hits::new(trace, &query));
        let resolution = Resolution { columns, rows: 10 };
        let only = Some(hits.each_ref());
        let all = OverviewData::new(&correspondence, &shown(&sides, true), resolution);
        let some = OverviewData::of_some(&correspondence, &shown(&sides, true), resolution, [TimeMap::Identity; 2], only);
        let intervals = Intervals::new(&some, &correspondence, BarMeasure::OneToOne, CommonAxis::default());
        for side in SideName::BOTH {
            let trace = correspondence.trace(side);
            let named = query.functions(trace);
            let is_named = |call: &CallId| named[trace.calls().function()[call.index()].index()];
            let left: Vec<CallId> = (0..trace.calls().len() as u32).map(CallId).filter(is_named).collect();
            let matched = left.iter().filter_map(|&call| correspondence.partner(side, call)).count();
            let of_side = intervals.sides[side.index()].iter().map(|bar| bar.calls);
            let sums = of_side.fold([0, 0], |[calls, matched], bar| [calls + bar.calls, matched + bar.matched]);
            prop_assert_eq!(sums, [left.len() as u32, matched as u32]);
            let is_there = |call: &CallId, column: u32| {
                let px = some.whole().span() as f64 / f64::from(columns);
                let (from, to) = (f64::from(column) * px, f64::from(column + 1) * px);
                let calls = trace.calls();
                (calls.start()[call.index()] as f64) < to && calls.end()[call.index()] as f64 >= from
            };
            for column in 0..columns {
                let cells = (0..some.rows()).map(|row| (some.cell(side, column, row), all.cell(side, column, row)));
                for (cell, before) in cells {
                    prop_assert!(cell.is_none() || before.is_some());
                    prop_assert!(cell.is_none() || left.iter().any(|call| is_there(call, column)));
                }
            }
        }
    }

    #[test]
    fn bent_axis_keeps_calls_and_spaces_anchors(seed: u64, columns in 1u32..200) {
        let sides = Sides::planted(seed, SHAPE);
        let correspondence = sides.correspondence();
        let warp = Warp::new(correspondence.pair, correspondence.alignment);
        let time_maps = [TimeMap::Identity, TimeMap::Warp(&warp)];
        let resolution = Resolution { columns, rows: 10 };
        let data = OverviewData::of_some(&correspondence, &shown(&sides, true), resolution, time_maps, None);
        let intervals = Intervals::new(&data, &correspondence, BarMeasure::OneToOne, CommonAxis::default());
        for side in SideName::BOTH {
            let calls: u32 = intervals.sides[side.index()].iter().map(|bar| bar.calls.calls).sum();
            prop_assert_eq!(calls as usize, correspondence.trace(side).calls().len());
        }
        let whole = data.whole();
        let anchors = time_maps[1].anchors(whole, 100);
        prop_assert!(anchors.iter().all(|&[a, b]| time_maps[1].common(b) == a));
        prop_assert!(anchors.windows(2).all(|pair| pair[0][0] / 100 < pair[1][0] / 100));
    }

    #[test]
    fn intervals_add_up_to_the_whole(seed: u64, columns in 1u32..400) {
        let sides = Sides::planted(seed, SHAPE);
        let correspondence = sides.correspondence();
        let data = OverviewData::new(&correspondence, &shown(&sides, true), Resolution { columns, rows: 10 });
        let intervals = Intervals::new(&data, &correspondence, BarMeasure::OneToOne, CommonAxis::default());
        prop_assert_eq!(intervals.edges[0].len() as u32, columns.div_ceil(10) + 1);
        for side in SideName::BOTH {
            let of = &correspondence.alignment.sides[side.index()];
            let bars = &intervals.sides[side.index()];
            let sum = |part: fn(&CallSums) -> i64| bars.iter().map(|bar| part(&bar.calls)).sum::<i64>();
            prop_assert_eq!(sum(|calls| calls.calls.into()), of.kind.len() as i64);
            prop_assert_eq!(sum(|calls| calls.matched.into()), (of.calls[0] + of.calls[1]) as i64);
            prop_assert_eq!(sum(|calls| calls.moved.into()), of.calls[1] as i64);
            prop_assert_eq!(sum(|calls| calls.self_ticks), of.self_time[0] + of.self_time[1]);
            for (bin, bar) in bars.iter().enumerate() {
                prop_assert_eq!(bar.height, bar.calls.self_ticks as f64);
                let ended = bar.from >= data.whole().end || bar.from >= sides.traces()[side.index()].extent();
                let told = intervals.get(side, bin as u32).is_some();
                prop_assert!(told || (ended && bar.calls.calls == 0));
            }
        }
        prop_assert_eq!(data.leaving(), 0);
    }

    #[test]
    fn exchanging_the_sides_exchanges_the_picture(seed: u64, all: bool) {
        let sides = Sides::planted(seed, SHAPE);
        let resolution = Resolution { columns: 57, rows: 7 };
        let other = sides.exchanged();
        let made = [&sides, &other].map(|sides| {
            let correspondence = sides.correspondence();
            let data = OverviewData::new(&correspondence, &shown(sides, all), resolution);
            let intervals = Intervals::new(&data, &correspondence, BarMeasure::OneToOne, CommonAxis::default());
            (data, intervals)
        });
        let [(data, intervals), (data_other, intervals_other)] = &made;
        prop_assert_eq!(data.leaving(), data_other.leaving());
        prop_assert_eq!(intervals.top, intervals_other.top);
        for side in SideName::BOTH {
            prop_assert_eq!(&intervals.sides[side.index()], &intervals_other.sides[1 - side.index()]);
            for column in 0..57 {
                for row in 0..data.rows() {
                    let [here, there] =
                        [data.cell(side, column, row), data_other.cell(side.other(), column, row)];
                    prop_assert_eq!(here, there);
                }
            }
        }
    }

    #[test]
    fn heights_of_similarity_add_up_over_all_calls(seed: u64, columns in 10u32..300) {
        let sides = Sides::planted(seed, Shape { calls: 60, ..SHAPE });
        let correspondence = sides.correspondence();
        let sets = CalleeSets::new(correspondence.pair, Measure::Plain, &mut |_, _| {}).unwrap();
        let similarity = Similarity::join(&sets, JoinOptions::default(), &mut |_, _| {});
        let matches = Matches { pair: correspondence.pair, sets: &sets, similarity: &similarity };
        let bars = Bars::new(matches, &mut |_, _| {});
        let data = OverviewData::new(&correspondence, &shown(&sides, true), Resolution { columns, rows: 10 });
        let of = |measured| Intervals::new(&data, &correspondence, measured, CommonAxis::FromZero);
        let (best, sum) = (of(BarMeasure::BestSimilarity(matches, &bars)), of(BarMeasure::SumOfSimilarities(matches, &bars)));
        for side in SideName::BOTH {
            let trace = correspondence.trace(side);
            let (mut of_best, mut of_all) = (0.0, 0.0);
            for call in (0..trace.calls().len() as u32).map(CallId) {
                let class = sets.class(side.index(), call);
                let others = (0..correspondence.trace(side.other()).calls().len() as u32).map(CallId);
                let all: Vec<f64> = others
                    .filter_map(|other| {
                        let of_other = sets.class(side.other().index(), other);
                        let mut partners = similarity.partners(side.index(), class).iter();
                        partners.find(|(partner, _)| *partner == of_other).map(|(_, s)| f64::from(s))
                    })
                    .collect();
                of_best += trace.calls().self_time(call) as f64 * all.iter().copied().fold(0.0, f64::max);
                of_all += all.iter().sum::<f64>();
            }
            let total = |intervals: &Intervals| -> f64 {
                intervals.sides[side.index()].iter().map(|bar| bar.height).sum()
            };
            prop_assert!((total(&best) - of_best).abs() <= 1e-6 * of_best.max(1.0));
            prop_assert!((total(&sum) - of_all).abs() <= 1e-6 * of_all.max(1.0));
        }
    }
}

#[test]
fn tone_gives_distance_step_and_direction() {
    let scale = Scale { steps: [5.0, 15.0, 50.0, 150.0] };
    let tone = |mean: f64, spread: f64| Tone::new(mean, spread, scale);
    assert_eq!(tone(-300.0, 310.0), Tone { lean: ShiftDirection::Earlier, step: 4 });
    assert_eq!(tone(60.0, 60.0), Tone { lean: ShiftDirection::Later, step: 3 });
    assert_eq!(tone(6.0, 6.0).step, 1);
    assert_eq!(tone(4.0, 4.0).step, 0, "half a per cent of the run is as good as nothing");
    // Far past and far future: the mean is zero, and the bar is still not grey.
    assert_eq!(tone(0.0, 200.0), Tone { lean: ShiftDirection::Both { earlier: 0.5 }, step: 4 });
    assert_eq!(tone(0.0, 0.0).step, 0);
}

#[test]
fn bar_scale_covers_the_range_of_spreads() {
    let steps = |spreads: &[f64]| Scale::new(spreads.to_vec(), 1_000.0).steps;
    // Spreads from near zero to far: the range begins at zero, and a tenth may lie beyond it.
    let wide: Vec<f64> = (1..=20).map(|tenth| f64::from(tenth) * 10.0).chain([900.0]).collect();
    assert_eq!(steps(&wide), [5.0, 47.5, 95.0, 142.5]);
    // Similar spreads: the range begins at the low end, so that they differ in colour.
    let alike: Vec<f64> = (0..=20).map(|more| 300.0 + f64::from(more) * 5.0).collect();
    assert_eq!(steps(&alike), [5.0, 330.0, 350.0, 370.0]);
    // Nearly equal spreads do not look far apart, because the range is at least two hundredths of the run.
    assert_eq!(steps(&[6.0; 30]), [5.0, 5.0, 10.0, 15.0]);
    assert_eq!(steps(&[400.0; 30]), [5.0, 385.0, 390.0, 395.0]);
    assert_eq!(steps(&[]), [5.0, 5.0, 10.0, 15.0]);
}

#[test]
fn uniformly_slower_run_is_not_shifted() {
    let a = trace("t\n  0..100 f\n  100..200 g\n  200..300 h\n");
    let b = trace("t\n  0..200 f\n  200..400 g\n  400..600 h\n");
    let sides = Sides::new([a, b]);
    let correspondence = sides.correspondence();
    let data = OverviewData::new(&correspondence, &shown(&sides, true), Resolution { columns: 30, rows: 4 });
    let shifts = |common| -> Vec<f64> {
        let intervals = Intervals::new(&data, &correspondence, BarMeasure::OneToOne, common);
        assert_eq!(intervals.longest, 600.0);
        intervals.sides[0].iter().map(|bar| bar.mean_shift).collect()
    };
    assert_eq!(shifts(CommonAxis::SameShare), [0.0, 0.0, 0.0]);
    // Intervals of 200 ticks: f and g are shifted by 0 and 100, then h by 200.
    assert_eq!(shifts(CommonAxis::FromZero), [50.0, 200.0, 0.0]);
}

#[test]
fn matches_that_leave_the_lanes_are_counted() {
    let a = trace("one\n  0..100 main\n    10..60 work\n      20..40 part\ntwo\n  0..100 idle\n");
    let b = trace("one\n  0..100 main\ntwo\n  0..100 idle\n    10..60 work\n      20..40 part\n");
    let sides = Sides::new([a, b]);
    let correspondence = sides.correspondence();
    let resolution = Resolution { columns: 20, rows: 4 };
    assert_eq!(OverviewData::new(&correspondence, &shown(&sides, false), resolution).leaving(), 2);
    assert_eq!(OverviewData::new(&correspondence, &shown(&sides, true), resolution).leaving(), 0);
}
