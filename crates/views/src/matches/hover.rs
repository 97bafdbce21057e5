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

/// How far an outline reaches beyond what it is around, both sides together, CSS pixels.
const AROUND_PX: f32 = 4.0;

/// Highlighted links, drawn above everything of its kind.
#[derive(Debug, Default)]
pub(crate) struct HighlightedLinks {
    /// Below `curves`, and a little wider.
    pub(crate) outlines: CurveBatch,
    /// The links once more.
    pub(crate) curves: CurveBatch,
    /// What runs inside them once more: it would else be covered.
    pub(crate) inside: CurveBatch,
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
    if let Some(link) = choice.pointed_at {
        // Routed with its group, so that it runs as if it were one of it; the others stay where they are.
        let mut group: Vec<Link> =
            choice.links.iter().copied().filter(|other| other.root == link.root).collect();
        group.push(link);
        let routes = control::routes(context, &group);
        highlighted.link(context, &painter, (&link, routes.points(group.len() - 1)), items);
    }
    for (place, link) in choice.links.iter().enumerate() {
        if highlighted.holds(context, link) {
            highlighted.inside.push(
                routes.points(place),
                curve(&painter, context, link),
                items.add(link.item),
            );
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
    highlighted.outlines.cut();
    highlighted.curves.cut();
    highlighted.inside.cut();
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
        self.outlines.push(points, around, ItemId::NONE);
        self.curves.push(points, own, items.add(link.item));
        self.ends.push(link.ends.map(|end| end.call));
        for side in SideName::BOTH {
            let call = link.ends[side.index()].call;
            if !is_at(context.input.hovered, side, call) {
                self.boxes[side.index()].extend(box_of(context, side, call));
            }
        }
    }
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
