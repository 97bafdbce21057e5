//! A ranking in words: the verdict, the rows of the lists, what noise and grey mean.

mod rows;
mod verdict;

pub use rows::{Names, list_of, row};
pub use verdict::{doubt, grey, noise, none, verdict};

use diptych_compare::ranking::Floor;
use diptych_trace::Axis;

use crate::numbers;

/// `5 % and 10 µs`
pub fn floor(axis: Axis, floor: Floor) -> String {
    format!("{} and {}", numbers::percent(floor.share), numbers::extent(axis, floor.ticks))
}
