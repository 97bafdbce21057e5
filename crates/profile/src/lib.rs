//! Calls folded into sums: totals and percentiles by group of functions, the weighted call tree of one run
//! ([`CallTree`]) and the union tree of all runs of a comparison ([`UnionTree`]).

mod call_tree;
mod groups;
mod node;
mod percentiles;
mod sum;
mod totals;
mod union_tree;

pub use call_tree::{CallTree, PartTree, Spread, TreeColumns, TreePart};
pub use groups::Groups;
pub use node::{NodeId, PathTree};
pub use percentiles::percentiles;
pub use sum::Sum;
pub use totals::{Totals, totals};
pub use union_tree::{UnionRun, UnionTree};
