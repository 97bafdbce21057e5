//! Scenes and their layers.

use crate::{CurveBatch, ImageBatch, PolyBatch, Rect, RectBatch, Rgba, Size, TextBatch};

/// Everything on a desk's canvas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Size of the canvas that the scene was laid out for.
    pub size: Size,
    /// Colour that the canvas is cleared to; opaque.
    pub background: Rgba,
    /// The layers, lowest first.
    pub layers: Vec<Layer>,
}

/// Batches that share a clip, a blend and a coordinate space.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Area outside which nothing is drawn; never transformed.
    pub clip: Rect,
    /// Blend of the layer's colours with the layers below.
    pub blend: Blend,
    /// Space of the coordinates.
    pub space: Space,
    /// True if the layer marks the selection or the item under the pointer. Such layers change while all others stay,
    /// so a renderer may cache a picture of the others.
    pub marks: bool,
    /// The batches, lowest first.
    pub batches: Vec<Batch>,
}

/// Blend of colours with the layers below.
///
/// For minimum and maximum, GPUs ignore alpha. Coverage (antialiasing, alpha) is therefore mixed with the *background*
/// colour of the scene first.
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

/// A coordinate space: the canvas, or something that moves and zooms on its own, such as a pane. The view decides which
/// pane a number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Space(u8);

impl Space {
    /// Number of spaces in a scene.
    pub const COUNT: usize = 8;

    /// All spaces, by number.
    pub const ALL: [Self; Self::COUNT] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The canvas, which never moves.
    pub const FIXED: Self = Self(0);

    /// Returns the index in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the space.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }
}

/// A batch of one kind of primitive.
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
    /// Creates an empty layer.
    pub fn new(clip: Rect, space: Space) -> Self {
        Self { clip, blend: Blend::Normal, space, marks: false, batches: Vec::new() }
    }
}
