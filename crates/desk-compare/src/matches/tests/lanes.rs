//! Pictures of several lanes: tubes pass behind unrelated lanes and end at folded ones.

use super::case::{Case, CaseLayout, PictureOptions, boxes};
use crate::matches::item::Item;
use diptych_protocol::{IcicleState, SideName, Sides};
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, Rect, Size};
use diptych_testkit::trace;
use diptych_trace::{CallId, LaneId, Trace};
use diptych_views::icicle::IcicleItem;

fn run(scale: i64) -> Trace {
    let lane = |name: &str, from: i64, to: i64| {
        let middle = i64::midpoint(from, to);
        format!("{name}\n  {from}..{to} {name}_f\n    {from}..{middle} {name}_g\n")
    };
    let at = |from: i64, to: i64| (from * scale, to * scale);
    let lanes = [("one", at(0, 400)), ("two", at(100, 450)), ("three", at(500, 800))];
    trace(&lanes.map(|(name, (from, to))| lane(name, from, to)).concat())
}

fn options(folds: [&[u32]; 2]) -> PictureOptions {
    let folds = Sides { a: folds[0].to_vec(), b: folds[1].to_vec() };
    let icicle = IcicleState { folds, ..IcicleState::default() };
    PictureOptions { icicle, size: Size { width: 600.0, height: 700.0 }, ..PictureOptions::default() }
}

fn laid(folds: [&[u32]; 2]) -> (Case, CaseLayout) {
    let case = Case::new(run(10), run(11), 0.2);
    let laid = case.laid(&options(folds));
    (case, laid)
}

/// Returns the backgrounds that hide layers before them, with the number of their layer.
fn grounds(laid: &CaseLayout) -> Vec<(usize, Rect)> {
    let theme = Theme::named(PictureOptions::default().theme);
    let mut found = Vec::new();
    for (number, layer) in laid.scene.layers.iter().enumerate() {
        for batch in &layer.batches {
            let Batch::Rects(rects) = batch else { continue };
            let grounds = rects.instances.iter().filter(|rect| rect.fill == theme.bg);
            found.extend(grounds.map(|rect| (number, Rect::new(rect.x0, rect.y0, rect.x1, rect.y1))));
        }
    }
    found
}

fn tubes(laid: &CaseLayout) -> Vec<(usize, [CallId; 2])> {
    let mut found = Vec::new();
    for (number, layer) in laid.scene.layers.iter().enumerate() {
        for batch in &layer.batches {
            let Batch::Curves(curves) = batch else { continue };
            found.extend(curves.items.iter().filter_map(|&item| match laid.items.get(item) {
                Some(Item::Match { a, b, .. }) => Some((number, [a, b])),
                _ => None,
            }));
        }
    }
    found
}

#[test]
fn tubes_pass_behind_unrelated_lanes() {
    let (case, laid) = laid([&[], &[]]);
    let grounds = grounds(&laid);
    let lane = |side: usize, call: CallId| case.traces[side].lanes().of_call(call);
    // Lanes are ordered from the other side outwards, the busiest first.
    let place = |lane: LaneId| lane.0;
    let (mut passed, found) = (0, tubes(&laid));
    assert!(!found.is_empty());
    for (layer, calls) in found {
        for (item, rect) in boxes(&laid.scene, &laid) {
            let Item::Icicle(IcicleItem::Call { side, call }) = item else { continue };
            let own = [lane(0, calls[0]), lane(1, calls[1])][side.index()];
            if place(lane(side.index(), call)) < place(own) {
                let covers = |ground: &Rect| ground.y0 <= rect.y0 && rect.y1 <= ground.y1;
                assert!(grounds.iter().any(|(after, ground)| *after > layer && covers(ground)));
                passed += 1;
            }
        }
    }
    assert!(passed > 0);
}

#[test]
fn highlighted_tube_shows_in_its_lanes_and_band() {
    let (case, plain) = laid([&[], &[]]);
    let far = LaneId(2);
    let (_, calls) = tubes(&plain)
        .into_iter()
        .find(|(_, calls)| case.traces[0].lanes().of_call(calls[0]) == far)
        .expect("a tube of the lane furthest off");
    let hovered = IcicleItem::Call { side: SideName::A, call: calls[0] };
    let highlighted =
        case.laid(&PictureOptions { hovered: Some(Item::Icicle(hovered)), ..options([&[], &[]]) });
    let clips: Vec<Rect> = highlighted
        .scene
        .layers
        .iter()
        .filter(|layer| layer.marks && layer.batches.iter().any(|batch| matches!(batch, Batch::Curves(_))))
        .map(|layer| layer.clip)
        .collect();
    let [a, b] = &highlighted.info.panes[..] else { panic!("two panes") };
    assert_eq!(clips.len(), 3);
    assert!(clips.contains(&Rect::new(a.x0, a.y1, a.x1, b.y0)), "between the sides");
    for (item, rect) in boxes(&highlighted.scene, &highlighted) {
        let Item::Icicle(IcicleItem::Call { side, call }) = item else { continue };
        let is_own = case.traces[side.index()].lanes().of_call(call) == far;
        let is_seen = clips.iter().any(|clip| clip.y0 < rect.y1 && rect.y0 < clip.y1);
        assert_eq!(is_seen, is_own, "{rect:?}");
    }
}

#[test]
fn a_folded_lane_ends_tubes_at_its_silhouette() {
    // The middle lane is folded on one side only.
    for folds in [[&[1, 2][..], &[2]], [&[2], &[1, 2]]] {
        let (case, laid) = laid(folds);
        let ends =
            tubes(&laid).into_iter().filter(|(_, [a, _])| case.traces[0].lanes().of_call(*a) == LaneId(1));
        let depths: Vec<u32> = ends.map(|(_, [a, _])| case.traces[0].calls().depth()[a.index()]).collect();
        assert!(!depths.is_empty(), "{folds:?}");
    }
    let (case, laid) = laid([&[1, 2], &[1, 2]]);
    for (_, calls) in tubes(&laid) {
        for side in SideName::BOTH {
            let lane = case.traces[side.index()].lanes().of_call(calls[side.index()]);
            assert_eq!(lane, LaneId(0), "between two folded lanes there is none");
        }
    }
}

#[test]
fn scrolling_to_a_row_keeps_its_lane_head() {
    let case = Case::new(run(10), run(11), 0.2);
    let lane = LaneId(2);
    let call = CallId(case.traces[0].lanes().calls(lane).start);
    let at = |scroll: u32| {
        let icicle = IcicleState { scroll: Sides::both(scroll), tall: true, ..IcicleState::default() };
        let size = Size { width: 600.0, height: 200.0 };
        let selected = Some((SideName::A, call));
        case.laid(&PictureOptions { icicle, size, selected, ..PictureOptions::default() })
    };
    let row_of = |laid: &CaseLayout| {
        let row = laid.info.selected.as_ref().unwrap();
        [row.from, row.to]
    };
    let before = at(0);
    let pane = &before.info.panes[0];
    let height = pane.y1 - pane.y0;
    let [from, to] = row_of(&before);
    // Scrolls as the page does: just far enough to bring the whole row into view.
    let scroll = (pane.scroll as f32).max(to - height).min(from).round();
    assert!(to - from > 16.5, "with its context: {from}..{to}");
    assert!(scroll > pane.scroll as f32, "{from}..{to} in {height}");
    let after = at(scroll as u32);
    let [from, to] = row_of(&after);
    assert!(from >= scroll && to <= scroll + height, "{from}..{to} at {scroll} in {height}");
    let pane = &after.info.panes[0];
    let names = after.scene.layers.iter().flat_map(|layer| &layer.batches).filter_map(|batch| match batch {
        Batch::Texts(texts) => Some(&texts.runs),
        _ => None,
    });
    let is_head = |text: &str| text == "three";
    let mut heads = names.flatten().filter(|run| is_head(&run.text));
    assert!(heads.any(|run| run.rect.y0 >= pane.y0 && run.rect.y1 <= pane.y1), "its name is in sight");
}

/// Returns a run with a lane that is deeper than its pane, and another lane.
fn deep_run() -> Trace {
    let levels = |depth: i64| {
        format!("{}{}..{} f{depth}\n", "  ".repeat(depth as usize + 1), 500 + depth * 9, 3_500 - depth * 20)
    };
    let deep: String = (0..60).map(levels).collect();
    trace(&format!("deep\n{deep}other\n  0..900 g\n"))
}

#[test]
fn lane_higher_than_its_pane_rests_at_its_root() {
    let case = Case::new(deep_run(), deep_run(), 0.2);
    let at = |scroll: u32| {
        let icicle = IcicleState { scroll: Sides::both(scroll), tall: true, ..IcicleState::default() };
        case.laid(&PictureOptions {
            icicle,
            size: Size { width: 600.0, height: 500.0 },
            ..PictureOptions::default()
        })
    };
    let in_sight = |laid: &CaseLayout, side: usize, depth: u32| {
        let pane = &laid.info.panes[side];
        let is_seen = |&(call, rect): &(CallId, Rect)| {
            let is_it = case.traces[side].lanes().of_call(call) == LaneId(0)
                && case.traces[side].calls().depth()[call.index()] == depth;
            is_it && rect.y0 >= pane.y0 - 0.01 && rect.y1 <= pane.y1 + 0.01
        };
        laid.rects[side].iter().any(is_seen)
    };
    for side in [0, 1] {
        let resting = at(0);
        let pane = &resting.info.panes[side];
        assert!(pane.rest > 0 && pane.scroll == pane.rest && pane.rest <= pane.scroll_max, "{pane:?}");
        assert!(in_sight(&resting, side, 0) && in_sight(&resting, side, 2) && !in_sight(&resting, side, 59));
        // Any other scroll position is a distance from the deepest calls, which lie near the other side.
        let deepest = at(1);
        assert_eq!(deepest.info.panes[side].scroll, 1);
        assert!(!in_sight(&deepest, side, 0) && in_sight(&deepest, side, 58));
        assert_eq!(at(pane.rest).info.panes[side].scroll, pane.rest);
    }
    // A lane that fits rests at its deepest calls, and so do those behind it.
    let fitting = Case::new(run(10), run(11), 0.2).laid(&options([&[], &[]]));
    assert!(fitting.info.panes.iter().all(|pane| pane.rest == 0 && pane.scroll == 0));
}
