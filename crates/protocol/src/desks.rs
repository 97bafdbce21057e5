//! The list of desks. It is the only place in this crate that names them all: the view state, the link table, the
//! commands and the generated TypeScript follow from it.
//!
//! Each desk has a file here with its settings and their rows of the link table.

use crate::commands::{Command, CommandGroup};
use crate::words::words;

pub(crate) mod compare;
pub(crate) mod fusion;
pub(crate) mod profile;
pub(crate) mod space_time;
pub(crate) mod structure;

pub use {compare::*, fusion::*, profile::*, space_time::*, structure::*};

/// Calls a macro with all desks, each with its name and the type of its settings. Links have the settings in this
/// order, which is older than that of the tabs. New desks come last.
macro_rules! for_each_desk {
    ($then:ident) => {
        $then! {
            /// State of the desk that compares call by call.
            compare: CompareState;
            /// State of the desk of call paths and functions.
            profile: ProfileState;
            /// State of the desk of lanes over time.
            space_time: SpaceTimeState;
            /// State of the desk of the program's structure.
            structure: StructureState;
            /// State of the desk of the structure with calls over it.
            fusion: FusionState;
        }
    };
}

pub(crate) use for_each_desk;

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

/// Commands that go to the desks, in the order of their tabs.
pub(crate) const TABS: &[Command] = &[
    tab("desk-compare", "Go to Compare", &["1"]),
    tab("desk-structure", "Go to Structure", &["2"]),
    tab("desk-space-time", "Go to Space-time", &["3"]),
    tab("desk-fusion", "Go to Fusion", &["4"]),
    tab("desk-profile", "Go to Profile", &["5"]),
];

const fn tab(id: &'static str, title: &'static str, keys: &'static [&'static str]) -> Command {
    Command { id, title, group: CommandGroup::Desks, keys }
}

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
        /// Both whole runs as a strip above other views, with the visible time marked.
        Runs = "runs",
        /// The program's structure as nested cells, with calls over it.
        Nested = "nested",
    }
}
