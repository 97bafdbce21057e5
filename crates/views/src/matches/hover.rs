//! What is highlighted under the pointer: the links of the hovered item, and the boxes where they end.

use super::MatchContext;
use super::control::{self, Routes};
use super::curves::curve;
use super::item::Item;
use super::link::{Choice, Link};
use super::paint::Painter;
use crate::Highlight;
use crate::items::ItemTable;
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::{Curve, CurveBatch, CurvePoint, ItemId, Rect};
use diptych_trace::CallId;
use rustc_hash::FxHashSet;

/// How far an outline reaches beyond what it is around, both sides together, CSS pixels.
const AROUND_PX: f32 = 4.0;

/// What is drawn of highlighted links, lowest first: outlines a little wider, the links once more, and once more what
/// runs inside them, which would else be covered.
#[derive(Debug, Clone, Copy)]
enum Part {
    Outline,
    Link,
    Inside,
}

/// Highlighted links, drawn above everything of their kind.
#[derive(Debug, Default)]
pub(crate) struct HighlightedLinks {
    /// One batch for each [`Part`], and where they may be seen: in the band and in the lanes that they end in, since
    /// they pass behind the lanes in between as all links do.
    pub(crate) layers: Vec<(Rect, [CurveBatch; 3])>,
    /// The calls of the links.
    ends: Vec<[CallId; 2]>,
    /// Boxes of A and of B, but not that under the pointer.
    pub(crate) boxes: [Vec<Rect>; 2],
}

/// Highlights what belongs to the hovered item. O(links).
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
        highlighted.link(context, &painter, (link, routes.points(place)), items);
    }
    if !choice.pointed_at.is_empty() {
        // Routed with their groups, so that they run as if they were of them; the others stay where they are.
        let roots: FxHashSet<[CallId; 2]> = choice.pointed_at.iter().map(|link| link.root).collect();
        let mut group = choice.pointed_at.clone();
        group.extend(choice.links.iter().filter(|other| roots.contains(&other.root)));
        let routes = control::routes(context, &group);
        for (place, link) in choice.pointed_at.iter().enumerate() {
            highlighted.link(context, &painter, (link, routes.points(place)), items);
        }
    }
    for (place, link) in choice.links.iter().enumerate() {
        if highlighted.holds(context, link) {
            let drawn = (curve(&painter, context, link), items.add(link.item));
            highlighted.push(context, (link, routes.points(place)), Part::Inside, drawn);
        }
    }
    // A call too narrow for a link has a partner all the same.
    if let (Some((side, call)), MatchMode::OneToOne) = (hovered.one_call(), context.input.matches.state.mode)
    {
        let partner =
            context.input.correspondence.and_then(|correspondence| correspondence.partner(side, call));
        highlighted.boxes[side.other().index()]
            .extend(partner.and_then(|call| box_of(context, side.other(), call)));
    }
    highlighted.layers.iter_mut().flat_map(|(_, batches)| batches).for_each(CurveBatch::cut);
    for boxes in &mut highlighted.boxes {
        boxes.dedup();
    }
    highlighted
}

/// Whether a link begins and ends at what is hovered, on the sides that it is on: a box of several calls is named by
/// the first of them.
fn belongs(link: &Link, hovered: &Highlight) -> bool {
    let is_end = |side: usize| {
        let call = link.ends[side].call.0;
        hovered.calls[side].binary_search_by_key(&call, |range| range.start).is_ok()
    };
    let is_on = |side: usize| !hovered.calls[side].is_empty();
    (is_on(0) || is_on(1)) && (0..2).all(|side| !is_on(side) || is_end(side))
}

impl HighlightedLinks {
    /// Whether a link runs inside a highlighted one, and is none itself. O(highlighted links).
    fn holds(&self, context: &MatchContext<'_>, link: &Link) -> bool {
        let calls = link.ends.map(|end| end.call);
        let [a, b] = context.plots.map(|plot| plot.trace.calls());
        let is_around =
            |outer: &[CallId; 2]| a.contains(outer[0], calls[0]) && b.contains(outer[1], calls[1]);
        !self.ends.contains(&calls) && self.ends.iter().any(is_around)
    }

    /// Adds a curve to all places that it may be seen in. O(lanes that highlighted links end in).
    fn push(
        &mut self,
        context: &MatchContext<'_>,
        (link, points): (&Link, &[CurvePoint]),
        part: Part,
        (curve, item): (Curve, ItemId),
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
        (link, points): (&Link, &[CurvePoint]),
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
        self.push(context, (link, points), Part::Outline, (around, ItemId::NONE));
        self.push(context, (link, points), Part::Link, (own, items.add(link.item)));
        self.ends.push(link.ends.map(|end| end.call));
        for side in SideName::BOTH {
            let call = link.ends[side.index()].call;
            if !is_at(context.input.hovered, side, call) {
                self.boxes[side.index()].extend(box_of(context, side, call));
            }
        }
    }
}

/// Where a link may be seen: in the lane that it ends in on A, between the sides, and in that on B. All of it where no
/// side has several lanes.
fn clips(context: &MatchContext<'_>, link: &Link) -> [Option<Rect>; 3] {
    let [a, b] = context.plots.map(|plot| plot.placement.plot);
    if context.plots.iter().all(|plot| plot.stack.blocks.len() < 2) {
        return [Some(Rect::new(a.x0, a.y0, a.x1, b.y1)), None, None];
    }
    let lane = |side: usize| {
        let plot = context.plots[side];
        let block = plot.block(link.ends[side].call).filter(|_| plot.stack.blocks.len() > 1);
        let Some(block) = block else { return Some(plot.placement.plot) };
        let (y0, y1) = plot.placement.y(block.head_px, plot.stack.end_px(block));
        Rect { y0, y1, ..plot.placement.plot }.intersect(plot.placement.plot)
    };
    [lane(0), Some(Rect::new(a.x0, a.y1, a.x1, b.y0)), lane(1)]
}

/// Whether the pointer is over the box that begins with a call: the page outlines that by itself.
fn is_at(hovered: Option<&Highlight>, side: SideName, call: CallId) -> bool {
    hovered.is_some_and(|hovered| {
        let [own, other] = [side, side.other()].map(|side| &hovered.calls[side.index()]);
        other.is_empty() && own.first().is_some_and(|range| range.start == call.0)
    })
}

/// The box of a call, or that of calls under a pixel which holds it; none out of sight. O(boxes).
fn box_of(context: &MatchContext<'_>, side: SideName, call: CallId) -> Option<Rect> {
    let (plot, icicle) = (context.plots[side.index()], context.icicles[side.index()]);
    let merged = icicle.merged.iter().find(|merged| merged.first <= call && call.0 < merged.end);
    let rect = merged.map_or_else(|| plot.rect(call), |merged| Some(merged.rect))?;
    plot.is_in_sight(rect).then_some(rect)
}
