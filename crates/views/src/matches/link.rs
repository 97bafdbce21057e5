//! A match that is drawn, before it has a way and a colour.

use super::DrawnText;
use super::item::Item;
use crate::icicle::plot::Plot;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::CallId;

/// One tube or line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// What it stands for.
    pub(super) item: Item,
    /// In A and in B.
    pub(super) ends: [End; 2],
    /// The root of its group, `G_A` and `G_B`; [`CallId::NONE`] twice for a line that lies in no group.
    pub(super) root: [CallId; 2],
    /// s, if callee sets are computed.
    pub(super) similarity: Option<f32>,
    /// s · min(width of f, width of g), in pixels; with an s of 1 where there is none.
    pub(super) importance: f64,
}

/// Where a link ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The call; of a box of several, the first.
    pub(super) call: CallId,
    /// CSS pixels.
    pub(super) at: [f32; 2],
    /// Of the call, as far as it is laid out.
    pub(super) width: f32,
    /// Row of the call.
    pub(super) depth: u32,
    /// Whether it is a call with a place of its own in the control tree, if that is outside the band.
    pub(super) is_call: bool,
}

impl End {
    /// At the middle of a call's box.
    pub(super) fn of_call(plot: &Plot<'_>, call: CallId, rect: Rect) -> Self {
        let at = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
        let depth = plot.trace.calls().depth()[call.index()];
        Self { call, at, width: rect.width(), depth, is_call: true }
    }

    /// At the edge of a box of several calls that faces the band.
    pub(super) fn of_aggregate(plot: &Plot<'_>, first: CallId, rect: Rect) -> Self {
        let pane = plot.placement.plot;
        let y = match plot.side {
            SideName::A => rect.y1.min(pane.y1),
            SideName::B => rect.y0.max(pane.y0),
        };
        let at = [f32::midpoint(rect.x0, rect.x1), y];
        let depth = plot.trace.calls().depth()[first.index()];
        Self { call: first, at, width: rect.width(), depth, is_call: false }
    }
}

impl Link {
    /// Whether it is the root of its group.
    pub(super) fn is_root(&self) -> bool {
        self.root == [self.ends[0].call, self.ends[1].call] && self.ends.iter().all(|end| end.is_call)
    }
}

/// Widest first, whatever is a root of a group before all else; of equals the shallower, then the earlier.
pub(super) fn order(links: &mut [Link]) {
    // The bits of numbers that are not negative ascend with them.
    let number = |link: &Link| !(u64::from(link.is_root()) << 63 | link.importance.abs().to_bits());
    links.sort_by_key(number);
    for equal in links.chunk_by_mut(|one, other| number(one) == number(other)) {
        equal.sort_by_key(|link| (link.ends.map(|end| end.depth), link.ends.map(|end| end.call)));
    }
}

/// What is drawn, and what is to be said of it.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) links: Vec<Link>,
    /// The matches under the pointer that are not among them, since drawn ones imply them.
    pub(super) pointed_at: Vec<Link>,
    pub(super) text: DrawnText,
}
