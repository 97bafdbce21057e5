//! The massive sequence: a line a call from top to bottom, from the column of its caller to that of what it calls (section 5 of the
//! paper of Extravis).

mod geometry;
mod picture;
mod view;

pub use geometry::picture_size;
pub use view::View;
