//! Properties of every tube, and the set of tubes, against naive versions.

use super::case::{Case, CaseLayout, Drawn, PictureOptions, boxes, curves, tubes, windows};
use super::lines::edited;
use crate::matches::item::Item;
use diptych_compare::align::Kind;
use diptych_protocol::{IcicleState, MatchMode, Pane, SideName, Sides, TimeState, Window};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::change_step;
use diptych_scene::{Rect, Size, SpaceTransforms};
use diptych_testkit::{Rng, trace};
use diptych_trace::{CallId, Calls, Trace};
use diptych_views::icicle::IcicleItem;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Size of the canvas, with room for more rows than the figures need.
const SIZE: Size = Size { width: 960.0, height: 600.0 };

/// Boxes of the calls of a side, cut off half a pane beyond the pane.
struct Boxes {
    rects: BTreeMap<CallId, Rect>,
    pane: Pane,
}

impl Boxes {
    /// Collects the boxes as they are laid out, and checks that drawn boxes agree with them.
    fn new(laid: &CaseLayout, side: SideName) -> Self {
        let pane = laid.info.panes[side.index()].clone();
        let rects: BTreeMap<CallId, Rect> = laid.rects[side.index()].iter().copied().collect();
        let span = pane.window.span();
        let half = (span / 2 + 1) as f32 * (pane.x1 - pane.x0) / span as f32;
        let cut =
            |rect: Rect| Rect { x0: rect.x0.max(pane.x0 - half), x1: rect.x1.min(pane.x1 + half), ..rect };
        for (item, rect) in boxes(&laid.scene, laid) {
            match item {
                Item::Icicle(IcicleItem::Call { side: own_side, call }) if own_side == side => {
                    let (drawn, laid_out) = (cut(rect), rects[&call]);
                    assert!(near(drawn.x0, laid_out.x0) && near(drawn.x1, laid_out.x1));
                    assert!(near(drawn.y0, laid_out.y0) && near(drawn.y1, laid_out.y1));
                }
                _ => {}
            }
        }
        Self { rects, pane }
    }

    fn in_sight(&self, call: CallId) -> Option<Rect> {
        self.rects.get(&call).copied().filter(|rect| rect.y0 < self.pane.y1 && rect.y1 > self.pane.y0)
    }
}

fn both(laid: &CaseLayout) -> [Boxes; 2] {
    SideName::BOTH.map(|side| Boxes::new(laid, side))
}

fn middle(rect: Rect) -> [f32; 2] {
    [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)]
}

fn is_frame(pane: &Pane, trace: &Trace, call: CallId) -> bool {
    let calls = trace.calls();
    let (from, to) = (pane.window.start.max(0), pane.window.end.min(trace.extent()));
    let covered = calls.end()[call.index()].min(to) - calls.start()[call.index()].max(from);
    to > from && covered as f64 >= 0.9 * (to - from) as f64
}

/// Returns the outermost match around two calls; the calls themselves if there is none.
pub(crate) fn root(case: &Case, panes: &[Pane], calls: [CallId; 2]) -> [CallId; 2] {
    let [a, b] = [&case.traces[0], &case.traces[1]];
    let around = (0..calls[0].0).map(CallId).filter(|&u| a.calls().contains(u, calls[0]));
    let mut matches = around.filter_map(|u| Some([u, case.partner(u)?])).filter(|[u, v]| {
        b.calls().contains(*v, calls[1]) && !is_frame(&panes[0], a, *u) && !is_frame(&panes[1], b, *v)
    });
    // Callers have lower ids, so the first one is the outermost.
    matches.next().unwrap_or(calls)
}

/// Returns the distance between two starts, each as a share of its group, or of its run for the root.
fn shift(case: &Case, panes: &[Pane], calls: [CallId; 2]) -> f64 {
    let group = root(case, panes, calls);
    let [a, b] = [0, 1].map(|side: usize| {
        let own = case.traces[side].calls();
        let start = |call: CallId| own.start()[call.index()];
        let (from, length) = if group == calls {
            (0, case.traces[side].extent())
        } else {
            (start(group[side]), own.duration(group[side]))
        };
        if length > 0 { (start(calls[side]) - from) as f64 / length as f64 } else { 0.0 }
    });
    (a - b).abs().min(1.0)
}

/// Returns the matches that have tubes, by testing every call of A.
fn tubes_by_scan(case: &Case, laid: &CaseLayout, implied: bool) -> Vec<[CallId; 2]> {
    let [a, b] = [case.traces[0].calls(), case.traces[1].calls()];
    let sides = both(laid);
    let px = |side: usize, calls: &Calls, call: CallId| {
        let Pane { x0, x1, window, .. } = sides[side].pane;
        calls.duration(call) as f64 * f64::from(x1 - x0) / window.span() as f64
    };
    let mut drawn: Vec<[CallId; 2]> = Vec::new();
    for f in (0..a.len() as u32).map(CallId) {
        let Some(g) = case.partner(f) else { continue };
        let in_sight = sides[0].in_sight(f).is_some() && sides[1].in_sight(g).is_some();
        let wide = px(0, a, f).min(px(1, b, g)) >= 2.0;
        let frame =
            is_frame(&sides[0].pane, &case.traces[0], f) || is_frame(&sides[1].pane, &case.traces[1], g);
        let inside = drawn.iter().any(|&[u, v]| a.contains(u, f) && b.contains(v, g));
        let changed = change_step(a.duration(f) as f64, b.duration(g) as f64) != 4;
        let moved = case.alignment.sides[0].kind[f.index()] == Kind::Moved;
        let news = changed || (moved && shift(case, &laid.info.panes, [f, g]) >= 0.05);
        let seen_inside = px(0, a, f).min(px(1, b, g)) >= 4.0;
        if in_sight && wide && !frame && (implied || !inside || (news && seen_inside)) {
            drawn.push([f, g]);
        }
    }
    drawn
}

/// Counts the matches between boxes that no tube implies, by testing every call of A. By similarity, matches are main
/// matches, and two calls with boxes of their own have no line.
pub(crate) fn lines_by_scan(
    case: &Case,
    laid: &CaseLayout,
    tubes: &[[CallId; 2]],
    mode: MatchMode,
) -> BTreeMap<(u32, u32), u64> {
    let [a, b] = [case.traces[0].calls(), case.traces[1].calls()];
    let held = |side: SideName| {
        let pane = laid.info.panes[side.index()].clone();
        let frame = Rect::new(pane.x0, pane.y0, pane.x1, pane.y1);
        let in_sight = boxes(&laid.scene, laid).into_iter().filter(move |(_, rect)| rect.overlaps(frame));
        let own = in_sight.filter_map(move |(item, _)| match item {
            Item::Icicle(IcicleItem::Call { side: own_side, call }) if own_side == side => {
                Some((call.0, call.0 + 1, true))
            }
            Item::Icicle(IcicleItem::Merged { side: own_side, first, end }) if own_side == side => {
                Some((first.0, end, false))
            }
            _ => None,
        });
        own.collect::<Vec<_>>()
    };
    let held = SideName::BOTH.map(held);
    let holder = |side: usize, call: CallId| {
        held[side].iter().copied().find(|&(first, end, _)| (first..end).contains(&call.0))
    };
    let mut counts = BTreeMap::new();
    for f in (0..a.len() as u32).map(CallId) {
        let partner = match mode {
            MatchMode::OneToOne => case.partner(f),
            MatchMode::Similarity => case.main_match(f),
        };
        let Some(g) = partner else { continue };
        let (Some(x), Some(y)) = (holder(0, f), holder(1, g)) else { continue };
        let has_own = tubes.iter().any(|&[u, _]| u == f);
        if mode == MatchMode::Similarity && x.2 && (y.2 || has_own) {
            continue;
        }
        let framed = is_frame(&laid.info.panes[0], &case.traces[0], f)
            || is_frame(&laid.info.panes[1], &case.traces[1], g);
        // A tube implies a line if it lies around its box of A and the first call of its box of B.
        let around = |&[u, v]: &[CallId; 2]| {
            let holds = if x.2 { a.contains(u, f) } else { a.contains(u, CallId(x.0)) };
            holds && b.contains(v, if x.2 { g } else { CallId(y.0) })
        };
        if !(x.2 && framed) && !tubes.iter().any(around) {
            *counts.entry((x.0, y.0)).or_insert(0) += 1;
        }
    }
    counts
}

pub(crate) fn options(from: i64, span: i64, shift: i64, scroll: u32, beta: u32) -> PictureOptions {
    let window = |start: i64| Some(Window { start, end: start + span });
    let windows = Sides { a: window(from), b: window(from + shift) };
    let time = TimeState { windows, ..TimeState::default() };
    let icicle = IcicleState { scroll: Sides { a: scroll, b: scroll / 2 }, ..IcicleState::default() };
    let mut options = PictureOptions { time, icicle, size: SIZE, ..PictureOptions::default() };
    options.matches.beta = beta;
    options
}

/// Returns the control x of the nodes above an end, by the paper's definition: the middle of each key caller, clamped
/// to the control points below it that lead to a match of the group. The root is last.
fn chain(side: usize, end: CallId, group: [CallId; 2], ends: &[CallId], boxes: &DrawnBoxes<'_>) -> Vec<f32> {
    let calls = boxes.case.traces[side].calls();
    let up =
        std::iter::successors(calls.parent()[end.index()].some(), |up| calls.parent()[up.index()].some());
    let above: Vec<CallId> = up.take_while(|&up| calls.contains(group[side], up)).collect();
    let nodes = above.into_iter().filter(|&node| node == group[side] || boxes.is_key(side, node));
    nodes.map(|node| boxes.control_x(side, node, group, ends)).collect()
}

struct DrawnBoxes<'a> {
    case: &'a Case,
    sides: &'a [Boxes; 2],
    band: [f32; 2],
}

impl DrawnBoxes<'_> {
    fn is_outside(&self, side: usize, y: f32) -> bool {
        if side == 0 { y < self.band[0] } else { y > self.band[1] }
    }

    fn is_key(&self, side: usize, call: CallId) -> bool {
        self.sides[side].in_sight(call).is_some_and(|rect| self.is_outside(side, middle(rect)[1]))
    }

    fn control_x(&self, side: usize, node: CallId, group: [CallId; 2], ends: &[CallId]) -> f32 {
        let calls = self.case.traces[side].calls();
        let inside = |outer: CallId, inner: CallId| outer != inner && calls.contains(outer, inner);
        let is_node = |call: CallId| {
            (call == group[side] || self.is_key(side, call)) && ends.iter().any(|&end| inside(call, end))
        };
        let within: Vec<CallId> = calls.subtree(node).skip(1).map(CallId).collect();
        let nodes: Vec<CallId> = within.iter().copied().filter(|&call| is_node(call)).collect();
        let direct = |call: CallId| !nodes.iter().any(|&between| inside(between, call));
        let own: Vec<f32> = ends
            .iter()
            .copied()
            .filter(|&end| inside(node, end) && direct(end) && !is_node(end))
            .filter_map(|end| self.sides[side].in_sight(end))
            .map(middle)
            .filter(|at| self.is_outside(side, at[1]))
            .map(|at| at[0])
            .collect();
        let below = nodes.iter().copied().filter(|&call| direct(call));
        let xs: Vec<f32> = below.map(|call| self.control_x(side, call, group, ends)).chain(own).collect();
        let (low, high) =
            xs.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
        let x = self.sides[side].rects.get(&node).map_or(f32::NAN, |&rect| middle(rect)[0]);
        if low > high { x } else { x.clamp(low, high) }
    }
}

fn near(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.05
}

/// Checks the ends, order, spaces and band of a single curve.
fn check_curve(drawn: &Drawn, sides: &[Boxes; 2]) -> Result<(), TestCaseError> {
    let Item::Match { a, b, .. } = drawn.item else { return Ok(()) };
    let (points, band) = (&drawn.points, [sides[0].pane.y1, sides[1].pane.y0]);
    prop_assert!(points.len() >= 4);
    let (first, last) = (points[0], points[points.len() - 1]);
    for (point, rect) in [(first, sides[0].rects[&a]), (last, sides[1].rects[&b])] {
        let [x, y] = middle(rect);
        prop_assert!(near(point.x, x) && near(point.y, y), "{point:?} is not at the middle of {rect:?}");
    }
    for (width, rect) in [(drawn.curve.width0, sides[0].rects[&a]), (drawn.curve.width1, sides[1].rects[&b])]
    {
        prop_assert!(near(width, rect.width()) || drawn.curve.lambda >= 1.0);
    }
    prop_assert!(points.is_sorted_by(|one, next| one.y <= next.y), "{points:?}");
    prop_assert!(points.is_sorted_by(|one, next| one.space <= next.space));
    prop_assert_eq!((first.space, last.space), (1.0, 2.0));
    for point in &points[1..points.len() - 1] {
        let outside = point.y <= band[0] || point.y >= band[1];
        let attached = point.y <= first.y || point.y >= last.y;
        prop_assert!(outside || attached, "{point:?} lies in the band {band:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn tubes_end_at_calls_and_bend_outside_band(seed: u64, from in -20_000i64..80_000, span in 500i64..120_000, shift in -9_000i64..9_000, scroll in 0u32..40, beta in 0u32..=100) {
        let case = edited(seed, 2);
        let laid = case.laid(&options(from, span, shift, scroll, beta));
        prop_assert_eq!(laid.scene.check(), Ok(()));
        let sides = both(&laid);
        for drawn in curves(&laid) {
            check_curve(&drawn, &sides)?;
        }
    }

    #[test]
    fn one_to_one_tubes_equal_a_scan(seed: u64, from in -20_000i64..80_000, span in 500i64..120_000, shift in -9_000i64..9_000, scroll in 0u32..40, implied: bool) {
        let case = edited(seed, 2);
        let mut options = options(from, span, shift, scroll, 45);
        options.matches.implied = implied;
        let laid = case.laid(&options);
        let mut drawn: Vec<[CallId; 2]> = tubes(&laid).into_iter().map(|(calls, _)| calls).collect();
        drawn.sort_unstable();
        let expected = tubes_by_scan(&case, &laid, implied);
        if expected.is_empty() {
            let framed = |[f, g]: &[CallId; 2]| is_frame(&laid.info.panes[0], &case.traces[0], *f) || is_frame(&laid.info.panes[1], &case.traces[1], *g);
            prop_assert!(drawn.len() <= 1 && drawn.iter().all(framed), "only a frame counts where nothing else is");
        } else {
            prop_assert_eq!(drawn, expected);
        }
    }

    /// With β = 1 the control points are those of the control tree, unmoved.
    #[test]
    fn control_points_are_clamped_from_the_bottom_up(seed: u64, from in -9_000i64..60_000, span in 3_000i64..120_000, shift in -3_000i64..3_000) {
        let case = edited(seed, 1);
        let laid = case.laid(&options(from, span, shift, 0, 100));
        let sides = both(&laid);
        let band = [sides[0].pane.y1, sides[1].pane.y0];
        let boxes = DrawnBoxes { case: &case, sides: &sides, band };
        let all = tubes(&laid);
        let groups: Vec<[CallId; 2]> = all.iter().map(|(calls, _)| root(&case, &laid.info.panes, *calls)).collect();
        for ((calls, drawn), group) in all.iter().zip(&groups) {
            let inside = |point: &diptych_scene::CurvePoint| point.space as usize - 1;
            for side in 0..2 {
                let ends: Vec<CallId> = all.iter().zip(&groups).filter(|(_, other)| *other == group).map(|((calls, _), _)| calls[side]).collect();
                let own = drawn.points.iter().filter(|point| inside(point) == side).map(|point| point.x);
                let mut own: Vec<f32> = own.collect();
                if side == 1 {
                    own.reverse();
                }
                if !boxes.is_key(side, calls[side]) && *group != *calls {
                    continue;
                }
                let expected = if calls[side] == group[side] { Vec::new() } else { chain(side, calls[side], *group, &ends, &boxes) };
                if expected.iter().any(|x| x.is_nan()) {
                    continue;
                }
                let gate = own.pop().unwrap();
                prop_assert!(near(gate, expected.last().copied().unwrap_or(own[0])), "gate {gate} of {expected:?}");
                // Some nodes may be skipped, but they keep their order.
                let mut rest = expected.iter();
                for x in &own[1..] {
                    prop_assert!(rest.any(|other| near(*other, *x)), "{x} is not one of {expected:?}");
                }
            }
        }
    }
}

#[test]
fn picking_equals_a_scan_from_the_top() {
    let case = edited(7, 2);
    let mut options = options(0, 100_000, 2_000, 0, 45);
    options.matches.implied = true;
    let laid = case.laid(&options);
    assert!(curves(&laid).len() > 15, "{}", curves(&laid).len());
    let index = PickIndex::new(&laid.scene);
    let mut rng = Rng::new(1);
    let (mut tubes, mut boxes) = (0, 0);
    for _ in 0..1_000 {
        let [x, y] = [960, 600].map(|side| rng.below(side * 8) as f32 / 8.0);
        let picked = index.pick(x, y, &SpaceTransforms::IDENTITY);
        assert_eq!(picked, index.pick_by_scan(x, y, &SpaceTransforms::IDENTITY), "{x} {y}");
        match picked.and_then(|id| laid.items.get(id)) {
            Some(Item::Match { .. }) => tubes += 1,
            Some(Item::Icicle(IcicleItem::Call { .. })) => boxes += 1,
            _ => {}
        }
    }
    assert!(tubes > 50 && boxes > 50, "{tubes} tubes, {boxes} boxes");
}

#[test]
fn the_target_of_a_zoom_keeps_its_tube_and_shows_its_callees() {
    let step = "      4000..5000 step\n        4010..4500 load\n        4500..4990 save\n";
    let beside = "      3950..3990 check\n";
    // Another tube in view must not take the place of the target's.
    for (beside, side) in
        ["", beside].into_iter().flat_map(|beside| SideName::BOTH.map(|side| (beside, side)))
    {
        let text = format!("t\n  0..10000 main\n    10..9990 run\n{beside}{step}");
        let case = Case::new(trace(&text), trace(&text), 0.5);
        let target = case.calls(side, "step")[0];
        let window = diptych_views::words::window_of(&case.traces[side.index()], target);
        let laid = case.laid(&PictureOptions {
            time: windows(window.start, window.end),
            selected: Some((side, target)),
            ..PictureOptions::default()
        });
        let drawn = tubes(&laid);
        assert!(drawn.iter().any(|(calls, _)| calls[side.index()] == target), "{side:?}: {}", drawn.len());
        let pane = &laid.info.panes[side.index()];
        for name in ["step", "load", "save"] {
            let call = case.calls(side, name)[0];
            let found = laid.rects[side.index()].iter().find(|(of, _)| *of == call);
            let rect = found.unwrap_or_else(|| panic!("{name} has no box")).1;
            assert!(rect.y0 >= pane.y0 && rect.y1 <= pane.y1, "{name} is out of sight");
        }
        let main = case.calls(side, "main")[0];
        assert!(laid.rects[side.index()].iter().all(|(call, _)| *call != main), "frames are folded");
    }
}
