//! The places of functions that the engine keeps.

use diptych_views::places::Places;
use std::rc::Rc;

/// The places of functions in the program structure, with their inputs.
#[derive(Debug)]
pub struct PlacesCache {
    /// Versions of the sides, number of the alignment, and whether a list lies beside each side.
    pub(crate) key: ([u32; 2], u32, [bool; 2]),
    /// Identity rules that the lists of files were read under; `None` for a single trace.
    pub rules: Option<String>,
    /// Places of the functions of both sides.
    pub places: Rc<Places>,
}
