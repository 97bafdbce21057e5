//! *text*: whole strings in boxes. The renderers elide them, because only they know the widths.

pub mod fit;
pub mod turn;
pub mod width;

use crate::{ItemId, Rect, Rgba};

/// Text runs in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextBatch {
    /// The runs.
    pub runs: Vec<TextRun>,
    /// Item of each run; as long as `runs`.
    pub items: Vec<ItemId>,
}

/// One line of text. Hostile text is fine: it is only ever drawn, or escaped in SVG.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// Box that the run must stay inside, in CSS pixels of the layer's space. A run that does not fit is elided. A run
    /// whose box is narrower than an ellipsis is not drawn. Vertically centred.
    pub rect: Rect,
    /// The whole string.
    pub text: String,
    /// Font size in CSS pixels.
    pub size: f32,
    /// Text colour.
    pub color: Rgba,
    /// Interface or code face.
    pub face: Face,
    /// Stroke weight.
    pub weight: Weight,
    /// Alignment in the box.
    pub align: Align,
    /// Cosine and sine of the angle by which the run is turned clockwise about the centre of its box; [`UPRIGHT`] for
    /// none. `rect` is the box before turning. A direction instead of an angle, so that no backend needs its own
    /// trigonometry.
    pub direction: [f32; 2],
}

/// Direction of a run that is not turned.
pub const UPRIGHT: [f32; 2] = [1.0, 0.0];

/// Faces of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Face {
    /// The interface face, with tabular figures.
    #[default]
    Ui = 0,
    /// The code face.
    Code = 1,
}

/// Stroke weights of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Weight {
    /// Weight 400.
    #[default]
    Regular = 0,
    /// Weight 550.
    Medium = 1,
    /// Weight 650.
    Bold = 2,
}

/// Alignment of a run in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Align {
    /// At the left edge.
    #[default]
    Start = 0,
    /// Centred.
    Center = 1,
    /// At the right edge.
    End = 2,
    /// At the left edge of the part of the box that is inside the layer's clip, so that a label stays in view if its
    /// call is wider than the screen.
    Sticky = 3,
    /// Centred. A run that does not fit is set smaller, down to [`fit::LEAST_PX`], before it is elided.
    Shrink = 4,
}

impl TextBatch {
    /// Adds a run.
    pub fn push(&mut self, run: TextRun, item: ItemId) {
        self.runs.push(run);
        self.items.push(item);
    }
}
