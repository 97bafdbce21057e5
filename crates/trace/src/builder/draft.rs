//! One trace while it is being built.

use super::flows::{self, FlowMark};
use super::instants::{Drafts, Placement};
use super::lane_draft::LaneDraft;
use super::links::{self, Link};
use super::marks::OpenCalls;
use super::pace::ProgressCounter;
use super::strands::Strands;
use super::tables::{Tables, lane_order};
use super::texts::{Oddities, Texts};
use crate::elements::Elements;
use crate::functions::FunctionInterner;
use crate::names::NameInterner;
use crate::nesting::SpanOrder;
use crate::outliers::KeptRange;
use crate::{Axis, Chunked, NameId, ReadReport, SampleSize, Trace, Unit};

/// Events that the sink received for one trace.
#[derive(Debug)]
pub(super) struct TraceDraft {
    pub(super) title: String,
    /// True if the trace is kept only when asked for by name.
    pub(super) is_on_request: bool,
    pub(super) axis: Axis,
    pub(super) names: NameInterner,
    pub(super) functions: FunctionInterner,
    pub(super) lanes: Vec<LaneDraft>,
    pub(super) strands: Strands,
    pub(super) flows: Vec<FlowMark>,
    pub(super) links: Chunked<Link>,
    /// Instants and counters.
    pub(super) instants: Drafts,
    pub(super) weights: Vec<(NameId, Unit)>,
    pub(super) elements: Elements,
    pub(super) report: ReadReport,
    /// Number of whole calls and begins.
    pub(super) calls: u64,
    /// Number of begins and ends.
    pub(super) marks: u64,
    /// Number of values in all weight columns, including the zeros that fill gaps.
    pub(super) weighed: u64,
    /// Ticks that times are rounded to.
    pub(super) resolution: i64,
    /// Ticks between two samples, if the trace was sampled.
    pub(super) sampling: Option<i64>,
    /// Ticks that one sample stands for; 0 if unknown.
    pub(super) sample_ticks: f64,
    /// Number of whole calls that overlap the whole call written before them in their lane without nesting.
    pub(super) crossing: u64,
}

/// Upper bounds on the bytes that one item of each kind takes while a trace is built. Lists have spare capacity, and
/// the tables are filled while the lists that they are built from still exist.
mod peak {
    /// 32 as a span, a quarter more once there are many, and 48 in the tables; twice as much for a short list.
    pub(super) const CALL: u64 = 112;
    /// A begin or an end, in addition to the call that they become, and once more if they have to be sorted.
    pub(super) const MARK: u64 = 32;
    /// In addition to the call: its entry while it is open, its end, and at worst a sub-lane of its own with a name.
    pub(super) const CROSSING: u64 = 384;
    /// 32 as a mark, a quarter more of spare capacity, 8 during the search for its call, and 32 once the call is known.
    pub(super) const FLOW: u64 = 96;
    /// 16 as a link, 8 once its calls are known, 40 while they are sorted, and 12 in the table. In addition 4 for each
    /// of as many calls.
    pub(super) const LINK: u64 = 80;
    /// 24 as it was written, a quarter more once there are many, half as much while they are sorted, and 16 in the
    /// table; twice as much for a short list.
    pub(super) const INSTANT: u64 = 72;
    /// 24 as it was written, and on as an instant.
    pub(super) const SAMPLE: u64 = 72;
    /// Its texts and its owner, and its row in the table.
    pub(super) const COUNTER: u64 = 64;
    /// The strand itself and at worst a lane of its own.
    pub(super) const STRAND: u64 = 384;
    /// In addition to a mark: the strand of the mark, and the sorting by strand.
    pub(super) const STRAND_MARK: u64 = 64;
    /// 8 as a value, twice that while a short list grows, and 8 in the table.
    pub(super) const WEIGHT: u64 = 24;
    /// In addition to its text: the end of the text, and its row in the lookup table.
    pub(super) const NAME: u64 = 64;
    /// Name, file, line and category, and the row in the lookup table.
    pub(super) const FUNCTION: u64 = 96;
    /// The draft with lists for a few calls.
    pub(super) const LANE: u64 = 512;
    /// Parent, name, kind and size.
    pub(super) const ELEMENT: u64 = 64;
}

impl Default for TraceDraft {
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
            instants: Drafts::default(),
            weights: Vec::new(),
            elements: Elements::default(),
            report: ReadReport::default(),
            calls: 0,
            marks: 0,
            weighed: 0,
            resolution: 0,
            sampling: None,
            sample_ticks: 0.0,
            crossing: 0,
        }
    }
}

impl TraceDraft {
    /// Returns the id of a text; [`NameId::NONE`] for the empty text.
    pub(super) fn name(&mut self, text: &str) -> NameId {
        if text.is_empty() {
            return NameId::NONE;
        }
        // Past 4 GiB of distinct names the text is dropped, but not the call.
        self.names.intern(text).unwrap_or(NameId::NONE)
    }

    /// Returns the most bytes that building takes if `to_come` more calls are written.
    pub(super) fn peak_bytes(&self, to_come: u64) -> u64 {
        let names = self.names.names();
        (self.calls + to_come) * peak::CALL
            + self.marks * peak::MARK
            + self.crossing * peak::CROSSING
            + self.flows.len() as u64 * peak::FLOW
            + self.links.len() as u64 * peak::LINK
            + self.instants.instants.len() as u64 * peak::INSTANT
            + self.instants.samples.len() as u64 * peak::SAMPLE
            + (self.instants.counters.len() + self.instants.owners.len()) as u64 * peak::COUNTER
            + self.strands.strands.len() as u64 * peak::STRAND
            + self.strands.marks.len() as u64 * peak::STRAND_MARK
            + self.weighed * peak::WEIGHT
            + names.bytes() as u64 * 2
            + names.len() as u64 * peak::NAME
            + self.functions.len() as u64 * peak::FUNCTION
            + self.lanes.len() as u64 * peak::LANE
            + self.elements.len() as u64 * peak::ELEMENT
    }

    /// Builds the trace and returns it with the number of open calls that were visited. Reports progress to `progress`.
    pub(super) fn finish(mut self, progress: &mut dyn FnMut(u64, u64)) -> (Trace, u64) {
        let instants = self.lanes.iter().filter_map(LaneDraft::last_instant);
        let last = instants.chain(self.strands.last_instant()).max().unwrap_or(0);
        self.functions.close();
        let mut open = OpenCalls::new(self.functions.len());
        let texts = Texts::new(&mut self.names, &self.functions);
        let mut odd = Oddities { subject: "", texts: &texts, report: &mut self.report };
        for lane in &mut self.lanes {
            if !lane.marks.is_empty() {
                lane.told = if lane.spans.is_empty() { SpanOrder::AsBegun } else { SpanOrder::Mixed };
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
        let mut pace = ProgressCounter::new(total as u64, progress);
        tables.lay(&order, &mut self.lanes, &mut texts, &mut self.report, &mut pace);
        let linked = links::resolve(self.links, &self.lanes, &tables.places);
        tables.places = Vec::new();
        let laid =
            flows::LaidCalls { rows: &tables.rows, lanes: &tables.lanes, calls: &tables.calls, origin };
        let flows = flows::tie(self.flows, linked, laid, &mut self.report, &mut tables.steps);
        let placement = Placement { origin, rows: &tables.rows };
        let (instants, counters) = self.instants.finish(placement, &mut self.report);
        let steps = open.steps() + strand_steps + tables.steps;
        let trace = Trace::assemble(crate::trace::Parts {
            origin,
            axis: self.axis,
            sampling: self.sampling,
            sample_size: self
                .sampling
                .map_or(SampleSize::Recorded, |_| SampleSize::of_ticks(self.sample_ticks)),
            summed: None,
            names: self.names.finish(),
            functions: self.functions.finish(),
            lanes: tables.lanes,
            calls: tables.calls,
            weights: tables.weights,
            elements: self.elements,
            flows,
            instants,
            counters,
            report: self.report,
        });
        (trace, steps)
    }

    /// Leaves out the calls that are too far from the others to share an axis with them. Returns the first start.
    fn leave_out_strays(&mut self) -> i64 {
        let Some((first, last)) = self.extent() else { return 0 };
        let spans = self.lanes.iter().flat_map(|lane| &lane.spans);
        let Some(retained) = KeptRange::of(first, last, spans) else { return first };
        for lane in &mut self.lanes {
            lane.retain(retained, &mut self.report);
        }
        self.extent().map_or(0, |(first, _)| first)
    }

    /// Returns the first start and the last end of all calls.
    fn extent(&self) -> Option<(i64, i64)> {
        let extents = self.lanes.iter().filter_map(LaneDraft::extent);
        extents.reduce(|(start, end), (other_start, other_end)| (start.min(other_start), end.max(other_end)))
    }
}
