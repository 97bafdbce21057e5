//! The unfinished search for all partitions.

use diptych_aggregate::{Areas, BreakPointSearch};
use std::rc::Rc;

/// A search that the compute role continues from one job to the next.
#[derive(Debug)]
pub(super) struct SearchCache {
    pub(super) steps: u32,
    pub(super) all: bool,
    pub(super) search: BreakPointSearch<Rc<Areas>>,
}
