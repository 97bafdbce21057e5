//! *text*: whole strings in boxes; elided where they are drawn, because only there widths are known.

pub mod fit;
pub mod turn;
pub mod width;

use crate::{ItemId, Rect, Rgba};

/// Text runs in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextBatch {
    /// The runs.
    pub runs: Vec<TextRun>,
    /// What each run stands for; as long as `runs`.
    pub items: Vec<ItemId>,
}

/// One line of text. Hostile text is fine: it is only ever drawn, or escaped in SVG.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// The box it must stay inside, CSS pixels in the layer's space; a run that does not fit is elided,
    /// one whose box is narrower than an ellipsis is not drawn. Vertically centred.
    pub rect: Rect,
    /// The whole string.
    pub text: String,
    /// Font size in CSS pixels.
    pub size: f32,
    /// Colour.
    pub color: Rgba,
    /// Interface or code face.
    pub face: Face,
    /// Stroke weight.
    pub weight: Weight,
    /// Where it stands in its box.
    pub align: Align,
    /// Cosine and sine of the angle by which it is turned clockwise about the middle of its box, which is the box of the run
    /// before that; [`UPRIGHT`]. In place of the angle, so that no backend has its own trigonometry.
    pub direction: [f32; 2],
}

/// The direction of a run that is not turned.
pub const UPRIGHT: [f32; 2] = [1.0, 0.0];

/// The two faces of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Face {
    /// The interface face, tabular figures.
    #[default]
    Ui = 0,
    /// The code face.
    Code = 1,
}

/// Stroke weights of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Weight {
    /// 400
    #[default]
    Regular = 0,
    /// 550
    Medium = 1,
    /// 650
    Bold = 2,
}

/// Where a run stands in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Align {
    /// At the left edge.
    #[default]
    Start = 0,
    /// In the middle.
    Center = 1,
    /// At the right edge.
    End = 2,
    /// At the left edge of the part of the box that is inside the layer's clip, so that a label stays
    /// in view while its call is wider than the screen.
    Sticky = 3,
}

impl TextBatch {
    /// Adds a run.
    pub fn push(&mut self, run: TextRun, item: ItemId) {
        self.runs.push(run);
        self.items.push(item);
    }
}
