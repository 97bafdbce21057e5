//! Images as textures of a size that every context supports.

use bytemuck::{Pod, Zeroable};
use diptych_scene::Image;

use super::finite::are_finite;
use crate::texture::{MAX_TEXTURE, Texels, Texture};

/// Texels that a tile repeats of its neighbours, so that linear sampling works across the seam.
const MARGIN: u32 = 1;
/// Texels that a tile draws along one axis.
const TILE: u32 = MAX_TEXTURE - 2 * MARGIN;

/// A tile of an image, as `shaders/image.wgsl` reads it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ImageInstance {
    /// Box of the whole image, in CSS pixels of the layer's space.
    pub edges: [f32; 4],
    /// Texels that this tile draws: first column, first row, one past the last column, one past the last row.
    pub tile: [f32; 4],
    /// Columns and rows of the whole image, and the column and row at which the texture begins.
    pub grid: [f32; 4],
    /// Sampling: 1 for linear, 0 for nearest.
    pub smooth: u32,
    /// Padding to whole texels.
    pub reserved: [u32; 3],
}

/// Returns the tiles of an image with their textures, row by row. All but huge images have one tile. Images without
/// texels, or with NaN or infinite edges, have none.
pub(super) fn tiles(image: &Image) -> impl Iterator<Item = (ImageInstance, Texture)> + '_ {
    let rect = image.rect;
    let is_drawn = are_finite(&[rect.x0, rect.y0, rect.x1, rect.y1]);
    let columns = spans(if is_drawn { image.width } else { 0 });
    spans(image.height).flat_map(move |row| columns.clone().map(move |column| tile(image, column, row)))
}

/// Range of one tile along one axis: drawn texels and stored texels.
#[derive(Debug, Clone, Copy)]
struct Span {
    drawn: (u32, u32),
    stored: (u32, u32),
}

fn spans(length: u32) -> impl Iterator<Item = Span> + Clone {
    let fits = length <= MAX_TEXTURE;
    let step = if fits { MAX_TEXTURE } else { TILE };
    (0..length.div_ceil(step)).map(move |index| {
        let drawn = (index * step, ((index + 1) * step).min(length));
        let stored = (drawn.0.saturating_sub(MARGIN), (drawn.1 + MARGIN).min(length));
        Span { drawn, stored }
    })
}

fn tile(image: &Image, column: Span, row: Span) -> (ImageInstance, Texture) {
    let width = column.stored.1 - column.stored.0;
    let height = row.stored.1 - row.stored.0;
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 4);
    for y in row.stored.0..row.stored.1 {
        let start = (y as usize * image.width as usize + column.stored.0 as usize) * 4;
        bytes.extend_from_slice(&image.rgba[start..start + width as usize * 4]);
    }
    let rect = image.rect;
    let instance = ImageInstance {
        edges: [rect.x0, rect.y0, rect.x1, rect.y1],
        tile: [column.drawn.0, row.drawn.0, column.drawn.1, row.drawn.1].map(|texel| texel as f32),
        grid: [image.width, image.height, column.stored.0, row.stored.0].map(|texel| texel as f32),
        smooth: u32::from(image.smooth),
        reserved: [0; 3],
    };
    (instance, Texture { width, height, texels: Texels::Rgba8(bytes) })
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these numbers are copied, not computed")]
mod tests {
    use diptych_scene::Rect;

    use super::*;

    fn image(width: u32, height: u32) -> Image {
        let rgba = (0..width * height).flat_map(u32::to_le_bytes).collect();
        Image { rect: Rect::new(0.0, 0.0, 9.0, 9.0), width, height, rgba, smooth: true }
    }

    #[test]
    fn small_image_is_one_texture_with_its_bytes() {
        let image = image(5, 3);
        let made: Vec<_> = tiles(&image).collect();
        assert_eq!(made.len(), 1);
        let (instance, texture) = &made[0];
        assert_eq!((texture.width, texture.height), (5, 3));
        assert_eq!(texture.bytes(), image.rgba);
        assert_eq!(instance.tile, [0.0, 0.0, 5.0, 3.0]);
        assert_eq!(instance.grid, [5.0, 3.0, 0.0, 0.0]);
    }

    #[test]
    fn empty_image_draws_nothing() {
        assert_eq!(tiles(&image(0, 7)).count(), 0);
        assert_eq!(tiles(&image(7, 0)).count(), 0);
    }

    #[test]
    fn wide_images_are_tiled_with_margins() {
        let image = image(5000, 2);
        let made: Vec<_> = tiles(&image).collect();
        let drawn: Vec<_> = made.iter().map(|(instance, _)| (instance.tile[0], instance.tile[2])).collect();
        assert_eq!(drawn, [(0.0, 2046.0), (2046.0, 4092.0), (4092.0, 5000.0)]);
        for (instance, texture) in &made {
            assert!(texture.width <= MAX_TEXTURE && texture.height <= MAX_TEXTURE);
            assert_eq!(texture.bytes().len(), (texture.width * texture.height * 4) as usize);
            // The first texel stored is the one in the instance.
            let first = u32::from_le_bytes(texture.bytes()[..4].try_into().unwrap());
            assert_eq!(first, instance.grid[2] as u32);
        }
        assert_eq!(made[1].0.grid[2], 2045.0);
        assert_eq!(made[1].1.width, 2048);
    }
}
