//! *image*: a grid of colours stretched over a box.

use crate::{ItemId, Rect};

/// Images in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImageBatch {
    /// The images.
    pub images: Vec<Image>,
    /// Item of each image; as long as `images`.
    pub items: Vec<ItemId>,
}

/// One image, drawn with nearest sampling unless `smooth`.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Box that the image fills, in CSS pixels of the layer's space.
    pub rect: Rect,
    /// Number of columns.
    pub width: u32,
    /// Number of rows, top row first.
    pub height: u32,
    /// Straight-alpha RGBA bytes, `width · height · 4` of them.
    pub rgba: Vec<u8>,
    /// True for linear sampling, false for nearest.
    pub smooth: bool,
}
