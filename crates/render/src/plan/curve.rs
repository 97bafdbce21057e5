//! Curves as data textures, with one instance for each piece.
//!
//! ```text
//! texture   control points of a curve · its arc-length table (four entries a texel) · the next curve …
//! instance  a piece, drawn in equal steps of the spline parameter
//! ```

use bytemuck::{Pod, Zeroable};
use diptych_scene::curve::eval::ArcTable;
use diptych_scene::{Curve, CurveBatch, CurvePiece, CurvePoint, Rgba};

use super::finite::are_finite;
use crate::texture::{MAX_TEXELS, Texels, Texture};

/// A piece of a curve, as `shaders/curve.wgsl` reads it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CurveInstance {
    /// Texel of the first control point.
    pub first_texel: u32,
    /// First texel of the arc-length table.
    pub table_texel: u32,
    /// Number of control points.
    pub count: u32,
    /// [`diptych_scene::CurveProfile`] as a number.
    pub profile: u32,
    /// Width at the curve's start in CSS pixels.
    pub width0: f32,
    /// Width at the curve's end in CSS pixels.
    pub width1: f32,
    /// Thinning λ.
    pub lambda: f32,
    /// Narrowest width in CSS pixels.
    pub min_width: f32,
    /// Spline parameter at which the piece begins, 0..=1.
    pub u0: f32,
    /// Spline parameter at which the piece ends, 0..=1.
    pub u1: f32,
    /// Darkness of the borders.
    pub shade: f32,
    /// Strength of the highlight.
    pub highlight: f32,
    /// Colour at the curve's start.
    pub color0: Rgba,
    /// Colour at the curve's end.
    pub color1: Rgba,
    /// Padding to whole texels.
    pub reserved: [u32; 2],
}

/// Instances with the texture that they read.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) instances: Vec<CurveInstance>,
    texels: Vec<[f32; 4]>,
}

impl Chunk {
    /// Turns the texels into a texture, filled up to whole rows.
    pub(super) fn into_texture(self) -> Texture {
        Texture::of_rows(self.texels, Texels::Float)
    }
}

/// A curve that is stored in the current chunk.
#[derive(Debug, Clone, Copy)]
struct Stored {
    first_texel: u32,
    table_texel: u32,
    table: ArcTable,
}

/// Packs the pieces of a batch in drawing order. Returns no chunk without pieces, otherwise one, or more if the curves
/// do not fit in one texture. A single curve that does not fit (two million points) is left out.
pub(super) fn pack(batch: &CurveBatch) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut chunk = Chunk::default();
    let mut stored: Vec<Option<Stored>> = vec![None; batch.curves.len()];
    for piece in &batch.pieces {
        let index = piece.curve as usize;
        let curve = &batch.curves[index];
        let points = &batch.points[curve.first as usize..][..curve.count as usize];
        let needed = points.len() + size_of::<ArcTable>() / size_of::<[f32; 4]>();
        let is_drawn = points.iter().all(|point| are_finite(&[point.x, point.y]));
        if !is_drawn || needed > MAX_TEXELS {
            continue;
        }
        if stored[index].is_none() && chunk.texels.len() + needed > MAX_TEXELS {
            chunks.push(std::mem::take(&mut chunk));
            stored.fill(None);
        }
        let place = *stored[index].get_or_insert_with(|| store(points, &mut chunk.texels));
        chunk.instances.push(instance(curve, piece, &place));
    }
    chunks.extend((!chunk.instances.is_empty()).then_some(chunk));
    chunks
}

fn store(points: &[CurvePoint], texels: &mut Vec<[f32; 4]>) -> Stored {
    let laid_out: Vec<_> = points.iter().map(|point| [point.x, point.y]).collect();
    let table = ArcTable::new(&laid_out);
    let first_texel = texels.len() as u32;
    texels.extend(points.iter().map(|point| [point.x, point.y, point.space, 0.0]));
    let table_texel = texels.len() as u32;
    texels.extend(table.0.as_chunks::<4>().0);
    Stored { first_texel, table_texel, table }
}

fn instance(curve: &Curve, piece: &CurvePiece, place: &Stored) -> CurveInstance {
    CurveInstance {
        first_texel: place.first_texel,
        table_texel: place.table_texel,
        count: curve.count,
        profile: curve.profile.0,
        width0: curve.width0,
        width1: curve.width1,
        lambda: curve.lambda,
        min_width: curve.min_width,
        u0: place.table.u(piece.t0),
        u1: place.table.u(piece.t1),
        shade: curve.shade,
        highlight: curve.highlight,
        color0: curve.color0,
        color1: curve.color1,
        reserved: [0; 2],
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these numbers are copied, not computed")]
mod tests {
    use diptych_scene::{CurveProfile, ItemId};

    use super::*;
    use crate::texture::TEXEL_COLUMNS;

    fn curve() -> Curve {
        Curve { width0: 4.0, width1: 8.0, lambda: 0.5, profile: CurveProfile::NORMAL, ..Zeroable::zeroed() }
    }

    fn point(x: f32, y: f32) -> CurvePoint {
        CurvePoint { x, y, space: 1.0, reserved: 0.0 }
    }

    #[test]
    fn curves_are_stored_once_for_all_pieces() {
        let mut batch = CurveBatch::default();
        batch.push(&[point(1.0, 2.0), point(9.0, 2.0)], Curve { depth1: 3.0, ..curve() }, ItemId(0));
        batch.cut();
        let chunks = pack(&batch);
        assert_eq!(chunks.len(), 1);
        let instances = &chunks[0].instances;
        assert_eq!(instances.len(), 3);
        assert!(instances.iter().all(|piece| (piece.first_texel, piece.table_texel) == (0, 2)));
        // Neighbouring pieces meet at the same parameter, bit for bit.
        assert_eq!((instances[0].u0, instances[2].u1), (0.0, 1.0));
        assert_eq!((instances[0].u1, instances[1].u1), (instances[1].u0, instances[2].u0));
        assert_eq!(chunks[0].texels.len(), 2 + 4);
        assert_eq!(chunks[0].texels[1], [9.0, 2.0, 1.0, 0.0]);
        // A straight curve has t = u.
        assert!((chunks[0].texels[2][0] - 1.0 / 16.0).abs() < 1e-5);
    }

    #[test]
    fn texture_has_whole_rows() {
        let mut batch = CurveBatch::default();
        for _ in 0..200 {
            batch.push(&[point(0.0, 0.0), point(1.0, 1.0)], curve(), ItemId(0));
        }
        batch.cut();
        let texture = pack(&batch).remove(0).into_texture();
        assert_eq!((texture.width, texture.height), (TEXEL_COLUMNS, 2));
        assert_eq!(texture.bytes().len(), 2 * 1024 * 16);
    }

    #[test]
    fn full_texture_starts_another() {
        let points = vec![point(0.0, 0.0); MAX_TEXELS / 2];
        let mut batch = CurveBatch::default();
        for _ in 0..2 {
            batch.push(&points, curve(), ItemId(0));
        }
        batch.cut();
        let chunks = pack(&batch);
        assert_eq!(chunks.iter().map(|chunk| chunk.instances.len()).collect::<Vec<_>>(), [1, 1]);
        assert!(chunks.iter().all(|chunk| chunk.texels.len() <= MAX_TEXELS));
        assert_eq!(chunks[1].instances[0].first_texel, 0);
    }

    #[test]
    fn empty_batches_give_no_chunk() {
        assert!(pack(&CurveBatch::default()).is_empty());
    }
}
