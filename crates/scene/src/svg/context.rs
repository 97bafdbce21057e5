//! The settings under which the batches of a layer are drawn.

use crate::{Blend, Layer, Rgba, SpaceTransforms, shade};

/// Transforms of a document, in which nothing moves.
pub(super) const AS_LAID_OUT: SpaceTransforms = SpaceTransforms::IDENTITY;

/// The parts of a layer that drawing a batch needs.
pub(super) struct Context<'a> {
    pub(super) layer: &'a Layer,
    pub(super) background: Rgba,
    /// CSS declaration of the layer's blend, or nothing.
    pub(super) mode: &'static str,
    /// The declaration as a `style` attribute.
    pub(super) style: String,
}

impl Context<'_> {
    /// Returns a colour as it enters the layer's blend.
    pub(super) fn blended(&self, color: Rgba) -> Rgba {
        if self.layer.blend == Blend::Normal || color.alpha() == 0 {
            return color;
        }
        let mixed = shade::blend_source(self.layer.blend, color.channels(), self.background.channels());
        let [r, g, b] = [mixed[0], mixed[1], mixed[2]].map(|channel| (channel * 255.0).round() as u8);
        Rgba::new(r, g, b, 255)
    }
}
