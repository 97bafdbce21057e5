//! What the pointer lights: the links of what it is over, and the boxes where they end.

use super::Stage;
use super::control::{self, Routes};
use super::curves::curve;
use super::link::{Choice, Link};
use super::paint::Painter;
use crate::{Item, ItemTable};
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::{Curve, CurveBatch, CurvePoint, ItemId, Rect};
use diptych_trace::CallId;

/// How far an outline reaches beyond what it is around, both sides together, CSS pixels.
const AROUND_PX: f32 = 4.0;

/// What is lit, above everything of its kind.
#[derive(Debug, Default)]
pub(crate) struct Lit {
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

/// Lights what belongs to the hovered item. O(links).
pub(super) fn light(stage: &Stage<'_>, choice: &Choice, routes: &Routes, items: &mut ItemTable) -> Lit {
    let mut lit = Lit::default();
    let Some(hovered) = stage.input.hovered else { return lit };
    let painter = Painter::new(stage);
    for (place, link) in choice.links.iter().enumerate().filter(|(_, link)| belongs(link, hovered)) {
        lit.link(stage, &painter, (link, routes.of(place)), items);
    }
    if let Some(link) = choice.pointed_at {
        // Routed with its group, so that it runs as if it were one of it; the others stay where they are.
        let mut group: Vec<Link> =
            choice.links.iter().copied().filter(|other| other.root == link.root).collect();
        group.push(link);
        let routes = control::routes(stage, &group);
        lit.link(stage, &painter, (&link, routes.of(group.len() - 1)), items);
    }
    for (place, link) in choice.links.iter().enumerate() {
        if lit.holds(stage, link) {
            lit.inside.push(routes.of(place), curve(&painter, stage, link), items.add(link.item));
        }
    }
    // A call too narrow for a link has a partner all the same.
    if let (Item::Call { side, call }, MatchMode::OneToOne) = (hovered, stage.input.matches.state.mode) {
        let partner = stage.input.correspondence.and_then(|known| known.partner(side, call));
        lit.boxes[side.other().index()].extend(partner.and_then(|call| box_of(stage, side.other(), call)));
    }
    lit.outlines.cut();
    lit.curves.cut();
    lit.inside.cut();
    for boxes in &mut lit.boxes {
        boxes.dedup();
    }
    lit
}

/// Whether a link begins or ends at what is hovered, or is it.
fn belongs(link: &Link, hovered: Item) -> bool {
    let ends = link.ends.map(|end| end.call);
    match hovered {
        Item::Call { side, call } => link.ends[side.index()].is_call && ends[side.index()] == call,
        Item::Merged { side, first, .. } => !link.ends[side.index()].is_call && ends[side.index()] == first,
        Item::Match { a, b, .. } => matches!(link.item, Item::Match { .. }) && ends == [a, b],
        Item::MatchBundle { a, b, .. } => {
            matches!(link.item, Item::MatchBundle { .. }) && ends == [a[0], b[0]]
        }
        Item::Bar { .. } | Item::Lane { .. } | Item::Frames { .. } => false,
    }
}

impl Lit {
    /// Whether a link runs inside a lit one, and is none itself. O(lit links).
    fn holds(&self, stage: &Stage<'_>, link: &Link) -> bool {
        let calls = link.ends.map(|end| end.call);
        let [a, b] = stage.plots.map(|plot| plot.trace.calls());
        let is_around =
            |outer: &[CallId; 2]| a.contains(outer[0], calls[0]) && b.contains(outer[1], calls[1]);
        !self.ends.contains(&calls) && self.ends.iter().any(is_around)
    }

    fn link(
        &mut self,
        stage: &Stage<'_>,
        painter: &Painter<'_>,
        (link, points): (&Link, &[CurvePoint]),
        items: &mut ItemTable,
    ) {
        let own = curve(painter, stage, link);
        let color = stage.input.theme.hover;
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
            if !is_at(stage.input.hovered, side, call) {
                self.boxes[side.index()].extend(box_of(stage, side, call));
            }
        }
    }
}

/// Whether the pointer is over the box that begins with a call: the page outlines that by itself.
fn is_at(hovered: Option<Item>, side: SideName, call: CallId) -> bool {
    match hovered {
        Some(Item::Call { side: of, call: at } | Item::Merged { side: of, first: at, .. }) => {
            of == side && at == call
        }
        _ => false,
    }
}

/// The box of a call, or that of calls under a pixel which holds it; none out of sight. O(boxes).
fn box_of(stage: &Stage<'_>, side: SideName, call: CallId) -> Option<Rect> {
    let (plot, icicle) = (stage.plots[side.index()], stage.icicles[side.index()]);
    let merged = icicle.merged.iter().find(|merged| merged.first <= call && call.0 < merged.end);
    let rect = merged.map_or_else(|| plot.rect(call), |merged| Some(merged.rect))?;
    plot.is_in_sight(rect).then_some(rect)
}
