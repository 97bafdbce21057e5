//! Names on tubes, checked against a scan of the drawn matches, and the marks of narrow matches.

use super::case::{Case, CaseLayout, PictureOptions, curves};
use super::lines::edited;
use super::tubes::options;
use crate::matches::item::Item;
use diptych_protocol::SideName;
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, ItemId, Rect, RectInstance};
use diptych_testkit::trace;
use diptych_trace::CallId;
use diptych_views::icicle::IcicleItem;
use proptest::prelude::*;

fn rects(laid: &CaseLayout) -> Vec<(RectInstance, ItemId)> {
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    rects.flat_map(|rects| rects.instances.iter().copied().zip(rects.items.iter().copied())).collect()
}

/// Returns the sentence on the call that changed most.
fn changed_most(laid: &CaseLayout) -> String {
    let is_meant = |text: &&String| text.starts_with("Drawn band that changed most");
    laid.info.reading.iter().find(is_meant).cloned().unwrap_or_default()
}

/// Returns the boxes of the names, with their matches.
fn chips(laid: &CaseLayout) -> Vec<(Rect, [CallId; 2])> {
    let chip = |(rect, item): (RectInstance, ItemId)| match laid.items.get(item) {
        Some(Item::Match { a, b, .. }) => Some((Rect::new(rect.x0, rect.y0, rect.x1, rect.y1), [a, b])),
        _ => None,
    };
    rects(laid).into_iter().filter_map(chip).collect()
}

proptest! {
    #[test]
    fn names_are_of_drawn_changes_and_lie_apart(seed: u64, from in -20_000i64..80_000, span in 500i64..120_000) {
        let case = edited(seed, 1);
        let laid = case.laid(&options(from, span, 0, 0, 45));
        let (chips, both, size) = (chips(&laid), case.correspondence(), laid.scene.size);
        // A name is of a drawn match, or of one inside it that has most of its change.
        let is_inside = |calls: [CallId; 2], outer: [CallId; 2]| {
            (0..2).all(|side: usize| calls[side] == outer[side] || case.traces[side].calls().contains(outer[side], calls[side]))
        };
        let is_drawn = |calls: [CallId; 2]| {
            curves(&laid).iter().any(|drawn| matches!(drawn.item, Item::Match { a, b, .. } if is_inside(calls, [a, b])))
        };
        prop_assert!(chips.len() <= 3);
        for (at, &(rect, calls)) in chips.iter().enumerate() {
            prop_assert!(both.step(calls) != 4 && is_drawn(calls), "{calls:?}");
            prop_assert!(chips[..at].iter().all(|(other, _)| !other.overlaps(rect)));
            prop_assert!(rect.x0 >= 0.0 && rect.x1 <= size.width && rect.y1 <= size.height, "{rect:?}");
        }
        prop_assert_eq!(laid.info.reading.iter().any(|text| text.starts_with("Drawn band that changed most")), !chips.is_empty());
    }
}

#[test]
fn name_is_of_the_innermost_call_with_most_of_the_change() {
    let a = "t\n  0..1000 run\n    0..400 task\n      10..390 sort\n    500..600 draw\n";
    let b = "t\n  0..1400 run\n    0..800 task\n      10..790 sort\n    900..1000 draw\n";
    let case = Case::new(trace(a), trace(b), 0.2);
    let laid = case.laid(&PictureOptions::default());
    let sort = SideName::BOTH.map(|side| case.calls(side, "sort")[0]);
    assert_eq!(chips(&laid).iter().map(|(_, calls)| *calls).collect::<Vec<_>>(), [sort]);
    assert!(
        laid.info.reading.iter().any(|text| text.starts_with("Drawn band that changed most: sort +400")),
        "{:?}",
        laid.info.reading
    );
}

#[test]
fn change_that_is_only_noise_is_not_named() {
    let a = "t\n  0..1000 run\n    0..400 task\n      10..390 sort\n    500..600 draw\n";
    let b = "t\n  0..1400 run\n    0..800 task\n      10..790 sort\n    900..1000 draw\n";
    let mut case = Case::new(trace(a), trace(b), 0.2);
    let functions = case.traces[0].functions().len();
    let named = |case: &Case| changed_most(&case.laid(&PictureOptions::default()));
    case.significant = Some(vec![false; functions]);
    assert!(named(&case).contains("task +400"), "sort calls nothing: {}", named(&case));
    let sort = case.correspondence().pair.of_call(0, case.calls(SideName::A, "sort")[0]);
    case.significant = Some((0..functions).map(|at| at == sort.index()).collect());
    assert!(named(&case).contains("sort +400"), "{}", named(&case));
}

#[test]
fn names_lie_above_highlighted_tubes() {
    let a = "t\n  0..1000 run\n    0..400 task\n";
    let b = "t\n  0..1400 run\n    0..800 task\n";
    let case = Case::new(trace(a), trace(b), 0.2);
    let [of_a, of_b] = SideName::BOTH.map(|side| case.calls(side, "task")[0]);
    let hovered = Some(Item::Match { a: of_a, b: of_b, similarity: None });
    let laid = case.laid(&PictureOptions { hovered, ..PictureOptions::default() });
    let layers = &laid.scene.layers;
    let highlighted = layers.iter().rposition(|layer| {
        layer.marks
            && layer
                .batches
                .iter()
                .any(|batch| matches!(batch, Batch::Curves(curves) if !curves.curves.is_empty()))
    });
    let name = layers.iter().position(|layer| {
        layer.batches.iter().any(|batch| matches!(batch, Batch::Texts(texts) if texts.runs.iter().any(|run| run.text.starts_with("task +"))))
    });
    assert!(highlighted.is_some() && name > highlighted, "{highlighted:?} {name:?}");
}

#[test]
fn name_of_a_task_says_what_it_ran() {
    let task = |at: i64, inside: &str| format!("  {}..{} RunTask\n{inside}", at, at + 90);
    let few = |longer: i64, count: i64| -> String {
        let others: String = (2..count).map(|at| task(100 * at, "")).collect();
        let inside = format!(
            "    5..{} pass\n      6..{} parse\n    {}..{} other\n",
            40 + longer,
            38 + longer,
            45 + longer,
            70 + longer
        );
        format!("t\n  0..{} RunTask\n{inside}{others}", 90 + longer)
    };
    let said = |count: i64| {
        let case = Case::new(trace(&few(0, count)), trace(&few(60, count)), 0.2);
        let mut options = PictureOptions::default();
        options.size.width = 1_400.0;
        changed_most(&case.laid(&options))
    };
    let many = said(20);
    // All of the change lies in `parse`, so that it stands for its callers.
    assert!(many.starts_with("Drawn band that changed most: parse +60"), "{many}");
    // A change in several callees stays with the task. The callee with the most of it is named beside it.
    let several = |longer: i64| {
        let others: String = (2..20).map(|at| task(100 * at, "")).collect();
        let [x, y] = [10 + longer, 20 + 2 * longer];
        format!("t\n  0..{} RunTask\n    1..{x} parse\n    {x}..{y} paint\n{others}", 90 + 2 * longer)
    };
    let case = Case::new(trace(&several(0)), trace(&several(30)), 0.2);
    let mut options = PictureOptions::default();
    options.size.width = 1_400.0;
    let reading = changed_most(&case.laid(&options));
    assert!(reading.starts_with("Drawn band that changed most: RunTask › p"), "{reading}");
    // A few outermost calls are no tasks.
    let three =
        |longer: i64| several(longer).lines().take(6).map(|line| format!("{line}\n")).collect::<String>();
    let case = Case::new(trace(&three(0)), trace(&three(30)), 0.2);
    let reading = changed_most(&case.laid(&options));
    assert!(reading.starts_with("Drawn band that changed most: RunTask +60"), "{reading}");
}

/// Returns the boxes of a side with the ids of their calls.
fn boxes(laid: &CaseLayout, of: SideName) -> Vec<(Rect, std::ops::Range<u32>)> {
    let calls = |(rect, item): (RectInstance, ItemId)| {
        let calls = match laid.items.get(item)? {
            Item::Icicle(IcicleItem::Call { side, call }) if side == of => call.0..call.0 + 1,
            Item::Icicle(IcicleItem::Merged { side, first, end }) if side == of => first.0..end,
            _ => return None,
        };
        Some((Rect::new(rect.x0, rect.y0, rect.x1, rect.y1), calls))
    };
    rects(laid).into_iter().filter_map(calls).collect()
}

proptest! {
    #[test]
    fn merged_box_marks_the_boxes_of_its_partners(seed: u64, at: usize, is_b: bool) {
        let case = edited(seed, 1);
        let [side, other] = if is_b { [SideName::B, SideName::A] } else { SideName::BOTH };
        let size = diptych_scene::Size { width: 160.0, height: 500.0 };
        let plain = case.laid(&PictureOptions { size, ..PictureOptions::default() });
        let merged: Vec<_> = boxes(&plain, side).into_iter().filter(|(_, calls)| calls.len() > 1).collect();
        prop_assume!(!merged.is_empty());
        let calls = &merged[at % merged.len()].1;
        let item = Item::Icicle(IcicleItem::Merged { side, first: CallId(calls.start), end: calls.end });
        let laid = case.laid(&PictureOptions { size, hovered: Some(item), ..PictureOptions::default() });
        let correspondence = case.correspondence();
        let is_partner = |of: &std::ops::Range<u32>| {
            calls.clone().any(|call| {
                correspondence.partner(side, CallId(call)).is_some_and(|partner| of.contains(&partner.0))
            })
        };
        // Each box with a partner is outlined, and no other box of that side.
        let hover = Theme::named(PictureOptions::default().theme).hover;
        let edges: Vec<Rect> = rects(&laid)
            .into_iter()
            .filter(|(rect, item)| *item == ItemId::NONE && rect.border == hover && rect.fill == diptych_scene::Rgba::default())
            .map(|(rect, _)| Rect::new(rect.x0, rect.y0, rect.x1, rect.y1))
            .collect();
        for (rect, of) in boxes(&laid, other) {
            let around = rect.outset(2.0);
            prop_assert_eq!(edges.contains(&around), is_partner(&of), "{:?} {:?}", rect, of);
        }
    }
}

#[test]
fn narrow_match_has_pins_and_a_line() {
    let a = "t\n  0..1000 main\n    100..500 load\n    600..604 probe\n";
    let b = "t\n  0..1000 main\n    100..500 load\n    800..804 probe\n";
    let case = Case::new(trace(a), trace(b), 0.2);
    let probe = SideName::BOTH.map(|side| case.calls(side, "probe")[0]);
    let hovered = Some(Item::Icicle(IcicleItem::Call { side: SideName::A, call: probe[0] }));
    let plain = case.laid(&PictureOptions::default());
    let laid = case.laid(&PictureOptions { hovered, ..PictureOptions::default() });
    let hover = Theme::named(PictureOptions::default().theme).hover;
    let pins: Vec<RectInstance> =
        rects(&laid).into_iter().map(|(rect, _)| rect).filter(|rect| rect.fill == hover).collect();
    let own = laid.rects[1].iter().find(|(call, _)| *call == probe[1]).unwrap().1;
    assert!(own.width() < 3.0, "{own:?}");
    // One pin lies above the call and one below it.
    assert_eq!(pins.len(), 2, "{pins:?}");
    for pin in &pins {
        assert!(pin.x0 < own.x1 && pin.x1 > own.x0 && pin.y1 - pin.y0 > 8.0, "{pin:?} at {own:?}");
        assert!(pin.y1 <= own.y0 || pin.y0 >= own.y1);
    }
    let leads = |laid: &CaseLayout| {
        let of = |item: Item| matches!(item, Item::Match { a, b, .. } if [a, b] == probe);
        curves(laid).iter().filter(|drawn| of(drawn.item)).count()
    };
    assert_eq!(leads(&plain), 0);
    // The curve and its outline have one item between them.
    assert_eq!(leads(&laid), 1);
}
