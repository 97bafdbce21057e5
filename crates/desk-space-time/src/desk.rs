//! The desk of lanes over time: areas of lanes × time above the states of single lanes.

use super::{curve, partitions, slices};
use crate::results::{details_of_area, space_time, want_space_time};
use crate::{gantt, spacetime};
use diptych_engine::{AskHandler, Computed, Desk, Engine, ViewPlacement, answers};
use diptych_protocol::{
    AreaGain, CallsDetails, DeskId, PartitionOf, SpaceTimePanels, SpaceTimeReply, SpaceTimeRequest, StateBy,
    Subject, ViewId, ViewState,
};
use diptych_scene::{Rect, Size};
use diptych_views::View;

/// Height of the single lanes below the areas.
const STATES_PX: f32 = 96.0;
/// Largest share of the height that the single lanes take.
const STATES_SHARE: f32 = 0.2;

/// The analyses that only this desk wants.
pub const ANALYSES: &[Computed] = &[
    Computed::new::<slices::Slices>(),
    Computed::new::<slices::WholeSlices>(),
    Computed::new::<partitions::Partitions>(),
    Computed::new::<curve::Curves>(),
];

/// The areas above the states.
#[derive(Debug)]
pub struct SpaceTimeDesk;

impl Desk for SpaceTimeDesk {
    fn id(&self) -> DeskId {
        DeskId::SpaceTime
    }

    fn former_names(&self) -> &'static [&'static str] {
        &["spacetime"]
    }

    fn shows_sums(&self) -> bool {
        true
    }

    fn prefers_matched_time(&self) -> bool {
        true
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&spacetime::View, &gantt::View]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
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

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        want_space_time(engine, state);
    }

    fn details(&self, engine: &Engine, subject: &Subject) -> Option<CallsDetails> {
        if let Subject::Area(area) = subject { details_of_area(engine, area) } else { None }
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, SpaceTimeRequest>()] }
    }
}

answers! { SpaceTimeDesk:
    SpaceTimeRequest => SpaceTimeReply: |engine, ask| Ok(space_time(engine, ask));
}

/// The settings of time slices and of the detail at which they are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SliceSettings {
    /// Number of slices.
    pub slices: u32,
    /// Rule for the state of a lane.
    pub by: StateBy,
    /// Call depth that gives the state, for [`StateBy::Depth`].
    pub depth: u32,
    /// Number of states that are kept apart. All others count as one.
    pub top: u32,
    /// True if time without a state counts as a state.
    pub idle: bool,
    /// Number of lane levels that are kept apart; 0 for as many as there is room for.
    pub levels: u32,
    /// True if lanes with little busy time have rows of their own.
    pub all_lanes: bool,
    /// Path of the lane to which the view is limited; empty for all lanes.
    pub within: String,
    /// True if the gain of an area is that of means, false if that of sums.
    pub mean: bool,
    /// Detail p in parts of 10¹²; negative for the default.
    pub p: i64,
    /// Partition that is shown.
    pub partition: PartitionOf,
}

/// Bounds of the number of slices.
const SLICES: std::ops::RangeInclusive<u32> = 2..=400;
/// Bounds of the number of states.
const STATES: std::ops::RangeInclusive<u32> = 1..=30;

/// Returns the settings of a state, clamped to their bounds.
pub(crate) fn slice_settings(state: &ViewState) -> SliceSettings {
    let of = &state.space_time;
    SliceSettings {
        slices: of.slices.clamp(*SLICES.start(), *SLICES.end()),
        by: of.states,
        depth: of.depth,
        top: of.top.clamp(*STATES.start(), *STATES.end()),
        idle: of.idle,
        levels: of.levels,
        all_lanes: of.all_lanes,
        within: of.within.clone(),
        mean: of.gain == AreaGain::Mean,
        p: of.p,
        partition: of.partition,
    }
}
