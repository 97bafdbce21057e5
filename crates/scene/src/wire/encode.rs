//! Writing scenes as words.

use bytemuck::Pod;

use super::{MAGIC, VERSION, kind};
use crate::{Batch, Image, Rect, Scene, TextRun};

/// Encodes a scene.
pub fn encode(scene: &Scene) -> Vec<u32> {
    encode_into(scene, Vec::new())
}

/// Encodes a scene into a used buffer: drops its content and keeps its memory.
pub fn encode_into(scene: &Scene, buffer: Vec<u32>) -> Vec<u32> {
    let mut writer = Writer(buffer);
    writer.0.clear();
    writer.words(&[MAGIC, VERSION, 0]);
    writer.floats(&[scene.size.width, scene.size.height]);
    writer.words(&[scene.background.0, scene.layers.len() as u32]);
    for layer in &scene.layers {
        writer.rect(layer.clip);
        writer.words(&[layer.blend as u32, layer.space.number(), u32::from(layer.marks)]);
        writer.words(&[layer.batches.len() as u32]);
        for batch in &layer.batches {
            writer.batch(batch);
        }
    }
    writer.0[2] = writer.0.len() as u32;
    writer.0
}

/// A writer of words.
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
        let [cosine, sine] = run.direction;
        self.floats(&[run.size, cosine, sine]);
        let style = run.face as u32 | (run.weight as u32) << 8 | (run.align as u32) << 16;
        self.words(&[run.color.0, style]);
        self.bytes(run.text.as_bytes());
    }
}
