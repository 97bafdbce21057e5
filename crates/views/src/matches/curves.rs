//! From links and their ways to curves.

use super::MatchContext;
use super::control::Routes;
use super::item::Item;
use super::link::Link;
use super::paint::{Look, Painter};
use crate::items::ItemTable;
use diptych_scene::{Curve, CurveBatch, CurveProfile};

/// Tubes narrower than this at both ends are lines, CSS pixels.
pub(super) const TUBE_PX: f32 = 2.0;
/// Width of a line.
const LINE_PX: f32 = 1.0;

/// All curves: finer matches above coarser ones, and among equals the more important.
pub(super) fn batch(
    context: &MatchContext<'_>,
    links: &[Link],
    routes: &Routes,
    items: &mut ItemTable<Item>,
) -> CurveBatch {
    let painter = Painter::new(context);
    let mut batch = CurveBatch::default();
    for (place, link) in links.iter().enumerate() {
        batch.push(routes.points(place), curve(&painter, context, link), items.add(link.item));
    }
    batch.cut();
    batch
}

/// A link as it looks: a tube, or a line.
pub(super) fn curve(painter: &Painter<'_>, context: &MatchContext<'_>, link: &Link) -> Curve {
    let state = context.input.matches.state;
    let tubes = context.input.matches.tubes.clamp(0.0, 1.0);
    let is_tube = tubes > 0.0
        && link.ends.iter().all(|end| end.is_call)
        && link.ends.iter().any(|end| end.width >= TUBE_PX);
    let Look { colors: [color0, color1], shade, highlight } = painter.look(link, is_tube);
    let [from, to] = &link.ends;
    // What lies inside another match lies deeper on one side at least, so that whole tubes in the order of both depths
    // lie as their calls do. Cut at each depth on its way, a tube would vanish under others and come back in fragments.
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
