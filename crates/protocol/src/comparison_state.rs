//! The part of the view state that says how the sides are compared.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// How lanes of both sides are paired, where nothing was chosen by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LaneMatching {
    /// By what they run.
    #[default]
    Overlap,
    /// By name.
    Name,
    /// By place in the list.
    Order,
}

/// Which similarity of callee sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Jaccard of sets (TraceDiff Eq. 3).
    #[default]
    Plain,
    /// Jaccard of multisets: how often each callee runs counts.
    Multiset,
    /// Jaccard weighted by self time.
    Time,
}

/// What differences are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Normalise {
    /// Time as recorded.
    #[default]
    Absolute,
    /// Share of the run.
    PerTotal,
    /// Time a call.
    PerCall,
}

/// How the time axes of both sides are laid over each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum TimeAxis {
    /// Each from its first instant.
    #[default]
    Zero,
    /// At a chosen instant of each.
    Chosen,
    /// B's axis bent so that matched calls stand under each other.
    Matched,
}

/// How the sides are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ComparisonState {
    /// Identity rules as text; blank for the defaults of the formats.
    pub rules: String,
    /// How lanes are paired.
    pub lanes: LaneMatching,
    /// Pairs of lanes chosen by hand: lane of A, lane of B, and so on; `u32::MAX` for none.
    pub chosen_lanes: Vec<u32>,
    /// Least similarity of a match, per cent.
    pub tau: u32,
    /// Which similarity.
    pub measure: Measure,
    /// What differences are measured in.
    pub normalise: Normalise,
    /// Changes up to this are noise, per cent of the own baseline.
    pub floor_percent: u32,
    /// Changes up to this are noise, microseconds.
    pub floor_us: u32,
    /// How the time axes are laid over each other.
    pub axis: TimeAxis,
    /// The instant of A that stands over that of B, ticks; of [`TimeAxis::Chosen`].
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub anchor_a: i64,
    /// The instant of B, ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub anchor_b: i64,
    /// Grey is no change, even if the whole run changed.
    pub grey_is_equal: bool,
}

impl Default for ComparisonState {
    fn default() -> Self {
        Self {
            rules: String::new(),
            lanes: LaneMatching::default(),
            chosen_lanes: Vec::new(),
            tau: 20,
            measure: Measure::default(),
            normalise: Normalise::default(),
            floor_percent: 5,
            floor_us: 10,
            axis: TimeAxis::default(),
            anchor_a: 0,
            anchor_b: 0,
            grey_is_equal: false,
        }
    }
}
