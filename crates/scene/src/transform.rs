//! How the last scene is drawn under a newer viewport until the next scene arrives.

use crate::Space;

/// x′ = x·`scale` + `shift_x`, y′ = y + `shift_y`, in CSS pixels. Only positions scale: borders, text and
/// line widths stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceTransform {
    /// Horizontal zoom since the layout.
    pub scale: f32,
    /// Horizontal shift since the layout.
    pub shift_x: f32,
    /// Vertical shift since the layout (scrolling).
    pub shift_y: f32,
}

impl SpaceTransform {
    /// Draws as laid out.
    pub const IDENTITY: Self = Self { scale: 1.0, shift_x: 0.0, shift_y: 0.0 };

    /// The place of a point.
    pub fn apply(self, x: f32, y: f32) -> (f32, f32) {
        (self.apply_x(x), y + self.shift_y)
    }

    /// The place of an x coordinate.
    pub fn apply_x(self, x: f32) -> f32 {
        x * self.scale + self.shift_x
    }
}

/// One transform a time space; fixed layers are never transformed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceTransforms {
    /// For [`Space::TimeA`].
    pub a: SpaceTransform,
    /// For [`Space::TimeB`].
    pub b: SpaceTransform,
}

impl SpaceTransforms {
    /// Draws as laid out.
    pub const IDENTITY: Self = Self { a: SpaceTransform::IDENTITY, b: SpaceTransform::IDENTITY };

    /// The transform of a space.
    pub fn of(&self, space: Space) -> SpaceTransform {
        match space {
            Space::Fixed => SpaceTransform::IDENTITY,
            Space::TimeA => self.a,
            Space::TimeB => self.b,
        }
    }
}
