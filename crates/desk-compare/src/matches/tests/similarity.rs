//! By similarity, hatches and words follow s > τ, checked against all pairs of calls.

use super::case::{Case, PictureOptions};
use crate::matches::item::Item;
use diptych_protocol::{ColorBy, IcicleState, MatchMode, MatchesState, SideName};
use diptych_scene::{Batch, Hatch};
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
