//! The part of the state that says which time each side shows, in every view.

use crate::link::rows;
use crate::sides::{SideName, Sides};
use crate::window::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The alignment of both time axes.
    #[derive(Default)]
    pub enum TimeAxis {
        /// The desk's choice: by matched calls in Space-time if half of the time matches, and otherwise at the first
        /// instant of each side.
        #[default]
        Auto = "auto",
        /// Aligned at the first instant of each side.
        Zero = "zero",
        /// Aligned at a chosen instant of each side.
        Chosen = "chosen",
        /// B's axis is bent so that matched calls are aligned.
        Matched = "matched",
    }
}

/// The time that each side shows, and its alignment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TimeState {
    /// Window of each side; `None` is the whole of both runs from zero.
    pub windows: Sides<Option<Window>>,
    /// True if each side is zoomed and panned on its own.
    pub apart: bool,
    /// Alignment of both time axes.
    pub axis: TimeAxis,
    /// Instants that [`TimeAxis::Chosen`] aligns, in ticks of each side.
    #[cfg_attr(feature = "typescript", ts(type = "Sides<number>"))]
    pub anchors: Sides<i64>,
}

impl TimeState {
    /// Returns the window of a side.
    pub fn window(&self, side: SideName) -> Option<Window> {
        self.windows[side]
    }
}

rows! { TimeState:
    "pair.a" => windows.a: "the time window of A, in ticks since the start of the run";
    "pair.b" => windows.b: "the time window of B";
    "pair.apart" => apart: "both sides zoom independently";
    "axis" => axis: "time alignment: the choice of the desk, at the starts, at a selected call, by matches";
    "at.a" => anchors.a: "the instant of A that `axis=chosen` aligns";
    "at.b" => anchors.b: "the instant of B that `axis=chosen` aligns";
}
