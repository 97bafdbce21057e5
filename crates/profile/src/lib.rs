//! Sums of calls: totals and percentiles by group of functions, for a whole run or for a time range ([`RangeTotals`]),
//! the weighted call tree of one run ([`CallTree`]), and the union tree of all runs of a comparison ([`UnionTree`]).
//!
//! Profile views draw a [`WeightedTree`]: call paths of one side or two with the chosen weight ([`MeasuredTree`]), with
//! folded recursion ([`Folding`]) or by callers ([`Inverted`]). [`SortedSiblings`] gives the order of siblings, [`Widths`]
//! the width of each node, and [`Differences`] the differences of two sides. [`Funky`] builds the trees of callees and
//! callers of each function, and [`FunctionTable`] lists all functions.

#![forbid(unsafe_code)]

mod call_tree;
mod difference;
mod floor;
mod function_table;
mod funky_pairs;
mod groups;
mod lane_spread;
mod node;
mod percentiles;
mod range_totals;
mod sum;
mod totals;
mod union_tree;
mod weighted;

pub use call_tree::{CallTree, MeasuredTree, PartTree, Spread, TreeColumns, TreePart, Weight};
pub use difference::{Change, ColorBy, DifferenceOptions, Differences, Measure, Scale, Tone};
pub use floor::Floor;
pub use function_table::{FunctionSums, FunctionTable};
pub use funky_pairs::{Funky, FunkyColumn, FunkyPair, funky_columns};
pub use groups::Groups;
pub use lane_spread::{LaneSpread, lanes_by_function, outer_lane};
pub use node::{NodeId, PathTree};
pub use percentiles::percentiles;
pub use range_totals::{RangeTotals, range_totals};
pub use sum::Sum;
pub use totals::{Totals, totals};
pub use union_tree::{UnionRun, UnionTree};
pub use weighted::{
    Folding, Inverted, LeastShown, Order, PathWeights, SortedSiblings, WeightedColumns, WeightedTree,
    WidthBy, Widths,
};
