//! The pair view: two mirrored icicle plots. A hangs from the top, its root row uppermost; B stands on the
//! bottom, its root row lowermost; so that the deepest calls of both face each other.
//!
//! Both sides share one time scale and start at zero unless they are zoomed apart, so equal lengths are
//! equal times. With one side open it takes the whole canvas.

mod decoration;
mod geometry;
mod layout;
mod twin;

pub use geometry::{default_window, lanes_by_time};
pub use layout::{PairInput, PairLayout, SideInput, layout};
pub use twin::twin;
