//! Highlights under the pointer, checked against a scan of the picture without them.

use super::case::{Case, CaseLayout, PictureOptions, boxes, curves};
use super::lines::edited;
use super::tubes::options;
use crate::matches::item::Item;
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, Layer, Rect, RectStyle, Rgba};
use diptych_trace::CallId;
use diptych_views::icicle::IcicleItem;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Returns the boxes outlined in a colour of marks.
fn outlined_in(laid: &CaseLayout, color: impl Fn(&Theme) -> Rgba) -> Vec<Rect> {
    let color = color(Theme::named(PictureOptions::default().theme));
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    let marked =
        rects.flat_map(|rects| &rects.instances).filter(|rect| rect.border == color && rect.style == MARK);
    marked.map(|rect| Rect::new(rect.x0, rect.y0, rect.x1, rect.y1).outset(-2.0)).collect()
}

/// Style of a mark's line, without the halo around it.
const MARK: RectStyle = RectStyle::PLAIN.border(8);

/// Returns the boxes outlined in the colour of the pointer.
fn outlined(laid: &CaseLayout) -> Vec<Rect> {
    outlined_in(laid, |theme| theme.hover)
}

/// Returns the first call of each end of a link, and true for an end that is a single call.
fn ends(item: Item) -> Option<[(CallId, bool); 2]> {
    match item {
        Item::Match { a, b, .. } => Some([(a, true), (b, true)]),
        Item::MatchBundle { a, b, .. } => Some([a, b].map(|[first, end]| (first, end.0 == first.0 + 1))),
        Item::Icicle(_) | Item::LineUp { .. } | Item::Instants { .. } | Item::Counter { .. } => None,
    }
}

/// Returns true if a link belongs to the hovered item.
fn is_highlighted(link: Item, hovered: Item) -> bool {
    let Some(ends) = ends(link) else { return false };
    match hovered {
        Item::Icicle(IcicleItem::Call { side, call }) => ends[side.index()] == (call, true),
        Item::Icicle(IcicleItem::Merged { side, first, end }) => {
            ends[side.index()].0 == first && (end == first.0 + 1 || !ends[side.index()].1)
        }
        _ => link == hovered,
    }
}

/// Returns the links that are drawn a second time: the highlighted ones, and those inside them.
fn highlighted_links(laid: &CaseLayout, plain: usize, hovered: Item) -> [Vec<Item>; 2] {
    let again = curves(laid).into_iter().skip(plain).map(|drawn| drawn.item);
    let (highlighted, inside) = again.partition(|&link| is_highlighted(link, hovered));
    [highlighted, inside]
}

fn check(case: &Case, mut options: PictureOptions, chosen: prop::sample::Index) -> Result<(), TestCaseError> {
    let plain = case.laid(&options);
    let items: Vec<Item> = plain.items.iter().collect();
    if items.is_empty() {
        return Ok(());
    }
    let hovered = items[chosen.index(items.len())];
    options.hovered = Some(hovered);
    let laid = case.laid(&options);
    prop_assert_eq!(laid.scene.check(), Ok(()));

    // Only marks are added, and nothing else moves.
    let rest = |laid: &CaseLayout| -> Vec<Layer> {
        laid.scene.layers.iter().filter(|layer| !layer.marks).cloned().collect()
    };
    prop_assert_eq!(rest(&laid), rest(&plain));
    prop_assert_eq!(&laid.info, &plain.info);

    let drawn: Vec<Item> = curves(&plain).into_iter().map(|drawn| drawn.item).collect();
    let expected: Vec<Item> = drawn.iter().copied().filter(|&link| is_highlighted(link, hovered)).collect();
    let [highlighted, inside] = highlighted_links(&laid, drawn.len(), hovered);
    prop_assert!(highlighted.starts_with(&expected), "{:?} {:?}", highlighted, expected);
    // Tubes that drawn ones imply. One to one, that is the hovered call's only match, inside a drawn tube. By
    // similarity, those are other matches of the call.
    for implied in &highlighted[expected.len()..] {
        // The name on a tube may be that of a match inside it, which has no tube until it is pointed at.
        if *implied == hovered {
            prop_assert_eq!(highlighted.len(), 1);
            continue;
        }
        let (Item::Match { a, b, .. }, Item::Icicle(IcicleItem::Call { side, call })) = (*implied, hovered)
        else {
            return Err(TestCaseError::fail(format!("{hovered:?} highlights {highlighted:?}")));
        };
        prop_assert_eq!([a, b][side.index()], call);
        if options.matches.mode == MatchMode::OneToOne {
            prop_assert_eq!(case.partner(a), Some(b));
            // A match without a tube may have a line, which is drawn, too.
            let both = [(a, true), (b, true)];
            prop_assert!(highlighted.iter().all(|&link| ends(link) == Some(both)), "{:?}", highlighted);
            let tubes = highlighted.iter().filter(|link| matches!(link, Item::Match { .. })).count();
            prop_assert_eq!(tubes, 1);
        } else {
            let s = case.similarity_of([a, b]);
            prop_assert!(case.best(side, call).is_some_and(|best| s <= best), "{s}");
        }
    }

    // Links inside a highlighted one are not covered.
    let around: Vec<[CallId; 2]> =
        highlighted.iter().filter_map(|&link| Some(ends(link)?.map(|end| end.0))).collect();
    let is_inside = |link: Item| {
        let Some(calls) = ends(link).map(|ends| ends.map(|end| end.0)) else { return false };
        let holds = |outer: &[CallId; 2]| {
            [0, 1].iter().all(|&side: &usize| case.traces[side].calls().contains(outer[side], calls[side]))
        };
        !around.contains(&calls) && around.iter().any(holds)
    };
    let expected: Vec<Item> = drawn.iter().copied().filter(|&link| is_inside(link)).collect();
    prop_assert_eq!(inside, expected);

    // Each end of a highlighted link is outlined, except the box under the pointer.
    let all = boxes(&plain.scene, &plain);
    let marked = outlined(&laid);
    for (side, call) in highlighted
        .iter()
        .filter_map(|&link| ends(link))
        .flat_map(|ends| [(SideName::A, ends[0].0), (SideName::B, ends[1].0)])
    {
        let pane = &plain.info.panes[side.index()];
        let cut = |rect: &Rect| {
            [rect.x0.clamp(pane.x0, pane.x1), rect.x1.clamp(pane.x0, pane.x1), rect.y0, rect.y1]
        };
        let near = |one: &Rect, other: &Rect| {
            cut(one).iter().zip(cut(other)).all(|(one, other)| (one - other).abs() < 0.1)
        };
        let holds = |item: Item| match item {
            Item::Icicle(IcicleItem::Call { side: own_side, call: own }) => own_side == side && own == call,
            Item::Icicle(IcicleItem::Merged { side: own_side, first, end }) => {
                own_side == side && (first.0..end).contains(&call.0)
            }
            _ => false,
        };
        let own = all.iter().find(|(item, _)| holds(*item));
        if let Some((item, rect)) = own.filter(|(item, _)| *item != hovered) {
            prop_assert!(
                marked.iter().any(|mark| near(mark, rect)),
                "{:?} at {:?} is not outlined",
                item,
                rect
            );
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn hover_highlights_links_and_their_ends(seed: u64, from in -20_000i64..80_000, span in 500i64..120_000, shift in -9_000i64..9_000, similarity: bool, chosen: prop::sample::Index) {
        let mut options = options(from, span, shift, 0, 45);
        if similarity {
            options.matches.mode = MatchMode::Similarity;
        }
        check(&edited(seed, 1), options, chosen)?;
    }
}

#[test]
fn hover_draws_the_implied_tube_of_a_call() {
    let case = edited(7, 2);
    let plain = case.laid(&options(0, 100_000, 2_000, 0, 45));
    let tubes: BTreeSet<CallId> =
        curves(&plain).iter().filter_map(|drawn| Some(ends(drawn.item)?[0].0)).collect();
    let mut highlighted = 0;
    for item in plain.items.iter() {
        let Item::Icicle(IcicleItem::Call { side: SideName::A, call }) = item else { continue };
        let laid = case.laid(&PictureOptions { hovered: Some(item), ..options(0, 100_000, 2_000, 0, 45) });
        let [own, _] = highlighted_links(&laid, curves(&plain).len(), item);
        highlighted += usize::from(!own.is_empty() && !tubes.contains(&call));
    }
    assert!(highlighted > 5, "{highlighted}");
}

#[test]
fn selection_also_outlines_the_partner() {
    let case = edited(3, 1);
    let correspondence = case.correspondence();
    let mut seen = [0; 2];
    for side in SideName::BOTH {
        for call in (0..case.pair().traces[side.index()].calls().len() as u32).map(CallId) {
            let marked = |mode: MatchMode| {
                let mut options =
                    PictureOptions { selected: Some((side, call)), ..PictureOptions::default() };
                options.matches.mode = mode;
                outlined_in(&case.laid(&options), |theme| theme.ink).len()
            };
            let has_partner = correspondence.partner(side, call).is_some();
            assert_eq!(marked(MatchMode::OneToOne), 1 + usize::from(has_partner), "{side:?} {call:?}");
            // By similarity a call has many partners, so none is marked.
            assert_eq!(marked(MatchMode::Similarity), 1, "{side:?} {call:?}");
            seen[usize::from(has_partner)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "calls with a partner and without one: {seen:?}");
}
