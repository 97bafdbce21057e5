//! The two uniform blocks, as `shaders/frame.wgsl` declares them.

use bytemuck::{Pod, Zeroable};
use diptych_scene::{Blend, Rgba, Space};

use crate::FrameParams;

/// Position of row 0 in a backend's fragment coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Row 0 is the uppermost (WebGPU).
    Top,
    /// Row 0 is the lowest (WebGL2).
    Bottom,
}

/// Block at group 0, binding 0: the only bytes that a redraw writes.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FrameUniforms {
    /// Scale x, scale y, shift x and shift y of each [`Space`], in CSS pixels.
    pub spaces: [[f32; 4]; Space::COUNT],
    /// Colour that minimum, maximum and their coverage mix with, 0..=1.
    pub background: [f32; 4],
    /// Size of the target in device pixels.
    pub size: [f32; 2],
    /// Coefficients for rows: a fragment's row from the top = `rows[0]` + `rows[1]` · its coordinate.
    pub rows: [f32; 2],
    /// Device pixels per CSS pixel.
    pub dpr: f32,
    /// Number of steps for each piece of a curve.
    pub segments: f32,
    /// Padding to a multiple of 16 bytes.
    pub reserved: [f32; 2],
}

impl FrameUniforms {
    /// Fills the block for one drawing.
    pub fn new(params: &FrameParams, background: Rgba, origin: Origin) -> Self {
        let block = |space| {
            let transform = params.transforms.get(space);
            [transform.scale_x, transform.scale_y, transform.shift_x, transform.shift_y]
        };
        let height = params.size.height as f32;
        Self {
            spaces: Space::ALL.map(block),
            background: background.channels(),
            size: [params.size.width as f32, height],
            dpr: params.dpr,
            segments: params.segments as f32,
            rows: match origin {
                Origin::Top => [0.0, 1.0],
                Origin::Bottom => [height, -1.0],
            },
            reserved: [0.0; 2],
        }
    }
}

/// Block at group 0, binding 1, shared by all instances of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct PassUniforms {
    /// [`Space`] as a number.
    pub space: u32,
    /// [`Blend`] as a number.
    pub blend: u32,
    /// Padding to a multiple of 16 bytes.
    pub reserved: [u32; 2],
}

impl PassUniforms {
    /// Bytes between two blocks: the largest alignment that WebGPU and WebGL2 may require.
    pub const STRIDE: usize = 256;
    const BLENDS: usize = 4;

    /// Returns the blocks of all combinations, `STRIDE` bytes apart. Written once, when a backend starts.
    pub fn table() -> Vec<u8> {
        let mut bytes = vec![0; Self::STRIDE * Space::COUNT * Self::BLENDS];
        for (slot, chunk) in bytes.chunks_exact_mut(Self::STRIDE).enumerate() {
            let block = Self {
                space: (slot % Space::COUNT) as u32,
                blend: (slot / Space::COUNT) as u32,
                reserved: [0; 2],
            };
            chunk[..size_of::<Self>()].copy_from_slice(bytemuck::bytes_of(&block));
        }
        bytes
    }

    /// Returns the offset of a combination's block in [`Self::table`], in bytes.
    pub const fn offset(space: Space, blend: Blend) -> usize {
        (blend as usize * Space::COUNT + space.index()) * Self::STRIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_finds_its_block() {
        let table = PassUniforms::table();
        for space in Space::ALL {
            for blend in [Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply] {
                let at = PassUniforms::offset(space, blend);
                let bytes = &table[at..at + size_of::<PassUniforms>()];
                let block: PassUniforms = bytemuck::pod_read_unaligned(bytes);
                assert_eq!((block.space, block.blend), (space.number(), blend as u32));
            }
        }
    }
}
