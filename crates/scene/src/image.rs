//! *image*: a grid of colours stretched over a box.

use crate::{ItemId, Rect};

/// Images in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImageBatch {
    /// The images.
    pub images: Vec<Image>,
    /// What each image stands for; as long as `images`.
    pub items: Vec<ItemId>,
}

/// One image, drawn with nearest sampling unless `smooth`.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Where it lies, CSS pixels in the layer's space.
    pub rect: Rect,
    /// Columns.
    pub width: u32,
    /// Rows, the upper first.
    pub height: u32,
    /// Straight-alpha RGBA bytes, `width · height · 4` of them.
    pub rgba: Vec<u8>,
    /// Linear instead of nearest sampling.
    pub smooth: bool,
}
