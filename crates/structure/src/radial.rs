//! The radial view as geometry: icicle rings around a circle, and curves between elements inside it.
//!
//! Section 4 of the paper. The hierarchy lies on rings outside the circle, its shown elements innermost (Fig. 7); the same tree
//! mirrored into the circle, root in the middle, says which way curves take: the control points of a relation are the
//! elements from its caller up to their common ancestor and down to its callee, straightened by β (Eq. 1). Angles are radians,
//! clockwise from the top; lengths are pixels, y downwards.

mod bundle;
mod labels;
mod rings;
mod spline;

pub use bundle::{Bundling, Edge, Path, Width, bundle};
pub use labels::{Label, LabelSizes, labels};
pub use rings::{Cell, Disc, Rings};
pub use spline::{control_points_at, spline};
