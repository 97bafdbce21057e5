//! Turns links and their routes into curves.

use super::context::MatchContext;
use super::control::Routes;
use super::item::Item;
use super::link::Link;
use super::paint::{CurveLook, Painter};
use diptych_scene::{Curve, CurveBatch, CurveProfile};
use diptych_views::ItemTable;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Least width of a tube at its wider end, CSS pixels. Narrower ones are drawn as lines.
pub(super) const TUBE_PX: f32 = 2.0;
/// Width of a line, CSS pixels.
const LINE_PX: f32 = 1.0;

/// Returns all curves in batches, by the place of the furthest lane that they end in, the furthest first. Within a
/// batch finer matches lie above coarser ones; among equals the more important lie above.
pub(super) fn batches(
    context: &MatchContext<'_>,
    links: &[Link],
    routes: &Routes,
    items: &mut ItemTable<Item>,
) -> Vec<(u32, CurveBatch)> {
    let painter = Painter::new(context);
    let mut batches: BTreeMap<Reverse<u32>, CurveBatch> = BTreeMap::new();
    for (number, link) in links.iter().enumerate() {
        let place =
            |side: usize| context.plots[side].block(link.ends[side].call).map_or(0, |block| block.place);
        let batch = batches.entry(Reverse(place(0).max(place(1)))).or_default();
        batch.push(routes.points(number), curve(&painter, context, link), items.add(link.item));
    }
    let mut batches: Vec<(u32, CurveBatch)> =
        batches.into_iter().map(|(Reverse(place), batch)| (place, batch)).collect();
    for (_, batch) in &mut batches {
        batch.cut();
    }
    if batches.is_empty() {
        batches.push((0, CurveBatch::default()));
    }
    batches
}

/// Builds the curve of a link: a tube or a line.
pub(super) fn curve(painter: &Painter<'_>, context: &MatchContext<'_>, link: &Link) -> Curve {
    let state = context.input.matches.state;
    let tubes = context.input.matches.tubes.clamp(0.0, 1.0);
    let is_tube = tubes > 0.0
        && link.ends.iter().all(|end| end.is_call)
        && link.ends.iter().any(|end| end.width >= TUBE_PX);
    let CurveLook { colors: [color0, color1], shade, highlight } = painter.look(link, is_tube);
    let [from, to] = &link.ends;
    // A match inside another match is deeper on at least one side. So whole tubes sorted by the sum of both depths lie
    // as their calls do. Cut at each depth along the way, a tube would vanish under others and come back in fragments.
    let depth = (from.depth + to.depth) as f32;
    let plain = Curve {
        color1,
        depth0: depth,
        depth1: depth,
        importance: link.importance as f32,
        ..Curve::line(color0, LINE_PX)
    };
    if !is_tube {
        return plain;
    }
    let width = |end: f32| LINE_PX + (end - LINE_PX) * tubes;
    Curve {
        width0: width(from.width),
        width1: width(to.width),
        lambda: state.lambda.min(100) as f32 / 100.0,
        shade: shade * tubes,
        highlight: highlight * tubes,
        profile: CurveProfile::HORIZONTAL,
        ..plain
    }
}
