//! The part of the state that says what time is shown of each side, in whichever view.

use crate::link::{Field, row};
use crate::sides::{SideName, Sides};
use crate::state::ViewState;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A stretch of a side's axis, `start < end`, in ticks since its first instant. May reach outside the trace.
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
    /// Ticks shown.
    pub const fn span(self) -> i64 {
        self.end - self.start
    }
}

words! {
    /// The windows of a state, each shown and set by an axis of panes.
    pub enum WindowName {
        /// Of A's time.
        TimeA = "time.a",
        /// Of B's time.
        TimeB = "time.b",
    }
}

impl WindowName {
    /// That of a side's time.
    pub const fn of_time(side: SideName) -> Self {
        match side {
            SideName::A => Self::TimeA,
            SideName::B => Self::TimeB,
        }
    }
}

impl ViewState {
    /// What an axis shows that shows this window; `None` is the whole.
    pub fn window(&self, name: WindowName) -> Option<Window> {
        match name {
            WindowName::TimeA => self.time.windows.a,
            WindowName::TimeB => self.time.windows.b,
        }
    }

    /// Sets it: the one place that does.
    pub fn set_window(&mut self, name: WindowName, window: Option<Window>) {
        match name {
            WindowName::TimeA => self.time.windows.a = window,
            WindowName::TimeB => self.time.windows.b = window,
        }
    }
}

words! {
    /// How the time axes of both sides are laid over each other.
    #[derive(Default)]
    pub enum TimeAxis {
        /// Each from its first instant.
        #[default]
        Zero = "zero",
        /// At a chosen instant of each.
        Chosen = "chosen",
        /// B's axis bent so that matched calls stand under each other.
        Matched = "matched",
    }
}

/// What time is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TimeState {
    /// What is shown of each side; `None` is the whole of both runs from zero.
    pub windows: Sides<Option<Window>>,
    /// Each side is zoomed and panned by itself.
    pub apart: bool,
    /// How the time axes are laid over each other.
    pub axis: TimeAxis,
    /// The instants that stand over each other, ticks; of [`TimeAxis::Chosen`].
    #[cfg_attr(feature = "typescript", ts(type = "Sides<number>"))]
    pub anchors: Sides<i64>,
}

impl TimeState {
    /// The window of a side.
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
