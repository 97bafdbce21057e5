//! Tests of classes, counts, best matches, masses and visible matches.

use crate::twin::{Sides, Twin, jaccard, measures, near, taus, with_matches};
use diptych_compare::similarity::{
    CalleeSets, JoinOptions, Measure, PairRetention, Partner, Similarity, Viewport, Window, expand,
};
use diptych_testkit::trace;
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneKind, Sink};
use proptest::prelude::*;

#[test]
fn classes_and_matches_of_a_small_picture() {
    let a = trace("t\n  0..100 run\n    10..30 parse\n    40..90 render\n      50..60 parse\n");
    let b = trace("t\n  0..100 run\n    10..30 parse\n    40..90 load\n");
    let sides = Sides::new([a, b]);
    with_matches(sides.pair(), Measure::Plain, JoinOptions::default(), |matches| {
        // Γ: {run, parse, render}, {parse}, {render, parse}, {parse} and {run, parse, load}, {parse}, {load}.
        let class = |side, call| matches.sets.class(side, CallId(call));
        assert_eq!(matches.sets.distinct(0), 3);
        assert_eq!(class(0, 1), class(1, 1));
        assert_eq!(class(0, 1), class(0, 3));
        let s = |a, b| matches.similarity.partners(0, class(0, a)).with(class(1, b));
        assert_eq!(s(0, 0), Some(0.5));
        assert_eq!(s(0, 1), Some(1.0 / 3.0));
        assert_eq!(s(2, 1), Some(0.5));
        assert_eq!(s(2, 0), Some(0.25));
        assert_eq!(s(0, 2), None);
        assert_eq!(s(1, 1), Some(1.0));
        let best = matches.similarity.best(0, class(0, 2));
        assert_eq!(best, Some(Partner { class: class(1, 1), similarity: 0.5 }));
        assert_eq!(matches.similarity.call_pairs(), 8);
    });
}

#[test]
fn multisets_distinguish_counts() {
    let a = trace("t\n  0..100 run\n    10..30 parse\n    40..90 parse\n");
    let b = trace("t\n  0..100 run\n    10..30 parse\n");
    let sides = Sides::new([a, b]);
    let s = |measure| {
        with_matches(sides.pair(), measure, JoinOptions::default(), |matches| {
            matches.sets.similarity(matches.sets.class(0, CallId(0)), matches.sets.class(1, CallId(0)))
        })
    };
    assert_eq!(s(Measure::Plain), 1.0);
    assert_eq!(s(Measure::Multiset), 2.0 / 3.0);
}

#[test]
fn deep_stacks_do_not_overflow() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let names = ["f", "g", "h"];
    let functions = names.map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() }));
    let deep = 100_000;
    for at in 0..deep {
        let function = functions[at as usize % 3];
        builder.call(lane, CallSpec { start: at, end: 2 * deep - at, function, source: 0 });
    }
    let trace = builder.finish().remove(0).1;
    assert_eq!(trace.max_depth(), deep as u32 - 1);
    let sides = Sides::new([trace.clone(), trace]);
    with_matches(
        sides.pair(),
        Measure::Plain,
        JoinOptions { tau: 1.0, ..JoinOptions::default() },
        |matches| {
            // The innermost two calls have {f}, {f, g} or the like. All others run all three functions.
            assert_eq!(matches.sets.len(), 3);
            assert_eq!(matches.similarity.call_pairs(), (deep as u64 - 2).pow(2) + 2);
        },
    );
}

#[test]
fn progress_is_reported() {
    let sides = Sides::generated(3, 8);
    let mut told = Vec::new();
    let sets =
        CalleeSets::new(sides.pair(), Measure::Plain, &mut |done, all| told.push((done, all))).unwrap();
    let calls: u64 = sides.traces.iter().map(|trace| trace.calls().len() as u64).sum();
    assert_eq!(told.last(), Some(&(calls, calls)));
    let mut told = 0;
    Similarity::join(&sets, JoinOptions::default(), &mut |_, _| told += 1);
    assert!(told > 0);
}

/// Returns the rank of a pair among those of one class: higher s first, then lower class.
fn rank(pairs: &[(u32, f32)], class: u32, s: f32) -> usize {
    pairs.iter().filter(|&&(other, of_other)| of_other > s || of_other == s && other < class).count()
}

proptest! {
    #[test]
    fn classes_are_distinct_callee_sets(seed in 0u64..10_000, functions in 1usize..12, measure in measures()) {
        let sides = Sides::generated(seed, functions);
        let twin = Twin::new(sides.pair(), measure);
        let sets = CalleeSets::new(sides.pair(), measure, &mut |_, _| ()).unwrap();
        let calls = || (0..2usize).flat_map(|side| (0..twin.weights[side].len()).map(move |call| (side, call)));
        for (side, call) in calls() {
            let class = sets.class(side, CallId(call as u32));
            let members = sets.members(class).map(|(identity, weight)| (identity, u64::from(weight)));
            prop_assert!(members.eq(twin.weights[side][call].clone()));
            for (other_side, other) in calls() {
                let same = twin.weights[side][call] == twin.weights[other_side][other];
                let other = sets.class(other_side, CallId(other as u32));
                prop_assert_eq!(class == other, same);
            }
        }
        for side in 0..2 {
            let all: u32 = sets.multiplicity(side).iter().sum();
            prop_assert_eq!(all as usize, sides.traces[side].calls().len());
        }
    }

    // With few functions most classes share members, with many hardly any do.
    #[test]
    fn sums_and_best_equal_all_pairs(
        seed in 0u64..10_000,
        functions in prop_oneof![1usize..12, 40usize..200],
        measure in measures(),
        tau in taus(),
    ) {
        let sides = Sides::generated(seed, functions);
        let twin = Twin::new(sides.pair(), measure);
        let all = twin.matches(tau);
        with_matches(sides.pair(), measure, JoinOptions { tau, ..JoinOptions::default() }, |matches| {
            let similarity = matches.similarity;
            prop_assert_eq!(similarity.retained(), PairRetention::All);
            prop_assert_eq!(similarity.call_pairs(), all.len() as u64);
            let mut class_pairs: Vec<_> = all
                .iter()
                .map(|&(a, b, _)| (matches.sets.class(0, CallId(a)), matches.sets.class(1, CallId(b))))
                .collect();
            class_pairs.sort_unstable();
            class_pairs.dedup();
            prop_assert_eq!(similarity.class_pairs(), class_pairs.len() as u64);
            for side in 0..2 {
                for call in 0..sides.traces[side].calls().len() as u32 {
                    let class = matches.sets.class(side, CallId(call));
                    let own: Vec<_> = all.iter().filter(|pair| [pair.0, pair.1][side] == call).collect();
                    prop_assert_eq!(similarity.matches(side, class), own.len() as u64);
                    let mass = own.iter().map(|pair| pair.2).sum::<f64>();
                    prop_assert!(near(similarity.mass(side, class), mass, mass));
                    let best = own.iter().map(|pair| pair.2 as f32).reduce(f32::max);
                    prop_assert_eq!(similarity.best(side, class).map(|best| best.similarity), best);
                    for &&(a, b, s) in &own {
                        let other = [a, b][1 - side];
                        let other = matches.sets.class(1 - side, CallId(other));
                        prop_assert_eq!(similarity.partners(side, class).with(other), Some(s as f32));
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn thinned_join_keeps_best_and_counts_all(
        seed in 0u64..10_000, measure in measures(), most_pairs in 1usize..60,
    ) {
        let sides = Sides::generated(seed, 10);
        let sets = CalleeSets::new(sides.pair(), measure, &mut |_, _| ()).unwrap();
        let join = |join| Similarity::join(&sets, join, &mut |_, _| ());
        let (all, some) = (join(JoinOptions::default()), join(JoinOptions { most_pairs, ..JoinOptions::default() }));
        prop_assert_eq!((some.class_pairs(), some.call_pairs()), (all.class_pairs(), all.call_pairs()));
        prop_assert_eq!(some.retained() == PairRetention::All, all.class_pairs() <= most_pairs as u64);
        let most = match some.retained() { PairRetention::All => usize::MAX, PairRetention::Best(most) => most };
        for side in 0..2 {
            for class in 0..sets.len() as u32 {
                prop_assert_eq!(some.best(side, class), all.best(side, class));
                prop_assert_eq!(some.mass(side, class), all.mass(side, class));
                let of_all = |side, class| all.partners(side, class).iter().collect::<Vec<_>>();
                let kept = of_all(side, class).into_iter().filter(|&(other, s)| {
                    rank(&of_all(side, class), other, s) < most
                        || rank(&of_all(1 - side, other), class, s) < most
                });
                prop_assert!(some.partners(side, class).iter().eq(kept));
            }
        }
    }

    #[test]
    fn mirrored_sides_give_mirrored_results(seed in 0u64..10_000, measure in measures(), tau in taus()) {
        let sides = Sides::generated(seed, 8);
        let join = JoinOptions { tau, ..JoinOptions::default() };
        with_matches(sides.pair(), measure, join, |one| {
            with_matches(sides.pair().swapped(), measure, join, |other| {
                prop_assert_eq!(one.similarity.call_pairs(), other.similarity.call_pairs());
                for side in 0..2 {
                    prop_assert_eq!(one.sets.classes(side), other.sets.classes(1 - side));
                    for class in 0..one.sets.len() as u32 {
                        let partners = |of: &Similarity, side| of.partners(side, class).iter().collect::<Vec<_>>();
                        prop_assert_eq!(partners(one.similarity, side), partners(other.similarity, 1 - side));
                        prop_assert_eq!(one.similarity.mass(side, class), other.similarity.mass(1 - side, class));
                        prop_assert_eq!(one.similarity.best(side, class), other.similarity.best(1 - side, class));
                    }
                }
                Ok(())
            })
        })?;
    }

    #[test]
    fn similarity_of_two_classes_of_one_side(seed in 0u64..10_000, measure in measures()) {
        let sides = Sides::generated(seed, 8);
        let twin = Twin::new(sides.pair(), measure);
        let sets = CalleeSets::new(sides.pair(), measure, &mut |_, _| ()).unwrap();
        let count = twin.weights[0].len();
        for (one, other) in (0..count).flat_map(|one| (0..count).map(move |other| (one, other))) {
            let [a, b] = [one, other].map(|call| sets.class(0, CallId(call as u32)));
            prop_assert_eq!(sets.similarity(a, b), jaccard(&twin.weights[0][one], &twin.weights[0][other]));
        }
    }

    #[test]
    fn expansion_lists_the_most_important_matches(
        seed in 0u64..10_000, tau in taus(), limit in 0usize..200, least_px in 0f64..40.0,
        from in 0i64..900, length in 1i64..900,
    ) {
        let sides = Sides::generated(seed, 8);
        let windows = [from, 900 - from].map(|start| {
            Window { lane: None, start, end: start + length, width_px: 500.0 }
        });
        let twin = Twin::new(sides.pair(), Measure::Plain);
        let px = |side: usize, call: u32| {
            sides.traces[side].calls().duration(CallId(call)) as f64 * 500.0 / length as f64
        };
        let seen = |side: usize, call: u32| {
            let (calls, window) = (sides.traces[side].calls(), windows[side]);
            let (start, end) = (calls.start()[call as usize], calls.end()[call as usize]);
            let touches = start < window.end && (end > window.start || start == end && start >= window.start);
            touches && px(side, call) >= least_px
        };
        let mut all: Vec<(f64, [CallId; 2])> = twin
            .matches(tau)
            .into_iter()
            .filter(|&(a, b, _)| seen(0, a) && seen(1, b))
            .map(|(a, b, s)| (f64::from(s as f32) * px(0, a).min(px(1, b)), [CallId(a), CallId(b)]))
            .collect();
        all.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let expanded = with_matches(sides.pair(), Measure::Plain, JoinOptions { tau, ..JoinOptions::default() }, |matches| {
            expand(matches, Viewport { windows, least_px }, limit)
        });
        prop_assert_eq!(expanded.total, all.len() as u64);
        all.truncate(limit);
        prop_assert_eq!(expanded.matches.iter().map(|pair| (pair.importance, pair.calls)).collect::<Vec<_>>(), all);
    }
}
