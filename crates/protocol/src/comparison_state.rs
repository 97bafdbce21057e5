//! The part of the view state that says how the sides are compared.

use crate::link::{Field, row};
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// How lanes of both sides are paired, where nothing was chosen by hand.
    #[derive(Default)]
    pub enum LaneMatching {
        /// By what they run.
        #[default]
        Overlap = "overlap",
        /// By name.
        Name = "name",
        /// By place in the list.
        Order = "order",
    }
}

words! {
    /// Which similarity of callee sets.
    #[derive(Default)]
    pub enum Measure {
        /// Jaccard of sets (TraceDiff Eq. 3).
        #[default]
        Plain = "plain",
        /// Jaccard of multisets: how often each callee runs counts.
        Multiset = "multiset",
        /// Jaccard weighted by self time.
        Time = "time",
    }
}

words! {
    /// What differences are measured in.
    #[derive(Default)]
    pub enum Normalise {
        /// Time as recorded.
        #[default]
        Absolute = "absolute",
        /// Share of the run.
        PerTotal = "per-total",
        /// Time a call.
        PerCall = "per-call",
    }
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
            grey_is_equal: false,
        }
    }
}

pub(crate) const ROWS: &[Field] = &[
    row!("id", comparison.rules),
    row!("lanes", comparison.lanes),
    row!("lp", comparison.chosen_lanes),
    row!("tau", comparison.tau),
    row!("sim", comparison.measure),
    row!("norm", comparison.normalise),
    row!("fp", comparison.floor_percent),
    row!("fu", comparison.floor_us),
    row!("grey1", comparison.grey_is_equal),
];
