//! Parameters that change between two drawings of one scene: viewport, pixel density, size, detail.

use diptych_scene::curve::eval::SEGMENTS;
use diptych_scene::{Rect, SpaceTransforms};

use crate::RenderError;

/// A size in whole device pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PixelSize {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

/// A box of whole device pixels, y down; it may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PixelRect {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

/// Everything that one drawing of a planned scene depends on besides the plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameParams {
    /// Transforms of the spaces since the layout.
    pub transforms: SpaceTransforms,
    /// Device pixels per CSS pixel.
    pub dpr: f32,
    /// Size of the target.
    pub size: PixelSize,
    /// Number of steps for each piece of a curve.
    pub segments: u32,
}

/// Number of steps for each piece of a curve in a coarse frame: a fifth of the vertices, and bends still look round in
/// motion.
const COARSE_SEGMENTS: u32 = 10;

impl FrameParams {
    /// Returns parameters that draw as laid out on a target of this size.
    pub const fn still(size: PixelSize, dpr: f32) -> Self {
        Self { transforms: SpaceTransforms::IDENTITY, dpr, size, segments: SEGMENTS as u32 }
    }

    /// Returns parameters with half the pixels along each axis and fewer steps for each curve, for motion on slow
    /// devices. The page stretches the canvas to its size.
    #[must_use]
    pub fn coarse(self) -> Self {
        let PixelSize { width, height } = self.size;
        let size = PixelSize { width: width.div_ceil(2), height: height.div_ceil(2) };
        Self { size, dpr: self.dpr / 2.0, segments: COARSE_SEGMENTS, ..self }
    }

    /// Returns the device pixels inside a clip given in CSS pixels. Edges are rounded as those of rectangles, `floor(x
    /// · dpr + 0.5)`, then clamped to the target. NaN edges give an empty box.
    pub fn scissor(&self, clip: Rect) -> PixelRect {
        let (x, width) = span(clip.x0, clip.x1, self.dpr, self.size.width);
        let (y, height) = span(clip.y0, clip.y1, self.dpr, self.size.height);
        PixelRect { x, y, width, height }
    }
}

impl PixelSize {
    /// Returns true if there is no pixel.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Returns an error for a size with a side longer than `max_side`.
    pub fn check(self, max_side: u32) -> Result<(), RenderError> {
        if self.width.max(self.height) <= max_side {
            return Ok(());
        }
        let Self { width, height } = self;
        Err(RenderError::Resource(format!("{width} × {height} pixels, at most {max_side} a side")))
    }
}

impl PixelRect {
    /// Returns true if there is no pixel.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// Returns the first pixel and the number of pixels between two edges, inside `0..limit`.
fn span(from_css: f32, to_css: f32, dpr: f32, limit: u32) -> (u32, u32) {
    // The cast saturates and turns NaN into 0, so any edge is safe.
    let edge = |css: f32| ((css * dpr + 0.5).floor() as u32).min(limit);
    let (from, to) = (edge(from_css), edge(to_css));
    (from, to.saturating_sub(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scissor(clip: Rect, dpr: f32) -> PixelRect {
        FrameParams::still(PixelSize { width: 100, height: 50 }, dpr).scissor(clip)
    }

    #[test]
    fn scissor_rounds_edges_like_rects() {
        let cut = scissor(Rect::new(1.4, 2.5, 10.5, 11.49), 1.0);
        assert_eq!(cut, PixelRect { x: 1, y: 3, width: 10, height: 8 });
        let dense = scissor(Rect::new(1.4, 2.5, 10.5, 11.49), 2.0);
        assert_eq!(dense, PixelRect { x: 3, y: 5, width: 18, height: 18 });
    }

    #[test]
    fn targets_too_large_are_refused() {
        let size = PixelSize { width: 8192, height: 8193 };
        assert_eq!(size.check(8193), Ok(()));
        assert_eq!(
            size.check(8192),
            Err(RenderError::Resource("8192 × 8193 pixels, at most 8192 a side".into()))
        );
    }

    #[test]
    fn scissor_stays_inside_the_target() {
        assert_eq!(
            scissor(Rect::new(-20.0, -1.0, 400.0, 1e30), 1.0),
            PixelRect { x: 0, y: 0, width: 100, height: 50 }
        );
        assert!(scissor(Rect::new(200.0, 0.0, 300.0, 10.0), 1.0).is_empty());
        assert!(scissor(Rect::new(9.0, 9.0, 3.0, 3.0), 1.0).is_empty());
        assert!(scissor(Rect::new(f32::NAN, 0.0, f32::NAN, 10.0), 1.0).is_empty());
    }
}
