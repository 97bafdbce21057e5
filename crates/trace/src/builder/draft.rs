//! One trace in the making.

use super::flows::{self, FlowMark};
use super::links::{self, Link};
use super::marks::{Mark, OpenCalls};
use super::pace::Pace;
use super::strands::Strands;
use super::tables::{Tables, lane_order};
use super::texts::{Oddities, Texts};
use crate::elements::Elements;
use crate::functions::FunctionInterner;
use crate::names::NameInterner;
use crate::nesting::{Span, Told};
use crate::outliers::Retained;
use crate::{Axis, Chunked, LaneId, LaneKind, NameId, OddKind, Report, Trace, Unit, push_tight};

/// What a sink received of one trace.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) title: String,
    /// Whether it is taken only when asked for.
    pub(super) is_on_request: bool,
    pub(super) axis: Axis,
    pub(super) names: NameInterner,
    pub(super) functions: FunctionInterner,
    pub(super) lanes: Vec<LaneDraft>,
    pub(super) strands: Strands,
    pub(super) flows: Vec<FlowMark>,
    pub(super) links: Chunked<Link>,
    pub(super) weights: Vec<(NameId, Unit)>,
    pub(super) elements: Elements,
    pub(super) report: Report,
    /// Whole calls and begins.
    pub(super) calls: u64,
    /// Begins and ends.
    pub(super) marks: u64,
    /// Values of all weights, zeros between them included.
    pub(super) weighed: u64,
    /// Ticks that times are rounded to.
    pub(super) resolution: i64,
    /// Ticks between two samples, if it was sampled.
    pub(super) sampling: Option<i64>,
    /// Whole calls that were seen to overlap the one before them in their lane.
    pub(super) crossing: u64,
}

/// One lane in the making.
#[derive(Debug)]
pub(super) struct LaneDraft {
    pub(super) parent: Option<LaneId>,
    pub(super) kind: LaneKind,
    pub(super) name: NameId,
    pub(super) order: i64,
    pub(super) spans: Vec<Span>,
    /// In which order they stand.
    pub(super) told: Told,
    /// Start and end of the last whole call. Beside the list: looking there would be a wait for memory with each call of many
    /// lanes.
    last: Option<(i64, i64)>,
    /// First start and last end of the whole calls, which are the first so many spans: these are many, and looking at all of them
    /// again takes as long as memory does.
    whole: (usize, Option<(i64, i64)>),
    pub(super) marks: Chunked<Mark>,
    /// Values by column and emission number; shorter columns end in zeros.
    pub(super) weights: Vec<Vec<i64>>,
    /// Emission numbers of spans that were left out, ascending.
    pub(super) left_out: Vec<u32>,
}

/// Most bytes that one of each takes while a trace is built. Lists have room for more than is in them, and tables are laid
/// down while the lists that they are made from are still there.
mod peak {
    /// 32 as a span, a quarter more once there are many, and 48 in the tables; of a short list twice as much.
    pub(super) const CALL: u64 = 112;
    /// A begin or an end, beside the call that they become, and a second time where they have to be sorted.
    pub(super) const MARK: u64 = 32;
    /// Beside the call: where it is open, when it ends, and at worst a sub-lane of its own with a name.
    pub(super) const CROSSING: u64 = 384;
    /// 32 as it was given, a quarter more for what follows, 8 while its call is looked for, and 32 once it is known.
    pub(super) const FLOW: u64 = 96;
    /// 16 as it was given, 8 once its calls are known, 40 while these are sorted, and 12 in the table; and 4 for each of as many
    /// calls.
    pub(super) const LINK: u64 = 80;
    /// What is known of it, and at worst a lane of its own.
    pub(super) const STRAND: u64 = 384;
    /// What a mark takes more in a strand, and while strands are told apart.
    pub(super) const STRAND_MARK: u64 = 64;
    /// 8 as it was given, twice that while a short list grows, and 8 in the table.
    pub(super) const WEIGHT: u64 = 24;
    /// Beside its text: where it ends, and its row in the table by which it is found.
    pub(super) const NAME: u64 = 64;
    /// Name, file, line and category, and the row by which it is found.
    pub(super) const FUNCTION: u64 = 96;
    /// Its draft with lists for a few calls.
    pub(super) const LANE: u64 = 512;
    /// Parent, name, kind and size.
    pub(super) const ELEMENT: u64 = 64;
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            title: String::new(),
            is_on_request: false,
            axis: Axis::TIME,
            names: NameInterner::default(),
            functions: FunctionInterner::default(),
            lanes: Vec::new(),
            strands: Strands::default(),
            flows: Vec::new(),
            links: Chunked::default(),
            weights: Vec::new(),
            elements: Elements::default(),
            report: Report::default(),
            calls: 0,
            marks: 0,
            weighed: 0,
            resolution: 0,
            sampling: None,
            crossing: 0,
        }
    }
}

impl LaneDraft {
    pub(super) fn new(parent: Option<LaneId>, kind: LaneKind, name: NameId) -> Self {
        Self {
            parent,
            kind,
            name,
            order: 0,
            spans: Vec::new(),
            told: Told::AsEnded,
            last: None,
            whole: (0, None),
            marks: Chunked::default(),
            weights: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds a whole call; whether it overlaps the one before it and neither lies inside the other.
    pub(super) fn push(&mut self, span: Span) -> bool {
        let range = (span.start, span.end);
        let crosses = self.last.replace(range).is_some_and(|before| {
            let ((start, end), (next, last)) =
                if before.0 < range.0 { (before, range) } else { (range, before) };
            start < next && next < end && end < last
        });
        let (count, extent) = self.whole;
        self.whole = (count + 1, Some(extent.map_or(range, |extent| widened(extent, &span))));
        push_tight(&mut self.spans, span);
        crosses
    }

    /// First start and last end of its spans.
    fn extent(&self) -> Option<(i64, i64)> {
        let (count, extent) = self.whole;
        let others = &self.spans[count..];
        let first = extent.or_else(|| others.first().map(|span| (span.start, span.end)))?;
        Some(others.iter().fold(first, widened))
    }

    /// Gives the last span a weight; spans before it that have none get zeros. How many values that were.
    pub(super) fn weigh(&mut self, column: usize, value: i64) -> usize {
        if self.weights.len() <= column {
            self.weights.resize_with(column + 1, Vec::new);
        }
        let Some(last) = self.spans.len().checked_sub(1) else { return 0 };
        let values = &mut self.weights[column];
        let before = values.len();
        values.resize(last, 0);
        push_tight(values, value);
        values.len().saturating_sub(before)
    }

    /// Keeps the spans that lie near the others, with their weights.
    fn retain(&mut self, retained: Retained, report: &mut Report) {
        let stays: Vec<bool> = self.spans.iter().map(|span| retained.holds(span)).collect();
        for (span, _) in self.spans.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            let example = format!("{} to {}", span.start, span.end);
            report.note(OddKind::TimeOutOfRange, "far from all others", span.source, &example);
        }
        self.left_out = (0..).zip(&stays).filter(|(_, stays)| !**stays).map(|(number, _)| number).collect();
        retain_by(&mut self.spans, &stays);
        self.whole = (0, None);
        for column in &mut self.weights {
            retain_by(column, &stays);
        }
    }

    /// Last instant this lane speaks of.
    fn last_instant(&self) -> Option<i64> {
        let marks = self.marks.iter().map(|mark| mark.at).max();
        marks.max(self.extent().map(|(_, end)| end))
    }
}

impl Draft {
    /// The id of a text; none for the empty one.
    pub(super) fn name(&mut self, text: &str) -> NameId {
        if text.is_empty() {
            return NameId::NONE;
        }
        // Past 4 GiB of distinct names the text is dropped, the call is not.
        self.names.intern(text).unwrap_or(NameId::NONE)
    }

    /// Most bytes it takes while it is built, once so many calls more are written.
    pub(super) fn peak_bytes(&self, to_come: u64) -> u64 {
        let names = self.names.names();
        (self.calls + to_come) * peak::CALL
            + self.marks * peak::MARK
            + self.crossing * peak::CROSSING
            + self.flows.len() as u64 * peak::FLOW
            + self.links.len() as u64 * peak::LINK
            + self.strands.strands.len() as u64 * peak::STRAND
            + self.strands.marks.len() as u64 * peak::STRAND_MARK
            + self.weighed * peak::WEIGHT
            + names.bytes() as u64 * 2
            + names.len() as u64 * peak::NAME
            + self.functions.len() as u64 * peak::FUNCTION
            + self.lanes.len() as u64 * peak::LANE
            + self.elements.len() as u64 * peak::ELEMENT
    }

    /// The trace, and how many open calls were looked at for it. `progress` is told how far it is.
    pub(super) fn finish(mut self, progress: &mut dyn FnMut(u64, u64)) -> (Trace, u64) {
        let instants = self.lanes.iter().filter_map(LaneDraft::last_instant);
        let last = instants.chain(self.strands.last_instant()).max().unwrap_or(0);
        self.functions.close();
        let mut open = OpenCalls::new(self.functions.len());
        let texts = Texts::new(&mut self.names, &self.functions);
        let mut odd = Oddities { subject: "", texts: &texts, report: &mut self.report };
        for lane in &mut self.lanes {
            if !lane.marks.is_empty() {
                lane.told = if lane.spans.is_empty() { Told::AsBegun } else { Told::Mixed };
            }
            open.pair_lane(std::mem::take(&mut lane.marks), &mut lane.spans, last, &mut odd);
        }
        let strands = std::mem::take(&mut self.strands);
        let mut texts = Texts::new(&mut self.names, &self.functions);
        let strand_steps = strands.lay_out(&mut self.lanes, &mut open, last, &mut texts, &mut self.report);
        let origin = self.leave_out_strays();
        let unused = flows::unused(&self.flows, &self.lanes);
        let order = lane_order(&self.lanes, &unused);
        let mut tables = Tables::new(&self.weights, origin, self.resolution);
        if !self.links.is_empty() {
            tables.places = vec![Vec::new(); self.lanes.len()];
        }
        let total: usize = self.lanes.iter().map(|lane| lane.spans.len()).sum();
        let mut texts = Texts::new(&mut self.names, &self.functions);
        let mut pace = Pace::new(total as u64, progress);
        tables.lay(&order, &mut self.lanes, &mut texts, &mut self.report, &mut pace);
        let linked = links::resolve(self.links, &self.lanes, &tables.places);
        tables.places = Vec::new();
        let (parts, laid) = ((&tables.lanes, &tables.calls, origin), &tables.rows);
        let flows = flows::tie(self.flows, linked, laid, parts, &mut self.report, &mut tables.steps);
        let steps = open.steps() + strand_steps + tables.steps;
        let trace = Trace::assemble(crate::trace::Parts {
            origin,
            axis: self.axis,
            sampling: self.sampling,
            summed: None,
            names: self.names.finish(),
            functions: self.functions.finish(),
            lanes: tables.lanes,
            calls: tables.calls,
            weights: tables.weights,
            elements: self.elements,
            flows,
            report: self.report,
        });
        (trace, steps)
    }

    /// Leaves out calls that no axis could hold together with the others. The first start.
    fn leave_out_strays(&mut self) -> i64 {
        let Some((first, last)) = self.extent() else { return 0 };
        let spans = self.lanes.iter().flat_map(|lane| &lane.spans);
        let Some(retained) = Retained::of((first, last), spans) else { return first };
        for lane in &mut self.lanes {
            lane.retain(retained, &mut self.report);
        }
        self.extent().map_or(0, |(first, _)| first)
    }

    /// First start and last end of all calls.
    fn extent(&self) -> Option<(i64, i64)> {
        let extents = self.lanes.iter().filter_map(LaneDraft::extent);
        extents.reduce(|(start, end), (other_start, other_end)| (start.min(other_start), end.max(other_end)))
    }
}

/// The first start and the last end with those of a span more.
fn widened((start, end): (i64, i64), span: &Span) -> (i64, i64) {
    (start.min(span.start), end.max(span.end))
}

/// Keeps the entries whose flag is set.
fn retain_by<T>(entries: &mut Vec<T>, stays: &[bool]) {
    let mut flags = stays.iter();
    entries.retain(|_| flags.next().copied().unwrap_or(true));
}
