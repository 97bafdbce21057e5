//! The sink that builds traces.

mod draft;
mod flows;
mod instants;
mod lane_draft;
mod links;
mod looked;
mod marks;
mod near;
mod owners;
mod pace;
mod strands;
mod tables;
mod texts;
mod ties;

use crate::nesting::{Span, UNKNOWN_DEPTH};
use crate::{
    Axis, CallSpec, CounterId, CounterSample, CounterSpec, ElementId, ElementSpec, FlowPoint, FunctionId,
    FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind, OwnerId, ReadReport, Sink, StrandId, Trace,
    Unit, WrittenCall,
};
use draft::TraceDraft;
use flows::FlowMark;
use instants::{CounterDraft, InstantDraft, SampleDraft};
use lane_draft::LaneDraft;
use links::Link;
use marks::Mark;
use rustc_hash::FxHashMap;
use strands::{Strand, StrandMark};
use texts::{Oddities, Texts};

pub(crate) use pace::ProgressCounter;
pub(crate) use tables::subtree_ends;

/// A sink that collects the events of readers and builds [`Trace`]s that pass [`Trace::check`].
///
/// Building takes time in proportion to the input, whatever its shape, plus the time to sort input that comes out of
/// order.
#[derive(Debug, Default)]
pub struct Builder {
    keep: Keep,
    done: Vec<ListedTrace>,
    /// Index in `done` of the trace with the most calls, while only that one is kept ([`Keep::MostCalls`]).
    best: Option<usize>,
    /// Names given so far, each with the number to try next when the same name comes again.
    names: FxHashMap<String, usize>,
    current: TraceDraft,
    begun: bool,
    /// Number of calls written to the traces before the current one.
    calls_before: u64,
    /// Oddities of the file as a whole.
    of_file: ReadReport,
    /// Bytes that the kept traces hold.
    held: u64,
    steps: u64,
}

/// Selection of the traces of a file to keep. The others are only listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Keep {
    /// Every trace.
    #[default]
    All,
    /// The trace with the most calls; the first one on a tie. Traces [on request](Sink::on_request) do not count.
    MostCalls,
    /// The trace of this name, see [`ListedTrace::name`].
    Named(String),
}

/// One trace of a file.
#[derive(Debug)]
pub struct ListedTrace {
    /// Name that the file gives the trace, or else its number in the file, counted from 1. Names are unique in a file:
    /// a repeated name gets a number appended. Hostile text.
    pub name: String,
    /// True if the name comes from the file.
    pub is_named: bool,
    /// True if the trace is [another view of a trace](Sink::on_request) of the file.
    pub is_on_request: bool,
    /// Number of calls. For a trace that is not kept: number of whole calls and begins as they were written.
    pub calls: u64,
    /// The tables, if the trace is kept.
    pub trace: Option<Trace>,
}

/// Bytes of a trace that is only listed: its row, and its name twice.
const LISTED_BYTES: u64 = 160;

impl Builder {
    /// Creates a builder that keeps some of the traces.
    pub fn keeping(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Estimates the most bytes that building takes for the input so far. The estimate errs upwards.
    ///
    /// `calls` is the number of calls that are known to exist. Those among them that are still to be written count as
    /// whole calls.
    pub fn peak_bytes(&self, calls: u64) -> u64 {
        let to_come = calls.saturating_sub(self.calls_before + self.current.calls);
        self.current.peak_bytes(to_come) + self.held + self.done.len() as u64 * LISTED_BYTES
    }

    /// Builds the traces to keep and returns each with its name, in file order. A file without any event gives one
    /// empty trace.
    pub fn finish(self) -> Vec<(String, Trace)> {
        let named = |built: ListedTrace| Some((built.name, built.trace?));
        self.finish_listed().0.into_iter().filter_map(named).collect()
    }

    /// Builds every trace and returns them in file order, kept or not, with the number of open calls that were visited
    /// to find the caller of a call or the begin of an end.
    ///
    /// The number is in proportion to calls and ends for every input; tests hold the builder to it.
    pub fn finish_listed(self) -> (Vec<ListedTrace>, u64) {
        self.finish_with_progress(&mut |_, _| ())
    }

    /// Works like [`Self::finish_listed`] and reports progress on the last trace: `progress` receives the work done and
    /// the total work.
    pub fn finish_with_progress(mut self, progress: &mut dyn FnMut(u64, u64)) -> (Vec<ListedTrace>, u64) {
        if self.begun || self.done.is_empty() {
            self.close(progress);
        }
        for trace in self.done.iter_mut().filter_map(|built| built.trace.as_mut()) {
            trace.parts.report.append(&self.of_file);
        }
        (self.done, self.steps)
    }

    /// Finishes the current trace and adds it to the list.
    fn close(&mut self, progress: &mut dyn FnMut(u64, u64)) {
        let draft = std::mem::take(&mut self.current);
        self.calls_before += draft.calls;
        let is_named = !draft.title.is_empty();
        let name =
            self.unique(if is_named { draft.title.clone() } else { (self.done.len() + 1).to_string() });
        let mut built = ListedTrace {
            name,
            is_named,
            is_on_request: draft.is_on_request,
            calls: draft.calls,
            trace: None,
        };
        let is_kept = match &self.keep {
            Keep::All => true,
            Keep::Named(wanted) => *wanted == built.name,
            Keep::MostCalls if draft.is_on_request => false,
            Keep::MostCalls => self.best.is_none_or(|best| self.done[best].calls < built.calls),
        };
        if is_kept {
            let (trace, steps) = draft.finish(progress);
            self.steps += steps;
            if self.keep == Keep::MostCalls
                && let Some(best) = self.best.replace(self.done.len())
            {
                self.done[best].trace = None;
                self.held = 0;
            }
            self.held += held_bytes(&trace);
            built.calls = trace.calls().len() as u64;
            built.trace = Some(trace);
        }
        self.done.push(built);
    }

    /// Returns a name that no earlier trace has: the given one, with a number appended if it is taken.
    fn unique(&mut self, name: String) -> String {
        let Some(&first) = self.names.get(&name) else {
            self.names.insert(name.clone(), 2);
            return name;
        };
        let mut number = first;
        let unique = loop {
            let numbered = format!("{name} ({number})");
            number += 1;
            if !self.names.contains_key(&numbered) {
                break numbered;
            }
        };
        self.names.insert(name, number);
        self.names.insert(unique.clone(), 2);
        unique
    }

    fn lane_mut(&mut self, lane: LaneId) -> &mut LaneDraft {
        &mut self.current.lanes[lane.index()]
    }
}

/// Returns the bytes that a trace holds.
fn held_bytes(trace: &Trace) -> u64 {
    let weights: usize = trace.weights().iter().map(|column| column.values.len() * 8).sum();
    let names = trace.names().bytes() + trace.names().len() * 4 + trace.functions().len() * 16;
    (trace.call_bytes()
        + weights
        + names
        + trace.lanes().len() * 20
        + trace.elements().len() * 20
        + trace.flows().bytes()
        + trace.instants().bytes()
        + trace.counters().bytes()) as u64
}

impl Sink for Builder {
    fn begin_trace(&mut self, title: &str) {
        if self.begun {
            self.close(&mut |_, _| ());
        }
        self.begun = true;
        self.name_trace(title);
    }

    fn name_trace(&mut self, title: &str) {
        title.clone_into(&mut self.current.title);
    }

    fn on_request(&mut self) {
        self.current.is_on_request = true;
    }

    fn take_back(&mut self) {
        self.current = TraceDraft::default();
        self.begun = false;
    }

    fn axis(&mut self, axis: Axis) {
        self.current.axis = axis;
    }

    fn resolution(&mut self, ticks: i64) {
        self.current.resolution = ticks.max(0);
    }

    fn begins_at(&mut self, _at: i64) {}

    fn sampled(&mut self, interval: i64) {
        self.current.sampling = Some(interval.max(0));
    }

    fn sample_ticks(&mut self, ticks: f64) {
        self.current.sample_ticks = ticks;
    }

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        let draft = &mut self.current;
        let [name, file, category] =
            [function.name, function.file, function.category].map(|text| draft.name(text));
        draft.functions.intern(name, file, function.line, category)
    }

    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId {
        let id = LaneId(self.current.lanes.len() as u32);
        let name = self.current.name(name);
        self.current.lanes.push(LaneDraft::new(parent, kind, name));
        id
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        self.lane_mut(lane).name = self.current.name(name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.lane_mut(lane).order = order;
    }

    fn call(&mut self, lane: LaneId, call: CallSpec) {
        self.call_at_depth(lane, call, UNKNOWN_DEPTH);
    }

    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        self.current.calls += 1;
        if call.end < call.start {
            let at = call.source;
            let ticks = i128::from(call.end) - i128::from(call.start);
            self.odd(OddityKind::NegativeDuration, "", at, &format!("{ticks} ticks"));
        }
        let CallSpec { start, end, function, source } = call;
        let crosses = self.lane_mut(lane).push(Span { start, end: end.max(start), source, function, depth });
        self.current.crossing += u64::from(crosses);
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64) {
        self.current.calls += 1;
        self.current.marks += 1;
        self.lane_mut(lane).marks.push(Mark { at, source, function, begins: true });
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64) {
        self.current.marks += 1;
        let function = function.unwrap_or(FunctionId::NONE);
        self.lane_mut(lane).marks.push(Mark { at, source, function, begins: false });
    }

    fn strand(&mut self, parent: LaneId, kind: &str) -> StrandId {
        let kind = self.current.name(kind);
        let strands = &mut self.current.strands.strands;
        strands.push(Strand { parent, kind });
        StrandId(strands.len() as u32 - 1)
    }

    fn enter_strand(&mut self, strand: StrandId, function: FunctionId, at: i64, source: u64) {
        self.current.calls += 1;
        self.current.marks += 1;
        let mark = Mark { at, source, function, begins: true };
        self.current.strands.marks.push(StrandMark { strand: strand.0, mark });
    }

    fn leave_strand(&mut self, strand: StrandId, function: Option<FunctionId>, at: i64, source: u64) {
        self.current.marks += 1;
        let function = function.unwrap_or(FunctionId::NONE);
        let mark = Mark { at, source, function, begins: false };
        self.current.strands.marks.push(StrandMark { strand: strand.0, mark });
    }

    fn flow(&mut self, lane: LaneId, point: FlowPoint) {
        let flows = &mut self.current.flows;
        if flows.len() == flows.capacity() {
            // Flow marks are many, and all still exist while the tables are built; doubling the list would take too
            // much memory.
            flows.reserve_exact(flows.len() / 4 + 64);
        }
        flows.push(FlowMark { lane, point });
    }

    fn link(&mut self, from: WrittenCall, to: WrittenCall) {
        self.current.links.push(Link { from, to });
    }

    fn owner(&mut self) -> OwnerId {
        self.current.instants.owners.add()
    }

    fn place_owner(&mut self, owner: OwnerId, lane: LaneId) {
        self.current.instants.owners.place(owner, lane);
    }

    fn instant(&mut self, owner: OwnerId, instant: InstantSpec<'_>) {
        let name = self.current.name(instant.name);
        self.current.instants.push_instant(InstantDraft { at: instant.at, name, owner });
    }

    fn counter(&mut self, owner: OwnerId, counter: CounterSpec<'_>) -> CounterId {
        let texts = [counter.name, counter.series, counter.unit].map(|text| self.current.name(text));
        let counters = &mut self.current.instants.counters;
        counters.push(CounterDraft { texts, owner });
        CounterId(counters.len() as u32 - 1)
    }

    fn sample(&mut self, counter: CounterId, sample: CounterSample) {
        let CounterSample { at, value, source } = sample;
        if value.is_finite() {
            self.current.instants.push_sample(SampleDraft { counter, at, value });
        } else {
            self.odd(OddityKind::BadEvent, "counter sample that is not finite", source, &value.to_string());
        }
    }

    fn weight_column(&mut self, name: &str, unit: Unit) -> usize {
        let name = self.current.name(name);
        self.current.weights.push((name, unit));
        self.current.weights.len() - 1
    }

    fn weigh(&mut self, lane: LaneId, column: usize, value: i64) {
        let values = self.lane_mut(lane).weigh(column, value);
        self.current.weighed += values as u64;
    }

    fn element(&mut self, element: ElementSpec<'_>) -> ElementId {
        let (name, kind) = (self.current.name(element.name), self.current.name(element.kind));
        let elements = &mut self.current.elements;
        let id = ElementId(elements.name.len() as u32);
        elements.parent.push(element.parent.unwrap_or(ElementId::NONE));
        elements.name.push(name);
        elements.kind.push(kind);
        elements.bytes.push(element.bytes);
        id
    }

    fn odd(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.current.report.note(kind, subject, offset, example);
    }

    fn odd_call(&mut self, kind: OddityKind, offset: u64, function: FunctionId) {
        let TraceDraft { names, functions, report, .. } = &mut self.current;
        let texts = Texts::new(names, functions);
        Oddities { subject: "", texts: &texts, report }.note(kind, offset, function);
    }

    fn odd_of_file(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.of_file.note(kind, subject, offset, example);
    }

    fn odd_of_last(&mut self, traces: usize, report: &ReadReport) {
        let Some(before) = traces.checked_sub(1) else { return };
        self.current.report.append(report);
        let from = self.done.len().saturating_sub(before);
        for trace in self.done[from..].iter_mut().filter_map(|built| built.trace.as_mut()) {
            trace.parts.report.append(report);
        }
    }
}
