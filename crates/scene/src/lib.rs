//! Scenes to draw: a [`Scene`] is layers of columnar batches of five primitives, in CSS pixels.
//!
//! A view writes a scene; a renderer draws it and knows nothing else. The SVG writer and the software rasteriser
//! (feature `raster`) are in this crate, the GPU backends in the `render` crate. All four must draw the same picture,
//! which a corpus of scenes (feature `corpus`) checks.
//!
//! Types to know: [`Scene`] and [`Layer`], a `*Batch` type for each primitive, [`Rgba`] and the tokens of [`theme`],
//! [`SpaceTransforms`] (which draw an old scene under a new viewport), [`pick::PickIndex`].
//!
//! A scene does not know time, traces or the screen, only pixels. It holds at most what the view decided to draw, so
//! its size is bounded by pixels, not by calls.

#![forbid(unsafe_code)]

pub mod check;
pub mod color;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod curve;
pub mod geometry;
pub mod image;
pub mod layer;
pub mod pick;
pub mod picture;
pub mod poly;
#[cfg(feature = "raster")]
pub mod raster;
pub mod rect;
pub mod shade;
pub mod svg;
pub mod text;
pub mod theme;
pub mod transform;
pub mod wire;

pub use color::Rgba;
pub use curve::{Curve, CurveBatch, CurvePiece, CurvePoint, CurveProfile};
pub use geometry::{Rect, Size};
pub use image::{Image, ImageBatch};
pub use layer::{Batch, Blend, Layer, Scene, Space};
pub use poly::{Poly, PolyBatch, PolyKind};
pub use rect::{Cushion, Hatch, RectBatch, RectInstance, RectStyle};
pub use text::{Align, Face, TextBatch, TextRun, UPRIGHT, Weight};
pub use transform::{SpaceTransform, SpaceTransforms};

/// Id of an item of a scene. Only the view that wrote the scene knows what the item is.
///
/// [`ItemId::NONE`] marks decoration that cannot be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct ItemId(pub u32);

impl ItemId {
    /// Decoration: it cannot be picked.
    pub const NONE: Self = Self(u32::MAX);
}
