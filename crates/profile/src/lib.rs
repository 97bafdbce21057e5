//! Calls folded into sums: totals and percentiles by group of functions. (Weighted call trees and union
//! trees of a pair join them with the desks that draw them.)

mod groups;
mod percentiles;
mod totals;

pub use groups::Groups;
pub use percentiles::percentiles;
pub use totals::{Totals, totals};
