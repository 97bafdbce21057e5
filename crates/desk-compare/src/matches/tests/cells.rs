//! Fills of cells against those of tubes, for colours of matches.

use super::case::{Case, CaseLayout, PictureOptions, curves, tubes};
use super::lines::edited;
use super::tubes::{options, root};
use crate::matches::item::Item;
use diptych_protocol::{ColorBy, MatchMode, SideName};
use diptych_scene::theme::{Theme, later, place};
use diptych_scene::{Batch, Rgba};
use diptych_trace::CallId;
use diptych_views::icicle::IcicleItem;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// Returns the fill of every call's box.
pub(super) fn fills(laid: &CaseLayout) -> HashMap<(SideName, CallId), Rgba> {
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    let boxes = rects.flat_map(|rects| rects.instances.iter().zip(&rects.items));
    let calls = boxes.filter_map(|(rect, &id)| match laid.items.get(id)? {
        Item::Icicle(IcicleItem::Call { side, call }) => Some(((side, call), rect.fill)),
        _ => None,
    });
    calls.collect()
}

/// Returns the start of a call as a share of its group's root, or of its run.
fn along(case: &Case, side: usize, calls: [CallId; 2], root: [CallId; 2]) -> f64 {
    let trace = &case.traces[side];
    let rows = trace.calls();
    let (from, length) = if root == calls {
        (0, trace.extent())
    } else {
        (rows.start()[root[side].index()], rows.duration(root[side]))
    };
    if length > 0 { (rows.start()[calls[side].index()] - from) as f64 / length as f64 } else { 0.0 }
}

fn colored(mut options: PictureOptions, color: ColorBy, mode: MatchMode) -> PictureOptions {
    options.icicle.color = color;
    options.matches.mode = mode;
    options
}

proptest! {
    #[test]
    fn order_and_place_fills_equal_a_scan(seed: u64, from in -20_000i64..80_000, span in 500i64..120_000, shift in -9_000i64..9_000, of_place: bool) {
        let case = edited(seed, 1);
        let color = if of_place { ColorBy::Place } else { ColorBy::Shift };
        let laid = case.laid(&colored(options(from, span, shift, 0, 45), color, MatchMode::OneToOne));
        for (&(side, call), &fill) in &fills(&laid) {
            let correspondence = case.correspondence();
            let theme = Theme::named(PictureOptions::default().theme);
            let Some(calls) = correspondence.both(side, call) else {
                let tint = if side == SideName::A { theme.a_tint } else { theme.b_tint };
                prop_assert_eq!(fill, tint);
                continue;
            };
            let root = root(&case, &laid.info.panes, calls);
            let [a, b] = [0, 1].map(|side| along(&case, side, calls, root));
            // The viewpoint is A, so the colour shows the place in B.
            let expected = if of_place { place(b.clamp(0.0, 1.0)) } else { later(theme, (a - b).abs().min(1.0)) };
            prop_assert_eq!(fill, expected);
        }
    }

    #[test]
    fn similarity_cell_takes_the_color_of_a_tube(seed: u64, from in 0i64..80_000, span in 5_000i64..120_000, of_place: bool) {
        let case = edited(seed, 1);
        let color = if of_place { ColorBy::Place } else { ColorBy::Shift };
        let laid = case.laid(&colored(options(from, span, 0, 0, 45), color, MatchMode::Similarity));
        let fills = fills(&laid);
        let drawn = tubes(&laid);
        for side in SideName::BOTH {
            let mut colors: BTreeMap<CallId, Vec<Rgba>> = BTreeMap::new();
            for (calls, tube) in &drawn {
                colors.entry(calls[side.index()]).or_default().push(tube.curve.color0);
            }
            for (call, colors) in colors {
                let fill = fills[&(side, call)];
                // The most important match of a call may be out of sight, where it has no tube.
                prop_assert!(colors.contains(&fill) || colors.len() < case.matches_of(side, call), "{:?} is none of {:?}", fill, colors);
            }
        }
    }
}

#[test]
fn cell_opacity_grows_with_similarity() {
    let case = edited(3, 1);
    for mode in [MatchMode::OneToOne, MatchMode::Similarity] {
        let laid = case.laid(&colored(options(0, 100_000, 0, 0, 45), ColorBy::Similarity, mode));
        let theme = Theme::named(PictureOptions::default().theme);
        let mut by_s: Vec<(u32, u32)> = Vec::new();
        for (&(side, call), &fill) in &fills(&laid) {
            let s = match mode {
                MatchMode::OneToOne => {
                    case.correspondence().both(side, call).map(|calls| case.similarity_of(calls))
                }
                MatchMode::Similarity => case.best(side, call),
            };
            let tint = if side == SideName::A { theme.a_tint } else { theme.b_tint };
            let Some(s) = s else { continue };
            assert_ne!(fill, tint);
            let [r, g, b, alpha] = fill.bytes();
            assert_eq!(alpha, 255);
            by_s.push(((s * 1e6) as u32, 765 - [r, g, b].map(u32::from).iter().sum::<u32>()));
        }
        by_s.sort_unstable();
        assert!(by_s.first().unwrap().1 + 40 < by_s.last().unwrap().1, "{by_s:?}");
        assert!(by_s.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 1), "{by_s:?}");
        assert!(!curves(&laid).is_empty());
    }
}
