//! The tables of a comparison. Whoever compared fills in the rows.

mod areas;
mod differences;
mod functions;
mod match_row;
mod verdict;

pub use areas::AreaRow;
pub use differences::DifferenceRow;
pub use functions::PairFunctionRow;
pub use match_row::MatchRow;
pub use verdict::VerdictRow;

use crate::trace_tables::{unit, value};
use diptych_trace::Axis;

/// The quantity that both sides of a pair measure.
#[derive(Debug, Clone, Copy)]
pub struct Quantity(pub Axis);

impl Quantity {
    /// Returns the unit of values, such as `ns` or `bytes`.
    pub fn unit(self) -> String {
        unit(self.0)
    }

    /// Converts ticks to whole nanoseconds. Other axes keep their ticks.
    pub fn value(self, ticks: f64) -> i64 {
        value(self.0, ticks)
    }
}
