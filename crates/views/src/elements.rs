//! The shown elements of a program with the calls of each, and the focus on calls or elements.

mod focus;
mod shown;

pub use focus::{Focus, Mode};
pub use shown::{Elements, MOST_ELEMENTS, shown_elements};
