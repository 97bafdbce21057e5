//! Sizes and axis-parallel boxes in CSS pixels, y down.

/// A width and a height in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Horizontal extent.
    pub width: f32,
    /// Vertical extent.
    pub height: f32,
}

/// A box by its edges, `x0 <= x1` and `y0 <= y1`, in CSS pixels.
///
/// Edges instead of a width: two neighbours that share an edge must round to the same pixel.
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Rect {
    /// Left edge.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
}

impl Rect {
    /// Creates a box from its four edges.
    pub const fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self { x0, y0, x1, y1 }
    }

    /// Returns the horizontal extent.
    pub fn width(self) -> f32 {
        self.x1 - self.x0
    }

    /// Returns the vertical extent.
    pub fn height(self) -> f32 {
        self.y1 - self.y0
    }

    /// Returns true if the point is inside. Left and upper edges belong to the box, the others do not.
    pub fn contains(self, x: f32, y: f32) -> bool {
        x >= self.x0 && x < self.x1 && y >= self.y0 && y < self.y1
    }

    /// Returns true if two boxes share an area.
    pub fn overlaps(self, other: Self) -> bool {
        self.intersect(other).is_some()
    }

    /// Returns the area that two boxes share, or `None` if they do not overlap.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let shared = Self::new(
            self.x0.max(other.x0),
            self.y0.max(other.y0),
            self.x1.min(other.x1),
            self.y1.min(other.y1),
        );
        (shared.x0 < shared.x1 && shared.y0 < shared.y1).then_some(shared)
    }

    /// Returns the smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::new(self.x0.min(other.x0), self.y0.min(other.y0), self.x1.max(other.x1), self.y1.max(other.y1))
    }

    /// Returns the box grown by `by` pixels on all sides (shrunk if negative).
    pub fn outset(self, by: f32) -> Self {
        Self::new(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rect() -> impl Strategy<Value = Rect> {
        let place = || (0u8..6).prop_map(f32::from);
        (place(), place(), place(), place()).prop_map(|(x0, y0, x1, y1)| Rect::new(x0, y0, x1, y1))
    }

    proptest! {
        #[test]
        fn boxes_overlap_where_they_share_a_part(one in rect(), other in rect()) {
            prop_assert_eq!(one.overlaps(other), one.intersect(other).is_some());
        }
    }
}
