//! The funky graph: of every function a column with what it calls above it and what calls it below.
//!
//! *Visualisations for Function Time Profiles*, section 5. Columns stand by inclusive weight and are as wide as the own
//! weight of their functions; within a column a path is as wide as its share of the function's inclusive weight. What is
//! too narrow is one bar. Pairs of trees are made for the columns that are shown, and kept.

mod pairs;
mod picture;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use view::View;
