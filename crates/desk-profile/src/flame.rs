//! The flame graph: call paths as cells whose width is their weight. One side is coloured in gold, two sides by their
//! difference. Two sides share one pane, or each has a pane of the same scale and the same order of siblings.
//!
//! It is the gold-plated flame graph of *Visualisations for Function Time Profiles*, sections 4.2.1 to 4.2.3:
//! * Siblings are ordered by weight, and direct recursion is folded.
//! * A function's own weight takes the room to the left of its callees.
//! * The colour follows the weight of the function.
//! * All cells of the function under the pointer are outlined. Names that a search finds are filled.
//! * Zooming to a path keeps its callers visible.

mod info;
mod marks;
mod order;
mod pale;
mod panes;
mod parts;
mod picture;
mod rows;
mod settings;
mod shape;
#[cfg(test)]
mod side_by_side_tests;
mod table;
#[cfg(test)]
mod tests;
mod view;
mod zoomed;

pub use view::View;
