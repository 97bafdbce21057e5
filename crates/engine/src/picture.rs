//! Pictures: layouts, hover and pick, tables and CSV files.

use crate::desks::needs;
use crate::engine::Engine;
use crate::kept::StoredComparison;
use crate::views::{DeskInput, DeskRequest, lay_out};
use diptych_protocol::{
    DataTable, DeskId, Failure, FailureKind, HoverReply, ItemPlace, LaneRow, MatchMode, Pane, PickReply,
    SceneInfo, SelectionReply, SideName, TextReply, Tooltip, ViewId, ViewState, Word,
};
use diptych_scene::{Rect, Rgba, wire};
use diptych_trace::Trace;
use diptych_views::icicle::lane_rows;
use diptych_views::{Correspondence, Highlight, Model, SimilarityInput, correspondence_of_mode};

impl Engine {
    pub(crate) fn layout(&mut self, id: DeskId, request: DeskRequest<'_>) -> Result<SceneInfo, Failure> {
        let desk = self.desks.get(id).ok_or_else(|| no_views(id))?;
        let state = self.with_known_axis(desk, request.state);
        let request = DeskRequest { state: &state, ..request };
        self.path_reading = desk.path_reading(request.state);
        self.shows_sums = desk.shows_sums();
        self.canvas = (request.size, request.theme);
        self.want(desk, &needs(desk, request.state), request.state);
        self.mark_selection(request.state);
        let before = self.desk.take();
        let correspondence = self.correspondence(&request.state.comparison);
        let time_maps = self.time_maps(&request.state.time);
        let input = DeskInput {
            request,
            correspondence: correspondence.as_ref(),
            results: &self.results,
            time_maps,
            pointed: self.hovered.as_ref(),
            viewpoint: self.viewpoint,
            marked: self.marks.marked(),
            lanes: SideName::BOTH.map(|side| self.lane_order(side)),
            is_stored: self.kept.as_ref().is_some_and(StoredComparison::has_parts),
            number: self.last_scene + 1,
        };
        let mut laid = lay_out(&self.session, desk, &input, before);
        laid.info.notes = self.place_notes(request.state, &laid);
        let info = laid.info.clone();
        self.last_scene = self.last_scene.max(info.number);
        // A caller that holds this very scene does not need it again.
        self.words = (request.held != info.number)
            .then(|| wire::encode_into(&laid.scene, std::mem::take(&mut self.spare)));
        self.desk = Some(laid);
        Ok(info)
    }

    /// Returns the matches by callee sets, once they are computed.
    fn similarity<'a>(&'a self, correspondence: &Correspondence<'a>) -> Option<SimilarityInput<'a>> {
        Some(self.comparison.as_ref()?.similar()?.input(correspondence))
    }

    /// Returns the matches by callee sets if the desk in front shows them.
    pub(crate) fn similarity_of_mode(&self) -> Option<SimilarityInput<'_>> {
        self.desk.as_ref().filter(|desk| desk.mode == MatchMode::Similarity)?;
        Some(self.comparison.as_ref()?.similar()?.input(&self.shown_correspondence()?))
    }

    /// Returns the correspondence that the desk in front shows: the alignment, or the main match of every call.
    pub(crate) fn correspondence_of_mode(&self) -> Option<Correspondence<'_>> {
        let mode = self.desk.as_ref().map_or(MatchMode::OneToOne, |desk| desk.mode);
        correspondence_of_mode(self.shown_correspondence().as_ref(), self.similarity_of_mode(), mode)
    }

    /// Returns the data that texts and tables are made from.
    pub fn model<'a>(&'a self, correspondence: Option<&'a Correspondence<'a>>) -> Model<'a> {
        let traces = self.seen();
        let similarity = correspondence.and_then(|both| self.similarity(both));
        let time_maps = self.shown_time_maps();
        Model { traces, correspondence, similarity, time_maps, results: &self.results }
    }

    /// Returns the traces that the current desk shows.
    fn seen(&self) -> [Option<&Trace>; 2] {
        SideName::BOTH.map(|side| Some(self.session.slot(side).derived_of(self.shows_sums)?.0))
    }

    /// Calls `ask` with the item under a point of a desk. Returns `None` between a change of the sides and the next
    /// layout.
    fn under<T>(&mut self, id: DeskId, point: [f32; 2], ask: impl FnOnce(PointedItem<'_>) -> T) -> Option<T> {
        let mut desk = self.desk.take_if(|desk| desk.id == id)?;
        let correspondence = self.shown_correspondence();
        let model = Model { time_maps: self.time_maps(&desk.time), ..self.model(correspondence.as_ref()) };
        let found =
            desk.pick(point).map(|(layout, item, rect)| ask(PointedItem { layout, item, rect, model }));
        self.desk = Some(desk);
        found
    }

    pub(crate) fn hover(&mut self, desk: DeskId, point: Option<[f32; 2]>) -> HoverReply {
        let found = point.and_then(|point| {
            self.under(desk, point, |PointedItem { layout, item, rect, model }| {
                let highlight = layout.focus_at(point).or_else(|| layout.highlight(item, &model));
                (highlight, layout.tooltip(item, rect, &model))
            })
        });
        let (highlight, tooltip): (Option<Highlight>, Option<Tooltip>) = found.unwrap_or_default();
        let redraw = self.follow(highlight, point);
        HoverReply { tooltip: tooltip.map(Box::new), redraw }
    }

    /// Returns the subject and the action under a point of the last layout, and selects the subject if there is no
    /// action.
    pub(crate) fn pick(&mut self, desk: DeskId, point: [f32; 2]) -> PickReply {
        let found = self.under(desk, point, |PointedItem { layout, item, model, .. }| {
            (layout.subject(item, &model), layout.action(item))
        });
        let (subject, action) = found.unwrap_or_default();
        // A click on an item with an action does not select the item.
        let SelectionReply { details, .. } = self.select(subject.clone().filter(|_| action.is_none()));
        PickReply { subject, details, action }
    }

    /// Returns the place of every named item that the pointer can reach in the last layout of a desk.
    pub(crate) fn items(&mut self, id: DeskId) -> Vec<ItemPlace> {
        let Some(mut desk) = self.desk.take_if(|desk| desk.id == id) else { return Vec::new() };
        let correspondence = self.shown_correspondence();
        let model = Model { time_maps: self.time_maps(&desk.time), ..self.model(correspondence.as_ref()) };
        let places = desk.places().into_iter().filter_map(|place| {
            let subject = place.layout.subject(place.item, &model)?;
            let Rect { x0, y0, x1, y1 } = place.rect;
            let hex = |color: Rgba| {
                let [r, g, b, a] = color.bytes();
                format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
            };
            let (fill, mark) = (hex(place.fill), place.mark.map(hex).unwrap_or_default());
            Some(ItemPlace { view: place.view, subject, rect: [x0, y0, x1, y1], fill, mark })
        });
        let found = places.collect();
        self.desk = Some(desk);
        found
    }

    /// Records the highlight and the place of the pointer. Returns true if the picture has to be drawn again.
    pub fn follow(&mut self, highlight: Option<Highlight>, point: Option<[f32; 2]>) -> bool {
        let Some(desk) = &self.desk else { return false };
        let over = |pane: &&Pane| point.is_some_and(|[_, y]| pane.y0 <= y && y <= pane.y1);
        let viewpoint = desk.info.panes.iter().find(over).map_or(self.viewpoint, |pane| pane.side);
        let (reacts, marks_calls) = (desk.reacts_to(), desk.marks_calls());
        let is_wide = |highlight: &Option<Highlight>| highlight.as_ref().is_some_and(Highlight::is_wide);
        let shows = reacts.highlight || is_wide(&self.hovered) || is_wide(&highlight);
        let is_other = self.hovered != highlight;
        let moved = (shows && is_other) || (reacts.side && self.viewpoint != viewpoint);
        if is_other {
            self.mark_pointed(highlight.as_ref().filter(|_| marks_calls));
        }
        (self.hovered, self.viewpoint) = (highlight, viewpoint);
        moved
    }

    pub(crate) fn lanes(&self, side: SideName, state: &ViewState) -> Vec<LaneRow> {
        let choice = self.desks.in_front(state).lanes(state, side);
        let (Some(trace), Some(order)) = (self.session.trace(side), self.lane_order(side)) else {
            return Vec::new();
        };
        lane_rows(trace, order, choice, self.session.trace(side.other()))
    }

    pub(crate) fn data_table(&self, view: ViewId, first: u32, count: u32) -> DataTable {
        let correspondence = self.shown_correspondence();
        let model = self.model(correspondence.as_ref());
        let layout = self.desk.as_ref().and_then(|desk| desk.layout(view));
        // Between a change of the sides and the next layout there is no view, so the table is empty.
        layout.and_then(|layout| layout.table(first, count, &model)).unwrap_or_else(|| DataTable {
            columns: Vec::new(),
            rows: Vec::new(),
            first,
            total: 0,
            note: String::new(),
        })
    }

    pub(crate) fn csv(&self, view: ViewId) -> Result<TextReply, Failure> {
        let layout = self.desk.as_ref().and_then(|desk| desk.layout(view)).ok_or_else(nothing_laid_out)?;
        let correspondence = self.shown_correspondence();
        let text = layout.csv(&self.model(correspondence.as_ref()));
        Ok(TextReply { text: text.unwrap_or_default() })
    }
}

/// The item under a point.
struct PointedItem<'a> {
    layout: &'a dyn diptych_views::Layout,
    item: diptych_scene::ItemId,
    rect: [f32; 4],
    model: Model<'a>,
}

fn nothing_laid_out() -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "There is no picture yet.".to_owned(),
        body: "Wait until the picture is drawn, then export it again.".to_owned(),
    }
}

fn no_views(desk: DeskId) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "There is no such desk.".to_owned(),
        body: format!("This version of Diptych has no desk called {}.", desk.word()),
    }
}
