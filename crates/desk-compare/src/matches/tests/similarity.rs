//! By similarity, hatches and words follow s > τ, checked against all pairs of calls.

use super::case::{Case, PictureOptions, tubes};
use crate::matches::item::Item;
use diptych_protocol::{ColorBy, IcicleState, MatchMode, MatchesState, SideName};
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, Hatch, Rgba};
use diptych_testkit::{Shape, generate, trace};
use diptych_views::icicle::IcicleItem;
use diptych_views::{Model, correspondence_of_mode};
use proptest::prelude::*;

fn options(color: ColorBy) -> PictureOptions {
    PictureOptions {
        matches: MatchesState { mode: MatchMode::Similarity, ..MatchesState::default() },
        icicle: IcicleState { color, ..IcicleState::default() },
        ..PictureOptions::default()
    }
}

proptest! {
    #[test]
    fn hatches_and_kinds_follow_all_pairs(seed: u64, other: u64, by_kind: bool) {
        let shape = Shape { calls: 60, lanes: 1, functions: 8, max_depth: 5, extent: 3_000 };
        let case = Case::new(generate(seed, shape), generate(other, shape), 0.4);
        let laid = case.laid(&options(if by_kind { ColorBy::Match } else { ColorBy::Change }));
        let correspondence = case.correspondence();
        let model = case.model(&correspondence);
        let of_mode = correspondence_of_mode(Some(&correspondence), model.similarity, MatchMode::Similarity);
        let model = Model { correspondence: of_mode.as_ref(), ..model };
        let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
        for batch in batches {
            let Batch::Rects(rects) = batch else { continue };
            for (rect, &id) in rects.instances.iter().zip(&rects.items) {
                let Some(item @ Item::Icicle(IcicleItem::Call { side, call })) = laid.items.get(id) else { continue };
                let matches = case.matches_of(side, call);
                prop_assert_eq!(rect.style.get_hatch() != Hatch::None, matches == 0, "{} matches", matches);
                let tip = item.explained(&model, item.tooltip(&model, [0.0; 4]).unwrap());
                let kind = if matches == 0 { format!("only in {}", side.letter()) } else { "matched".to_owned() };
                prop_assert_eq!(&tip.kind, &kind);
                let said = tip.facts.iter().find(|fact| fact.label.starts_with("Similar in"));
                let noun = if matches == 1 { "match" } else { "matches" };
                let expected = case.best(side, call).map(|best| format!("{matches} {noun}, best {:.2}", best as f32));
                prop_assert_eq!(said.map(|fact| fact.value.clone()), expected);
            }
        }
    }
}

proptest! {
    #[test]
    fn changes_are_grey_for_calls_that_share_at_most_half(seed: u64, other: u64) {
        let shape = Shape { calls: 60, lanes: 1, functions: 8, max_depth: 5, extent: 3_000 };
        let case = Case::new(generate(seed, shape), generate(other, shape), 0.2);
        let laid = case.laid(&options(ColorBy::Change));
        let correspondence = case.correspondence();
        let similarity = case.model(&correspondence).similarity;
        let of_mode = correspondence_of_mode(Some(&correspondence), similarity, MatchMode::Similarity).unwrap();
        let theme = Theme::named(PictureOptions::default().theme);
        let step = |calls| if case.similarity_of(calls) <= 0.5 { 4 } else { correspondence.step(calls) };
        for batch in laid.scene.layers.iter().flat_map(|layer| &layer.batches) {
            let Batch::Rects(rects) = batch else { continue };
            for (rect, &id) in rects.instances.iter().zip(&rects.items) {
                let Some(Item::Icicle(IcicleItem::Call { side, call })) = laid.items.get(id) else { continue };
                if let Some(both) = of_mode.both(side, call) {
                    prop_assert_eq!(rect.fill, theme.change[step(both)], "{:?}", both);
                }
            }
        }
        for (calls, drawn) in tubes(&laid) {
            let opaque = |color: Rgba| color.with_alpha(1.0);
            let (found, step) = (opaque(drawn.curve.color0), step(calls));
            // A line needs a stronger grey than an area.
            let is_grey = step == 4 && found == opaque(theme.none_mark);
            prop_assert!(is_grey || found == opaque(theme.change[step]), "{:?}", calls);
        }
    }
}

#[test]
fn legend_says_which_calls_are_not_compared() {
    let text = "t\n  0..100 run\n    0..10 load\n";
    let says = |tau: f64| {
        let laid = Case::new(trace(text), trace(text), tau).laid(&options(ColorBy::Change));
        laid.info.legend.iter().any(|entry| entry.label == "grey: similarity up to 0.50")
    };
    assert!(says(0.2) && !says(0.5));
}

#[test]
fn tooltip_names_shared_and_other_functions() {
    let a = "t\n  0..100 run\n    0..10 load\n    10..20 parse\n    20..30 save\n";
    let b = "t\n  0..100 run\n    0..10 load\n    10..20 parse\n    20..30 store\n";
    let case = Case::new(trace(a), trace(b), 0.2);
    let correspondence = case.correspondence();
    let model = case.model(&correspondence);
    let call = case.calls(SideName::A, "run")[0];
    let item = Item::Icicle(IcicleItem::Call { side: SideName::A, call });
    let tip = item.explained(&model, item.tooltip(&model, [0.0; 4]).unwrap());
    let said = |label: &str| tip.facts.iter().find(|fact| fact.label == label).map(|fact| &fact.value[..]);
    assert_eq!(said("Shared functions"), Some("3 of 5"));
    assert_eq!((said("Only in A"), said("Only in B")), (Some("save"), Some("store")));
}
