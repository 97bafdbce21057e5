//! Requests in, answers out.

use crate::answer::Answer;
use crate::comparing::PendingComparison;
use crate::comparison::{Basis, Comparison};
use crate::folded::FoldedRun;
use crate::navigate;
use crate::pair_parts::Seen;
use crate::search::{Search, start_of};
use crate::session::Session;
use crate::views::{Asked, PairView, Wanted, find, shown_lanes};
use diptych_compare::identity::Memo;
use diptych_protocol::compute::{FunctionTotals, Job, JobEvent, JobResult, Need, Work};
use diptych_protocol::{
    CallRef, Envelope, Event, Failure, FailureKind, Pane, Request, SideName, SideSummary, Step, ViewId,
    ViewState,
};
use diptych_scene::{Size, wire};
use diptych_trace::{CallId, Run, Trace};
use diptych_views::{Item, ItemTable, overview, pair, words};

/// The session and everything memoised from it.
#[derive(Debug, Default)]
pub struct Engine {
    session: Session,
    pub(crate) pair: Option<PairView>,
    totals: Option<KnownTotals>,
    pending: Option<PendingJob>,
    pub(crate) comparison: Option<Comparison>,
    pub(crate) pending_comparisons: Vec<PendingComparison>,
    last_job: u32,
    /// What identity rules did to the names of the sides when they were last tried.
    pub(crate) rule_memo: Memo,
    /// What of the traces is under the pointer.
    hovered: Option<Item>,
    /// The side whose half of the picture the pointer was in last.
    viewpoint: SideName,
    /// A buffer that came back, for the next scene.
    spare: Vec<u32>,
}

/// Time by function, and the versions of the sides it is of.
#[derive(Debug)]
struct KnownTotals {
    versions: [u32; 2],
    rules: String,
    functions: Vec<FunctionTotals>,
}

/// A job handed out and not answered yet.
#[derive(Debug)]
struct PendingJob {
    id: u32,
    epoch: u32,
    versions: [u32; 2],
    rules: String,
}

/// Most functions given at once; their number is always said.
const FUNCTIONS_LISTED: usize = 1000;

impl Engine {
    /// What is open.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes a finished run in, in place of all that the side held.
    pub fn load(&mut self, side: SideName, run: Run) -> Answer {
        self.open(side, 0, run)
    }

    /// The same for a run that goes by a number.
    pub fn open(&mut self, side: SideName, number: u32, run: Run) -> Answer {
        self.session.open(side, number, run);
        self.forget();
        Answer::of(0, self.loaded(side))
    }

    /// Shows another run of a side, or the same read again. Of the one that was shown its call tree stays. O(calls).
    pub fn show(&mut self, side: SideName, number: u32, run: Run) -> Answer {
        self.session.show(side, number, run);
        self.forget();
        Answer::of(0, self.loaded(side))
    }

    /// Puts a run beside the one that is shown. (A side that shows none stays empty.)
    pub fn add(&mut self, side: SideName, number: u32, run: FoldedRun) -> Answer {
        self.session.add(side, number, run);
        Answer::of(0, self.runs_changed(side))
    }

    /// The shown trace of a side with its version, for the compute role.
    pub fn trace(&self, side: SideName) -> Option<(u32, &Trace)> {
        Some((self.session.slot(side).version, self.session.trace(side)?))
    }

    /// Gives the words of a drawn scene back, for the next one.
    pub fn recycle(&mut self, words: Vec<u32>) {
        if words.capacity() > self.spare.capacity() {
            self.spare = words;
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, envelope: &Envelope) -> Vec<Answer> {
        let epoch = envelope.epoch;
        let event = match &envelope.request {
            Request::Close { side } => self.close(*side),
            Request::RemoveRun { side, run } => {
                self.session.remove(*side, *run);
                self.runs_changed(*side)
            }
            Request::Swap => self.swap(),
            Request::Layout { view, state, theme, width, height, tubes } => {
                let size = Size { width: *width, height: *height };
                let asked = Asked { state, theme: *theme, size, tubes: *tubes };
                return vec![self.layout(epoch, *view, asked)];
            }
            Request::Hover { view, point } => self.hover(*view, *point),
            Request::SelectAt { view: ViewId::Pair, point } => self.select_at(*point),
            Request::Select { call } => self.select(call.as_ref().and_then(|call| find(&self.session, call))),
            Request::Step { from, step } => self.step(from.as_ref(), *step),
            Request::StepHit { from, forward } => return self.step_hit(epoch, from.as_ref(), *forward),
            Request::Lanes { side, state } => self.lanes(*side, state),
            Request::Twin { view, first, count } => self.twin(*view, *first, *count),
            Request::Svg { view } => self.svg(*view),
            Request::Csv { view } => self.csv(*view),
            Request::Totals { rules } => self.request_totals(epoch, rules),
            Request::Compare { state } => return self.compare(epoch, state),
            Request::Differences { list, order, first, count } => self.stretch(*list, *order, *first, *count),
            Request::GoTo { id } => self.go_to(*id),
            Request::Partner { call } => self.select(self.partner(call)),
            Request::Counterparts { call, mode } => self.counterparts(call, *mode),
            Request::Identity { rules, samples } => self.identity(rules, samples),
            Request::LanePairing { .. } => self.lane_pairing(),
        };
        vec![Answer::of(epoch, event)]
    }

    /// Takes the compute role's word in, with the bytes that lie beside it. Answers of jobs that were overtaken
    /// are dropped.
    pub fn job(&mut self, event: JobEvent, stored: Option<&[u8]>) -> Vec<Answer> {
        match event {
            JobEvent::Progress { .. } => Vec::new(),
            JobEvent::Done { id, result: JobResult::Totals { functions } } => self.totals(id, functions),
            JobEvent::Done { id, result: JobResult::Stored } => self.stored(id, stored),
        }
    }

    fn totals(&mut self, id: u32, functions: Vec<FunctionTotals>) -> Vec<Answer> {
        let Some(job) = self.pending.take_if(|job| job.id == id) else { return Vec::new() };
        if job.versions != self.session.versions() {
            return Vec::new();
        }
        self.totals = Some(KnownTotals { versions: job.versions, rules: job.rules, functions });
        self.known_totals().map(|event| Answer::of(job.epoch, event)).into_iter().collect()
    }

    pub(crate) fn next_job(&mut self) -> u32 {
        self.last_job += 1;
        self.last_job
    }

    fn forget(&mut self) {
        self.pair = None;
        self.totals = None;
        self.comparison = None;
        self.hovered = None;
        self.pending_comparisons.clear();
        self.rule_memo = Memo::default();
    }

    fn close(&mut self, side: SideName) -> Event {
        self.session.close(side);
        self.forget();
        Event::SideClosed { side }
    }

    fn swap(&mut self) -> Event {
        self.session.swap();
        self.forget();
        Event::Sides { a: self.side(SideName::A), b: self.side(SideName::B) }
    }

    /// What a side holds.
    fn side(&self, side: SideName) -> Option<Box<SideSummary>> {
        self.session.slot(side).summary(side).map(Box::new)
    }

    fn loaded(&self, side: SideName) -> Event {
        self.side(side).map_or(Event::SideClosed { side }, |summary| Event::SideLoaded { summary })
    }

    fn runs_changed(&self, side: SideName) -> Event {
        self.side(side).map_or(Event::SideClosed { side }, |summary| Event::RunsChanged { summary })
    }

    fn layout(&mut self, epoch: u32, view: ViewId, asked: Asked<'_>) -> Answer {
        let state = asked.state;
        let before = self.pair.take();
        let known = self.correspondence(&state.comparison);
        let seen = self.comparison.as_ref().zip(known.as_ref()).map(|(comparison, known)| Seen {
            comparison,
            known,
            clocks: self.clocks(&state.comparison).0,
            hovered: self.hovered,
            viewpoint: self.viewpoint,
            selected: state.selection.as_ref().and_then(|call| find(&self.session, call)),
        });
        let clocks = self.clocks(&state.comparison);
        let wanted = Wanted { asked, seen, clocks };
        let laid = PairView::new(&self.session, wanted, before);
        let words = wire::encode_into(&laid.layout.scene, std::mem::take(&mut self.spare));
        let info = laid.layout.info.clone();
        self.pair = Some(laid);
        Answer { words: Some(words), ..Answer::of(epoch, Event::Scene { view, info }) }
    }

    fn hover(&mut self, view: ViewId, point: Option<[f32; 2]>) -> Event {
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
        Event::Hover { view, tooltip, redraw }
    }

    /// Takes down what the pointer is over; whether the picture shows something of that.
    fn follow(&mut self, item: Option<Item>, point: Option<[f32; 2]>) -> bool {
        let Some(view) = &self.pair else { return false };
        let panes = &view.layout.info.panes;
        let over = |pane: &Pane| point.is_some_and(|[_, y]| pane.y0 <= y && y <= pane.y1);
        let viewpoint = panes.iter().find(|pane| over(pane)).map_or(self.viewpoint, |pane| pane.side);
        let moved =
            (view.follows.item && self.hovered != item) || (view.follows.side && self.viewpoint != viewpoint);
        (self.hovered, self.viewpoint) = (item, viewpoint);
        moved
    }

    fn select_at(&mut self, point: [f32; 2]) -> Event {
        match self.pair.as_mut().and_then(|view| view.pick(point)) {
            Some((Item::Call { side, call }, _)) => self.select(Some((side, call))),
            Some((Item::Lane { side, lane }, _)) => Event::LaneHead { side, lane: lane.0 },
            Some((Item::Frames { .. }, _)) => Event::Frames,
            Some((Item::Match { a, .. }, _)) => self.select(Some((SideName::A, a))),
            _ => self.select(None),
        }
    }

    fn step_hit(&self, epoch: u32, from: Option<&CallRef>, forward: bool) -> Vec<Answer> {
        let search = self.pair.as_ref().and_then(|view| view.search.as_ref());
        let of = search.map_or(0, Search::total);
        let found = search.and_then(|search| search.step(start_of(&self.session, from), forward));
        let events = match found {
            Some((side, call, rank)) => vec![self.select(Some((side, call))), Event::Hit { rank, of }],
            None => vec![Event::Hit { rank: 0, of }],
        };
        events.into_iter().map(|event| Answer::of(epoch, event)).collect()
    }

    fn lanes(&self, side: SideName, state: &ViewState) -> Event {
        let shown = shown_lanes(&self.session, &state.pair, side);
        let lanes = self.session.trace(side).map_or_else(Vec::new, |trace| pair::lane_rows(trace, &shown));
        Event::Lanes { side, lanes }
    }

    pub(crate) fn select(&self, call: Option<(SideName, CallId)>) -> Event {
        let found = call.and_then(|(side, call)| {
            let trace = self.session.trace(side)?;
            let known = self.shown_correspondence();
            let mut details = words::details(side, trace, call, known.as_ref());
            details.facts.extend(self.over_runs(side, call));
            details.window = self.shown_clocks()[side.index()].common_window(details.window);
            Some((words::reference(side, trace, call), Box::new(details)))
        });
        let (call, details) = found.unzip();
        Event::Selection { call, details }
    }

    fn step(&self, from: Option<&CallRef>, step: Step) -> Event {
        let start = from.and_then(|call| find(&self.session, call));
        let Some((side, call)) = start else { return self.select(self.first_call()) };
        let next = self.session.trace(side).and_then(|trace| navigate::step(trace, call, step));
        self.select(Some((side, next.unwrap_or(call))))
    }

    /// The first call of the busiest lane of A, else of B.
    fn first_call(&self) -> Option<(SideName, CallId)> {
        SideName::BOTH.into_iter().find_map(|side| {
            let (trace, derived) = self.session.slot(side).derived()?;
            Some((side, CallId(trace.lanes().calls(derived.lanes.busiest()?).start)))
        })
    }

    fn twin(&self, view: ViewId, first: u32, count: u32) -> Event {
        // Between a change of the sides and the next layout there is nothing to tell: an empty table.
        let (nothing, traces) = (ItemTable::default(), SideName::BOTH.map(|side| self.session.trace(side)));
        let laid = self.pair.as_ref().map(|laid| (&laid.layout.items, &laid.layout.info.panes[..]));
        let (items, panes) = laid.unwrap_or((&nothing, &[]));
        let overview =
            self.pair.as_ref().filter(|laid| laid.overview_alone).and_then(|laid| laid.parts.intervals());
        if let Some(intervals) = overview {
            return Event::Twin { view, twin: overview::twin(intervals, first, count) };
        }
        let twin = pair::twin(traces, self.shown_clocks(), items, panes, first, count);
        Event::Twin { view, twin }
    }

    fn svg(&self, view: ViewId) -> Event {
        match &self.pair {
            Some(laid) => Event::Svg { view, text: diptych_scene::svg::svg(&laid.layout.scene) },
            None => nothing_laid_out(),
        }
    }

    fn csv(&self, view: ViewId) -> Event {
        let Some(laid) = &self.pair else { return nothing_laid_out() };
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let text = if let Some(intervals) = laid.parts.intervals().filter(|_| laid.overview_alone) {
            overview::csv(intervals)
        } else {
            let known = self.shown_correspondence();
            let (items, panes) = (&laid.layout.items, &laid.layout.info.panes);
            pair::csv(traces, self.shown_clocks(), known.as_ref(), items, panes)
        };
        Event::Csv { view, text }
    }

    fn request_totals(&mut self, epoch: u32, rules: &str) -> Event {
        let rules = self.rules_of_open(rules);
        self.totals.take_if(|totals| totals.rules != rules);
        if let Some(event) = self.known_totals() {
            return event;
        }
        let needs = SideName::BOTH.into_iter().filter_map(|side| {
            let (version, _) = self.trace(side)?;
            Some(Need { side, version })
        });
        let needs: Vec<Need> = needs.collect();
        let id = self.next_job();
        let versions = self.session.versions();
        self.pending = Some(PendingJob { id, epoch, versions, rules: rules.clone() });
        Event::Compute { job: Job { id, needs, work: Work::Totals { rules }, key: String::new() } }
    }

    /// Rules for the sides that are open, spelt out.
    fn rules_of_open(&self, text: &str) -> String {
        let [a, b] = SideName::BOTH.map(|side| self.session.slot(side).run().map(|run| run.format.as_str()));
        let formats = [a.or(b).unwrap_or(""), b.or(a).unwrap_or("")];
        let basis = Basis::new(formats, text).or_else(|_| Basis::new(formats, ""));
        basis.map_or_else(|_| String::new(), |basis| basis.rules.to_text())
    }

    fn known_totals(&self) -> Option<Event> {
        let known = self.totals.as_ref().filter(|totals| totals.versions == self.session.versions())?;
        let functions = known.functions.iter().take(FUNCTIONS_LISTED).cloned().collect();
        Some(Event::Totals { functions, of: known.functions.len() as u32 })
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

fn nothing_laid_out() -> Event {
    Event::Failed {
        failure: Failure {
            side: None,
            kind: FailureKind::Internal,
            title: "There is no picture yet.".to_owned(),
            body: "The view was asked for as a file before it was laid out.".to_owned(),
        },
    }
}
