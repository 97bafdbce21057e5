//! The geometry of the radial view: icicle rings around a circle, and curves between elements within it.
//!
//! This follows section 4 of the paper. The hierarchy is drawn as rings outside the circle, with the shown elements
//! innermost (Fig. 7). A second copy of the tree within the circle, root in the middle, guides the curves. The control
//! points of a relation are the elements from its caller up to the common ancestor and down to its callee, straightened
//! by β (Eq. 1). Angles are in radians, clockwise from the top. Lengths are in pixels, y downwards.

mod bundle;
mod labels;
mod rings;
mod spline;

pub use bundle::{Bundling, Edge, Path, Width, bundle};
pub use labels::{Label, LabelSizes, labels};
pub use rings::{Cell, RingCircle, Rings};
pub use spline::{control_points_at, spline};
