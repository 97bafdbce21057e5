//! A ranking in words: the verdict, the rows of the lists, what noise and grey mean.

mod phases;
mod rows;
mod verdict;
mod why;

pub use phases::{explains, phase};
pub use rows::{Names, RowContext, beside_others, list_of, over_runs, reason, reasons_below, row};
pub use verdict::{doubt, drift, grey, missing, noise, none, remedy, verdict};

use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::Floor;
use diptych_trace::Axis;

use crate::numbers;

/// `5 % and 10 µs`
pub fn floor(axis: Axis, floor: Floor) -> String {
    format!("{} and {}", numbers::percent(floor.share), numbers::extent(axis, floor.ticks))
}

/// `8 : 8`, `700 : 700 · 3 unpaired`
pub fn lanes(counts: LaneCounts) -> String {
    let [a, b] = counts.lanes.map(numbers::count);
    let alone: u64 = counts.alone.iter().sum();
    let unpaired = if alone > 0 { format!(" · {} unpaired", numbers::count(alone)) } else { String::new() };
    format!("{a} : {b}{unpaired}")
}
