//! The elements of a program that are shown with the calls of each, and what of both is in focus.

mod focus;
mod shown;

pub use focus::{Focus, Mode};
pub use shown::{Elements, MOST_ELEMENTS, shown_elements};
