//! Events that the engine sends unasked, and the parts that its replies are made of.

use crate::compute::Job;
use crate::reader::FileTrace;
use crate::sides::{SideName, Sides};
use crate::subject::CallRef;
use crate::subject::FunctionRef;
use crate::window::Window;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A message that the engine sends without being asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Event {
    /// There is a job for the compute role. Hand it over with its query, which travels beside this message as bytes,
    /// and hand the result back to the engine. If a result is stored under `job.key`, hand that back instead.
    WorkWanted {
        /// The job to run.
        job: Job,
    },
    /// A job is no longer needed. The engine ignores its result.
    GiveUp {
        /// Id of the job.
        job: u32,
    },
    /// New results arrived. Lay out the desk again, and repeat the requests whose replies were pending.
    AnalysesChanged,
    /// The card of a side is out of date. A change of the other side put this one into shares of its total, or back
    /// into its own unit.
    SideChanged {
        /// The new content of its card.
        summary: Box<SideSummary>,
    },
}

/// The content of a side card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideSummary {
    /// The side.
    pub side: SideName,
    /// File name.
    pub name: String,
    /// Name of the format that the file was read as.
    pub format: String,
    /// `time`, `weight` or `order`.
    pub axis: String,
    /// Unit of the axis: `ns`, `bytes`, `samples`, `events` or `share`.
    pub unit: String,
    /// Value of one tick in `unit`; for shares, in per cent.
    pub scale: f64,
    /// Number of calls that were recorded.
    pub calls: u32,
    /// Number of functions.
    pub functions: u32,
    /// Depth of the deepest stack, counted from 0.
    pub max_depth: u32,
    /// Ticks from the first instant to the last.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub extent: i64,
    /// First instant in absolute ticks, as a decimal string.
    pub origin: String,
    /// Size of the input as given, in bytes.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// True if the input was compressed.
    pub packed: bool,
    /// Facts in one line: `123,221 calls · 75.9 ms · 22.4 MB`.
    pub headline: String,
    /// Length of the run: the part of the headline that a narrow page keeps.
    pub duration: String,
    /// Lanes, in pre-order.
    pub lanes: Vec<LaneSummary>,
    /// Names of the columns of the file that weigh calls by something else than their time.
    pub weights: Vec<String>,
    /// Number of instants of the file.
    pub instants: u32,
    /// Titles of the counters of the file. Equal titles of both sides are one counter.
    pub counters: Vec<String>,
    /// Oddities in the input, one row per kind.
    pub report: Vec<ReportRow>,
    /// Number of oddities that changed or lost something.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub warnings: u64,
    /// Traces in the file of the shown run: at least one, unless a stored comparison lacks them.
    pub of_file: Vec<FileTrace>,
    /// All runs of the side with the shown one, in the order in which they were given.
    pub runs: Vec<RunRow>,
    /// File name of the stored comparison that this summary is from; empty if the trace itself is open.
    pub kept_in: String,
    /// Sums that the trace holds instead of calls: `time per lane in 1,024 slices of 134 ms`. Empty if it holds calls.
    pub sums: String,
}

/// A run in the list of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RunRow {
    /// Number of the run, unique on its side.
    pub run: u32,
    /// File name.
    pub name: String,
    /// Number of calls.
    pub calls: u32,
    /// Time from the start of the first call to the end of the last.
    pub duration: String,
    /// Self time of all calls, summed over all lanes. The median run is chosen by it.
    pub total: String,
    /// Number of oddities in the input that changed or lost something.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub warnings: u64,
    /// Rank by total, from 0 for the shortest.
    pub rank: u32,
    /// True if this run is the one that is drawn and aligned call by call.
    pub shown: bool,
    /// True if its total is the median. Of an even number of runs, the lower of the middle two counts.
    pub median: bool,
}

/// A lane of the shown run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LaneSummary {
    /// Name.
    pub name: String,
    /// `process`, `thread` or `group`.
    pub kind: String,
    /// Row of the lane that contains it.
    pub parent: Option<u32>,
    /// Number of its own calls, without those of lanes inside it.
    pub calls: u32,
    /// Share of the run's extent that its outermost calls cover, `31 %`.
    pub busy: String,
}

/// One kind of oddity in the input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// Stable word for the kind.
    pub kind: String,
    /// The odd thing, in words.
    pub subject: String,
    /// Effect of the oddity on the trace, in words.
    pub outcome: String,
    /// Number of occurrences.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub count: u64,
    /// Byte offset of the first occurrence in the decompressed input.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub first_offset: u64,
    /// Text of the first occurrence.
    pub example: String,
    /// True if the oddity changed or lost something.
    pub warning: bool,
}

/// A labelled value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Fact {
    /// Label.
    pub label: String,
    /// Value with its unit.
    pub value: String,
}

/// One number on both sides, and its change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PartnerRow {
    /// Label: `Duration`, `Self`, `Start`, `Calls inside` and so on.
    pub label: String,
    /// Value on A; empty if A has none.
    pub a: String,
    /// Value on B; empty if B has none.
    pub b: String,
    /// Change from A to B: `+1.09 ms (+249 %)`. Empty if both are equal or one is missing.
    pub change: String,
}

/// The tooltip of the hovered item.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Tooltip {
    /// Side of the item; `None` if it belongs to both.
    pub side: Option<SideName>,
    /// Full name.
    pub name: String,
    /// `file:line`, not shortened; empty if unknown.
    pub place: String,
    /// `depth 6 · MainThread`
    pub context: String,
    /// Duration, self time, start, calls inside.
    pub facts: Vec<Fact>,
    /// `matched`, `moved` or `only in A`; empty if nothing is compared.
    pub kind: String,
    /// Facts of both sides, if the item has a partner.
    pub partner: Vec<PartnerRow>,
    /// Action that a click or a key performs.
    pub hint: String,
    /// Box of the hovered item in the scene as laid out: x0, y0, x1, y1.
    pub rect: [f32; 4],
}

/// The content of the details pane for the selection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Details {
    /// The selection is one call.
    Call(Box<CallDetails>),
    /// The selection is anything else. The details sum all calls that belong to it.
    Calls(Box<CallsDetails>),
}

impl Details {
    /// Returns the details of a call, or `None` if the selection is not one call.
    pub fn call(self) -> Option<Box<CallDetails>> {
        match self {
            Self::Call(details) => Some(details),
            Self::Calls(_) => None,
        }
    }
}

/// Sums of all calls of a function, a path, a lane and the like, on both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallsDetails {
    /// Kind of the selection, such as `function`, `path`, `lane` or `time range`.
    pub kind: String,
    /// Full name.
    pub name: String,
    /// Place, as far as known: a file, or the functions around it. For a time range, the same stretch of the other
    /// side.
    pub place: String,
    /// `file:line` of the first function of the selection that has a file, of A if it has one. For a relation, of its
    /// callee. Empty if unknown, and for selections by lane or time.
    pub source: String,
    /// Sums of each open side: calls, self time, inclusive time, median and 99th percentile.
    pub rows: Vec<PartnerRow>,
    /// Time of each side from the first of the calls to the end of the last, on the common axis, to zoom to.
    pub windows: Sides<Option<Window>>,
    /// For a time range, and for an area of lanes and time: the range of each open side, in ticks of that side.
    pub ranges: Sides<Option<Window>>,
    /// Functions that these calls call, the most changed first; with one open side, those with most time first. A long
    /// list is cut. Only functions and paths have callees.
    pub callees: Vec<FunctionRow>,
    /// Number of callees, with those not listed.
    pub callees_of: u32,
    /// Functions that call these calls, in the order of `callees`. Calls without a caller share one row.
    pub callers: Vec<FunctionRow>,
    /// Number of callers, with those not listed.
    pub callers_of: u32,
    /// Functions of a time range by self time in it: the longest first, at most [`RANGE_FUNCTIONS`]. Empty for anything
    /// but a time range.
    pub functions: Vec<FunctionRow>,
    /// Number of functions that run in the time range.
    pub functions_of: u32,
    /// Description in one sentence, for people who do not see the picture.
    pub sentence: String,
}

/// Maximum number of functions of a time range in [`CallsDetails::functions`].
pub const RANGE_FUNCTIONS: usize = 50;

/// A function in a list of callees, of callers, or of the functions of a time range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionRow {
    /// Reference to select it. `None` for a function without a name or with one too long to send, and for calls without
    /// a caller.
    pub function: Option<FunctionRef>,
    /// Name.
    pub name: String,
    /// Time in A: of the calls from one function to the other, or self time in a time range. Empty if there is no such
    /// call.
    pub a: String,
    /// Time in B.
    pub b: String,
    /// Change from A to B; empty if there is none or only one side is open.
    pub change: String,
    /// Number of calls on each open side: `12 calls in A, 14 calls in B`.
    pub calls: String,
    /// Time in A as a share of the longest time in the list, 0 to 1.
    pub share_a: f32,
    /// Time in B as a share of the longest time in the list, 0 to 1.
    pub share_b: f32,
}

/// The content of the details pane for one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallDetails {
    /// Side of the call.
    pub side: SideName,
    /// Full name.
    pub name: String,
    /// `file:line`, not shortened.
    pub place: String,
    /// `depth 6 · MainThread`
    pub context: String,
    /// Facts of the tooltip, the byte offset in the input and, with several runs, the result for its function.
    pub facts: Vec<Fact>,
    /// Kind of match, as in [`Tooltip::kind`].
    pub kind: String,
    /// Facts of both sides, as in [`Tooltip::partner`].
    pub partner: Vec<PartnerRow>,
    /// Byte offset in the decompressed input at which its record begins.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub source: u64,
    /// Byte offset at which the record of its partner begins, if it has one.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub partner_source: Option<u64>,
    /// Callees, longest first. If the call has a partner, the callees of both, the most changed first. A long list is
    /// cut.
    pub callees: Vec<CallRow>,
    /// Number of callees, with those not listed.
    pub callees_of: u32,
    /// Callers, innermost first. A long list is cut.
    pub callers: Vec<CallRow>,
    /// Number of callers, with those not listed.
    pub callers_of: u32,
    /// Calls that this call led to, as the file states it, such as kernels that it launched. A long list is cut.
    pub leads_to: Vec<CallRow>,
    /// Number of calls that it led to, with those not listed.
    pub leads_to_of: u32,
    /// Calls that led to this call. A long list is cut.
    pub led_by: Vec<CallRow>,
    /// Number of calls that led to it, with those not listed.
    pub led_by_of: u32,
    /// Time to zoom to, on the common axis.
    pub window: Window,
    /// Description in one sentence, for people who do not see the picture.
    pub sentence: String,
}

/// Starts of a call and of its match, on the common axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NearestMatch {
    /// Start of the call.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub own: i64,
    /// Start of its match.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub matching: i64,
}

/// Times of a call and of its matches on the other side, all on the common axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Counterparts {
    /// Time of the call.
    pub own: Window,
    /// The chosen match: the partner or, of several, the one with the highest s · shorter duration. A walk through the
    /// matches chooses another. It has one stop for each match that lies in no other match.
    pub call: CallRef,
    /// Rank of the chosen match among all stops by s · shorter duration, from 1.
    pub rank: u32,
    /// Time of the chosen match.
    pub best: Window,
    /// Time from the start of the first match to the end of the last.
    pub all: Window,
    /// Number of stops.
    pub count: u32,
    /// Number of all matches of the call, those in other matches included.
    pub matches: u32,
}

/// A call in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRow {
    /// Reference to select it.
    pub call: CallRef,
    /// Name.
    pub name: String,
    /// Duration.
    pub duration: String,
    /// Duration of the corresponding call in the partner of the call whose list this is; empty if there is none.
    pub other: String,
    /// Change from A to B; empty if there is none or the call whose list this is has no partner.
    pub change: String,
    /// Duration as a share of the call whose list this is, 0 to 1. In a list of callers, the share of this caller that
    /// the call takes.
    pub share: f32,
}

/// A view as a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DataTable {
    /// Column heads. Cells of the first column are indented by level.
    pub columns: Vec<String>,
    /// The requested rows.
    pub rows: Vec<DataTableRow>,
    /// Index of the first of these rows in the whole table.
    pub first: u32,
    /// Number of rows of the whole table.
    pub total: u32,
    /// Rows that the table leaves out, in words; empty if it has all.
    pub note: String,
}

/// A row of a view's table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DataTableRow {
    /// Reference to select the call; `None` for rows that stand for several calls.
    pub call: Option<CallRef>,
    /// Indentation level.
    pub level: u32,
    /// One text per column.
    pub cells: Vec<String>,
}
