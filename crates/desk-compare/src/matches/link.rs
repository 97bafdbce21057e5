//! A match to draw, before it has a route and a colour.

use super::item::Item;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, Sorting};
use diptych_views::icicle::plot::Plot;

/// One tube or line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// Item to pick.
    pub(super) item: Item,
    /// Ends in A and in B.
    pub(super) ends: [End; 2],
    /// Root of its group, `G_A` and `G_B`; [`CallId::NONE`] twice for a line in no group.
    pub(super) root: [CallId; 2],
    /// Similarity s, if known: always in similarity mode, one to one only if colour shows it.
    pub(super) similarity: Option<f32>,
    /// s · min(width of f, width of g) in pixels, with s = 1 if it is unknown. For a line, a much smaller number that
    /// grows with its matches.
    pub(super) importance: f64,
}

/// One end of a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The call, or the first call of a box of several.
    pub(super) call: CallId,
    /// Position in CSS pixels.
    pub(super) at: [f32; 2],
    /// Width of the box in CSS pixels, as far as it is laid out.
    pub(super) width: f32,
    /// Row of the call.
    pub(super) depth: u32,
    /// True for a single call. Outside the band it has a place of its own in the control tree.
    pub(super) is_call: bool,
}

impl End {
    /// Places the end at the middle of a call's box.
    pub(super) fn of_call(plot: &Plot<'_>, call: CallId, rect: Rect) -> Self {
        let at = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
        let depth = plot.trace.calls().depth()[call.index()];
        Self { call, at, width: rect.width(), depth, is_call: true }
    }

    /// Places the end at the edge of a box of several calls that faces the band.
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
    /// Returns true if the link is the root of its group.
    pub(super) fn is_root(&self) -> bool {
        self.root == [self.ends[0].call, self.ends[1].call] && self.ends.iter().all(|end| end.is_call)
    }
}

/// Sorts links widest first, roots of groups before all others. Ties go to the shallower link, then to the earlier.
pub(super) fn order(links: &mut [Link]) {
    // The bits of non-negative floats ascend with their values.
    let number = |link: &Link| !(u64::from(link.is_root()) << 63 | link.importance.abs().to_bits());
    links.order_by_key(number);
    for equal in links.chunk_by_mut(|one, other| number(one) == number(other)) {
        equal.order_by_key(|link| (link.ends.map(|end| end.depth), link.ends.map(|end| end.call)));
    }
}

/// The number of matches drawn, and the rule that selects them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawnText {
    pub(crate) text: String,
    pub(crate) rule: String,
}

/// The links to draw, and the text about them.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) links: Vec<Link>,
    /// Matches under the pointer that are not among `links` because drawn ones imply them.
    pub(super) pointed_at: Vec<Link>,
    pub(super) text: DrawnText,
}
