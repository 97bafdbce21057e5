//! What to draw: a [`Scene`] is layers of columnar batches of five primitives, in CSS pixels.
//!
//! A view writes a scene; a renderer draws it and knows nothing else. The SVG writer and the
//! software rasteriser (feature `raster`) live here, the GPU backends in the `render` crate; all four
//! must draw the same picture, which one corpus of scenes (feature `corpus`) checks.
//!
//! Types to know: [`Scene`] and [`Layer`], one `*Batch` a primitive, [`Rgba`] and the tokens of
//! [`theme`], [`SpaceTransforms`] (how an old scene is drawn under a new viewport), [`pick::PickIndex`].
//!
//! A scene does not know time, traces or the screen it will land on: only pixels. It holds at most
//! what the view decided to draw, so its size is bounded by pixels, never by calls.

pub mod check;
pub mod color;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod curve;
pub mod geometry;
pub mod image;
pub mod layer;
pub mod pick;
#[cfg(feature = "raster")]
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

/// Identifies what an item of a scene stands for; only the view that wrote the scene can say.
///
/// [`ItemId::NONE`] marks decoration that cannot be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct ItemId(pub u32);

impl ItemId {
    /// Decoration: nothing is picked here.
    pub const NONE: Self = Self(u32::MAX);
}
