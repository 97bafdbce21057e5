//! The massive sequence view (section 5 of the paper of Extravis). Each call is a line, from top to bottom in order,
//! from the column of its caller to that of its callee.

mod emphasis;
mod geometry;
mod picture;
mod point;
mod ribbon;
mod view;

pub use geometry::picture_size;
pub(crate) use ribbon::legend as ribbon_legend;
pub use view::View;
