//! One side of a picture, with the positions of its calls on the canvas.

use super::geometry::{Block, PaneRect, Placement, RowRules, Stack};
use super::lanes::ShownLane;
use super::rows::row_contents;
use crate::marks::SideMarks;
use crate::search::Hits;
use crate::{Projection, TimeMap};
use diptych_compare::frame::is_frame;
use diptych_protocol::{OpenLane, Pane, SideName, Window, WindowName};
use diptych_scene::{Rect, Space};
use diptych_trace::{CallId, Trace};
use std::ops::Range;

/// Height at which an open lane counts as visible: its head and two rows, CSS pixels.
const SEEN_PX: f32 = 48.0;

/// A side's trace and the lanes to show, in order.
#[derive(Debug, Clone, Copy)]
pub struct IcicleSide<'a> {
    /// Trace of the side.
    pub trace: &'a Trace,
    /// Lanes with calls, nearest to the root edge first.
    pub lanes: &'a [ShownLane],
    /// True if several lanes lie at the edge near the other side, rather than at the root edge.
    pub lean_together: bool,
    /// Calls that the current search found.
    pub hits: Option<&'a Hits>,
    /// Marked calls of the side.
    pub marks: SideMarks<'a>,
}

/// A side's trace with its window, scroll position and rows.
#[derive(Debug)]
pub struct Plot<'a> {
    /// The side.
    pub side: SideName,
    /// Trace of the side.
    pub trace: &'a Trace,
    /// Mapping of time to pixels.
    pub projection: Projection<'a>,
    /// Place of the side on the canvas.
    pub placement: Placement,
    /// Window on the common axis.
    pub window: Window,
    /// Calls that the search found.
    pub hits: Option<&'a Hits>,
    /// Marked calls of the side.
    pub marks: SideMarks<'a>,
    /// Lanes and rows.
    pub stack: Stack,
    /// Space of the scene that the pane uses.
    pub space: Space,
    /// Index of each lane's block in the stack; `u32::MAX` if it has none.
    block_of_lane: Vec<u32>,
    /// Scroll distance from the edge that scrolling is measured from, CSS pixels.
    scroll: f32,
    /// Scroll distance at which the content rests.
    rest: f32,
    /// Largest scroll distance, CSS pixels.
    scroll_max: f32,
    /// True if scrolling is measured from the edge near the other side, rather than from the root edge.
    from_far_edge: bool,
    /// Window in the side's own ticks.
    focus: Range<i64>,
    /// Range that is laid out, in the side's own ticks.
    ticks: Range<i64>,
    /// Edges of the range that is laid out, CSS pixels.
    edges: [f32; 2],
    /// Range whose boxes are drawn, in the side's own ticks.
    drawn: Range<i64>,
    /// Edges of the range whose boxes are drawn, CSS pixels.
    drawn_edges: [f32; 2],
}

impl<'a> Plot<'a> {
    /// Places one side, with its rows in sight.
    pub fn new(
        pane: &PaneRect,
        side: IcicleSide<'a>,
        time_map: TimeMap<'a>,
        window: Window,
        scroll_px: u32,
        rules: RowRules,
        space: Space,
    ) -> Self {
        let focus = time_map.own_window(window);
        let focus = focus.start..focus.end;
        let projection = Projection::new(window, pane.plot.x0, pane.plot.x1).on(time_map);
        let edges = [pane.plot.x0, pane.plot.x1];
        let rows = |lane| row_contents(side.trace, lane, &projection, focus.clone(), edges);
        let stack = Stack::new(side.trace, side.lanes, focus.clone(), pane.plot.height(), rules, rows);
        let scroll_max = (stack.height_px - pane.plot.height()).max(0.0).ceil();
        let from_far_edge = side.lean_together && stack.blocks.len() > 1;
        let rest =
            if from_far_edge { stack.rest_from_far_edge(pane.plot.height()).min(scroll_max) } else { 0.0 };
        let scroll = if scroll_px == 0 { rest } else { (scroll_px as f32).min(scroll_max) };
        let scroll_px = if from_far_edge { stack.height_px - pane.plot.height() - scroll } else { scroll };
        let placement = Placement { side: pane.side, plot: pane.plot, scroll_px };
        let mut block_of_lane = vec![u32::MAX; side.trace.lanes().len()];
        for (place, block) in (0..).zip(&stack.blocks) {
            block_of_lane[block.lane.index()] = place;
        }
        let over_scan = |by: i64| {
            let (start, end) = (window.start.saturating_sub(by), window.end.saturating_add(by));
            let own = time_map.own_window(Window { start, end });
            own.start..own.end
        };
        let [ticks, drawn] = [window.span() / 2, window.span() / 4].map(|by| over_scan(by + 1));
        let edges =
            |ticks: &Range<i64>| [ticks.start, ticks.end].map(|tick| projection.x_from_tick(tick) as f32);
        Self {
            side: pane.side,
            trace: side.trace,
            focus,
            edges: edges(&ticks),
            drawn_edges: edges(&drawn),
            ticks,
            drawn,
            projection,
            placement,
            window,
            hits: side.hits,
            marks: side.marks,
            stack,
            space,
            block_of_lane,
            scroll,
            rest,
            scroll_max,
            from_far_edge,
        }
    }

    /// Returns the part of the canvas that can be zoomed. `whole` is the window before anything is zoomed.
    pub fn pane(&self, whole: Window) -> Pane {
        let Rect { x0, y0, x1, y1 } = self.placement.plot;
        Pane {
            side: self.side,
            x0,
            y0,
            x1,
            y1,
            space: self.space.number(),
            shows: WindowName::of_time(self.side),
            window: self.window,
            whole,
            scroll_max: self.scroll_max as u32,
            scroll: self.scroll as u32,
            rest: self.rest as u32,
            scroll_sign: if (self.side == SideName::A) == self.from_far_edge { 1 } else { -1 },
            open_lanes: self.open_lanes(),
        }
    }

    /// Returns the positions of open lanes: the part in sight, or else the part that scrolling there shows.
    fn open_lanes(&self) -> Vec<OpenLane> {
        let stack = &self.stack;
        if stack.blocks.len() < 2 {
            return Vec::new();
        }
        let (pane_px, scroll_px) = (self.placement.plot.height(), self.placement.scroll_px);
        let open = stack.blocks.iter().filter(|block| !block.is_folded);
        let place = |block: &Block| {
            let (first, end) = (block.head_px, block.end_px());
            let (from, to) = (first.max(scroll_px), end.min(scroll_px + pane_px));
            let is_seen = to - from >= SEEN_PX.min(end - first);
            let stretch = if is_seen { [from, to] } else { [first, end.min(first + pane_px)] };
            let [from, to] = self.scrolled_from(stretch);
            OpenLane { lane: block.lane.0, from, to }
        };
        open.map(place).collect()
    }

    /// Converts a stretch of the content to scroll distances from its resting edge.
    pub fn scrolled_from(&self, [from, to]: [f32; 2]) -> [f32; 2] {
        let height_px = self.stack.height_px;
        if self.from_far_edge { [height_px - to, height_px - from] } else { [from, to] }
    }

    /// Returns the share of the content that the pane shows. `None` with a single lane, or if everything is visible.
    pub(crate) fn share_in_sight(&self) -> Option<[f32; 2]> {
        let (height, from) = (self.placement.plot.height(), self.placement.scroll_px);
        let all = self.stack.height_px;
        (self.stack.blocks.len() > 1 && height < all)
            .then(|| [(from / all).max(0.0), ((from + height) / all).min(1.0)])
    }

    /// Returns the number of lanes outside the pane.
    pub(crate) fn lanes_beyond(&self) -> usize {
        if self.share_in_sight().is_none() {
            return 0;
        }
        let (height, from) = (self.placement.plot.height(), self.placement.scroll_px);
        let is_out = |block: &&Block| {
            let ends = [block.head_px, block.end_px()];
            ends[1] <= from + 1.0 || ends[0] >= from + height - 1.0
        };
        self.stack.blocks.iter().filter(is_out).count()
    }

    /// Returns the range that is laid out, in the side's own ticks: the window with half a window of over-scan on both
    /// sides. From there, tubes still lead into the window.
    pub fn ticks(&self) -> Range<i64> {
        self.ticks.clone()
    }

    /// Returns the range that is drawn, in the side's own ticks: the window with a quarter of it on both sides. One
    /// step of the wheel or of a key brings no more into sight before the next layout.
    pub fn drawn(&self) -> Range<i64> {
        self.drawn.clone()
    }

    /// Returns the edges of the drawn range in CSS pixels.
    pub fn drawn_px(&self) -> [f64; 2] {
        self.drawn_edges.map(f64::from)
    }

    /// Returns true if at least part of a stretch of pixels is drawn.
    pub fn is_drawn(&self, x0: f32, x1: f32) -> bool {
        let [from, to] = self.drawn_edges;
        x1 >= from && x0 <= to
    }

    /// Returns the stretch of content that is laid out, with half a pane of over-scan.
    pub fn content(&self) -> [f32; 2] {
        let (height, scroll) = (self.placement.plot.height(), self.placement.scroll_px);
        let over_scan = height / 2.0;
        [scroll - over_scan, scroll + height + over_scan]
    }

    /// Returns the width of a duration in pixels, inside the window or not.
    pub fn px(&self, ticks: i64) -> f64 {
        ticks as f64 * self.projection.px_per_tick()
    }

    /// Returns the box of a call, cut off at the over-scan. `None` if the box lies beyond that, in a lane that is not
    /// shown or in a folded row.
    pub fn rect(&self, call: CallId) -> Option<Rect> {
        let calls = self.trace.calls();
        let [y0, y1] = self.row_of(call)?;
        let (x0, x1) = self.cut(calls.start()[call.index()], calls.end()[call.index()])?;
        Some(Rect::new(x0, y0, x1, y1))
    }

    /// Returns the upper and lower edge of a call's row. `None` in a lane that is not shown or in a folded row.
    pub fn row_of(&self, call: CallId) -> Option<[f32; 2]> {
        self.row(self.block(call)?, self.trace.calls().depth()[call.index()])
    }

    /// Returns the part of a silhouette that stands for a call. `None` if the call's lane is open or not shown.
    pub fn silhouette_rect(&self, call: CallId) -> Option<Rect> {
        let block = self.block(call).filter(|block| block.is_folded)?;
        let calls = self.trace.calls();
        let (x0, x1) = self.cut(calls.start()[call.index()], calls.end()[call.index()])?;
        let (y0, y1) = self.placement.y(block.head_px, block.rows_px);
        Some(Rect::new(x0, y0, x1, y1))
    }

    /// Returns the rows of a call's lane.
    pub fn block(&self, call: CallId) -> Option<&Block> {
        let lane = self.trace.lanes().of_call(call);
        self.stack.blocks.get(*self.block_of_lane.get(lane.index())? as usize)
    }

    /// Returns the upper and lower edge of a row; `None` if it is folded.
    pub fn row(&self, block: &Block, depth: u32) -> Option<[f32; 2]> {
        if !(block.rows.first..block.rows.end).contains(&depth) {
            return None;
        }
        let (y0, y1) = self.placement.y(block.row_px(depth), block.row_px(depth + 1));
        Some([y0, y1])
    }

    /// Returns the edges of a stretch of time, cut off at the over-scan.
    pub fn cut(&self, start: i64, end: i64) -> Option<(f32, f32)> {
        if start > self.ticks.end || end < self.ticks.start {
            return None;
        }
        let x = |tick: i64| self.projection.x_from_tick(tick) as f32;
        Some(self.cut_px(x(start), x(end)))
    }

    /// Cuts off the pixels of a stretch that is partly laid out, at the over-scan. This works because pixels never fall
    /// as ticks grow.
    pub(crate) fn cut_px(&self, x0: f32, x1: f32) -> (f32, f32) {
        let [from, to] = self.edges;
        (x0.max(from), x1.min(to))
    }

    /// Returns true if the pane shows all of a stretch of content.
    pub fn shows(&self, [from, to]: [f32; 2]) -> bool {
        let (scroll, height) = (self.placement.scroll_px, self.placement.plot.height());
        from >= scroll - 1.0 && to <= scroll + height + 1.0
    }

    /// Returns true if the pane shows at least part of a row.
    pub fn is_in_sight(&self, rect: Rect) -> bool {
        rect.y0 < self.placement.plot.y1 && rect.y1 > self.placement.plot.y0
    }

    /// Returns true if a call covers nearly all of the run that the window shows.
    pub fn is_frame(&self, call: CallId) -> bool {
        is_frame(self.trace, call, self.focus())
    }

    /// Returns the window in the side's own ticks.
    pub fn focus(&self) -> Range<i64> {
        self.focus.clone()
    }
}
