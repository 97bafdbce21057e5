//! The software's structure as nested cells, and their cushions: the structure view of `ViewFusion` (Trümper, Telea, Döllner 2012,
//! section 3.2).
//!
//! [`Treemap`] lays the shown elements of a hierarchy and those around them out as rectangles whose areas are in proportion to sizes;
//! [`luminance`] says how bright each pixel of it is, so that what lies in what is seen without borders.
//!
//! What this crate does not do: measure anything, know colours or the screen.

mod cushion;
mod layout;
mod squarified;
mod strip;

pub use cushion::{Cushion, luminance, pixels, ridge};
pub use layout::{Cell, Input, Rect, Tiling, Treemap};
