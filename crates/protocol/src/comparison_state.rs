//! The part of the view state that says how both sides are compared.

use crate::comparison::DifferenceOrder;
use crate::link::rows;
use crate::sides::Sides;
use crate::window::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The rule that pairs lanes of both sides, unless a pair was chosen by hand.
    #[derive(Default)]
    pub enum LaneMatching {
        /// Pairs lanes that spend their time in the same functions.
        #[default]
        Overlap = "overlap",
        /// Pairs lanes by name.
        Name = "name",
        /// Pairs lanes by position in the list.
        Order = "order",
    }
}

words! {
    /// The similarity of two callee sets.
    #[derive(Default)]
    pub enum Measure {
        /// Jaccard of sets (TraceDiff Eq. 3).
        #[default]
        Plain = "plain",
        /// Jaccard of multisets, which counts how often each callee runs.
        Multiset = "multiset",
        /// Jaccard weighted by self time.
        Time = "time",
    }
}

words! {
    /// The measure of differences.
    #[derive(Default)]
    pub enum Normalise {
        /// Time as recorded.
        #[default]
        Absolute = "absolute",
        /// Share of the run's total.
        PerTotal = "per-total",
        /// Time per call.
        PerCall = "per-call",
    }
}

/// The settings of the comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ComparisonState {
    /// Identity rules as text; blank for the defaults of the formats.
    pub rules: String,
    /// Rule that pairs lanes.
    pub lanes: LaneMatching,
    /// Pairs of lanes chosen by hand: lane of A, lane of B, and so on. `u32::MAX` stands for none.
    pub chosen_lanes: Vec<u32>,
    /// Least similarity of a match, in per cent.
    pub tau: u32,
    /// Similarity of two callee sets.
    pub measure: Measure,
    /// Measure of differences.
    pub normalise: Normalise,
    /// Noise floor in per cent of the own baseline. Changes up to this are noise.
    pub floor_percent: u32,
    /// Noise floor in microseconds. Changes up to this are noise.
    pub floor_us: u32,
    /// True if grey means no change, even if the whole run changed.
    pub grey_is_equal: bool,
    /// Compared time range of each side, in ticks of the whole run; `None` compares the whole run. While a side is
    /// compared in a range, all other times of the state count from the start of the range.
    pub ranges: Sides<Option<Window>>,
    /// Sort criterion of the lists of differences.
    pub sort: DifferenceOrder,
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
            ranges: Sides::default(),
            sort: DifferenceOrder::default(),
        }
    }
}

rows! { ComparisonState:
    "id" => rules: "the [rules for matching names](identity.md); over 2 kB they are compressed (`z:`, raw deflate, base64url)";
    "lanes" => lanes: "how lanes are paired";
    "lp" => chosen_lanes, Pairs: "pairs of lanes chosen by hand: a lane of A, a lane of B, and so on; `-` stands for no lane";
    "tau" => tau: "the smallest similarity of a match, in per cent";
    "sim" => measure: "the measure of similarity: callees, callees and counts, callees and self time";
    "norm" => normalise: "how values are normalised before they are compared";
    "fp" => floor_percent: "the noise floor in per cent";
    "fu" => floor_us: "the noise floor in microseconds";
    "grey1" => grey_is_equal: "grey means unchanged, even if the whole run changed";
    "range.a" => ranges.a: "the compared time range of A, in ticks of the whole run; other times count from its start";
    "range.b" => ranges.b: "the compared time range of B";
    "sort" => sort: "the sort criterion of the lists of differences";
}
