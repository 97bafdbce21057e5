//! Rules for a well-formed [`Scene`] that its types do not express.
//!
//! Batches are columns: one item for each primitive, and primitives that point into shared columns. Once
//! [`Scene::check`] has passed, a renderer may index those columns without further checks. Coordinates are not checked:
//! any bit pattern of an `f32` draws something or nothing.

use crate::{Batch, CurveBatch, ImageBatch, PolyBatch, PolyKind, Scene};

/// A flaw in a scene, with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flaw {
    /// Index of the layer.
    pub layer: usize,
    /// Index of the batch in it.
    pub batch: usize,
    /// Index of the primitive in the batch, if the flaw concerns one.
    pub index: Option<usize>,
    /// Kind of flaw.
    pub kind: SceneFlaw,
}

/// Kinds of flaws in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneFlaw {
    /// Occurs when a batch has more or fewer items than primitives.
    ItemCount,
    /// Occurs when a shape's vertices lie outside its batch or are too few for its kind.
    PolyVertices,
    /// Occurs when a shape is of no known kind.
    PolyKind,
    /// Occurs when a curve's control points lie outside its batch or are fewer than two.
    CurvePoints,
    /// Occurs when a curve's width has no known direction.
    CurveProfile,
    /// Occurs when a piece belongs to no curve of its batch.
    PieceCurve,
    /// Occurs when an image has not exactly four bytes a pixel.
    ImageBytes,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            SceneFlaw::ItemCount => "a batch has not one item a primitive",
            SceneFlaw::PolyVertices => "a shape has too few vertices or ones outside its batch",
            SceneFlaw::PolyKind => "a shape is of no known kind",
            SceneFlaw::CurvePoints => "a curve has too few control points or ones outside its batch",
            SceneFlaw::CurveProfile => "a curve's width has no known direction",
            SceneFlaw::PieceCurve => "a piece belongs to no curve of its batch",
            SceneFlaw::ImageBytes => "an image has not four bytes a pixel",
        };
        write!(f, "{what} (layer {}, batch {}", self.layer, self.batch)?;
        if let Some(index) = self.index {
            write!(f, ", index {index}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Flaw {}

impl Scene {
    /// Checks that all batches are well-formed. Returns the first flaw in drawing order otherwise.
    pub fn check(&self) -> Result<(), Flaw> {
        for (layer, content) in self.layers.iter().enumerate() {
            for (batch, primitives) in content.batches.iter().enumerate() {
                check_batch(primitives).map_err(|(index, kind)| Flaw { layer, batch, index, kind })?;
            }
        }
        Ok(())
    }
}

/// Result of checking a batch; the error has the index of the primitive, if any, and the kind of flaw.
type Outcome = Result<(), (Option<usize>, SceneFlaw)>;

fn check_batch(batch: &Batch) -> Outcome {
    let (primitives, items) = match batch {
        Batch::Rects(rects) => (rects.instances.len(), rects.items.len()),
        Batch::Polys(polys) => (polys.polys.len(), polys.items.len()),
        Batch::Curves(curves) => (curves.curves.len(), curves.items.len()),
        Batch::Images(images) => (images.images.len(), images.items.len()),
        Batch::Texts(texts) => (texts.runs.len(), texts.items.len()),
    };
    if primitives != items {
        return Err((None, SceneFlaw::ItemCount));
    }
    match batch {
        Batch::Rects(_) | Batch::Texts(_) => Ok(()),
        Batch::Polys(polys) => check_polys(polys),
        Batch::Curves(curves) => check_curves(curves),
        Batch::Images(images) => check_images(images),
    }
}

fn within(first: u32, count: u32, len: usize) -> bool {
    first as u64 + count as u64 <= len as u64
}

fn check_polys(batch: &PolyBatch) -> Outcome {
    for (index, poly) in batch.polys.iter().enumerate() {
        let enough = match poly.kind {
            PolyKind::CONVEX => poly.count >= 3,
            PolyKind::STRIP => poly.count >= 4 && poly.count.is_multiple_of(2),
            _ => return Err((Some(index), SceneFlaw::PolyKind)),
        };
        if !enough || !within(poly.first, poly.count, batch.vertices.len()) {
            return Err((Some(index), SceneFlaw::PolyVertices));
        }
    }
    Ok(())
}

fn check_curves(batch: &CurveBatch) -> Outcome {
    for (index, curve) in batch.curves.iter().enumerate() {
        if curve.count < 2 || !within(curve.first, curve.count, batch.points.len()) {
            return Err((Some(index), SceneFlaw::CurvePoints));
        }
        if curve.profile.0 > 1 {
            return Err((Some(index), SceneFlaw::CurveProfile));
        }
    }
    match batch.pieces.iter().position(|piece| piece.curve as usize >= batch.curves.len()) {
        Some(index) => Err((Some(index), SceneFlaw::PieceCurve)),
        None => Ok(()),
    }
}

fn check_images(batch: &ImageBatch) -> Outcome {
    let bytes = |width: u32, height: u32| u128::from(width) * u128::from(height) * 4;
    let wrong = |image: &crate::Image| bytes(image.width, image.height) != image.rgba.len() as u128;
    match batch.images.iter().position(wrong) {
        Some(index) => Err((Some(index), SceneFlaw::ImageBytes)),
        None => Ok(()),
    }
}
