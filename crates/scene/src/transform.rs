//! Transforms that draw the last scene under a newer viewport until the next scene arrives.

use crate::Space;

/// A transform of a space: x′ = x·`scale_x` + `shift_x`, y′ = y·`scale_y` + `shift_y`, in CSS pixels. Only positions
/// scale; borders, text and line widths stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceTransform {
    /// Horizontal zoom since the layout.
    pub scale_x: f32,
    /// Vertical zoom since the layout.
    pub scale_y: f32,
    /// Horizontal shift since the layout.
    pub shift_x: f32,
    /// Vertical shift since the layout, for example by scrolling.
    pub shift_y: f32,
}

impl SpaceTransform {
    /// Draws as laid out.
    pub const IDENTITY: Self = Self { scale_x: 1.0, scale_y: 1.0, shift_x: 0.0, shift_y: 0.0 };

    /// Returns the transformed position of a point.
    pub fn apply(self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale_x + self.shift_x, y * self.scale_y + self.shift_y)
    }
}

/// Transforms of all spaces; [`Space::FIXED`] never has one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceTransforms([SpaceTransform; Space::COUNT]);

impl SpaceTransforms {
    /// Draws as laid out.
    pub const IDENTITY: Self = Self([SpaceTransform::IDENTITY; Space::COUNT]);

    /// Returns the transforms with another one for a space. The canvas stays fixed.
    #[must_use]
    pub fn with(mut self, space: Space, transform: SpaceTransform) -> Self {
        if space != Space::FIXED {
            self.0[space.index()] = transform;
        }
        self
    }

    /// Returns the transform of a space.
    pub fn get(&self, space: Space) -> SpaceTransform {
        self.0[space.index()]
    }
}
