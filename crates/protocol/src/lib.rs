//! The messages between the shell and the engine.
//!
//! The table of asks ([`Ask`], [`asks!`]) pairs every request with its reply. An [`Event`] is a message that the engine
//! sends unasked. [`ViewState`] is everything that a link or the browser's history restores. The reader, recall and
//! compute roles of the worker have small vocabularies of their own ([`reader`], [`recall`], [`compute`]).
//! [`comparison`] is the comparison in words. Bulk data (scenes, trace columns) never travels in these messages, but
//! beside them as transferred typed arrays.
//!
//! Times are ticks since the trace's first instant, as integers below 2⁵³. The absolute first instant is a decimal
//! string. Texts are ready to show, in the words and units of the page. They are hostile, because they contain names
//! from the trace: they reach the DOM as text only.
//!
//! [`typescript`] generates the TypeScript twins of all types, of the command table and of the link table. They are
//! checked in.

#![forbid(unsafe_code)]

mod ask;
mod caption;
pub mod commands;
pub mod comparison;
mod comparison_state;
pub mod compute;
mod desks;
mod elements;
mod event;
mod failure;
mod lanes;
pub mod link;
mod notes;
mod paths_state;
pub mod reader;
pub mod recall;
mod relations;
mod reply;
mod request;
mod saved_state;
mod scene_info;
mod sides;
mod space_time;
mod state;
mod structure;
mod subject;
mod time_state;
#[cfg(feature = "typescript")]
pub mod typescript;
mod window;
mod words;

pub use ask::{ASK_NAMES, Ask};
pub use caption::{Caption, PictureHead, PictureNotes};
pub use commands::{Command, CommandGroup, all_commands};
pub use comparison_state::{ComparisonState, LaneMatching, Measure, Normalise};
pub use desks::*;
pub use elements::{
    ElementCount, ElementList, ElementRoot, ElementRootRequest, ElementRow, ElementsReply, ElementsRequest,
};
pub use event::{
    CallDetails, CallRow, CallsDetails, Counterparts, DataTable, DataTableRow, Details, Event, Fact,
    FunctionRow, LaneSummary, NearestMatch, PartnerRow, RANGE_FUNCTIONS, ReportRow, RunRow, SideSummary,
    Tooltip,
};
pub use failure::{Failure, FailureKind};
pub use lanes::{LanePartner, LaneRow};
pub use notes::{MAX_NOTE_CHARS, Note, NoteMark, NotePlace, NoteStatus};
pub use paths_state::PathsState;
pub use relations::{
    FirstCallRequest, LevelRow, ListCount, PatternReply, RelationList, RelationRow, RelationsReply,
    RelationsRequest, SequenceMoveReply, SequenceMoveRequest, ToggleElementRequest,
};
pub use reply::{
    ComparisonReply, DifferencesReply, FunctionTableReply, FunctionTableRow, FunctionWeights, FunctionsReply,
    HitReply, HoverReply, ItemPlace, KeptReply, PartnerReply, PickAction, PickReply, ProfileFileReply,
    SelectionReply, Swapped, TextReply,
};
pub use request::{
    CloseRequest, CompareRequest, CounterpartsRequest, CsvRequest, DataTableRequest, DifferencesRequest,
    FingerprintRequest, FunctionTableRequest, GiveUpRequest, GoToRequest, HoverRequest, IdentityRequest,
    ItemsRequest, LanePairingRequest, LanesRequest, LayoutRequest, MatchingWindowRequest,
    NearestMatchRequest, PartnerRequest, PickRequest, ProfileFileRequest, RangeTableRequest,
    RemoveRunRequest, RuleSampleOf, SelectRangeRequest, SelectRequest, Step, StepHitRequest, StepRequest,
    SwapRequest, TotalsRequest,
};
pub use saved_state::SavedState;
pub use scene_info::{
    Drawn, LegendEntry, LegendMark, Minimap, OpenLane, Pane, RowPane, SceneInfo, SearchInfo, SelectedRow,
};
pub use sides::{SideName, Sides};
pub use space_time::{
    AreaList, AreaRow, CurvePoint, LaneNodeRow, LeftOutRow, PanelNumbers, PartitionSearch, SpaceTimeReply,
    SpaceTimeRequest,
};
pub use state::{ThemeChoice, ViewState};
pub use structure::{StructureReply, StructureSummary};
pub use subject::{AreaRef, CallRef, FunctionRef, GroupBy, GroupRef, LaneRef, Subject};
pub use time_state::{TimeAxis, TimeState};
pub use window::{Window, WindowName};
pub use words::Word;
