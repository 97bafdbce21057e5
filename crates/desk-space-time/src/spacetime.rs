//! The picture of lanes over time, as areas of lanes × slices: of each side, and of both sides as their differences
//! (Dosimont et al., section III; section IV-C for areas too low to see).

mod geometry;
mod labels;
mod pace;
pub(crate) mod paint;
mod picture;
mod rest;
mod table;
mod view;
mod words;

pub(crate) use geometry::labels_width;
pub use paint::{state_color, state_order};
pub use view::View;
