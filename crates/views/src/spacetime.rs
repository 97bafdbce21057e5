//! What lanes do over time, as areas of lanes × slices: of each side, and of both as how they differ (Dosimont et al., section
//! III; how areas too low to be seen are drawn: IV-C).

mod geometry;
mod labels;
pub(crate) mod paint;
mod picture;
mod table;
mod view;
mod words;

pub use paint::{state_color, state_order};
pub use view::View;
