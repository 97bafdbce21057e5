//! The two uniform blocks, as `shaders/frame.wgsl` declares them.

use bytemuck::{Pod, Zeroable};
use diptych_scene::{Blend, Rgba, Space};

use crate::FrameParams;

/// Where row 0 of a backend's fragment coordinates lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The first row is the uppermost (WebGPU).
    Top,
    /// The first row is the lowest (WebGL2).
    Bottom,
}

/// Group 0, binding 0: the only bytes written for a redraw.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FrameUniforms {
    /// Scale x, scale y, shift x and shift y of each [`Space`], in CSS pixels.
    pub spaces: [[f32; 4]; Space::COUNT],
    /// What minimum, maximum and their coverage mix with, 0..=1.
    pub background: [f32; 4],
    /// Size of the target in device pixels.
    pub size: [f32; 2],
    /// Row of a fragment counted from above = `rows[0]` + `rows[1]` · its coordinate.
    pub rows: [f32; 2],
    /// Device pixels per CSS pixel.
    pub dpr: f32,
    /// Steps that a piece of a curve is drawn in.
    pub segments: f32,
    /// Fillers, to a multiple of 16 bytes.
    pub reserved: [f32; 2],
}

impl FrameUniforms {
    /// The block for one drawing.
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

/// Group 0, binding 1: what all instances of a pass share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct PassUniforms {
    /// [`Space`] as a number.
    pub space: u32,
    /// [`Blend`] as a number.
    pub blend: u32,
    /// Fillers, to a multiple of 16 bytes.
    pub reserved: [u32; 2],
}

impl PassUniforms {
    /// Bytes between two blocks: the coarsest alignment WebGPU and WebGL2 may demand.
    pub const STRIDE: usize = 256;
    const BLENDS: usize = 4;

    /// The blocks of all combinations, `STRIDE` bytes apart. Written once, when a backend starts.
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

    /// Where the block of a combination lies in [`Self::table`], in bytes.
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
