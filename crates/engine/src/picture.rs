//! Pictures: layouts, what lies under the pointer, tables and files of them.

use crate::engine::Engine;
use crate::pair_parts::Seen;
use crate::views::{Asked, PairView, Wanted, find, shown_lanes};
use diptych_protocol::{
    Failure, FailureKind, HoverReply, LaneRow, Pane, SceneInfo, SideName, TextReply, Twin, ViewId, ViewState,
};
use diptych_scene::wire;
use diptych_views::{Item, ItemTable, overview, pair, words};

impl Engine {
    pub(crate) fn layout(&mut self, _: ViewId, asked: Asked<'_>) -> SceneInfo {
        let state = asked.state;
        let before = self.pair.take();
        let known = self.correspondence(&state.comparison);
        let seen = self.comparison.as_ref().zip(known.as_ref()).map(|(comparison, known)| Seen {
            comparison,
            known,
            clocks: self.clocks(&state.time).0,
            hovered: self.hovered,
            viewpoint: self.viewpoint,
            selected: state.selection.as_ref().and_then(|call| find(&self.session, call)),
        });
        let clocks = self.clocks(&state.time);
        let wanted = Wanted { asked, seen, clocks };
        let laid = PairView::new(&self.session, wanted, before);
        let words = wire::encode_into(&laid.layout.scene, std::mem::take(&mut self.spare));
        let info = laid.layout.info.clone();
        self.pair = Some(laid);
        self.words = Some(words);
        info
    }

    pub(crate) fn hover(&mut self, _: ViewId, point: Option<[f32; 2]>) -> HoverReply {
        let found = point.and_then(|point| self.pair.as_mut()?.pick(point));
        let item = found.map(|(item, _)| item);
        let of_traces =
            |item: &Item| !matches!(item, Item::Bar { .. } | Item::Lane { .. } | Item::Frames { .. });
        let redraw = self.follow(item.filter(of_traces), point);
        let tooltip = found.and_then(|(item, rect)| {
            let side = side_of(item);
            if let Item::Bar { bin, .. } = item {
                let intervals = self.pair.as_ref()?.parts.intervals()?;
                return overview::tooltip(intervals, side, bin, rect).map(Box::new);
            }
            let known = self.shown_correspondence();
            let trace = self.session.trace(side)?;
            let mut tip = words::tooltip(side, trace, item, rect, known.as_ref())?;
            let is_matched = matches!(item, Item::Call { .. }) && !tip.partner.is_empty();
            if is_matched && self.pair.as_ref()?.click_aligns {
                words::ALIGNS_HINT.clone_into(&mut tip.hint);
            }
            Some(Box::new(tip))
        });
        HoverReply { tooltip, redraw }
    }

    /// Takes down what the pointer is over; whether the picture shows something of that.
    pub(crate) fn follow(&mut self, item: Option<Item>, point: Option<[f32; 2]>) -> bool {
        let Some(view) = &self.pair else { return false };
        let panes = &view.layout.info.panes;
        let over = |pane: &Pane| point.is_some_and(|[_, y]| pane.y0 <= y && y <= pane.y1);
        let viewpoint = panes.iter().find(|pane| over(pane)).map_or(self.viewpoint, |pane| pane.side);
        let moved =
            (view.follows.item && self.hovered != item) || (view.follows.side && self.viewpoint != viewpoint);
        (self.hovered, self.viewpoint) = (item, viewpoint);
        moved
    }

    pub(crate) fn lanes(&self, side: SideName, state: &ViewState) -> Vec<LaneRow> {
        let shown = shown_lanes(&self.session, &state.compare.icicle, side);
        self.session.trace(side).map_or_else(Vec::new, |trace| pair::lane_rows(trace, &shown))
    }

    pub(crate) fn twin(&self, _: ViewId, first: u32, count: u32) -> Twin {
        // Between a change of the sides and the next layout there is nothing to tell: an empty table.
        let (nothing, traces) = (ItemTable::default(), SideName::BOTH.map(|side| self.session.trace(side)));
        let laid = self.pair.as_ref().map(|laid| (&laid.layout.items, &laid.layout.info.panes[..]));
        let (items, panes) = laid.unwrap_or((&nothing, &[]));
        let overview =
            self.pair.as_ref().filter(|laid| laid.overview_alone).and_then(|laid| laid.parts.intervals());
        if let Some(intervals) = overview {
            return overview::twin(intervals, first, count);
        }
        pair::twin(traces, self.shown_clocks(), items, panes, first, count)
    }

    pub(crate) fn svg(&self, _: ViewId) -> Result<TextReply, Failure> {
        let laid = self.pair.as_ref().ok_or_else(nothing_laid_out)?;
        Ok(TextReply { text: diptych_scene::svg::svg(&laid.layout.scene) })
    }

    pub(crate) fn csv(&self, _: ViewId) -> Result<TextReply, Failure> {
        let laid = self.pair.as_ref().ok_or_else(nothing_laid_out)?;
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let text = if let Some(intervals) = laid.parts.intervals().filter(|_| laid.overview_alone) {
            overview::csv(intervals)
        } else {
            let known = self.shown_correspondence();
            let (items, panes) = (&laid.layout.items, &laid.layout.info.panes);
            pair::csv(traces, self.shown_clocks(), known.as_ref(), items, panes)
        };
        Ok(TextReply { text })
    }
}

fn side_of(item: Item) -> SideName {
    match item {
        Item::Call { side, .. }
        | Item::Merged { side, .. }
        | Item::Bar { side, .. }
        | Item::Frames { side }
        | Item::Lane { side, .. } => side,
        Item::Match { .. } | Item::MatchBundle { .. } => SideName::A,
    }
}

fn nothing_laid_out() -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "There is no picture yet.".to_owned(),
        body: "The view was asked for as a file before it was laid out.".to_owned(),
    }
}
