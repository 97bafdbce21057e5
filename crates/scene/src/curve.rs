//! *curve*: bundled lines and shaded tubes along clamped uniform cubic B-splines.
//!
//! The tube of `TraceDiff` Eq. 5 with the sign corrected: at the arc-length fraction t the half width is
//! φ(t)·((1−t)·w₀/2 + t·w₁/2), with φ(t) = λ + (1−λ)/2·(1 + cos 2πt). λ → 0 thins it to a line.
//!
//! There is no depth buffer. A tube is cut where its interpolated depth crosses an integer, and the pieces are drawn in
//! the order (level, importance), so that transparency, SVG and every backend agree.

mod cut;
pub mod eval;
pub(crate) mod spans;

use crate::{ItemId, Rgba};

/// Curves, and their pieces in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurveBatch {
    /// Control points of all curves.
    pub points: Vec<CurvePoint>,
    /// The curves, each a range of `points`.
    pub curves: Vec<Curve>,
    /// Item of each curve; as long as `curves`.
    pub items: Vec<ItemId>,
    /// Pieces to draw, in this order. [`CurveBatch::cut`] fills them in.
    pub pieces: Vec<CurvePiece>,
}

/// A control point. The two ends of a curve may be in different spaces.
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct CurvePoint {
    /// Position in CSS pixels, in the space given by `space`.
    pub x: f32,
    /// Position in CSS pixels.
    pub y: f32,
    /// Number of the [`crate::Space`].
    pub space: f32,
    /// Padding: the point is one RGBA32F texel.
    pub reserved: f32,
}

/// One curve.
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Curve {
    /// First control point.
    pub first: u32,
    /// Number of control points, at least two; the degree is min(3, count − 1).
    pub count: u32,
    /// Width at the start in CSS pixels; scales with the horizontal scale of the first point's space.
    pub width0: f32,
    /// Width at the end in CSS pixels; scales with the horizontal scale of the last point's space.
    pub width1: f32,
    /// Colour at the start; the gradient is linear in t.
    pub color0: Rgba,
    /// Colour at the end.
    pub color1: Rgba,
    /// Thinning λ in 0..=1 (1: no thinning).
    pub lambda: f32,
    /// Darkness of the cushion's borders: 0 is flat, 1 is black.
    pub shade: f32,
    /// Strength of the white highlight: `highlight`·(1 − (u/0.35)²)₊² at the distance u ∈ −1..=1 from the centre line.
    pub highlight: f32,
    /// Depth at the start.
    pub depth0: f32,
    /// Depth at the end.
    pub depth1: f32,
    /// Order among pieces of one level: larger values are drawn later, on top.
    pub importance: f32,
    /// Direction in which the width is measured.
    pub profile: CurveProfile,
    /// Narrowest drawn width in CSS pixels (1 for lines).
    pub min_width: f32,
    /// Padding to a multiple of 16 bytes.
    pub reserved: [f32; 2],
}

impl Curve {
    /// Returns a plain line of one colour and width, measured across it.
    pub fn line(color: Rgba, width: f32) -> Self {
        Self {
            first: 0,
            count: 0,
            width0: width,
            width1: width,
            color0: color,
            color1: color,
            lambda: 1.0,
            shade: 0.0,
            highlight: 0.0,
            depth0: 0.0,
            depth1: 0.0,
            importance: 0.0,
            profile: CurveProfile::NORMAL,
            min_width: 1.0,
            reserved: [0.0; 2],
        }
    }
}

/// Direction in which a curve's width is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct CurveProfile(pub u32);

impl CurveProfile {
    /// Horizontally: `TraceDiff`'s tubes, which end at the edges of boxes.
    pub const HORIZONTAL: Self = Self(0);
    /// Across the curve: radial bundles.
    pub const NORMAL: Self = Self(1);
}

/// A stretch of one curve.
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct CurvePiece {
    /// Index into [`CurveBatch::curves`].
    pub curve: u32,
    /// Start, as a fraction of the arc length.
    pub t0: f32,
    /// End, as a fraction of the arc length.
    pub t1: f32,
    /// Integer depth level.
    pub level: f32,
}
