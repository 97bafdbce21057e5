//! The sink that makes traces.

mod draft;
mod flows;
mod links;
mod looked;
mod marks;
mod near;
mod pace;
mod strands;
mod tables;
mod texts;

use crate::nesting::{Span, UNKNOWN_DEPTH};
use crate::{
    Axis, CallSpec, ElementId, ElementSpec, FlowPoint, FunctionId, FunctionSpec, LaneId, LaneKind, OddKind,
    Report, Sink, StrandId, Trace, Unit,
};
use draft::{Draft, LaneDraft};
use flows::FlowMark;
use links::Link;
use marks::Mark;
use rustc_hash::FxHashMap;
use strands::{Strand, StrandMark};
use texts::{Oddities, Texts};

pub(crate) use pace::Pace;
pub(crate) use tables::subtree_ends;

/// Collects what readers write and turns it into [`Trace`]s that pass [`Trace::check`].
///
/// Building takes time in proportion to what was written (and to sort what does not come in order), whatever its
/// shape.
#[derive(Debug, Default)]
pub struct Builder {
    keep: Keep,
    done: Vec<Built>,
    /// Where in `done` the trace with most calls stands, while only that one is kept.
    best: Option<usize>,
    /// Names given, each with the number to be tried next when it comes again.
    names: FxHashMap<String, usize>,
    current: Draft,
    begun: bool,
    /// Calls written of the traces before.
    calls_before: u64,
    /// What was odd of the file as a whole.
    of_file: Report,
    /// Bytes of the traces that are kept.
    held: u64,
    steps: u64,
}

/// Which traces of a file are kept. The others are listed only.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Keep {
    /// All.
    #[default]
    All,
    /// The one with most calls, but for those that are there [on request](Sink::on_request); of equal ones the first.
    MostCalls,
    /// The one of this name, see [`Built::name`].
    Named(String),
}

/// One trace of a file.
#[derive(Debug)]
pub struct Built {
    /// As the file calls it; where it does not, the number of the trace in the file, counted from 1. Names are
    /// unique in a file: a name that stood before has a number behind it. Hostile text.
    pub name: String,
    /// Whether the file names it.
    pub is_named: bool,
    /// Whether it is [another view of one](Sink::on_request) of the file.
    pub is_on_request: bool,
    /// Calls in it; of a trace that is not kept, whole calls and begins as they were written.
    pub calls: u64,
    /// The tables, if it is kept.
    pub trace: Option<Trace>,
}

/// Bytes of a trace that is listed only: its row, and its name twice.
const LISTED_BYTES: u64 = 160;

impl Builder {
    /// That keeps some of the traces.
    pub fn keeping(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Most bytes that building takes, for what was taken in so far: an estimate that errs upwards. `calls`: so many are known
    /// of; those among them that are still to be written are taken for whole ones.
    pub fn peak_bytes(&self, calls: u64) -> u64 {
        let to_come = calls.saturating_sub(self.calls_before + self.current.calls);
        self.current.peak_bytes(to_come) + self.held + self.done.len() as u64 * LISTED_BYTES
    }

    /// Builds what is to be kept: name and trace, in file order. A file without any event gives one empty trace.
    pub fn finish(self) -> Vec<(String, Trace)> {
        let named = |built: Built| Some((built.name, built.trace?));
        self.finish_listed().0.into_iter().filter_map(named).collect()
    }

    /// Every trace, kept or not, in file order; and how many open calls were looked at to find the caller of a
    /// call, or the begin of an end. That is in proportion to calls and ends for every input, and tests hold the
    /// builder to it.
    pub fn finish_listed(self) -> (Vec<Built>, u64) {
        self.finish_with(&mut |_, _| ())
    }

    /// The same; `progress` is told how much of the last trace is built, and how much there is to build.
    pub fn finish_with(mut self, progress: &mut dyn FnMut(u64, u64)) -> (Vec<Built>, u64) {
        if self.begun || self.done.is_empty() {
            self.close(progress);
        }
        for trace in self.done.iter_mut().filter_map(|built| built.trace.as_mut()) {
            trace.parts.report.append(&self.of_file);
        }
        (self.done, self.steps)
    }

    /// The current trace is over.
    fn close(&mut self, progress: &mut dyn FnMut(u64, u64)) {
        let draft = std::mem::take(&mut self.current);
        self.calls_before += draft.calls;
        let is_named = !draft.title.is_empty();
        let name =
            self.unique(if is_named { draft.title.clone() } else { (self.done.len() + 1).to_string() });
        let mut built =
            Built { name, is_named, is_on_request: draft.is_on_request, calls: draft.calls, trace: None };
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

    /// A name that no trace before has: the one given, with a number behind it where that is taken.
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

/// Bytes that a trace holds.
fn held_bytes(trace: &Trace) -> u64 {
    let weights: usize = trace.weights().iter().map(|column| column.values.len() * 8).sum();
    let names = trace.names().bytes() + trace.names().len() * 4 + trace.functions().len() * 16;
    (trace.call_bytes()
        + weights
        + names
        + trace.lanes().len() * 20
        + trace.elements().len() * 20
        + trace.flows().bytes()) as u64
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
        self.current = Draft::default();
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
            self.odd(OddKind::NegativeDuration, "", at, &format!("{ticks} ticks"));
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
            // They are many and all there while tables are laid: twice what they take is too much.
            flows.reserve_exact(flows.len() / 4 + 64);
        }
        flows.push(FlowMark { lane, point });
    }

    fn link(&mut self, from: (LaneId, u32), to: (LaneId, u32)) {
        self.current.links.push(Link { from, to });
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

    fn odd(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str) {
        self.current.report.note(kind, subject, offset, example);
    }

    fn odd_call(&mut self, kind: OddKind, offset: u64, function: FunctionId) {
        let Draft { names, functions, report, .. } = &mut self.current;
        let texts = Texts::new(names, functions);
        Oddities { subject: "", texts: &texts, report }.note(kind, offset, function);
    }

    fn odd_of_file(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str) {
        self.of_file.note(kind, subject, offset, example);
    }
}
