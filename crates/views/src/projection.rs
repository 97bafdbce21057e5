//! The mapping between ticks and pixels.

use crate::TimeMap;
use diptych_protocol::Window;

/// The mapping from a window of the common axis to a part of the canvas, for one side. All arithmetic is in f64 on
/// differences to the window's start. Only finished positions become f32.
#[derive(Debug, Clone, Copy)]
pub struct Projection<'a> {
    window: Window,
    x0: f64,
    px_per_tick: f64,
    time_map: TimeMap<'a>,
}

impl<'a> Projection<'a> {
    /// Maps `window.start` to `x0` and `window.end` to `x1`, CSS pixels. The side's own axis is the common one.
    pub fn new(window: Window, x0: f32, x1: f32) -> Self {
        let span = window.span().max(1) as f64;
        Self { window, x0: x0 as f64, px_per_tick: (x1 - x0) as f64 / span, time_map: TimeMap::Identity }
    }

    /// Returns this projection for a side that `time_map` places on the common axis.
    #[must_use]
    pub fn on(self, time_map: TimeMap<'a>) -> Self {
        Self { time_map, ..self }
    }

    /// Returns the x of a side's own tick, CSS pixels.
    pub fn x_from_tick(&self, tick: i64) -> f64 {
        self.x0 + (self.time_map.common(tick) - self.window.start) as f64 * self.px_per_tick
    }

    /// Returns the last of the side's own ticks at or left of an x. On a bent axis it may be off by one.
    pub fn tick_from_x(&self, x: f64) -> i64 {
        self.time_map.own(self.window.start + ((x - self.x0) / self.px_per_tick).floor() as i64)
    }

    /// Returns the first of the side's own ticks at or right of an x. On a bent axis it may be off by one.
    pub fn tick_right_of(&self, x: f64) -> i64 {
        let tick = self.tick_from_x(x);
        if self.x_from_tick(tick) < x { tick.saturating_add(1) } else { tick }
    }

    /// Returns the CSS pixels per tick of the common axis.
    pub fn px_per_tick(&self) -> f64 {
        self.px_per_tick
    }

    /// Returns the mapping of the side's axis onto the common one.
    pub fn time_map(&self) -> TimeMap<'a> {
        self.time_map
    }
}
