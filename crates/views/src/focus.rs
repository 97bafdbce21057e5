//! The focus that the pointer chooses.

use diptych_protocol::SideName;
use std::ops::Range;

/// The way in which the pointer chooses a focus, by sections of *`ViewFusion`* (Trümper, Telea, Döllner 2012): calls
/// (4.2.1 to 4.2.3) or elements (4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The pointer is beyond all calls. The focus is the nearest call and its callers (4.2.1).
    Overview,
    /// The pointer is between calls. The focus is the calls to its left and right, with their callers and callees
    /// (4.2.2).
    Approach,
    /// The pointer is on a call. The focus is that call with its callees (4.2.3).
    Detail,
    /// The pointer is on an element. The focus is that element with everything in it, or an element around it (4.3).
    Elements,
}

/// The calls or elements that the pointer chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// Way in which the pointer chose.
    pub mode: Mode,
    /// Pointer position in whole CSS pixels from the left; `None` for a pinned focus.
    pub x: Option<i32>,
    /// Side of the calls.
    pub side: SideName,
    /// Ranges of call ids; each holds siblings with all their callees.
    pub items: Vec<Range<u32>>,
    /// Positions of the elements among the shown ones.
    pub places: Range<u32>,
}

impl Focus {
    /// Creates a focus on calls.
    pub fn on_calls(mode: Mode, x: Option<i32>, side: SideName, items: Vec<Range<u32>>) -> Self {
        Self { mode, x, side, items, places: 0..0 }
    }

    /// Creates a focus on elements.
    pub fn on_elements(x: Option<i32>, places: Range<u32>) -> Self {
        Self { mode: Mode::Elements, x, side: SideName::A, items: Vec::new(), places }
    }
}
