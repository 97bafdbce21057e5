//! The desk of lanes over time: areas of lanes × time, with the states of single lanes below.

use super::Placed;
use diptych_protocol::{AreaGain, DeskId, PartitionOf, SpaceTimePanels, StateBy, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// Below the areas: single lanes.
const STATES_PX: f32 = 96.0;
/// But no more of the height than this.
const STATES_SHARE: f32 = 0.2;

/// Areas over states.
#[derive(Debug)]
pub(super) struct Desk;

impl super::Desk for Desk {
    fn id(&self) -> DeskId {
        DeskId::SpaceTime
    }

    fn former_names(&self) -> &'static [&'static str] {
        &["spacetime"]
    }

    fn shows_sums(&self) -> bool {
        true
    }

    fn views(&self) -> &'static [ViewId] {
        &[ViewId::SpaceTime, ViewId::Gantt]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<Placed> {
        let Size { width, height } = size;
        let only = state.space_time.panels == SpaceTimePanels::States;
        let below = if only { height } else { STATES_PX.min((height * STATES_SHARE).floor()) };
        let middle = height - below;
        vec![
            (ViewId::SpaceTime, Rect::new(0.0, 0.0, width, middle)),
            (ViewId::Gantt, Rect::new(0.0, middle, width, height)),
        ]
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        state.space_time.panels = match view {
            None | Some(ViewId::SpaceTime) => SpaceTimePanels::All,
            Some(ViewId::Gantt) => SpaceTimePanels::States,
            Some(_) => return false,
        };
        true
    }
}

/// What a state says of slices and of the detail that they are shown at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceSettings {
    /// How many slices.
    pub slices: u32,
    /// What the state of a lane is.
    pub by: StateBy,
    /// At which depth, of that of a depth.
    pub depth: u32,
    /// How many states are told apart.
    pub top: u32,
    /// Whether time without a state is one.
    pub idle: bool,
    /// How many levels of lanes are told apart; 0 for as many as there is room for.
    pub levels: u32,
    /// The path of the lane that all is of; empty for all.
    pub within: String,
    /// Whether the gain is that of means.
    pub mean: bool,
    /// The detail, in parts of 10¹²; below zero for the default.
    pub p: i64,
    /// Which partition.
    pub partition: PartitionOf,
}

/// Slices are at least and at most so many.
const SLICES: std::ops::RangeInclusive<u32> = 2..=400;
/// States that are told apart.
const STATES: std::ops::RangeInclusive<u32> = 1..=30;

/// Within what can be shown.
pub fn slice_settings(state: &ViewState) -> SliceSettings {
    let of = &state.space_time;
    SliceSettings {
        slices: of.slices.clamp(*SLICES.start(), *SLICES.end()),
        by: of.states,
        depth: of.depth,
        top: of.top.clamp(*STATES.start(), *STATES.end()),
        idle: of.idle,
        levels: of.levels,
        within: of.within.clone(),
        mean: of.gain == AreaGain::Mean,
        p: of.p,
        partition: of.partition,
    }
}
