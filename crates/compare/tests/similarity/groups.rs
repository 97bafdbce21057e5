//! Groups compared with their definition, over all pairs.

use crate::twin::{Sides, Twin, taus, with_matches};
use diptych_compare::similarity::{Groups, JoinOptions, Measure, Viewport, Window};
use diptych_testkit::trace;
use diptych_trace::{CallId, Trace};
use proptest::prelude::*;
use std::cmp::Reverse;

fn full(sides: &Sides, least_px: f64) -> Viewport {
    Viewport { windows: [0, 1].map(|side: usize| Window::full(&sides.traces[side], 1_000.0)), least_px }
}

#[test]
fn frames_take_part_only_if_nothing_else_does() {
    let picture =
        "t\n  0..100 main\n    0..95 run\n      10..40 parse\n        20..30 scan\n      50..90 render\n";
    let sides = Sides::new([trace(picture), trace(picture)]);
    let of = |sides: &Sides| {
        with_matches(sides.pair(), Measure::Plain, JoinOptions::default(), |matches| {
            let groups = Groups::new(matches, full(sides, 1.0));
            groups.roots.iter().map(|root| root.calls.map(|call| call.0)).collect::<Vec<_>>()
        })
    };
    assert_eq!(of(&sides), [[2, 2], [4, 4]]);
    let sides = Sides::new([trace("t\n  0..100 main\n    0..95 run\n"), trace(picture)]);
    assert!(of(&sides).is_empty(), "run matches no call of B that is no frame");
    let sides = Sides::new([(); 2].map(|()| trace("t\n  0..100 main\n    0..95 run\n")));
    assert_eq!(of(&sides), [[1, 1]]);
}

/// Returns the calls that take part, by checking each one.
fn parts(trace: &Trace, window: Window, least_px: f64) -> Vec<CallId> {
    let calls = trace.calls();
    let length = (window.end - window.start) as f64;
    let touches = |call: &CallId| {
        let (start, end) = (calls.start()[call.index()], calls.end()[call.index()]);
        start < window.end && (end > window.start || start == end && start >= window.start)
    };
    let wide = |call: &CallId| calls.duration(*call) as f64 * window.width_px / length >= least_px;
    let frame = |call: &CallId| {
        // Time that the window shows beyond the trace does not count.
        let (start, end) = (window.start.max(0), window.end.min(trace.extent()));
        let inside = calls.end()[call.index()].min(end) - calls.start()[call.index()].max(start);
        end > start && inside as f64 >= 0.9 * (end - start) as f64
    };
    let seen = (0..calls.len() as u32).map(CallId).filter(touches).filter(wide);
    let (frames, parts): (Vec<_>, Vec<_>) = seen.partition(frame);
    if parts.is_empty() {
        let deepest = frames.into_iter().min_by_key(|call| (Reverse(calls.depth()[call.index()]), call.0));
        return deepest.into_iter().collect();
    }
    parts
}

proptest! {
    #[test]
    fn roots_are_matches_inside_no_other(
        seed in 0u64..10_000, functions in 2usize..14, tau in taus(), least_px in 0f64..20.0,
        from in 0i64..500, length in 100i64..900,
    ) {
        let sides = Sides::generated(seed, functions);
        let windows = [Window { lane: None, start: from, end: from + length, width_px: 1_000.0 },
            Window::full(&sides.traces[1], 1_000.0)];
        let viewport = Viewport { windows, least_px };
        let parts = [0, 1].map(|side: usize| parts(&sides.traces[side], windows[side], least_px));
        let mut all = Twin::new(sides.pair(), Measure::Plain).matches(tau);
        all.retain(|&(a, b, _)| parts[0].contains(&CallId(a)) && parts[1].contains(&CallId(b)));
        let calls = [0, 1].map(|side: usize| sides.traces[side].calls());
        let inside = |outer: &(u32, u32, f64), inner: &(u32, u32, f64)| {
            calls[0].contains(CallId(outer.0), CallId(inner.0)) && calls[1].contains(CallId(outer.1), CallId(inner.1))
        };
        let roots: Vec<_> = all.iter().filter(|inner| {
            !all.iter().any(|outer| (outer.0, outer.1) != (inner.0, inner.1) && inside(outer, inner))
        }).collect();
        with_matches(sides.pair(), Measure::Plain, JoinOptions { tau, ..JoinOptions::default() }, |matches| {
            let groups = Groups::new(matches, viewport);
            for kept_bytes in [0, 40, 400] {
                prop_assert_eq!(&Groups::within(matches, viewport, kept_bytes), &groups, "whatever is kept");
            }
            prop_assert_eq!(groups.total, roots.len() as u64);
            let found: Vec<_> = groups.roots.iter().map(|root| (root.calls[0].0, root.calls[1].0, root.similarity)).collect();
            let expected: Vec<_> = roots.iter().map(|&&(a, b, s)| (a, b, s as f32)).collect();
            prop_assert_eq!(found, expected);
            for pair in &all {
                let around = roots.iter().filter(|root| inside(root, pair)).min_by(|one, other| {
                    let key = |root: &(u32, u32, f64)| {
                        let of = [root.0, root.1].map(CallId);
                        let start = [0, 1].map(|side: usize| calls[side].start()[of[side].index()]);
                        (start, [0, 1].map(|side: usize| calls[side].duration(of[side])))
                    };
                    (other.2 as f32).total_cmp(&(one.2 as f32)).then_with(|| key(one).cmp(&key(other)))
                }).unwrap();
                let group = groups.root_of(matches, [CallId(pair.0), CallId(pair.1)]).unwrap();
                prop_assert_eq!(group.similarity, around.2 as f32);
                let start = |of: [u32; 2]| [0, 1].map(|side: usize| calls[side].start()[of[side] as usize]);
                prop_assert_eq!(start(group.calls.map(|call| call.0)), start([around.0, around.1]));
            }
            Ok(())
        })?;
    }

    #[test]
    fn mirrored_sides_give_mirrored_groups(seed in 0u64..10_000, functions in 2usize..14, tau in taus()) {
        let sides = Sides::generated(seed, functions);
        let viewport = full(&sides, 5.0);
        let Viewport { windows: [a, b], least_px } = viewport;
        let join = JoinOptions { tau, ..JoinOptions::default() };
        let groups = |pair, viewport| with_matches(pair, Measure::Plain, join, |matches| Groups::new(matches, viewport));
        let one = groups(sides.pair(), viewport);
        let other = groups(sides.pair().swapped(), Viewport { windows: [b, a], least_px });
        let mut mirrored: Vec<_> = other.roots.iter().map(|root| [root.calls[1], root.calls[0]]).collect();
        mirrored.sort_unstable();
        prop_assert_eq!(one.roots.iter().map(|root| root.calls).collect::<Vec<_>>(), mirrored);
    }
}
