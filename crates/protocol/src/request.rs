//! Requests of the shell to the engine: the payloads of the table in [`crate::Ask`].

use crate::comparison::{DifferenceList, DifferenceOrder, RulesDraft};
use crate::comparison_state::ComparisonState;
use crate::desks::{DeskId, ViewId};
use crate::desks::{FunctionTableState, MatchMode, ProfileFileFormat};
use crate::sides::SideName;
use crate::state::{ThemeChoice, ViewState};
use crate::subject::CallRef;
use crate::subject::Subject;
use crate::window::Window;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Closes a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CloseRequest {
    /// Side to close.
    pub side: SideName,
}

/// Removes a run that is not shown. The reply is the card of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RemoveRunRequest {
    /// Side of the run.
    pub side: SideName,
    /// Number of the run, as in [`crate::RunRow::run`].
    pub run: u32,
}

/// Exchanges the sides. The reply has both cards, and the rules for the exchanged sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SwapRequest {
    /// Identity rules as text. The keys of their pairs are exchanged as well.
    pub rules: String,
}

/// Lays out a desk. The scene travels beside the reply, encoded as words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LayoutRequest {
    /// Desk to lay out.
    pub desk: DeskId,
    /// View state. The engine keeps it for hover, selection and table.
    pub state: ViewState,
    /// Theme, with `Auto` resolved by the shell.
    pub theme: ThemeChoice,
    /// Width of the canvas in CSS pixels.
    pub width: f32,
    /// Height of the canvas in CSS pixels.
    pub height: f32,
    /// Position of links that change between lines (0) and tubes (1). `None` if they rest, where the state says which
    /// they are.
    #[serde(default)]
    pub tubes: Option<f32>,
    /// Number of the scene that the sender holds ([`crate::SceneInfo::number`]), or 0. If the new scene is the same,
    /// its words are not sent again.
    #[serde(default)]
    pub held: u32,
}

/// Asks for the item under a point of a desk's last scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct HoverRequest {
    /// The desk.
    pub desk: DeskId,
    /// Point in CSS pixels from the top left corner of the canvas, in the scene as laid out. `None` if the pointer
    /// left.
    pub point: Option<[f32; 2]>,
}

/// Asks for the item under a point of the last scene, to select it or to act on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PickRequest {
    /// The desk.
    pub desk: DeskId,
    /// Point in CSS pixels, in the scene as laid out.
    pub point: [f32; 2],
}

/// Asks for the places of all items of the last scene. Tests aim at them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ItemsRequest {
    /// The desk.
    pub desk: DeskId,
}

/// Selects something, and asks for its details. A call that is in no open trace is not selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectRequest {
    /// Subject to select; `None` clears the selection.
    pub subject: Option<Subject>,
}

/// Selects a time range of a side, with the same stretch of the other side under the time alignment on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectRangeRequest {
    /// Side of the range.
    pub side: SideName,
    /// Range on the common axis; `None` for the whole run of the side.
    pub window: Option<Window>,
    /// Range of the other side on the common axis; `None` for the corresponding one.
    pub other: Option<Window>,
}

/// Asks for the sums of a time range as tab-separated text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RangeTableRequest {
    /// Side of the range.
    pub side: SideName,
    /// Range in ticks of that side.
    pub window: Window,
    /// Range of the other side, in ticks of that one; `None` for the corresponding one.
    pub other: Option<Window>,
}

/// Walks the call tree from a call. At the edge of the tree the call stays selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StepRequest {
    /// Call to start from; `None` selects the first call of A, or of B if A is empty.
    pub from: Option<CallRef>,
    /// Direction of the step.
    pub step: Step,
}

/// Goes to the next or the previous hit of the last layout's search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StepHitRequest {
    /// Call to start from; `None` starts before the first hit.
    pub from: Option<CallRef>,
    /// True to go forward, false to go back. The first hit follows the last.
    pub forward: bool,
}

/// Asks for the partner of a call on the other side. The reply is `None` if it has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PartnerRequest {
    /// The call.
    pub call: CallRef,
}

/// Asks for the times of a call's matches. The reply is `None` if it has none, or if nothing is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CounterpartsRequest {
    /// The call.
    pub call: CallRef,
    /// Matches to look for: the partner only, or all similar calls.
    pub mode: MatchMode,
    /// Match that a walk through the matches has reached; `None` asks for the best match.
    #[serde(default)]
    pub at: Option<CallRef>,
    /// True to walk to the next best match, false to walk back. Past the ends there is no match.
    #[serde(default)]
    pub forward: bool,
}

/// Asks for the window of the other side whose calls match those of a window. The reply is `None` if nothing is compared, or
/// if no call matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchingWindowRequest {
    /// Side of the window.
    pub side: SideName,
    /// Window on the common axis. Its calls start at its start or later, and before its end.
    pub window: Window,
}

/// Asks for the matched call of a side that starts nearest to an instant. The reply is `None` if nothing is compared, or if no
/// matched call starts in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct NearestMatchRequest {
    /// Side of the window.
    pub side: SideName,
    /// Window on the common axis in which the call starts.
    pub window: Window,
    /// The instant, on the common axis.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: i64,
}

/// Asks for the lanes of a side that hold calls, in the order shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanesRequest {
    /// The side.
    pub side: SideName,
    /// View state, which says which lanes are folded.
    pub state: ViewState,
}

/// Asks for the fingerprint of a side's trace, which is equal for equal calls, whatever file they came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FingerprintRequest {
    /// The side.
    pub side: SideName,
}

/// Asks for a stretch of a view as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DataTableRequest {
    /// The view, in the state of its last layout.
    pub view: ViewId,
    /// First row wanted, from 0.
    pub first: u32,
    /// Maximum number of rows.
    pub count: u32,
}

/// Asks for a view as comma-separated values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CsvRequest {
    /// The view, in the state of its last layout.
    pub view: ViewId,
}

/// Asks for the time by function. The reply is `None` while it is being computed; [`crate::Event::AnalysesChanged`]
/// says when to ask again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct TotalsRequest {
    /// Identity rules as text. If they are blank or wrong, the rules of the formats apply.
    pub rules: String,
}

/// Asks for a stretch of the table of functions, for the call paths that the desk in front shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionTableRequest {
    /// Order and filter of the rows.
    pub table: FunctionTableState,
    /// Settings of the comparison: its identity rules, and the normalisation of differences.
    pub comparison: ComparisonState,
    /// First row wanted, from 0.
    pub first: u32,
    /// Maximum number of rows.
    pub count: u32,
}

/// Asks for the call paths of a state, or their functions, as a file for other programs. The file has all paths,
/// whatever is zoomed to. While it is pending, [`crate::Event::AnalysesChanged`] says when to ask again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ProfileFileRequest {
    /// Format of the file.
    pub format: ProfileFileFormat,
    /// View state. It says which side's paths to write, by which weight, and how to fold, order and colour them.
    pub state: ViewState,
}

/// Compares the sides under the identity rules, lane pairs and noise floor of a state. The reply has the results so
/// far. While it is pending, [`crate::Event::AnalysesChanged`] says when to ask again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CompareRequest {
    /// View state; its `comparison` holds the settings.
    pub state: ViewState,
    /// True to look for rules that would match more names. [`crate::comparison::ComparisonSummary::identity`] then
    /// counts them.
    #[serde(default)]
    pub proposals: bool,
}

/// Reports that jobs were cancelled. A new request starts them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GiveUpRequest {
    /// Ids of the jobs.
    pub jobs: Vec<u32>,
}

/// Asks for a stretch of a list of differences of the last comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DifferencesRequest {
    /// The list.
    pub list: DifferenceList,
    /// Order of its rows.
    pub order: DifferenceOrder,
    /// First row wanted, from 0.
    pub first: u32,
    /// Maximum number of rows.
    pub count: u32,
}

/// Asks for the windows and the call of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GoToRequest {
    /// Id of its row.
    pub id: u32,
}

/// Asks for the effect of identity rules on the pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct IdentityRequest {
    /// The rules that are being edited.
    pub draft: RulesDraft,
    /// A function of each side, by name and file, to show run through the rules.
    pub samples: Vec<RuleSampleOf>,
}

/// Asks for the pairs of lanes of the comparison on screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanePairingRequest {
    /// View state with the settings of the comparison.
    pub state: ViewState,
}

/// A function to run through identity rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleSampleOf {
    /// Side of the function.
    pub side: SideName,
    /// Name in the trace.
    pub name: String,
    /// File in the trace.
    pub file: String,
}

/// A direction in the call tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// To the caller.
    Caller,
    /// To the first callee.
    FirstCallee,
    /// To the previous call under the same caller.
    Previous,
    /// To the next call under the same caller.
    Next,
}
