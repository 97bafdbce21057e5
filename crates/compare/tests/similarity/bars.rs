//! Tests of sums over time intervals, shifts and δ.

use crate::twin::{Sides, Twin, measures, near, taus, with_matches};
use diptych_compare::similarity::{Axes, Bar, Bars, JoinOptions, Measure};
use diptych_testkit::trace;
use diptych_trace::CallId;
use proptest::prelude::*;

#[test]
fn bars_shift_for_a_later_call() {
    let sides = Sides::new([
        trace("t\n  0..100 run\n    10..20 parse\n    50..70 render\n"),
        trace("t\n  0..100 run\n    40..50 parse\n    50..70 render\n"),
    ]);
    let join = JoinOptions { tau: 0.5, ..JoinOptions::default() };
    with_matches(sides.pair(), Measure::Plain, join, |matches| {
        let bars = Bars::new(matches, &mut |_, _| ());
        let of = |edges: &[i64]| bars.between(matches, 0, Axes::default(), edges);
        let parse = Bar { calls: 1, similarity: 1.0, best_self_ticks: 10.0, mean_shift: 30.0, spread: 30.0 };
        assert_eq!(of(&[5, 11, 50]), [parse, Bar::default()]);
        assert_eq!(bars.printed_delta(matches, 0, Axes::default(), 0..51), 30.0);
        // Bins are half open: the call at 50 belongs to the bin that it begins.
        assert_eq!(of(&[40, 50, 60])[1].calls, 1);
        assert_eq!(bars.holding_matches(matches, 0, 1..2, &[0, 40, 50]), [false, true]);
    });
}

proptest! {
    #[test]
    fn bars_are_sums_over_all_pairs(
        seed in 0u64..10_000, functions in 1usize..10, measure in measures(), tau in taus(), side in 0usize..2,
        mut edges in prop::collection::vec(-10i64..1_100, 2..8),
        offset in -500f64..500.0, scale in 0.5f64..2.0,
    ) {
        edges.sort_unstable();
        let sides = Sides::generated(seed, functions);
        let axes = Axes { offset: [0.0, offset], scale: [1.0, scale] };
        let all = Twin::new(sides.pair(), measure).matches(tau);
        let start = |side: usize, call: u32| sides.traces[side].calls().start()[call as usize];
        let at = |side: usize, call: u32| axes.offset[side] + axes.scale[side] * start(side, call) as f64;
        with_matches(sides.pair(), measure, JoinOptions { tau, ..JoinOptions::default() }, |matches| {
            let bars = Bars::new(matches, &mut |_, _| ());
            for (bin, bar) in edges.windows(2).zip(bars.between(matches, side, axes, &edges)) {
                let inside = |call: u32| (bin[0]..bin[1]).contains(&start(side, call));
                let pairs = || all.iter().map(|&(a, b, s)| ([a, b], s)).filter(|&(calls, _)| inside(calls[side]));
                let shift = |calls: [u32; 2]| at(1 - side, calls[1 - side]) - at(side, calls[side]);
                let sum = |of: &dyn Fn(f64) -> f64| {
                    pairs().fold(0.0, |sum, (calls, s)| sum + s * of(shift(calls)))
                };
                let (s, first, second) = (sum(&|_| 1.0), sum(&|x| x), sum(&|x| x * x));
                let own = (0..sides.traces[side].calls().len() as u32).filter(|&call| inside(call));
                prop_assert_eq!(bar.calls as usize, own.clone().count());
                prop_assert!(near(bar.similarity, s, s));
                let best = |call: u32| pairs().filter(|(calls, _)| calls[side] == call).map(|(_, s)| s).fold(0.0, f64::max);
                let ticks: f64 = own.map(|call| {
                    best(call) * sides.traces[side].calls().self_time(CallId(call)) as f64
                }).sum();
                prop_assert!(near(bar.best_self_ticks, ticks, ticks));
                let (mean, spread) = if s > 0.0 { (first / s, (second / s).sqrt()) } else { (0.0, 0.0) };
                prop_assert!(near(bar.mean_shift, mean, 1_000.0), "{} {}", bar.mean_shift, mean);
                prop_assert!(near(bar.spread.powi(2), spread.powi(2), 1e6), "{} {}", bar.spread, spread);
                let delta: f64 = pairs().map(|(calls, _)| shift(calls).abs()).sum();
                let printed = bars.printed_delta(matches, side, axes, bin[0]..bin[1]);
                prop_assert!(near(printed, delta, delta.max(1.0)), "{} {}", printed, delta);
            }
            Ok(())
        })?;
    }

    #[test]
    fn bins_with_matches_equal_brute_force(
        seed in 0u64..10_000, tau in taus(), side in 0usize..2, call in 0usize..1_000,
        mut edges in prop::collection::vec(-10i64..1_100, 2..12),
    ) {
        edges.sort_unstable();
        let sides = Sides::generated(seed, 12);
        let calls = sides.traces[side].calls();
        let call = CallId((call % calls.len()) as u32);
        let all = Twin::new(sides.pair(), Measure::Plain).matches(tau);
        let starts = sides.traces[1 - side].calls().start();
        let holds = |bin: &[i64]| all.iter().map(|&(a, b, _)| [a, b]).any(|pair| {
            let at = starts[pair[1 - side] as usize];
            calls.contains(call, CallId(pair[side])) && bin[0] <= at && at < bin[1]
        });
        let expected: Vec<bool> = edges.windows(2).map(holds).collect();
        let marked = with_matches(sides.pair(), Measure::Plain, JoinOptions { tau, ..JoinOptions::default() }, |matches| {
            Bars::new(matches, &mut |_, _| ()).holding_matches(matches, side, calls.subtree(call), &edges)
        });
        prop_assert_eq!(marked, expected);
    }

    #[test]
    fn mirrored_sides_give_mirrored_bars(seed in 0u64..10_000, tau in taus(), offset in -500f64..500.0) {
        let sides = Sides::generated(seed, 8);
        let join = JoinOptions { tau, ..JoinOptions::default() };
        let edges: Vec<i64> = (0..20).map(|bin| bin * 50).collect();
        let of = |pair, side, offset| with_matches(pair, Measure::Plain, join, |matches| {
            Bars::new(matches, &mut |_, _| ()).between(matches, side, Axes { offset, scale: [1.0; 2] }, &edges)
        });
        for side in 0..2 {
            let mirrored = of(sides.pair().swapped(), 1 - side, [offset, 0.0]);
            prop_assert_eq!(of(sides.pair(), side, [0.0, offset]), mirrored);
        }
    }

    /// Uses a large trace, so that sums of sums are involved. They must agree with the sums of single bins.
    #[test]
    fn long_stretches_add_up(seed in 0u64..1_000, from in 0i64..1_000_000, length in 0i64..1_000_000) {
        use diptych_testkit::{Shape, generate};
        let shape = Shape { calls: 6_000, lanes: 2, functions: 6, max_depth: 4, extent: 1_000_000 };
        let sides = Sides::new([seed, seed + 1].map(|seed| generate(seed, shape)));
        with_matches(sides.pair(), Measure::Plain, JoinOptions::default(), |matches| {
            let bars = Bars::new(matches, &mut |_, _| ());
            let whole = bars.between(matches, 0, Axes::default(), &[from, from + length])[0];
            let starts = sides.traces[0].calls().start().iter().zip(matches.sets.classes(0));
            let inside = starts.filter(|(start, _)| (from..from + length).contains(start));
            let (calls, mass) = inside.fold((0, 0.0), |(calls, mass), (_, &class)| {
                (calls + 1, mass + matches.similarity.mass(0, class))
            });
            prop_assert_eq!(whole.calls, calls);
            prop_assert!(near(whole.similarity, mass, mass));
            Ok(())
        })?;
    }
}
