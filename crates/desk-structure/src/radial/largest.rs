//! Names of the relations that changed most, written at their curves.

use super::paint::is_unchanged;
use super::picture::RadialPicture;
use crate::program::{CallRelation, Program, relation_name};
use diptych_protocol::RelationColor;
use diptych_scene::text::fit::ELLIPSIS;
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Face, ItemId, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight,
};
use diptych_structure::radial::{Path, RingCircle, spline};
use diptych_trace::Sorting;
use diptych_views::icicle::boxes::text_run;
use diptych_views::numbers::{self, signed};
use std::cmp::Reverse;

/// Number of relations that are named, and their size of text and height of box, CSS pixels.
const MOST: usize = 3;
const TEXT_PX: f32 = 11.0;
const CHIP_PX: f32 = 18.0;
/// Least radius of the inner circle in which names leave room for curves, CSS pixels.
const LEAST_RADIUS_PX: f64 = 140.0;
/// Factor on estimated widths: the fonts of the page are wider than the one that the estimate measures.
const BROADER: f32 = 1.2;
/// Places along a curve that are tried for its name.
const PLACES: [f64; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
/// Distances from the curve that are tried, CSS pixels downwards. A long name has room only near the middle of the circle. A
/// name away from its curve has a line to it.
const AWAY_PX: [f32; 9] = [0.0, 26.0, -26.0, 52.0, -52.0, 78.0, -78.0, 104.0, -104.0];
/// Width of this line, and its least distance from the ends of the box.
const LEADER_PX: f32 = 1.5;
const LEADER_INSET_PX: f32 = 8.0;
/// Most letters of the name of an end, where whole names have no room.
const LONG_NAME: usize = 18;
const SHORT_NAME: usize = 12;
const ARROW: &str = " → ";

/// Returns the indices of the drawn relations between two elements that changed most, largest first; in one run those
/// with the most calls. Relations whose change is drawn in grey come last, however many calls they have.
pub(super) fn largest(relations: &[CallRelation], side: Option<usize>) -> Vec<usize> {
    let size = |it: &CallRelation| side.map_or_else(|| it.change().unsigned_abs(), |side| it.calls[side]);
    let mut found: Vec<usize> =
        (0..relations.len()).filter(|&at| relations[at].is_edge() && size(&relations[at]) > 0).collect();
    let is_grey = |it: &CallRelation| side.is_none() && is_unchanged(it);
    found.order_by_key(|&at| (is_grey(&relations[at]), Reverse(size(&relations[at])), at));
    found.truncate(MOST);
    found
}

/// Returns the name of a relation with its change: `states.py → nodes.py −678 calls`, or `Frame → cast, only in A (4 calls)`.
/// In one run it has the number of calls.
/// With `most`, the name of each end has at most that many letters.
fn in_words(program: &Program, it: &CallRelation, side: Option<usize>, most: Option<usize>) -> String {
    let name = relation_name(program, it);
    let name = most.map_or_else(|| name.clone(), |most| cut_ends(&name, most));
    let calls = |count: u64| if count == 1 { "call" } else { "calls" };
    let [a, b] = it.compared();
    match (side, it.is_in()) {
        (Some(side), _) => format!("{name} {}", numbers::calls(it.calls[side])),
        (None, [true, false]) => format!("{name}, only in A ({})", numbers::calls(a)),
        (None, [false, true]) => format!("{name}, only in B ({})", numbers::calls(b)),
        (None, _) => format!("{name} {} {}", signed(it.change()), calls(it.change().unsigned_abs())),
    }
}

/// Cuts the names on both sides of an arrow to at most `most` letters each.
fn cut_ends(name: &str, most: usize) -> String {
    let cut = |end: &str| match end.char_indices().nth(most) {
        Some(_) => end.chars().take(most - 1).chain([ELLIPSIS]).collect::<String>(),
        None => end.to_owned(),
    };
    name.split(ARROW).map(cut).collect::<Vec<String>>().join(ARROW)
}

/// Returns boxes with the names of the relations that changed most. Each is an item as its curve is. Names that would
/// overlap are left out.
pub(super) fn names(
    theme: &Theme,
    program: &Program,
    drawn: &RadialPicture,
    path: &Path,
    circle: &RingCircle,
    side: Option<usize>,
    colors: impl Fn(&CallRelation) -> diptych_scene::Rgba,
) -> (RectBatch, TextBatch) {
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    let first = drawn.rings.cells.len() as u32;
    let mut taken: Vec<Rect> = Vec::new();
    if circle.inner_radius < LEAST_RADIUS_PX {
        return (rects, texts);
    }
    for at in largest(&drawn.relations, side) {
        let it = &drawn.relations[at];
        let is_free = |rect: &Rect| !taken.iter().any(|other| other.overlaps(*rect));
        let place = |text: &str, u: f64, away: f32| {
            let width = estimated_px(text, TEXT_PX, Face::Ui, Weight::Bold) * BROADER + 12.0;
            let [x, y] = spline(path.curve(at), u).map(|at| at as f32);
            let rect = inside(circle, [x, y + away], [width, CHIP_PX]).filter(is_free)?;
            let is_beside = x < rect.x0 + LEADER_INSET_PX || x > rect.x1 - LEADER_INSET_PX;
            (away == 0.0 || !is_beside).then_some((rect, [x, y]))
        };
        let tried = || AWAY_PX.into_iter().flat_map(|away| PLACES.map(|u| (u, away)));
        // Two long names can be wider than the circle.
        let texts_of =
            [None, Some(LONG_NAME), Some(SHORT_NAME)].map(|most| in_words(program, it, side, most));
        let found = texts_of.into_iter().find_map(|text| {
            let (rect, at) = tried().find_map(|(u, away)| place(&text, u, away))?;
            Some((text, rect, at))
        });
        let Some((text, rect, [x, y])) = found else { continue };
        let gap = Rect::new(x - LEADER_PX / 2.0, y.min(rect.y1), x + LEADER_PX / 2.0, y.max(rect.y0));
        if gap.y0 < rect.y0 || gap.y1 > rect.y1 {
            let Rect { x0, y0, x1, y1 } = gap;
            let leader = RectInstance { x0, y0, x1, y1, fill: colors(it), ..RectInstance::default() };
            rects.push(leader, ItemId(first + at as u32));
        }
        taken.push(rect);
        let (Rect { x0, y0, x1, y1 }, item) = (rect, ItemId(first + at as u32));
        let style = RectStyle::PLAIN.border(6);
        let ground = RectInstance {
            x0,
            y0,
            x1,
            y1,
            fill: theme.raised,
            border: colors(it),
            style,
            ..RectInstance::default()
        };
        rects.push(ground, item);
        let run = text_run(text, rect, TEXT_PX, theme.ink, Align::Center);
        texts.push(TextRun { weight: Weight::Bold, ..run }, item);
    }
    (rects, texts)
}

/// Returns a box at a point, moved sideways into the inner circle, so that it covers no name of an element. Returns
/// `None` if the circle is too narrow there.
fn inside(circle: &RingCircle, [x, y]: [f32; 2], [width, height]: [f32; 2]) -> Option<Rect> {
    let [center_x, center_y] = circle.center.map(|at| at as f32);
    let away = (y - center_y).abs() + height / 2.0;
    let reach = (circle.inner_radius as f32).powi(2) - away.powi(2);
    let reach = reach.max(0.0).sqrt() - width / 2.0;
    if reach < 0.0 {
        return None;
    }
    let x = x.clamp(center_x - reach, center_x + reach);
    Some(Rect::new(x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0))
}

/// Returns sentences for a first look: which relation changed most, and what curves and colours are.
pub(super) fn reading(
    program: &Program,
    relations: &[CallRelation],
    side: Option<usize>,
    by: RelationColor,
) -> Vec<String> {
    let Some(&first) = largest(relations, side).first() else {
        return match side {
            None if !relations.is_empty() => {
                let is_partial = relations.iter().any(|it| it.beyond != [0, 0]);
                vec![match (is_partial, program.calls.has_window()) {
                    (true, _) => "Every relation has as many compared calls in B as in A. The list says which are not compared.",
                    (false, true) => "In the visible time, every relation has as many calls in B as in A.",
                    (false, false) => "Every relation has as many calls in B as in A.",
                }
                .to_owned()]
            }
            _ => Vec::new(),
        };
    };
    let what = if side.is_some() { "Most calls" } else { "Largest change" };
    let largest = format!("{what}: {}.", in_words(program, &relations[first], side, None));
    let curves = "Curves run from callers (thick) to callees (thin).".to_owned();
    let color = (side.is_none() && by == RelationColor::Change)
        .then(|| "Purple: more calls in B, green: fewer, dashed: in one run only.".to_owned());
    [largest, curves].into_iter().chain(color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_ends_of_a_relation_are_cut() {
        assert_eq!(cut_ends("validators.py functions → ref", 12), "validators.… → ref");
        assert_eq!(cut_ends("ümlaut → x", 6), "ümlaut → x");
        assert_eq!(cut_ends("ümlauts → x", 6), "ümlau… → x");
    }

    proptest! {
        #[test]
        fn names_stay_inside_the_circle(x in 0f32..400.0, y in 0f32..400.0, width in 1f32..420.0) {
            let circle = RingCircle {
                center: [200.0; 2], inner_radius: 130.0, outer_radius: 200.0, leaf_share: 0.7, gap: 0.0, least_ring: 12.0,
            };
            let far = |x: f32, y: f32| (x - 200.0).hypot(y - 200.0);
            match inside(&circle, [x, y], [width, 18.0]) {
                Some(rect) => {
                    let corners = [far(rect.x0, rect.y0), far(rect.x0, rect.y1), far(rect.x1, rect.y0), far(rect.x1, rect.y1)];
                    prop_assert!(corners.iter().all(|&away| away <= 130.1), "{rect:?} {corners:?}");
                }
                // Not even in the middle of that row is there room.
                None => prop_assert!(far(200.0 + width / 2.0, y - 9.0).max(far(200.0 + width / 2.0, y + 9.0)) > 129.9),
            }
        }

        #[test]
        fn largest_changes_equal_a_sorted_list(calls in prop::collection::vec([0u64..60, 0u64..60, 0u64..3], 0..12), alone: Option<bool>) {
            let relations: Vec<CallRelation> = (0..).zip(&calls).map(|(caller, &[a, b, loops])| {
                let callee = if loops == 0 { caller } else { caller + 1 };
                CallRelation { caller, callee, calls: [a, b], beyond: [0; 2], mean_start: [0.0; 2] }
            }).collect();
            let side = alone.map(usize::from);
            let size = |at: usize| match side {
                Some(side) => relations[at].calls[side],
                None => relations[at].calls[0].abs_diff(relations[at].calls[1]),
            };
            let mut expected: Vec<usize> =
                (0..relations.len()).filter(|&at| relations[at].caller != relations[at].callee && size(at) > 0).collect();
            // Up to 5 % is no change in colour.
            let is_grey = |at: usize| {
                let [a, b] = relations[at].calls.map(|calls| calls as f64);
                side.is_none() && a.min(b) > 0.0 && a.max(b) < 1.05 * a.min(b)
            };
            expected.sort_by_key(|&at| (is_grey(at), Reverse(size(at)), at));
            expected.truncate(3);
            prop_assert_eq!(largest(&relations, side), expected);
        }
    }
}
