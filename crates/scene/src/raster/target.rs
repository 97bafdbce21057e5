//! The pixels to draw on, and blending with them.

use crate::picture::Picture;
use crate::shade::{blend_channel, blend_source};
use crate::{Blend, Rect, Rgba, SpaceTransform};

/// A range of columns and rows of device pixels, last ones excluded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) x0: i32,
    pub(super) y0: i32,
    pub(super) x1: i32,
    pub(super) y1: i32,
}

impl Area {
    /// Returns the device pixels of this area inside the edges x0, y0, x1, y1, rounded outwards, or `None` if there are
    /// none.
    pub(super) fn within(self, [x0, y0, x1, y1]: [f32; 4]) -> Option<Self> {
        // The casts saturate, and turn NaN into 0.
        let area = Self {
            x0: (x0.floor() as i32).max(self.x0),
            y0: (y0.floor() as i32).max(self.y0),
            x1: (x1.ceil() as i32).min(self.x1),
            y1: (y1.ceil() as i32).min(self.y1),
        };
        (area.x0 < area.x1 && area.y0 < area.y1).then_some(area)
    }
}

/// Settings for drawing a layer.
pub(super) struct Brush {
    pub(super) blend: Blend,
    pub(super) clip: Area,
    pub(super) dpr: f32,
    pub(super) transform: SpaceTransform,
}

/// Opaque pixels to draw on.
pub(super) struct Target {
    width: u32,
    height: u32,
    background: [f32; 4],
    rgba: Vec<u8>,
}

impl Target {
    pub(super) fn new(width: u32, height: u32, background: Rgba) -> Self {
        let [r, g, b, _] = background.bytes();
        let rgba = [r, g, b, 255].repeat(width as usize * height as usize);
        Self { width, height, background: Rgba::new(r, g, b, 255).channels(), rgba }
    }

    pub(super) fn into_picture(self) -> Picture {
        Picture { width: self.width, height: self.height, rgba: self.rgba }
    }

    /// Returns a layer's clip with its edges rounded to device pixels, or `None` if it is off the canvas.
    pub(super) fn clip(&self, clip: Rect, dpr: f32) -> Option<Area> {
        let all = Area { x0: 0, y0: 0, x1: self.width as i32, y1: self.height as i32 };
        all.within([clip.x0, clip.y0, clip.x1, clip.y1].map(|edge| (edge * dpr + 0.5).floor()))
    }

    /// Blends a straight-alpha colour into a pixel of the clip. Fully transparent colours are skipped, because minimum
    /// and maximum would draw the background.
    pub(super) fn put(&mut self, blend: Blend, x: i32, y: i32, color: [f32; 4]) {
        if color[3] <= 0.0 {
            return;
        }
        let source = blend_source(blend, color, self.background);
        let at = (y as usize * self.width as usize + x as usize) * 4;
        for (byte, channel) in self.rgba[at..at + 3].iter_mut().zip(source) {
            let below = *byte as f32 / 255.0;
            *byte = (blend_channel(blend, channel, source[3], below) * 255.0).round() as u8;
        }
    }
}
