//! The funky graph: a column for each function, with its callees above and its callers below.
//!
//! *Visualisations for Function Time Profiles*, section 5. Columns are ordered by inclusive weight, and a column is as
//! wide as its function's own weight. Within a column, a path is as wide as its share of the function's inclusive
//! weight. Functions that are too narrow share one bar, and functions without own weight stand behind it. The two trees of a function are built when its column is first
//! shown, and kept.

mod columns;
mod pairs;
mod picture;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use view::View;
