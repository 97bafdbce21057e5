//! The counter that the strips show.

use diptych_trace::CounterId;
use diptych_views::counters::{Extremes, Scale};

/// The counter that is shown.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CounterInput<'a> {
    /// Its title; empty for none.
    pub(crate) title: &'a str,
    /// Row and extremes on each side that has it.
    pub(crate) sides: [Option<(CounterId, &'a Extremes)>; 2],
    /// Scale of both sides; `None` if no side has it.
    pub(crate) scale: Option<Scale>,
}
