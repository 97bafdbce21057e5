//! Pixels and PNG files.

/// A grid of straight-alpha RGBA pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Number of columns.
    pub width: u32,
    /// Number of rows, top row first.
    pub height: u32,
    /// `width · height · 4` bytes.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} × {})", self.width, self.height)
    }
}

impl Picture {
    /// Encodes the picture as a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, png::EncodingError> {
        encode_png(self.width, self.height, &self.rgba)
    }

    /// Decodes a PNG file of any colour type.
    pub fn from_png(file: &[u8]) -> Result<Self, png::DecodingError> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder
            .set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let info = reader.next_frame(&mut bytes)?;
        bytes.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::GrayscaleAlpha => {
                bytes.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect()
            }
            _ => bytes,
        };
        Ok(Self { width: info.width, height: info.height, rgba })
    }

    /// Returns the pixel of an existing column and row.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }
}

/// Encodes straight-alpha RGBA as a PNG file. Fails unless there are four bytes for each pixel.
pub fn encode_png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_round_trip_through_png() {
        let picture = Picture { width: 3, height: 2, rgba: (0..24).map(|byte| byte * 10).collect() };
        let file = picture.to_png().unwrap();
        assert_eq!(Picture::from_png(&file).unwrap(), picture);
        assert_eq!(picture.pixel(2, 1), [200, 210, 220, 230]);
    }

    #[test]
    fn invalid_png_is_an_error() {
        assert!(encode_png(3, 2, &[0; 23]).is_err());
        assert!(Picture::from_png(b"GIF89a").is_err());
    }
}
