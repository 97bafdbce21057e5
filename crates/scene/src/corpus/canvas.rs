//! The canvas of all scenes, and the parts that they share.

use crate::theme::{Theme, ThemeName};
use crate::{Batch, Layer, Rect, Rgba, Scene, Size, Space};

/// Size of the scenes.
pub const SIZE: Size = Size { width: 480.0, height: 300.0 };

/// The whole canvas.
pub(super) const CANVAS: Rect = Rect::new(0.0, 0.0, SIZE.width, SIZE.height);

pub(super) fn scene(theme: &Theme, layers: Vec<Layer>) -> Scene {
    Scene { size: SIZE, background: theme.bg, layers }
}

/// Builds a layer over the whole canvas.
pub(super) fn layer(space: Space, batches: Vec<Batch>) -> Layer {
    Layer { batches, ..Layer::new(CANVAS, space) }
}

pub(super) fn light() -> &'static Theme {
    Theme::named(ThemeName::Light)
}

/// Returns one of the twelve category colours, cyclically.
pub(super) fn category(index: usize) -> Rgba {
    crate::theme::CATEGORIES[index % crate::theme::CATEGORIES.len()]
}
