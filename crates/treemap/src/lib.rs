//! The software's structure as nested cells with cushions: the structure view of `ViewFusion` (Trümper, Telea, Döllner
//! 2012, section 3.2).
//!
//! [`Treemap`] lays out the shown elements of a hierarchy and those around them as rectangles whose areas are
//! proportional to sizes. [`luminance`] computes the brightness of each pixel, so that nesting is visible without
//! borders.
//!
//! This crate measures nothing and knows neither colours nor the screen.

#![forbid(unsafe_code)]

mod cushion;
mod layout;
mod squarified;
mod strip;

pub use cushion::{Cushion, luminance, pixels, ridge};
pub use layout::{Busiest, Cell, Input, Rect, Tiling, Treemap};
