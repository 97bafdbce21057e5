//! The part of the state that says which time each side shows, in every view.

use crate::link::{Field, row};
use crate::sides::{SideName, Sides};
use crate::state::ViewState;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A stretch of a side's axis, `start < end`, in ticks since its first instant. It may reach outside the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Window {
    /// First tick shown.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// One past the last tick shown.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub end: i64,
}

impl Window {
    /// Returns the number of ticks shown.
    pub const fn span(self) -> i64 {
        self.end - self.start
    }
}

words! {
    /// A window of the state, which an axis of panes shows and sets.
    pub enum WindowName {
        /// Window of A's time.
        TimeA = "time.a",
        /// Window of B's time.
        TimeB = "time.b",
    }
}

impl WindowName {
    /// Returns the window of a side's time.
    pub const fn of_time(side: SideName) -> Self {
        match side {
            SideName::A => Self::TimeA,
            SideName::B => Self::TimeB,
        }
    }
}

impl ViewState {
    /// Returns the window with this name; `None` is the whole.
    pub fn window(&self, name: WindowName) -> Option<Window> {
        match name {
            WindowName::TimeA => self.time.windows.a,
            WindowName::TimeB => self.time.windows.b,
        }
    }

    /// Sets the window with this name; `None` is the whole.
    pub fn set_window(&mut self, name: WindowName, window: Option<Window>) {
        match name {
            WindowName::TimeA => self.time.windows.a = window,
            WindowName::TimeB => self.time.windows.b = window,
        }
    }
}

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

pub(crate) const ROWS: &[Field] = &[
    row!("pair.a", time.windows.a),
    row!("pair.b", time.windows.b),
    row!("pair.apart", time.apart),
    row!("axis", time.axis),
    row!("at.a", time.anchors.a),
    row!("at.b", time.anchors.b),
];
