//! The shown elements of a program with the calls of each.

mod shown;

pub use shown::{Elements, MOST_ELEMENTS, shown_elements};
