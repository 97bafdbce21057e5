//! A [`Scene`] as one array of 32-bit words: how it travels from the worker to the page.
//!
//! ```text
//! header   magic · version · words in all · width · height · background · layers
//! layer    clip x0 y0 x1 y1 · blend · space · batches
//! batch    kind · counts · columns, each as it lies in memory · items
//! text     box ×4 · size · colour · face | weight << 8 | align << 16 · bytes · UTF-8 padded to words
//! image    box ×4 · width · height · smooth · bytes · RGBA
//! ```
//!
//! Lossless: `decode(&encode(scene)) == scene` for every well-formed scene, bit for bit. [`decode`] takes
//! any words whatever: it allocates at most as much as they hold, never panics, and what it returns
//! has passed [`Scene::check`]. Both ends run the same build, so there is one version at a time.

use bytemuck::Pod;

use crate::check::Flaw;
use crate::{
    Align, Batch, Blend, CurveBatch, Face, Image, ImageBatch, ItemId, Layer, PolyBatch, Rect, RectBatch,
    Rgba, Scene, Size, Space, TextBatch, TextRun, Weight,
};

/// `DSCN` in memory.
const MAGIC: u32 = u32::from_le_bytes(*b"DSCN");
/// Grows with every change of the layout.
const VERSION: u32 = 1;

// Columns and strings are copied as they lie in memory, and `Rgba` is defined by its bytes.
const _: () = assert!(cfg!(target_endian = "little"), "the wire format is little-endian");

mod kind {
    pub(super) const RECTS: u32 = 0;
    pub(super) const POLYS: u32 = 1;
    pub(super) const CURVES: u32 = 2;
    pub(super) const IMAGES: u32 = 3;
    pub(super) const TEXTS: u32 = 4;
}

/// Why words are no scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// Occurs when the words do not begin like a scene.
    NotAScene,
    /// Occurs when they were written by another build.
    OtherVersion {
        /// The version found.
        found: u32,
    },
    /// Occurs when there are more or fewer words than the header says.
    Length {
        /// Words according to the header.
        expected: usize,
        /// Words there are.
        found: usize,
    },
    /// Occurs when a count reaches past the end.
    Truncated {
        /// Where reading stopped, in words.
        word: usize,
    },
    /// Occurs when a word is none of the numbers its place allows.
    UnknownValue {
        /// What the word should have said.
        what: &'static str,
        /// What it says.
        found: u32,
        /// Its place, in words.
        word: usize,
    },
    /// Occurs when a text is not UTF-8.
    NotText {
        /// Where it begins, in words.
        word: usize,
    },
    /// Occurs when the last batch ends before the words do.
    Trailing {
        /// Where the scene ended, in words.
        word: usize,
    },
    /// Occurs when the words are a scene, but not a well-formed one.
    Flawed(Flaw),
}

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotAScene => f.write_str("these words are not a scene"),
            Self::OtherVersion { found } => {
                write!(f, "scene of version {found}, this build reads version {VERSION}")
            }
            Self::Length { expected, found } => {
                write!(f, "scene of {expected} words, but {found} arrived")
            }
            Self::Truncated { word } => write!(f, "scene ends inside a column (word {word})"),
            Self::UnknownValue { what, found, word } => {
                write!(f, "{found} is no {what} (word {word})")
            }
            Self::NotText { word } => write!(f, "text of a scene is not UTF-8 (word {word})"),
            Self::Trailing { word } => write!(f, "words left over after the scene (word {word})"),
            Self::Flawed(flaw) => write!(f, "scene is not well-formed: {flaw}"),
        }
    }
}

impl std::error::Error for WireError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Flawed(flaw) => Some(flaw),
            _ => None,
        }
    }
}

/// The words of a scene.
pub fn encode(scene: &Scene) -> Vec<u32> {
    encode_into(scene, Vec::new())
}

/// The words of a scene in a used buffer, whose content is dropped and whose memory is kept.
pub fn encode_into(scene: &Scene, buffer: Vec<u32>) -> Vec<u32> {
    let mut writer = Writer(buffer);
    writer.0.clear();
    writer.words(&[MAGIC, VERSION, 0]);
    writer.floats(&[scene.size.width, scene.size.height]);
    writer.words(&[scene.background.0, scene.layers.len() as u32]);
    for layer in &scene.layers {
        writer.rect(layer.clip);
        writer.words(&[layer.blend as u32, layer.space as u32, layer.batches.len() as u32]);
        for batch in &layer.batches {
            writer.batch(batch);
        }
    }
    writer.0[2] = writer.0.len() as u32;
    writer.0
}

/// The scene in these words.
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

struct Writer(Vec<u32>);

impl Writer {
    fn words(&mut self, words: &[u32]) {
        self.0.extend_from_slice(words);
    }

    fn floats(&mut self, floats: &[f32]) {
        self.words(bytemuck::cast_slice(floats));
    }

    fn rect(&mut self, rect: Rect) {
        self.floats(&[rect.x0, rect.y0, rect.x1, rect.y1]);
    }

    fn column<T: Pod>(&mut self, column: &[T]) {
        self.words(bytemuck::cast_slice(column));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.push(bytes.len() as u32);
        let start = self.0.len();
        self.0.resize(start + bytes.len().div_ceil(4), 0);
        bytemuck::cast_slice_mut(&mut self.0[start..])[..bytes.len()].copy_from_slice(bytes);
    }

    fn batch(&mut self, batch: &Batch) {
        match batch {
            Batch::Rects(rects) => {
                self.words(&[kind::RECTS, rects.instances.len() as u32, rects.items.len() as u32]);
                self.column(&rects.instances);
                self.column(&rects.items);
            }
            Batch::Polys(polys) => {
                self.words(&[kind::POLYS, polys.vertices.len() as u32]);
                self.words(&[polys.polys.len() as u32, polys.items.len() as u32]);
                self.column(&polys.vertices);
                self.column(&polys.polys);
                self.column(&polys.items);
            }
            Batch::Curves(curves) => {
                self.words(&[kind::CURVES, curves.points.len() as u32, curves.curves.len() as u32]);
                self.words(&[curves.items.len() as u32, curves.pieces.len() as u32]);
                self.column(&curves.points);
                self.column(&curves.curves);
                self.column(&curves.items);
                self.column(&curves.pieces);
            }
            Batch::Images(images) => {
                self.words(&[kind::IMAGES, images.images.len() as u32, images.items.len() as u32]);
                self.column(&images.items);
                images.images.iter().for_each(|image| self.image(image));
            }
            Batch::Texts(texts) => {
                self.words(&[kind::TEXTS, texts.runs.len() as u32, texts.items.len() as u32]);
                self.column(&texts.items);
                texts.runs.iter().for_each(|run| self.text(run));
            }
        }
    }

    fn image(&mut self, image: &Image) {
        self.rect(image.rect);
        self.words(&[image.width, image.height, u32::from(image.smooth)]);
        self.bytes(&image.rgba);
    }

    fn text(&mut self, run: &TextRun) {
        self.rect(run.rect);
        self.floats(&[run.size]);
        let style = run.face as u32 | (run.weight as u32) << 8 | (run.align as u32) << 16;
        self.words(&[run.color.0, style]);
        self.bytes(run.text.as_bytes());
    }
}

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

    /// One of a few numbers: `table[word]`.
    fn choice<T: Copy>(&mut self, what: &'static str, table: &[T]) -> Result<T, WireError> {
        let word = self.at;
        let found = self.word()?;
        pick(found, table).ok_or(WireError::UnknownValue { what, found, word })
    }

    fn layer(&mut self) -> Result<Layer, WireError> {
        let clip = self.rect()?;
        let blend = self.choice("blend", &[Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply])?;
        let space = self.choice("space", &[Space::Fixed, Space::TimeA, Space::TimeB])?;
        let mut batches = Vec::new();
        for _ in 0..self.count()? {
            batches.push(self.batch()?);
        }
        Ok(Layer { clip, blend, space, batches })
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
        let color = Rgba(self.word()?);
        let word = self.at;
        let found = self.word()?;
        let unknown = WireError::UnknownValue { what: "text style", found, word };
        let face = pick(found & 0xFF, &[Face::Ui, Face::Code]).ok_or(unknown)?;
        let weights = [Weight::Regular, Weight::Medium, Weight::Bold];
        let weight = pick(found >> 8 & 0xFF, &weights).ok_or(unknown)?;
        let aligns = [Align::Start, Align::Center, Align::End, Align::Sticky];
        let align = pick(found >> 16, &aligns).ok_or(unknown)?;
        let word = self.at;
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| WireError::NotText { word })?;
        Ok(TextRun { rect, text: text.to_owned(), size, color, face, weight, align })
    }
}

fn pick<T: Copy>(index: u32, table: &[T]) -> Option<T> {
    table.get(index as usize).copied()
}
