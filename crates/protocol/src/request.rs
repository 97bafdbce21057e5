//! What the shell asks of the engine: the payloads of the table in [`crate::Ask`].

use crate::comparison::{DifferenceList, DifferenceOrder, RulesDraft};
use crate::comparison_state::ComparisonState;
use crate::desks::{FunctionTableState, MatchMode, ProfileFileFormat};
use crate::sides::SideName;
use crate::state::{CallRef, DeskId, ThemeChoice, ViewId, ViewState};
use crate::subject::Subject;
use crate::time_state::Window;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Forget a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CloseRequest {
    /// Which.
    pub side: SideName,
}

/// Let go of a run that is not shown. Reply: what its side holds then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RemoveRunRequest {
    /// Whose.
    pub side: SideName,
    /// Which, as [`crate::RunRow::run`] names it.
    pub run: u32,
}

/// Exchange the sides. Reply: what they hold then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SwapRequest {
    /// Identity rules as text, whose pairs of keys are exchanged as well.
    pub rules: String,
}

/// Lay a desk out. The words of the scene lie beside the reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LayoutRequest {
    /// Which desk.
    pub desk: DeskId,
    /// Its state; kept for hover, selection and table.
    pub state: ViewState,
    /// `Auto` resolved by the shell.
    pub theme: ThemeChoice,
    /// CSS pixels.
    pub width: f32,
    /// CSS pixels.
    pub height: f32,
    /// How far links are on their way from lines (0) to tubes (1); where they rest the state says which they are.
    #[serde(default)]
    pub tubes: Option<f32>,
    /// The number of the scene that whoever asks holds ([`crate::SceneInfo::number`]): the same has no words again. 0 holds none.
    #[serde(default)]
    pub held: u32,
}

/// What lies under a point of the last scene of a desk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct HoverRequest {
    /// Which desk.
    pub desk: DeskId,
    /// CSS pixels from the left edge of the canvas, in the scene as laid out; `None`: the pointer left.
    pub point: Option<[f32; 2]>,
}

/// What lies under a point of the last scene, to be selected or acted on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PickRequest {
    /// Which desk.
    pub desk: DeskId,
    /// CSS pixels, in the scene as laid out.
    pub point: [f32; 2],
}

/// Where what the last scene shows lies: what tests aim at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ItemsRequest {
    /// Of which desk.
    pub desk: DeskId,
}

/// What there is to say about something; about nothing where it is a call that is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectRequest {
    /// What; nothing lets go of what was selected.
    pub subject: Option<Subject>,
}

/// Selects a time range of a side, with the same stretch of the other side under the time alignment on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectRangeRequest {
    /// Side that the range is of.
    pub side: SideName,
    /// Stretch of the common axis; `None` for the whole run of the side.
    pub window: Option<Window>,
}

/// The sums of a time range as tab-separated text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RangeTableRequest {
    /// Side that the range is of.
    pub side: SideName,
    /// Ticks of that side.
    pub window: Window,
}

/// Walk the call tree from a call; at the tree's edge one stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StepRequest {
    /// From where; `None` starts at the first call of A, else of B.
    pub from: Option<CallRef>,
    /// Which way.
    pub step: Step,
}

/// The next or previous hit of the search of the last layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct StepHitRequest {
    /// From where; `None` starts before the first.
    pub from: Option<CallRef>,
    /// Towards the end, or back; past the last comes the first.
    pub forward: bool,
}

/// The partner of a call on the other side; none if it has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PartnerRequest {
    /// Of which call.
    pub call: CallRef,
}

/// Where the matches of a call lie; none if it has none, or nothing is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CounterpartsRequest {
    /// Of which call.
    pub call: CallRef,
    /// Its partner, or all calls that are similar.
    pub mode: MatchMode,
    /// The match that a walk through them is at; `None`: the best.
    #[serde(default)]
    pub at: Option<CallRef>,
    /// From there to the next best, or back to the one before; past the ends there is none.
    #[serde(default)]
    pub forward: bool,
}

/// The lanes of a side that hold calls, in the order shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanesRequest {
    /// Whose.
    pub side: SideName,
    /// The state that says which are folded.
    pub state: ViewState,
}

/// A stretch of a view as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DataTableRequest {
    /// Which view, in the state of its last layout.
    pub view: ViewId,
    /// First row wanted.
    pub first: u32,
    /// Most rows wanted.
    pub count: u32,
}

/// A view as comma-separated values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CsvRequest {
    /// Which view, in the state of its last layout.
    pub view: ViewId,
}

/// Time by function. Reply: none while that is being worked out; [`crate::Event::AnalysesChanged`] says when to ask again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct TotalsRequest {
    /// Identity rules as text; blank, or wrong: those of the formats.
    pub rules: String,
}

/// A stretch of the functions whose paths the desk in front shows, with the weights that those have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionTableRequest {
    /// Which rows, in which order.
    pub table: FunctionTableState,
    /// Under which rules functions are the same, and what differences are measured in.
    pub comparison: ComparisonState,
    /// First row.
    pub first: u32,
    /// Most rows given.
    pub count: u32,
}

/// The call paths of a state, or their functions, as a file that other programs read: all paths, whatever is zoomed to.
/// While it is pending, [`crate::Event::AnalysesChanged`] says when to ask again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ProfileFileRequest {
    /// As what.
    pub format: ProfileFileFormat,
    /// Whose paths, by which weight, and how they are folded, ordered and judged.
    pub state: ViewState,
}

/// What corresponds between the sides, under the state's identity rules, lane pairs and noise floor: what is known of
/// it now. While it is pending, [`crate::Event::AnalysesChanged`] says when to ask again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CompareRequest {
    /// Its `comparison` says how.
    pub state: ViewState,
    /// Whether it is to be looked for rules that would name more alike, which [`crate::comparison::ComparisonSummary::identity`]
    /// then counts.
    #[serde(default)]
    pub proposals: bool,
}

/// Jobs were cancelled; a new request starts them anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GiveUpRequest {
    /// Their ids.
    pub jobs: Vec<u32>,
}

/// A stretch of a list of differences of the last comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DifferencesRequest {
    /// Which list.
    pub list: DifferenceList,
    /// Its order.
    pub order: DifferenceOrder,
    /// First row wanted, from 0.
    pub first: u32,
    /// Most rows wanted.
    pub count: u32,
}

/// Where a difference lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GoToRequest {
    /// The `id` of its row.
    pub id: u32,
}

/// What identity rules would do to the pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct IdentityRequest {
    /// The rules as they are edited.
    pub draft: RulesDraft,
    /// A function of each side to be shown run through the rules: name and file.
    pub samples: Vec<RuleSampleOf>,
}

/// Which lanes belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanePairingRequest {
    /// Its `comparison` says how.
    pub state: ViewState,
}

/// A name to be run through identity rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleSampleOf {
    /// Whose.
    pub side: SideName,
    /// Name as in the trace.
    pub name: String,
    /// File as in the trace.
    pub file: String,
}

/// Directions in the call tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// To the caller.
    Caller,
    /// To the first callee.
    FirstCallee,
    /// To the call before it under the same caller.
    Previous,
    /// To the call after it under the same caller.
    Next,
}
