//! *poly*: filled outlines for sectors, triangles and diagonals.

use crate::{ItemId, Rgba};

/// Filled shapes in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PolyBatch {
    /// Corners of all shapes, x and y in CSS pixels of the layer's space.
    pub vertices: Vec<[f32; 2]>,
    /// The shapes, each a range of `vertices`.
    pub polys: Vec<Poly>,
    /// Item of each shape; as long as `polys`.
    pub items: Vec<ItemId>,
}

/// One shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Poly {
    /// First vertex.
    pub first: u32,
    /// Number of vertices, at least three.
    pub count: u32,
    /// Way in which the vertices span the shape.
    pub kind: PolyKind,
    /// Fill colour.
    pub fill: Rgba,
}

/// Way in which vertices span a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct PolyKind(pub u32);

impl PolyKind {
    /// A convex outline, in order.
    pub const CONVEX: Self = Self(0);
    /// Pairs of points along the two sides of a band (ring sectors, thick lines): points 0 and 1 face each other.
    pub const STRIP: Self = Self(1);
}

impl PolyBatch {
    /// Adds a convex outline.
    pub fn convex(&mut self, outline: &[[f32; 2]], fill: Rgba, item: ItemId) {
        self.push(outline, PolyKind::CONVEX, fill, item);
    }

    /// Adds a band from pairs of facing points; an even number of them, at least four.
    pub fn strip(&mut self, pairs: &[[f32; 2]], fill: Rgba, item: ItemId) {
        self.push(pairs, PolyKind::STRIP, fill, item);
    }

    fn push(&mut self, points: &[[f32; 2]], kind: PolyKind, fill: Rgba, item: ItemId) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_slice(points);
        self.polys.push(Poly { first, count: points.len() as u32, kind, fill });
        self.items.push(item);
    }
}
