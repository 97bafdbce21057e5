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
    /// What its coordinates are tied to.
    pub space: Space,
    /// Whether it shows what is selected or under the pointer: it changes while all else stays, and a renderer may keep
    /// a picture of the others.
    pub marks: bool,
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

/// What coordinates are tied to: the canvas, or something that moves and is zoomed by itself, as a pane does. Which
/// pane a number stands for is the view's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Space(u8);

impl Space {
    /// How many there are in a scene.
    pub const COUNT: usize = 8;

    /// All of them, by their numbers.
    pub const ALL: [Self; Self::COUNT] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The canvas, which never moves.
    pub const FIXED: Self = Self(0);

    /// Its place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }
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
        Self { clip, blend: Blend::Normal, space, marks: false, batches: Vec::new() }
    }
}
