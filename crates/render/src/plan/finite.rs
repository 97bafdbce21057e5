//! The test for coordinates that can be drawn.

/// Returns true if a primitive with these coordinates is drawn. A GPU may draw triangles with NaN or infinite positions
/// anywhere, so such primitives are left out.
pub(super) fn are_finite(coordinates: &[f32]) -> bool {
    coordinates.iter().all(|place| place.is_finite())
}
