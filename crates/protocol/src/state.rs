//! Everything a link or the browser's history restores.

use crate::comparison_state::ComparisonState;
use crate::desks::{CompareState, FusionState, ProfileState, SpaceTimeState, StructureState};
use crate::link::{Field, row};
use crate::paths_state::PathsState;
use crate::sides::SideName;
use crate::subject::Subject;
use crate::time_state::TimeState;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The views that can be drawn: each on a desk, alone or among others.
    pub enum ViewId {
        /// Both runs whole.
        Overview = "overview",
        /// Two mirrored icicle plots and what matches between them.
        Matches = "matches",
        /// Call paths as cells, with what they weigh.
        Flame = "flame",
        /// Functions, each with what it calls and what calls it.
        Funky = "funky",
        /// What lanes do over time, as areas.
        SpaceTime = "spacetime",
        /// The states of single lanes as they were.
        Gantt = "gantt",
        /// Who calls whom, around a circle.
        Radial = "radial",
        /// Calls in their order, a line each.
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
        /// Who calls whom, and in which order.
        Structure = "structure",
        /// Ranks and threads over time, at the detail one chooses.
        SpaceTime = "space-time",
        /// Where in the source tree the time moved to.
        Fusion = "fusion",
        /// Flame graph and function table, with differences.
        Profile = "profile",
    }
}

words! {
    /// Which theme the page and its canvases use.
    #[derive(Default)]
    pub enum ThemeChoice {
        /// As the system says.
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

/// A call named so that it is found again after reloading: row numbers may change between versions,
/// times and names do not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRef {
    /// Its side.
    pub side: SideName,
    /// Ticks since the trace's first instant.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// Ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub duration: i64,
    /// Stack depth: tells calls of equal span apart.
    pub depth: u32,
    /// Row number of its lane in pre-order.
    pub lane: u32,
}

/// All of it. `version` is [`crate::link::VERSION`]; older links are upgraded when they are read. What holds for
/// all desks comes first, then one state a desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ViewState {
    /// Version of this shape.
    pub version: u32,
    /// The desk in front.
    pub desk: DeskId,
    /// Theme of page and canvases.
    pub theme: ThemeChoice,
    /// What is selected.
    pub selection: Option<Subject>,
    /// What is searched for; blank for nothing.
    pub search: String,
    /// What time is shown of each side.
    pub time: TimeState,
    /// How the sides are compared.
    pub comparison: ComparisonState,
    /// What is added up along call paths.
    pub paths: PathsState,
    /// The desk that compares call by call.
    pub compare: CompareState,
    /// The desk of call paths and functions.
    pub profile: ProfileState,
    /// The desk of lanes over time.
    pub space_time: SpaceTimeState,
    /// The desk of the program's structure.
    pub structure: StructureState,
    /// The desk of the structure with calls over it.
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

pub(crate) const ROWS: &[Field] =
    &[row!("desk", desk), row!("theme", theme), row!("sel", selection), row!("q", search)];
