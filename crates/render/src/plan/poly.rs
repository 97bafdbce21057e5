//! Shapes as bands of quads.
//!
//! A strip is already a band. A convex outline p₀ … pₙ₋₁ becomes one by pairing pᵢ with pₙ₋₁₋ᵢ. The quads between pairs
//! are convex, their long sides are edges of the outline, and so are the two ends of the band (an odd count ends in a
//! point). So one shader draws both kinds. Each fragment is between two facing edges, which makes bands thinner than a
//! pixel as faint as they should be.

use bytemuck::{Pod, Zeroable};
use diptych_scene::{PolyBatch, PolyKind, Rgba};

use super::finite::are_finite;

/// A quad of a band, as `shaders/poly.wgsl` reads it; in CSS pixels of the layer's space.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PolyInstance {
    /// Pair (left x, left y, right x, right y) before the quad; the near pair if there is none.
    pub before: [f32; 4],
    /// Pair at which the quad begins.
    pub near: [f32; 4],
    /// Pair at which the quad ends.
    pub far: [f32; 4],
    /// Pair after the quad; the far pair if there is none.
    pub after: [f32; 4],
    /// Fill colour.
    pub fill: Rgba,
    /// Bit 0: the band begins here. Bit 1: it ends here. Such ends are antialiased.
    pub caps: u32,
    /// Padding to whole texels.
    pub reserved: [u32; 2],
}

impl PolyInstance {
    /// Bit of `caps`: the band begins with this quad.
    pub const BEGINS: u32 = 1;
    /// Bit of `caps`: the band ends with this quad.
    pub const ENDS: u32 = 2;
}

/// Appends the quads of all shapes.
pub(super) fn tessellate(batch: &PolyBatch, quads: &mut Vec<PolyInstance>) {
    let mut pairs = Vec::new();
    for poly in &batch.polys {
        let points = &batch.vertices[poly.first as usize..][..poly.count as usize];
        if !are_finite(points.as_flattened()) {
            continue;
        }
        pairs.clear();
        match poly.kind {
            PolyKind::STRIP => pairs.extend(points.chunks_exact(2).map(|pair| join(pair[0], pair[1]))),
            _ => pairs.extend(facing(points)),
        }
        band(&pairs, poly.fill, quads);
    }
}

/// Returns the pairs of an outline. The outline is cut open at its shortest edge, so that the two sides of a sliver
/// face each other.
fn facing(outline: &[[f32; 2]]) -> impl Iterator<Item = [f32; 4]> + '_ {
    let count = outline.len();
    let length = |&index: &usize| {
        let (from, to) = (outline[(index + count - 1) % count], outline[index]);
        (to[0] - from[0]).hypot(to[1] - from[1])
    };
    let start = (0..count).min_by(|one, other| length(one).total_cmp(&length(other))).unwrap_or(0);
    let corner = move |index: usize| outline[(start + index) % count];
    (0..count.div_ceil(2)).map(move |index| join(corner(index), corner(count - 1 - index)))
}

fn join(left: [f32; 2], right: [f32; 2]) -> [f32; 4] {
    [left[0], left[1], right[0], right[1]]
}

/// Appends the quads between neighbouring pairs. A band that ends where it begins is a ring, without ends.
fn band(pairs: &[[f32; 4]], fill: Rgba, quads: &mut Vec<PolyInstance>) {
    let last = pairs.len() - 1;
    let is_ring = last >= 3 && pairs[0].map(f32::to_bits) == pairs[last].map(f32::to_bits);
    for i in 0..last {
        let (begins, ends) = (i == 0 && !is_ring, i + 1 == last && !is_ring);
        quads.push(PolyInstance {
            before: pairs[if i > 0 {
                i - 1
            } else if is_ring {
                last - 1
            } else {
                0
            }],
            near: pairs[i],
            far: pairs[i + 1],
            after: pairs[if i + 1 < last {
                i + 2
            } else if is_ring {
                1
            } else {
                last
            }],
            fill,
            caps: u32::from(begins) * PolyInstance::BEGINS + u32::from(ends) * PolyInstance::ENDS,
            reserved: [0; 2],
        });
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these numbers are copied, not computed")]
mod tests {
    use diptych_scene::ItemId;

    use super::*;

    fn quads(add: impl Fn(&mut PolyBatch)) -> Vec<PolyInstance> {
        let mut batch = PolyBatch::default();
        add(&mut batch);
        let mut quads = Vec::new();
        tessellate(&batch, &mut quads);
        quads
    }

    #[test]
    fn triangle_is_one_quad_that_ends_in_a_point() {
        let outline = [[0.0, 3.0], [0.0, 0.0], [4.0, 0.0]];
        let made = quads(|batch| batch.convex(&outline, Rgba::hex(1), ItemId(0)));
        assert_eq!(made.len(), 1);
        // The band begins at the shortest edge, whichever corner comes first.
        assert_eq!(made[0].near, [0.0, 0.0, 0.0, 3.0]);
        assert_eq!(made[0].far, [4.0, 0.0, 4.0, 0.0]);
        assert_eq!(made[0].caps, PolyInstance::BEGINS | PolyInstance::ENDS);
    }

    #[test]
    fn outline_edges_are_sides_and_ends_of_the_band() {
        let hexagon = [[1.0, 0.0], [2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.5, 0.5]];
        let made = quads(|batch| batch.convex(&hexagon, Rgba::hex(1), ItemId(0)));
        let caps: Vec<_> = made.iter().map(|quad| quad.caps).collect();
        assert_eq!(caps, [PolyInstance::BEGINS, PolyInstance::ENDS]);
        assert_eq!(made[0].near, [1.0, 0.0, 0.5, 0.5]);
        assert_eq!(made[0].far, [2.0, 0.0, 1.0, 2.0]);
        assert_eq!(made[1].far, [3.0, 1.0, 2.0, 2.0]);
        assert_eq!((made[0].before, made[0].after), (made[0].near, made[1].far));
        assert_eq!((made[1].before, made[1].after), (made[0].near, made[1].far));
    }

    #[test]
    fn ring_has_no_ends_and_joins_itself() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let pairs: Vec<[f32; 2]> = square.iter().flat_map(|&[x, y]| [[x, y], [x * 2.0, y * 2.0]]).collect();
        let made = quads(|batch| batch.strip(&pairs, Rgba::hex(1), ItemId(0)));
        assert_eq!(made.len(), 4);
        assert!(made.iter().all(|quad| quad.caps == 0));
        assert_eq!(made[0].before, made[3].near);
        assert_eq!(made[3].after, made[0].far);
    }
}
