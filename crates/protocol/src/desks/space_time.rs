//! The desk of lanes over time: what they do, as areas of lanes × slices of time, at the detail one chooses.

use crate::link::{Field, row};
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// Which panels are shown.
    #[derive(Default)]
    pub enum SpaceTimePanels {
        /// A, B and how they differ, one below the other; of one side alone that side.
        #[default]
        All = "all",
        /// A.
        A = "a",
        /// B.
        B = "b",
        /// How they differ.
        Difference = "difference",
        /// None of these: the states of single lanes have all the room.
        States = "states",
    }
}

words! {
    /// What the state of a lane is.
    #[derive(Default)]
    pub enum StateBy {
        /// The function of its innermost call; where the functions that are told apart have less than half of the time its
        /// package, unless one package has nine tenths of it.
        #[default]
        Auto = "auto",
        /// The function of its innermost call.
        Innermost = "innermost",
        /// The function of its call at a depth.
        Depth = "depth",
        /// The package of its innermost call.
        Package = "package",
    }
}

words! {
    /// What the colour of an area of the difference says.
    #[derive(Default)]
    pub enum DifferenceHue {
        /// The state that gained most in B; its strength by how much.
        #[default]
        Gained = "gained",
        /// How one state changed, less or more.
        State = "state",
        /// How far apart both sides are, whatever the states.
        Divergence = "divergence",
    }
}

words! {
    /// How an area shows what its lanes did.
    #[derive(Default)]
    pub enum AreaFill {
        /// The state of most time, by its share.
        #[default]
        Mode = "mode",
        /// All states, one above the other, by their shares.
        Stack = "stack",
    }
}

words! {
    /// What areas are weighed by.
    #[derive(Default)]
    pub enum AreaGain {
        /// The information of sums, as Ocelotl has it.
        #[default]
        Sum = "sum",
        /// That of means, as the paper prints it.
        Mean = "mean",
    }
}

words! {
    /// Which partition is shown.
    #[derive(Default)]
    pub enum PartitionOf {
        /// The best of lanes and time together.
        #[default]
        Best = "best",
        /// The best of lanes alone by the best of time alone: their product.
        Product = "product",
        /// The best of lanes alone.
        Lanes = "lanes",
        /// The best of time alone.
        Time = "time",
        /// The best uniform grid: lanes of one level by equal stretches of time.
        Grid = "grid",
    }
}

/// How the desk is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SpaceTimeState {
    /// Which panels are shown.
    pub panels: SpaceTimePanels,
    /// How many levels of lanes are told apart below the outermost; 0 for as many as there is room for.
    pub levels: u32,
    /// The lane that all is shown of, as a path of names; empty for all.
    pub within: String,
    /// What the state of a lane is.
    pub states: StateBy,
    /// With [`StateBy::Depth`]: in how many calls the call lies.
    pub depth: u32,
    /// How many states are told apart; the others are one.
    pub top: u32,
    /// Into how many slices the time is divided.
    pub slices: u32,
    /// Whether time without a state is one.
    pub idle: bool,
    /// The detail, p in parts of 10¹²: 0 loses nothing, 10¹² shows all as one. Below zero the default: where the curves of what
    /// is saved and of what is lost are farthest apart.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
    /// What areas are weighed by.
    pub gain: AreaGain,
    /// Which partition is shown.
    pub partition: PartitionOf,
    /// How an area shows what its lanes did.
    pub fill: AreaFill,
    /// What the colour of an area of the difference says.
    pub hue: DifferenceHue,
    /// With [`DifferenceHue::State`]: the name of the state; empty for the first.
    pub state: String,
}

impl Default for SpaceTimeState {
    fn default() -> Self {
        Self {
            panels: SpaceTimePanels::default(),
            levels: 0,
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

pub(crate) const ROWS: &[Field] = &[
    row!("st.panels", space_time.panels),
    row!("st.levels", space_time.levels),
    row!("st.within", space_time.within),
    row!("st.by", space_time.states),
    row!("st.depth", space_time.depth),
    row!("st.top", space_time.top),
    row!("st.slices", space_time.slices),
    row!("st.idle", space_time.idle),
    row!("st.p", space_time.p),
    row!("st.gain", space_time.gain),
    row!("st.partition", space_time.partition),
    row!("st.fill", space_time.fill),
    row!("st.hue", space_time.hue),
    row!("st.state", space_time.state),
];
