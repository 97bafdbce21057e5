//! Highlights under the pointer: the links of the hovered item, and the boxes where they end.

use super::aggregates::partner_boxes;
use super::context::MatchContext;
use super::control::{self, Routes};
use super::curves::curve;
use super::item::Item;
use super::link::{Choice, Link};
use super::paint::Painter;
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::{Curve, CurveBatch, CurvePoint, ItemId, Rect};
use diptych_trace::CallId;
use diptych_views::{Highlight, ItemTable};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Extra width of an outline around a link, both sides together, CSS pixels.
const AROUND_PX: f32 = 4.0;

/// A layer of highlighted links, lowest first: outlines a little wider than the links, the links, and once more the
/// links inside them, which would otherwise be covered.
#[derive(Debug, Clone, Copy)]
enum Part {
    Outline,
    Link,
    Inside,
}

/// Highlighted links, drawn above everything of their kind.
#[derive(Debug, Default)]
pub(crate) struct HighlightedLinks {
    /// One batch for each [`Part`], with the rectangle that clips it. A link shows in the band and in the lanes that it
    /// ends in; it passes behind the lanes in between, as all links do.
    pub(crate) layers: Vec<(Rect, [CurveBatch; 3])>,
    /// Calls that the highlighted links join.
    ends: Vec<[CallId; 2]>,
    /// Boxes of A and of B to outline, without the box under the pointer.
    pub(crate) boxes: [Vec<Rect>; 2],
}

/// Highlights the links and boxes of the hovered item. O(links).
pub(super) fn highlight(
    context: &MatchContext<'_>,
    choice: &Choice,
    routes: &Routes,
    items: &mut ItemTable<Item>,
) -> HighlightedLinks {
    let mut highlighted = HighlightedLinks::default();
    let Some(hovered) = context.input.hovered else { return highlighted };
    let painter = Painter::new(context);
    for (place, link) in choice.links.iter().enumerate().filter(|(_, link)| belongs(link, hovered)) {
        highlighted.link(context, &painter, link, routes.points(place), items);
    }
    if !choice.pointed_at.is_empty() {
        // Routed together with their groups, so that they run as members of them. The drawn links keep their routes.
        let roots: FxHashSet<[CallId; 2]> = choice.pointed_at.iter().map(|link| link.root).collect();
        let mut group = choice.pointed_at.clone();
        group.extend(choice.links.iter().filter(|other| roots.contains(&other.root)));
        let routes = control::routes(context, &group);
        for (place, link) in choice.pointed_at.iter().enumerate() {
            highlighted.link(context, &painter, link, routes.points(place), items);
        }
    }
    for (place, link) in choice.links.iter().enumerate() {
        if highlighted.holds(context, link) {
            let (curve, item) = (curve(&painter, context, link), items.add(link.item));
            highlighted.push(context, link, routes.points(place), Part::Inside, curve, item);
        }
    }
    // A call too narrow for a link still has a partner to outline.
    if let (Some((side, call)), MatchMode::OneToOne) = (hovered.one_call(), context.input.matches.state.mode)
    {
        let partner =
            context.input.correspondence.and_then(|correspondence| correspondence.partner(side, call));
        highlighted.boxes[side.other().index()]
            .extend(partner.and_then(|call| box_of(context, side.other(), call)));
    }
    // So do merged calls, which have a line only if they are no part of a tube.
    if let Some((side, calls)) = merged(hovered) {
        highlighted.boxes[side.other().index()].extend(partner_boxes(context, side, calls));
    }
    highlighted.layers.iter_mut().flat_map(|(_, batches)| batches).for_each(CurveBatch::cut);
    for boxes in &mut highlighted.boxes {
        boxes.dedup();
    }
    highlighted
}

/// Returns the hovered calls if they are those of one merged box.
fn merged(hovered: &Highlight) -> Option<(SideName, &Range<u32>)> {
    match [&hovered.calls[0][..], &hovered.calls[1][..]] {
        [[calls], []] if calls.len() > 1 => Some((SideName::A, calls)),
        [[], [calls]] if calls.len() > 1 => Some((SideName::B, calls)),
        _ => None,
    }
}

/// Returns true if a link begins and ends at the hovered calls, on each side that has any. A box of several calls is
/// identified by its first call.
fn belongs(link: &Link, hovered: &Highlight) -> bool {
    let is_end = |side: usize| {
        let call = link.ends[side].call.0;
        hovered.calls[side].binary_search_by_key(&call, |range| range.start).is_ok()
    };
    let is_on = |side: usize| !hovered.calls[side].is_empty();
    (is_on(0) || is_on(1)) && (0..2).all(|side| !is_on(side) || is_end(side))
}

impl HighlightedLinks {
    /// Returns true if a link runs inside a highlighted one and is not highlighted itself. O(highlighted links).
    fn holds(&self, context: &MatchContext<'_>, link: &Link) -> bool {
        let calls = link.ends.map(|end| end.call);
        let [a, b] = context.plots.map(|plot| plot.trace.calls());
        let is_around =
            |outer: &[CallId; 2]| a.contains(outer[0], calls[0]) && b.contains(outer[1], calls[1]);
        !self.ends.contains(&calls) && self.ends.iter().any(is_around)
    }

    /// Adds a curve to each clip that it shows in. O(lanes that highlighted links end in).
    fn push(
        &mut self,
        context: &MatchContext<'_>,
        link: &Link,
        points: &[CurvePoint],
        part: Part,
        curve: Curve,
        item: ItemId,
    ) {
        for clip in clips(context, link).into_iter().flatten() {
            let place = self.layers.iter().position(|(other, _)| *other == clip);
            let place = place.unwrap_or_else(|| {
                self.layers.push((clip, Default::default()));
                self.layers.len() - 1
            });
            self.layers[place].1[part as usize].push(points, curve, item);
        }
    }

    fn link(
        &mut self,
        context: &MatchContext<'_>,
        painter: &Painter<'_>,
        link: &Link,
        points: &[CurvePoint],
        items: &mut ItemTable<Item>,
    ) {
        let own = curve(painter, context, link);
        let color = context.input.theme.hover;
        let around = Curve {
            width0: own.width0 + AROUND_PX,
            width1: own.width1 + AROUND_PX,
            min_width: own.min_width + AROUND_PX,
            color0: color,
            color1: color,
            shade: 0.0,
            highlight: 0.0,
            ..own
        };
        self.push(context, link, points, Part::Outline, around, ItemId::NONE);
        self.push(context, link, points, Part::Link, own, items.add(link.item));
        self.ends.push(link.ends.map(|end| end.call));
        for side in SideName::BOTH {
            let call = link.ends[side.index()].call;
            if !is_at(context.input.hovered, side, call) {
                self.boxes[side.index()].extend(box_of(context, side, call));
            }
        }
    }
}

/// Returns the rectangles that a link shows in: its lane on A, the band between the sides, and its lane on B. If no
/// side has several lanes, that is one rectangle around both sides.
fn clips(context: &MatchContext<'_>, link: &Link) -> [Option<Rect>; 3] {
    let [a, b] = context.plots.map(|plot| plot.placement.plot);
    if context.plots.iter().all(|plot| plot.stack.blocks.len() < 2) {
        return [Some(Rect::new(a.x0, a.y0, a.x1, b.y1)), None, None];
    }
    let lane = |side: usize| {
        let plot = context.plots[side];
        let block = plot.block(link.ends[side].call).filter(|_| plot.stack.blocks.len() > 1);
        let Some(block) = block else { return Some(plot.placement.plot) };
        let (y0, y1) = plot.placement.y(block.head_px, block.end_px());
        Rect { y0, y1, ..plot.placement.plot }.intersect(plot.placement.plot)
    };
    [lane(0), Some(Rect::new(a.x0, a.y1, a.x1, b.y0)), lane(1)]
}

/// Returns true if the pointer is over the box that begins with a call. The page outlines that box itself.
fn is_at(hovered: Option<&Highlight>, side: SideName, call: CallId) -> bool {
    hovered.is_some_and(|hovered| {
        let [own, other] = [side, side.other()].map(|side| &hovered.calls[side.index()]);
        other.is_empty() && own.first().is_some_and(|range| range.start == call.0)
    })
}

/// Returns the box of a call, or the box of calls under a pixel that holds it. Returns `None` if it is out of sight.
/// O(boxes).
fn box_of(context: &MatchContext<'_>, side: SideName, call: CallId) -> Option<Rect> {
    let (plot, icicle) = (context.plots[side.index()], context.icicles[side.index()]);
    let merged = icicle.merged.iter().find(|merged| merged.first <= call && call.0 < merged.end);
    let rect = merged.map_or_else(|| plot.rect(call), |merged| Some(merged.rect))?;
    plot.is_in_sight(rect).then_some(rect)
}
