//! What the engine says unasked, and what its replies are made of.

use crate::compute::Job;
use crate::reader::FileTrace;
use crate::sides::{SideName, Sides};
use crate::state::CallRef;
use crate::subject::FunctionRef;
use crate::time_state::Window;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What the engine says although nobody asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Event {
    /// Work for the compute role: hand it over with its query, which lies beside it, and its result back. If a result
    /// is kept under `job.key`, hand that back instead.
    WorkWanted {
        /// What is to be done.
        job: Job,
    },
    /// A job that is of no use any more: its result is not awaited.
    GiveUp {
        /// Its number.
        job: u32,
    },
    /// Results arrived: lay out again, and repeat the requests that were pending.
    AnalysesChanged,
    /// A side is shown otherwise than was said of it, since what is open beside it measures something else, or does so no
    /// more.
    SideChanged {
        /// What its card says now.
        summary: Box<SideSummary>,
    },
}

/// What a side card shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideSummary {
    /// Which side.
    pub side: SideName,
    /// File name.
    pub name: String,
    /// The format it was read as.
    pub format: String,
    /// `time`, `weight` or `order`.
    pub axis: String,
    /// What its axis counts: `ns`, `bytes`, `samples`, `events` or `share`.
    pub unit: String,
    /// So many of them a tick is; of shares per cent.
    pub scale: f64,
    /// Calls.
    pub calls: u32,
    /// Functions.
    pub functions: u32,
    /// Deepest stack, counted from 0.
    pub max_depth: u32,
    /// Ticks from first to last instant.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub extent: i64,
    /// The first instant, absolute ticks, decimal.
    pub origin: String,
    /// Size of the input as given.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// Whether the input was compressed.
    pub packed: bool,
    /// `123,221 calls · 75.9 ms · 22.4 MB`
    pub headline: String,
    /// The last part of the headline that survives on a narrow page.
    pub duration: String,
    /// Lanes, in pre-order.
    pub lanes: Vec<LaneSummary>,
    /// What calls weigh beside their time: the columns of the file.
    pub weights: Vec<String>,
    /// What was odd in the input.
    pub report: Vec<ReportRow>,
    /// How many oddities changed or lost something.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub warnings: u64,
    /// The traces of the file that is shown, at least one.
    pub of_file: Vec<FileTrace>,
    /// All runs of the side, the one that is shown among them, in the order in which they were given.
    pub runs: Vec<RunRow>,
    /// The file of a stored comparison that all of this is from, without the trace; empty of a trace that is open.
    pub kept_in: String,
    /// What is there in place of its calls, of a file whose calls were not kept; empty where they were.
    pub sums: String,
}

/// A run in the list of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RunRow {
    /// Names it among the runs of its side.
    pub run: u32,
    /// File name.
    pub name: String,
    /// Calls.
    pub calls: u32,
    /// From the first call to the last.
    pub duration: String,
    /// Time of all calls, over all lanes: what the median is taken of.
    pub total: String,
    /// How many oddities of the input changed or lost something.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub warnings: u64,
    /// Its place by total, the shortest first, from 0.
    pub rank: u32,
    /// Whether it is drawn and aligned call by call.
    pub shown: bool,
    /// Whether its total is the median: of an even number of runs the lower of the middle two.
    pub median: bool,
}

/// A lane in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LaneSummary {
    /// Its name.
    pub name: String,
    /// `process`, `thread` or `group`.
    pub kind: String,
    /// Row of the lane it lies in.
    pub parent: Option<u32>,
    /// Own calls.
    pub calls: u32,
    /// Share of the run's extent that its outermost calls cover, `31 %`.
    pub busy: String,
}

/// One kind of oddity in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// A stable word.
    pub kind: String,
    /// What it happened to.
    pub subject: String,
    /// What became of it.
    pub outcome: String,
    /// How often.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub count: u64,
    /// Byte offset of the first one in the decompressed input.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub first_offset: u64,
    /// The first one.
    pub example: String,
    /// Whether it changed or lost something.
    pub warning: bool,
}

/// A labelled value, one text for each side it has one on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// With its unit.
    pub value: String,
}

/// A call beside its partner on the other side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PartnerRow {
    /// `Duration`, `Self`, `Start`, `Calls inside`
    pub label: String,
    /// On A.
    pub a: String,
    /// On B.
    pub b: String,
    /// `+1.09 ms (+249 %)`; empty for what is equal.
    pub change: String,
}

/// What hovering says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Tooltip {
    /// Whose; none of what both sides have together.
    pub side: Option<SideName>,
    /// Name, whole.
    pub name: String,
    /// `file:line`, whole; empty if unknown.
    pub place: String,
    /// `depth 6 · MainThread`
    pub context: String,
    /// Duration, self time, start, calls inside.
    pub facts: Vec<Fact>,
    /// `matched`, `moved`, `only in A`; empty while nothing is compared.
    pub kind: String,
    /// The same facts of both sides, if it has a partner.
    pub partner: Vec<PartnerRow>,
    /// What a click or a key would do.
    pub hint: String,
    /// Box of the hovered item in the scene as laid out: x0, y0, x1, y1.
    pub rect: [f32; 4],
}

/// What the details pane says of what is selected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Details {
    /// It is a call.
    Call(Box<CallDetails>),
    /// It is anything else: all calls that belong to it.
    Calls(Box<CallsDetails>),
}

impl Details {
    /// Of a call, if it is one.
    pub fn call(self) -> Option<Box<CallDetails>> {
        match self {
            Self::Call(details) => Some(details),
            Self::Calls(_) => None,
        }
    }
}

/// What the details pane says about the calls of a function, a path, a lane and the like, on both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallsDetails {
    /// `function`, `path`, `lane`
    pub kind: String,
    /// Name, whole.
    pub name: String,
    /// Where it is, as far as known: a file, functions around it.
    pub place: String,
    /// Calls, self time, inclusive time, median and 99th percentile of each side that is open.
    pub rows: Vec<PartnerRow>,
    /// Of each side from the first of the calls to the last, to zoom there, on the common axis.
    pub windows: Sides<Option<Window>>,
    /// What a function calls: the most changed first, of one side what takes most; the first, where there are many. None of
    /// what is no function.
    pub callees: Vec<FunctionRow>,
    /// How many callees there are.
    pub callees_of: u32,
    /// What calls a function, as callees are listed.
    pub callers: Vec<FunctionRow>,
    /// How many callers there are.
    pub callers_of: u32,
    /// Functions of a time range by self time in it: the longest first, at most [`RANGE_FUNCTIONS`]. Empty for anything
    /// that is no time range.
    pub functions: Vec<FunctionRow>,
    /// Number of functions that run in the time range.
    pub functions_of: u32,
    /// One sentence for those who do not see the picture.
    pub sentence: String,
}

/// Most functions of a time range in [`CallsDetails::functions`].
pub const RANGE_FUNCTIONS: usize = 50;

/// A function in the list of those that call another, or are called by it, with the time of the calls from one to the
/// other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionRow {
    /// To select it; none if it cannot be sent, and of calls that nothing calls.
    pub function: Option<FunctionRef>,
    /// Name.
    pub name: String,
    /// Time in A; empty where there is no such call.
    pub a: String,
    /// Time in B.
    pub b: String,
    /// Change from A to B, where there is any and both sides are open.
    pub change: String,
    /// `12 calls in A, 14 calls in B`
    pub calls: String,
    /// Time in A as a share of the longest bar of the list, 0 to 1.
    pub share_a: f32,
    /// The same of B.
    pub share_b: f32,
}

/// What the details pane says about a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallDetails {
    /// Whose call.
    pub side: SideName,
    /// Name, whole.
    pub name: String,
    /// `file:line`, whole.
    pub place: String,
    /// `depth 6 · MainThread`
    pub context: String,
    /// As in the tooltip, and the byte offset in the input.
    pub facts: Vec<Fact>,
    /// As in the tooltip.
    pub kind: String,
    /// As in the tooltip.
    pub partner: Vec<PartnerRow>,
    /// Byte of the decompressed input at which its record begins.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub source: u64,
    /// The same of its partner, if it has one.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub partner_source: Option<u64>,
    /// Callees, longest first: the longest, where there are many. Of a call with a partner those of both, the most
    /// changed first.
    pub callees: Vec<CallRow>,
    /// How many callees there are.
    pub callees_of: u32,
    /// Callers, innermost first: the nearest, where there are many.
    pub callers: Vec<CallRow>,
    /// How many callers there are.
    pub callers_of: u32,
    /// Calls that it led to, as the file states it (kernels that it launched): the first, where there are many.
    pub leads_to: Vec<CallRow>,
    /// How many it led to.
    pub leads_to_of: u32,
    /// Calls that led to it: the first, where there are many.
    pub led_by: Vec<CallRow>,
    /// How many led to it.
    pub led_by_of: u32,
    /// Where it lies, to zoom there.
    pub window: Window,
    /// One sentence for those who do not see the picture.
    pub sentence: String,
}

/// Where a call and its matches on the other side lie, all on the common axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Counterparts {
    /// The call.
    pub own: Window,
    /// Which of its matches: its partner; of several that of the highest s · duration, unless another one was walked to.
    pub call: CallRef,
    /// Its place among them by s · duration, from 1.
    pub rank: u32,
    /// Where it lies.
    pub best: Window,
    /// From the begin of the first match to the end of the last.
    pub all: Window,
    /// How many matches.
    pub count: u32,
}

/// A call in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRow {
    /// To select it.
    pub call: CallRef,
    /// Name.
    pub name: String,
    /// Duration.
    pub duration: String,
    /// Duration of what corresponds to it in the partner of the call it is listed under; empty where nothing does.
    pub other: String,
    /// Change from A to B, where that call has a partner and there is any.
    pub change: String,
    /// Share of the call it is listed under (for callers: of them), 0 to 1.
    pub share: f32,
}

/// A view as a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DataTable {
    /// Column heads; the first column is the function, indented by level.
    pub columns: Vec<String>,
    /// The requested rows.
    pub rows: Vec<DataTableRow>,
    /// Number of the first of them.
    pub first: u32,
    /// Rows in all.
    pub total: u32,
    /// What the table leaves out, if anything.
    pub note: String,
}

/// A row of a view's table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DataTableRow {
    /// To select it; `None` for rows that stand for several calls.
    pub call: Option<CallRef>,
    /// Indentation.
    pub level: u32,
    /// One text a column.
    pub cells: Vec<String>,
}
