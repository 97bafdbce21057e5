//! The ratio by which the calls of a typical function changed.

use super::cell::Cell;
use super::median::median;
use super::one_run::WELL_CALLED;
use super::table::Table;
use crate::call_times::OutlierCall;
use diptych_profile::UnionTree;

/// Minimum number of functions for a statement about a typical one.
const ENOUGH_FUNCTIONS: usize = 8;

/// The ratio B over A of mean self times of the functions that every run calls at least 8 times, with outlier calls at
/// ordinary length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TypicalRatio {
    /// Median of the ratios.
    pub ratio: f64,
    /// First and third quartile of the ratios, by nearest rank.
    pub quartiles: [f64; 2],
    /// Number of these functions.
    pub functions: usize,
}

impl TypicalRatio {
    /// Measures the ratio, or returns `None` for fewer than 8 such functions. With several runs per side it takes the
    /// median of their means. O(nodes · runs).
    pub fn new(union: &UnionTree, few: &[OutlierCall]) -> Option<Self> {
        let few = if union.runs().len() == 2 { few } else { &[] };
        let table = Table::of_functions(union, few);
        let mean = |row: usize, side: usize| {
            let means = table.cells(row, side).map(|cell: Cell| cell.mean);
            median(&mut means.collect::<Vec<f64>>())
        };
        let is_well_called = |row: &usize| {
            [0, 1].iter().all(|&side| {
                table.cells(*row, side).all(|cell| cell.calls >= WELL_CALLED) && mean(*row, side) > 0.0
            })
        };
        let rows = (0..table.rows.len()).filter(is_well_called);
        let mut ratios: Vec<f64> = rows.map(|row| mean(row, 1) / mean(row, 0)).collect();
        if ratios.len() < ENOUGH_FUNCTIONS {
            return None;
        }
        let ratio = median(&mut ratios);
        ratios.sort_unstable_by(f64::total_cmp);
        let quartile = |of: usize| ratios[(ratios.len() * of).div_ceil(4).saturating_sub(1)];
        Some(Self { ratio, quartiles: [quartile(1), quartile(3)], functions: ratios.len() })
    }

    /// Returns true if three quarters of the functions changed in one direction.
    pub fn is_one_way(&self) -> bool {
        let up = self.quartiles.iter().all(|&ratio| ratio > 1.0) && self.ratio > 1.0;
        up || (self.quartiles.iter().all(|&ratio| ratio < 1.0) && self.ratio < 1.0)
    }

    /// Returns true if the change is even: at least half of the functions changed by a ratio in the same direction
    /// that is between the square root and the square of the median.
    pub fn is_even(&self) -> bool {
        let [median, low, high] = [self.ratio, self.quartiles[0], self.quartiles[1]].map(f64::ln);
        let share = |of: f64| of / median;
        median.abs() > 0.0 && [low, high].into_iter().all(|of| (0.5..=2.0).contains(&share(of)))
    }
}
