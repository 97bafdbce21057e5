//! The flame graph: call paths as cells, width = weight, of one side in gold, of two as their difference.
//!
//! What *Visualisations for Function Time Profiles* calls gold-plated, sections 4.2.1 to 4.2.3: siblings by weight, direct
//! recursion folded, room for the own weight left of what a function calls, colour by the function's weight, all cells of
//! the function under the pointer outlined, names found filled. A path is zoomed to, its callers stay in sight.

mod picture;
mod shape;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use view::View;
