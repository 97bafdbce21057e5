//! What is in focus.

use diptych_protocol::SideName;
use std::ops::Range;

/// How the pointer chooses calls (sections 4.2.1 to 4.2.3), or that it chooses elements (4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Beyond all calls: the nearest one with what it is called by.
    Overview,
    /// Between calls: those to its left and right with what they are called by and all that they call.
    Approach,
    /// On a call, with all that it calls.
    Detail,
    /// On an element, with what lies in it or around it.
    Elements,
}

/// What the pointer chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// How.
    pub mode: Mode,
    /// Where the pointer is, whole CSS pixels from the left; `None` of what is pinned.
    pub x: Option<i32>,
    /// Whose calls.
    pub side: SideName,
    /// Calls: each an id to before another, siblings with all that they call.
    pub items: Vec<Range<u32>>,
    /// Places of the elements.
    pub places: Range<u32>,
}

impl Focus {
    /// On one call, or calls under a pixel.
    pub fn on_calls(mode: Mode, x: Option<i32>, side: SideName, items: Vec<Range<u32>>) -> Self {
        Self { mode, x, side, items, places: 0..0 }
    }

    /// On elements.
    pub fn on_elements(x: Option<i32>, places: Range<u32>) -> Self {
        Self { mode: Mode::Elements, x, side: SideName::A, items: Vec::new(), places }
    }
}
