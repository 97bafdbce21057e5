//! The states of single lanes over time. Each lane has a row, and each pixel shows the state at its middle. The picture
//! covers the selected area, or everything if none is selected.

mod axis;
mod names;
mod picture;
mod view;

pub use view::View;
