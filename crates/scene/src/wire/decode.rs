//! Reading scenes from any words.

use bytemuck::Pod;

use super::{MAGIC, VERSION, WireError, kind};
use crate::{
    Align, Batch, Blend, CurveBatch, Face, Image, ImageBatch, ItemId, Layer, PolyBatch, Rect, RectBatch,
    Rgba, Scene, Size, Space, TextBatch, TextRun, Weight,
};

/// Decodes a scene.
pub fn decode(words: &[u32]) -> Result<Scene, WireError> {
    let mut reader = Reader { words, at: 0 };
    if words.first() != Some(&MAGIC) {
        return Err(WireError::NotAScene);
    }
    let [_, version, expected] = reader.array()?;
    if version != VERSION {
        return Err(WireError::OtherVersion { found: version });
    }
    if expected as usize != words.len() {
        return Err(WireError::Length { expected: expected as usize, found: words.len() });
    }
    let [width, height] = reader.array()?.map(f32::from_bits);
    let [background, layer_count] = reader.array()?;
    let mut layers = Vec::new();
    for _ in 0..layer_count {
        layers.push(reader.layer()?);
    }
    if reader.at != words.len() {
        return Err(WireError::Trailing { word: reader.at });
    }
    let scene = Scene { size: Size { width, height }, background: Rgba(background), layers };
    scene.check().map_err(WireError::Flawed)?;
    Ok(scene)
}

/// A reader of words that checks every count against the words that are left.
struct Reader<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u32], WireError> {
        let truncated = WireError::Truncated { word: self.at };
        let end = self.at.checked_add(count).ok_or(truncated)?;
        let taken = self.words.get(self.at..end).ok_or(truncated)?;
        self.at = end;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, WireError> {
        self.array().map(|[word]| word)
    }

    fn array<const N: usize>(&mut self) -> Result<[u32; N], WireError> {
        let truncated = WireError::Truncated { word: self.at };
        self.take(N)?.try_into().map_err(|_| truncated)
    }

    fn count(&mut self) -> Result<usize, WireError> {
        Ok(self.word()? as usize)
    }

    fn rect(&mut self) -> Result<Rect, WireError> {
        let [x0, y0, x1, y1] = self.array()?.map(f32::from_bits);
        Ok(Rect { x0, y0, x1, y1 })
    }

    fn column<T: Pod>(&mut self, count: usize) -> Result<Vec<T>, WireError> {
        let truncated = WireError::Truncated { word: self.at };
        let words = count.checked_mul(size_of::<T>() / size_of::<u32>()).ok_or(truncated)?;
        Ok(bytemuck::cast_slice(self.take(words)?).to_vec())
    }

    fn bytes(&mut self) -> Result<&'a [u8], WireError> {
        let count = self.count()?;
        Ok(&bytemuck::cast_slice(self.take(count.div_ceil(4))?)[..count])
    }

    /// Reads one of a few numbers: `table[word]`.
    fn choice<T: Copy>(&mut self, what: &'static str, table: &[T]) -> Result<T, WireError> {
        let word = self.at;
        let found = self.word()?;
        pick(found, table).ok_or(WireError::UnknownValue { what, found, word })
    }

    fn layer(&mut self) -> Result<Layer, WireError> {
        let clip = self.rect()?;
        let blend = self.choice("blend", &[Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply])?;
        let space = self.choice("space", &Space::ALL)?;
        let marks = self.choice("mark", &[false, true])?;
        let mut batches = Vec::new();
        for _ in 0..self.count()? {
            batches.push(self.batch()?);
        }
        Ok(Layer { clip, blend, space, marks, batches })
    }

    fn batch(&mut self) -> Result<Batch, WireError> {
        let word = self.at;
        match self.word()? {
            kind::RECTS => {
                let (instances, items) = (self.count()?, self.count()?);
                Ok(Batch::Rects(RectBatch { instances: self.column(instances)?, items: self.column(items)? }))
            }
            kind::POLYS => {
                let (vertices, polys, items) = (self.count()?, self.count()?, self.count()?);
                Ok(Batch::Polys(PolyBatch {
                    vertices: self.column(vertices)?,
                    polys: self.column(polys)?,
                    items: self.column(items)?,
                }))
            }
            kind::CURVES => {
                let (points, curves) = (self.count()?, self.count()?);
                let (items, pieces) = (self.count()?, self.count()?);
                Ok(Batch::Curves(CurveBatch {
                    points: self.column(points)?,
                    curves: self.column(curves)?,
                    items: self.column(items)?,
                    pieces: self.column(pieces)?,
                }))
            }
            kind::IMAGES => {
                let (count, items) = (self.count()?, self.count()?);
                let items: Vec<ItemId> = self.column(items)?;
                let mut images = Vec::new();
                for _ in 0..count {
                    images.push(self.image()?);
                }
                Ok(Batch::Images(ImageBatch { images, items }))
            }
            kind::TEXTS => {
                let (count, items) = (self.count()?, self.count()?);
                let items: Vec<ItemId> = self.column(items)?;
                let mut runs = Vec::new();
                for _ in 0..count {
                    runs.push(self.text()?);
                }
                Ok(Batch::Texts(TextBatch { runs, items }))
            }
            found => Err(WireError::UnknownValue { what: "batch", found, word }),
        }
    }
    fn image(&mut self) -> Result<Image, WireError> {
        let rect = self.rect()?;
        let [width, height] = self.array()?;
        let smooth = self.choice("sampling", &[false, true])?;
        Ok(Image { rect, width, height, rgba: self.bytes()?.to_vec(), smooth })
    }

    fn text(&mut self) -> Result<TextRun, WireError> {
        let rect = self.rect()?;
        let size = f32::from_bits(self.word()?);
        let direction = [f32::from_bits(self.word()?), f32::from_bits(self.word()?)];
        let color = Rgba(self.word()?);
        let word = self.at;
        let found = self.word()?;
        let unknown = WireError::UnknownValue { what: "text style", found, word };
        let face = pick(found & 0xFF, &[Face::Ui, Face::Code]).ok_or(unknown)?;
        let weights = [Weight::Regular, Weight::Medium, Weight::Bold];
        let weight = pick(found >> 8 & 0xFF, &weights).ok_or(unknown)?;
        let aligns = [Align::Start, Align::Center, Align::End, Align::Sticky, Align::Shrink];
        let align = pick(found >> 16, &aligns).ok_or(unknown)?;
        let word = self.at;
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| WireError::NotText { word })?;
        Ok(TextRun { rect, text: text.to_owned(), size, color, face, weight, align, direction })
    }
}

fn pick<T: Copy>(index: u32, table: &[T]) -> Option<T> {
    table.get(index as usize).copied()
}
