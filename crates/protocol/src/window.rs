//! Windows of time, and their names.

use crate::sides::SideName;
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
