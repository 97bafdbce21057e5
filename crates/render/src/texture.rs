//! Textures as plans hold them: texels in memory, in a size and a format that every context supports.

/// Largest texture side that every WebGL2 context supports, in texels.
pub const MAX_TEXTURE: u32 = 2048;
/// Texels in a row of a data texture; `shaders/frame.wgsl` has the same constant.
pub const TEXEL_COLUMNS: u32 = 1024;
/// Texels in the largest data texture.
pub(crate) const MAX_TEXELS: usize = (TEXEL_COLUMNS * MAX_TEXTURE) as usize;

/// Format of a texture's texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureFormat {
    /// Straight-alpha colours, fetched as 0..=1.
    Rgba8,
    /// Four floats per texel, fetched unfiltered.
    Rgba32Float,
    /// Four words per texel.
    Rgba32Uint,
}

/// A texture's content.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Number of columns, 1..=[`MAX_TEXTURE`].
    pub width: u32,
    /// Number of rows, 1..=[`MAX_TEXTURE`].
    pub height: u32,
    /// `width · height` texels, row by row.
    pub texels: Texels,
}

/// Texels of a texture, in memory with their own alignment.
#[derive(Debug, Clone, PartialEq)]
pub enum Texels {
    /// Four bytes per texel: straight-alpha colours.
    Rgba8(Vec<u8>),
    /// Four floats per texel.
    Float(Vec<[f32; 4]>),
    /// Four words per texel.
    Words(Vec<[u32; 4]>),
}

impl Texture {
    /// Returns the type of the texels.
    pub const fn format(&self) -> TextureFormat {
        match self.texels {
            Texels::Rgba8(_) => TextureFormat::Rgba8,
            Texels::Float(_) => TextureFormat::Rgba32Float,
            Texels::Words(_) => TextureFormat::Rgba32Uint,
        }
    }

    /// Returns the texels as bytes to upload.
    pub fn bytes(&self) -> &[u8] {
        match &self.texels {
            Texels::Rgba8(bytes) => bytes,
            Texels::Float(texels) => bytemuck::cast_slice(texels),
            Texels::Words(texels) => bytemuck::cast_slice(texels),
        }
    }

    /// Creates a data texture from at most [`MAX_TEXELS`] texels, filled up to whole rows.
    pub(crate) fn of_rows<T: bytemuck::Zeroable + Clone>(
        mut texels: Vec<T>,
        wrap: fn(Vec<T>) -> Texels,
    ) -> Self {
        let rows = texels.len().div_ceil(TEXEL_COLUMNS as usize);
        texels.resize(rows * TEXEL_COLUMNS as usize, T::zeroed());
        Self { width: TEXEL_COLUMNS, height: rows as u32, texels: wrap(texels) }
    }
}
