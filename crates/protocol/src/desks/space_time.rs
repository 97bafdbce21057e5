//! The desk of lanes over time. It shows what lanes do as areas of lanes × slices of time, at a chosen detail.

use crate::link::rows;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The panels that are shown.
    #[derive(Default)]
    pub enum SpaceTimePanels {
        /// A, B and their difference, one below the other; with one side, that side.
        #[default]
        All = "all",
        /// A.
        A = "a",
        /// B.
        B = "b",
        /// The difference between A and B.
        Difference = "difference",
        /// No panel. The states of single lanes have all the room.
        States = "states",
    }
}

words! {
    /// The definition of a lane's state.
    #[derive(Default)]
    pub enum StateBy {
        /// Function of its innermost call. It is the package if the functions with a colour have less than half of the
        /// time, unless one package has nine tenths of it.
        #[default]
        Auto = "auto",
        /// Function of its innermost call.
        Innermost = "innermost",
        /// Function of its call at a depth.
        Depth = "depth",
        /// Package of its innermost call.
        Package = "package",
    }
}

words! {
    /// The meaning of colours in the difference.
    #[derive(Default)]
    pub enum DifferenceHue {
        /// State that gained most in B. The more it gained, the stronger the colour.
        #[default]
        Gained = "gained",
        /// Change of one state, in both directions.
        State = "state",
        /// Distance between both sides, over all states.
        Divergence = "divergence",
    }
}

words! {
    /// The filling of an area.
    #[derive(Default)]
    pub enum AreaFill {
        /// State with most time, by its share.
        #[default]
        Mode = "mode",
        /// All states, one above the other, by their shares.
        Stack = "stack",
    }
}

words! {
    /// The numbers that gain and loss of areas are computed from.
    #[derive(Default)]
    pub enum AreaGain {
        /// Sums, as Ocelotl computes it.
        #[default]
        Sum = "sum",
        /// Means, as the paper prints it (Eq. 3).
        Mean = "mean",
    }
}

words! {
    /// The partition that is shown.
    #[derive(Default)]
    pub enum PartitionOf {
        /// The best partition of lanes and time together.
        #[default]
        Best = "best",
        /// The product of the best partition of lanes alone and the best partition of time alone.
        Product = "product",
        /// The best partition of lanes alone.
        Lanes = "lanes",
        /// The best partition of time alone.
        Time = "time",
        /// The best uniform grid: lanes of one level by equal stretches of time.
        Grid = "grid",
    }
}

/// The settings of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SpaceTimeState {
    /// Panels that are shown.
    pub panels: SpaceTimePanels,
    /// Number of levels below the outermost whose lanes are separate; 0 for as many as there is room for.
    pub levels: u32,
    /// True if lanes with little busy time have rows of their own instead of one row together.
    pub all_lanes: bool,
    /// Path of names of the only lane that is shown; empty for all lanes.
    pub within: String,
    /// Definition of a lane's state.
    pub states: StateBy,
    /// Depth of the call for [`StateBy::Depth`]: the number of calls that contain it.
    pub depth: u32,
    /// Number of states with a colour. All others are one state.
    pub top: u32,
    /// Number of slices that time is divided into.
    pub slices: u32,
    /// True if time without a state is a state of its own.
    pub idle: bool,
    /// Detail p in parts of 10¹²: 0 loses nothing, and 10¹² shows everything as one area. A negative value stands for
    /// the default: [`crate::SpaceTimeReply::first`] or, without that, [`crate::SpaceTimeReply::widest`].
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
    /// Numbers that gain and loss of areas are computed from.
    pub gain: AreaGain,
    /// Partition that is shown.
    pub partition: PartitionOf,
    /// Filling of areas.
    pub fill: AreaFill,
    /// Meaning of colours in the difference.
    pub hue: DifferenceHue,
    /// Name of the state for [`DifferenceHue::State`]; empty for the first.
    pub state: String,
}

impl Default for SpaceTimeState {
    fn default() -> Self {
        Self {
            panels: SpaceTimePanels::default(),
            levels: 0,
            all_lanes: false,
            within: String::new(),
            states: StateBy::default(),
            depth: 0,
            top: 11,
            slices: 96,
            idle: false,
            p: -1,
            gain: AreaGain::default(),
            partition: PartitionOf::default(),
            fill: AreaFill::default(),
            hue: DifferenceHue::default(),
            state: String::new(),
        }
    }
}

rows! { SpaceTimeState:
    "st.panels" => panels: "the panels of the desk";
    "st.levels" => levels: "lanes are separate down to this level; 0 is automatic";
    "st.all" => all_lanes: "lanes with little busy time have rows of their own";
    "st.within" => within: "path of the only lane that is shown";
    "st.by" => states: "the state of a lane";
    "st.depth" => depth: "the depth of `st.by=depth`";
    "st.top" => top: "the number of states with a colour";
    "st.slices" => slices: "the number of slices of time";
    "st.idle" => idle: "idle time is a state";
    "st.p" => p: "the level of detail p, from 0 to 1, × 10¹²; −1 stands for the default";
    "st.gain" => gain: "the formula of the gain: sums or means";
    "st.partition" => partition: "the partition";
    "st.fill" => fill: "the fill of areas";
    "st.hue" => hue: "the hue of differences";
    "st.state" => state: "the state that `st.hue=state` colours";
}
