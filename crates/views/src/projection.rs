//! From ticks to pixels and back.

use diptych_protocol::Window;

/// Maps a window of an axis to a stretch of the canvas. All arithmetic is in f64 on differences to the
/// window's start; only finished positions become f32.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    window: Window,
    x0: f64,
    px_per_tick: f64,
}

impl Projection {
    /// `window.start` lies at `x0`, `window.end` at `x1`, CSS pixels.
    pub fn new(window: Window, x0: f32, x1: f32) -> Self {
        let span = window.span().max(1) as f64;
        Self { window, x0: x0 as f64, px_per_tick: (x1 - x0) as f64 / span }
    }

    /// The place of a tick, CSS pixels.
    pub fn x_from_tick(&self, tick: i64) -> f64 {
        self.x0 + (tick - self.window.start) as f64 * self.px_per_tick
    }

    /// The last tick at or left of a place.
    pub fn tick_from_x(&self, x: f64) -> i64 {
        self.window.start + ((x - self.x0) / self.px_per_tick).floor() as i64
    }

    /// CSS pixels a tick.
    pub fn px_per_tick(&self) -> f64 {
        self.px_per_tick
    }
}
