//! Scenes and their layers.

use crate::{CurveBatch, ImageBatch, PolyBatch, Rect, RectBatch, Rgba, Size, TextBatch};

/// All that is to be seen of a desk's canvas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Size of the canvas it was laid out for.
    pub size: Size,
    /// What the canvas is cleared to; opaque.
    pub background: Rgba,
    /// The layers, lowest first.
    pub layers: Vec<Layer>,
}

/// Batches that share a clip, a blend and a coordinate space.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Nothing is drawn outside; never transformed.
    pub clip: Rect,
    /// How its colours meet what is below.
    pub blend: Blend,
    /// What its x coordinates are tied to.
    pub space: Space,
    /// The batches, lowest first.
    pub batches: Vec<Batch>,
}

/// How colours meet what is below. Coverage (antialiasing, alpha) mixes with the *background* colour
/// of the scene before minimum and maximum, because GPUs ignore alpha there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u32)]
pub enum Blend {
    /// Source over.
    #[default]
    Normal = 0,
    /// The darker of the two, channel by channel (Extravis on light ground).
    Min = 1,
    /// The lighter of the two, channel by channel (Extravis on dark ground).
    Max = 2,
    /// The product of the two.
    Multiply = 3,
}

/// What x coordinates are tied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u32)]
pub enum Space {
    /// The canvas.
    #[default]
    Fixed = 0,
    /// The time window of side A.
    TimeA = 1,
    /// The time window of side B.
    TimeB = 2,
}

/// One batch of one primitive.
#[derive(Debug, Clone, PartialEq)]
pub enum Batch {
    /// Boxes.
    Rects(RectBatch),
    /// Filled shapes.
    Polys(PolyBatch),
    /// Lines and tubes.
    Curves(CurveBatch),
    /// Grids of colours.
    Images(ImageBatch),
    /// Text runs.
    Texts(TextBatch),
}

impl Layer {
    /// An empty layer.
    pub fn new(clip: Rect, space: Space) -> Self {
        Self { clip, blend: Blend::Normal, space, batches: Vec::new() }
    }
}
