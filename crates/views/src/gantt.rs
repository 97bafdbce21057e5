//! The states of single lanes as they were: a row a lane, in the middle of each pixel the state of that moment. Of what is
//! selected, else of all that is shown.

mod picture;
mod view;

pub use view::View;
