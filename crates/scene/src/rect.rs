//! *rect*: a box with a fill, an optional cushion, hatch and border.

use crate::{ItemId, Rgba};

/// Boxes in drawing order, with the item of each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RectBatch {
    /// One instance for each box, as the GPU reads it.
    pub instances: Vec<RectInstance>,
    /// Item of each box; as long as `instances`.
    pub items: Vec<ItemId>,
}

/// A box. Its edges are snapped to whole device pixels when drawn (at least one pixel wide and high), so that
/// neighbours neither leave seams nor blur, and every backend agrees.
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct RectInstance {
    /// Left edge, in CSS pixels of the layer's space.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// Fill colour.
    pub fill: Rgba,
    /// Colour of the border.
    pub border: Rgba,
    /// Colour of the hatch.
    pub mark: Rgba,
    /// Hatch and border shape.
    pub style: RectStyle,
    /// Luminance profile of the fill.
    pub cushion: Cushion,
}

/// Packed style: bits 0–3 [`Hatch`], bit 4 border dashed, bits 8–15 border width in quarter pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct RectStyle(pub u32);

impl RectStyle {
    /// No hatch, no border.
    pub const PLAIN: Self = Self(0);

    /// Adds a hatch.
    #[must_use]
    pub const fn hatch(self, hatch: Hatch) -> Self {
        Self((self.0 & !0xF) | hatch as u32)
    }

    /// Adds a border inside the box, `quarters` quarter pixels wide.
    #[must_use]
    pub const fn border(self, quarters: u8) -> Self {
        Self((self.0 & !0xFF00) | ((quarters as u32) << 8))
    }

    /// Makes the border dashed: 4 px on, 3 px off, counted along each edge.
    #[must_use]
    pub const fn dashed(self) -> Self {
        Self(self.0 | 0x10)
    }

    /// Returns the hatch.
    pub const fn get_hatch(self) -> Hatch {
        match self.0 & 0xF {
            1 => Hatch::LeanLeft,
            2 => Hatch::LeanRight,
            3 => Hatch::Dots,
            4 => Hatch::Hairlines,
            _ => Hatch::None,
        }
    }

    /// Returns the border width in CSS pixels.
    pub const fn border_width(self) -> f32 {
        ((self.0 >> 8) & 0xFF) as f32 / 4.0
    }

    /// Returns true if the border is dashed.
    pub const fn is_dashed(self) -> bool {
        self.0 & 0x10 != 0
    }
}

/// A pattern over the fill, fixed to the canvas (not to the box) so that neighbours join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u32)]
pub enum Hatch {
    /// Plain fill.
    #[default]
    None = 0,
    /// `\` lines: side A. 1.5 px lines every 5 px, measured across.
    LeanLeft = 1,
    /// `/` lines: side B. 1.5 px lines every 5 px, measured across.
    LeanRight = 2,
    /// 1 px dots every 4 px: missing data.
    Dots = 3,
    /// 1 px vertical lines every 3 px: calls under one pixel.
    Hairlines = 4,
}

/// Luminance ψ over the box (`ViewFusion` Eq. 1 as corrected): ψ = max(0.25, (1 − (1 − x̂)^d) · (1 − |1 − 2·f·ŷ|^d))^k,
/// multiplied onto the fill.
///
/// x̂ runs 0 → 1 from either side edge to the ridge (`f_x` = 1), ŷ runs 0 → 1 from the lower edge up. k = 0 is flat.
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Cushion {
    /// Position of the highlight as a fraction of the width; 0 or less and 1 or more put it on an edge.
    pub ridge: f32,
    /// d ≥ 1: higher is flatter.
    pub degree: f32,
    /// k ≥ 0: 0 is flat, 0.2 the paper's.
    pub exponent: f32,
    /// `f_y` in 0..=1: 0.8 is the paper's.
    pub height: f32,
}

impl Cushion {
    /// No shading.
    pub const FLAT: Self = Self { ridge: 0.5, degree: 1.0, exponent: 0.0, height: 0.8 };
    /// An icicle cell without a focus: d = 1, ridge in the centre, k and `f_y` as in the paper.
    pub const CELL: Self = Self { ridge: 0.5, degree: 1.0, exponent: 0.2, height: 0.8 };
    /// A cell a third as deep, for fills whose colour is a value to be read off a scale.
    pub const CALM: Self = Self { exponent: 0.07, ..Self::CELL };
}

impl Default for Cushion {
    fn default() -> Self {
        Self::FLAT
    }
}

impl RectBatch {
    /// Adds a box.
    pub fn push(&mut self, instance: RectInstance, item: ItemId) {
        self.instances.push(instance);
        self.items.push(item);
    }
}
