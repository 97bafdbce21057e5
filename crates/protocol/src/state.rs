//! The view state: everything that a link or the browser's history restores.

use crate::comparison_state::ComparisonState;
use crate::desks::{CompareState, FusionState, ProfileState, SpaceTimeState, StructureState};
use crate::link::{Field, row};
use crate::notes::Note;
use crate::paths_state::PathsState;
use crate::sides::SideName;
use crate::subject::Subject;
use crate::time_state::TimeState;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The views that can be drawn, each on a desk, alone or with others.
    pub enum ViewId {
        /// Both whole runs.
        Overview = "overview",
        /// Two mirrored icicle plots, and the matches between them.
        Matches = "matches",
        /// Call paths as boxes, as wide as they weigh.
        Flame = "flame",
        /// Functions, each with its callees and callers.
        Funky = "funky",
        /// States of lanes over time, as areas.
        SpaceTime = "spacetime",
        /// States of single lanes over time, without aggregation.
        Gantt = "gantt",
        /// Call relations around a circle.
        Radial = "radial",
        /// Calls in their order, one line each.
        Sequence = "sequence",
        /// The program's structure as nested cells, with calls over it.
        Nested = "nested",
    }
}

words! {
    /// Working sets of linked views, in the order of their tabs.
    #[derive(Default)]
    pub enum DeskId {
        /// Call by call: matched, moved, only in A, only in B.
        #[default]
        Compare = "compare",
        /// Call relations, and the order of calls.
        Structure = "structure",
        /// Ranks and threads over time, at a chosen detail.
        SpaceTime = "space-time",
        /// Time over the source tree, and where it moved to.
        Fusion = "fusion",
        /// Flame graph and function table, with differences.
        Profile = "profile",
    }
}

words! {
    /// The theme of the page and its canvases.
    #[derive(Default)]
    pub enum ThemeChoice {
        /// The theme of the system.
        #[default]
        Auto = "auto",
        /// Light ground.
        Light = "light",
        /// Dark ground.
        Dark = "dark",
        /// High contrast.
        Contrast = "contrast",
    }
}

/// A reference to a call that finds it again after reloading. It names the time of the call instead of its row number,
/// because row numbers may change between versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRef {
    /// Side of the call.
    pub side: SideName,
    /// Start in ticks since the trace's first instant.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// Duration in ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub duration: i64,
    /// Stack depth, which distinguishes calls with the same start and duration.
    pub depth: u32,
    /// Row number of its lane in pre-order.
    pub lane: u32,
}

/// The whole view state. Settings for all desks come first, then one state per desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ViewState {
    /// Version of the state: [`crate::link::VERSION`].
    pub version: u32,
    /// The desk in front.
    pub desk: DeskId,
    /// Theme of page and canvases.
    pub theme: ThemeChoice,
    /// The selected subject.
    pub selection: Option<Subject>,
    /// Text of the search; blank for none.
    pub search: String,
    /// Notes, in the order in which they were added.
    pub notes: Vec<Note>,
    /// Windows and time alignment.
    pub time: TimeState,
    /// Settings of the comparison.
    pub comparison: ComparisonState,
    /// Settings of sums along call paths.
    pub paths: PathsState,
    /// State of the desk that compares call by call.
    pub compare: CompareState,
    /// State of the desk of call paths and functions.
    pub profile: ProfileState,
    /// State of the desk of lanes over time.
    pub space_time: SpaceTimeState,
    /// State of the desk of the program's structure.
    pub structure: StructureState,
    /// State of the desk of the structure with calls over it.
    pub fusion: FusionState,
}

impl Default for ViewState {
    fn default() -> Self {
        Self {
            version: crate::link::VERSION,
            desk: DeskId::default(),
            theme: ThemeChoice::default(),
            selection: None,
            search: String::new(),
            notes: Vec::new(),
            time: TimeState::default(),
            comparison: ComparisonState::default(),
            paths: PathsState::default(),
            compare: CompareState::default(),
            profile: ProfileState::default(),
            space_time: SpaceTimeState::default(),
            structure: StructureState::default(),
            fusion: FusionState::default(),
        }
    }
}

impl ViewState {
    /// Returns the state of a page or a command that starts without a link. A link cannot have these settings as its
    /// defaults, because links that were written before have none of them and keep their looks.
    #[must_use]
    pub fn without_link() -> Self {
        Self { profile: ProfileState::without_link(), ..Self::default() }
    }
}

/// The row of the selection, whose form the places of notes share.
pub(crate) const SELECTION: Field = row!("sel", selection);

pub(crate) const ROWS: &[Field] = &[row!("desk", desk), row!("theme", theme), SELECTION, row!("q", search)];
