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
        prop_assert_eq!(laid.info.reading.contains("Changed most in view"), !chips.is_empty());
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
    assert!(laid.info.reading.starts_with("Changed most in view: sort +400"), "{}", laid.info.reading);
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
