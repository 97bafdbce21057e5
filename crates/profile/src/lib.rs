//! Calls folded into sums: per-function totals. (Weighted call trees and union trees of a pair join them
//! with the desks that draw them.)

mod totals;

pub use totals::{Totals, totals};
