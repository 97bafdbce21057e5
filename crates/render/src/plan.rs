//! Scene → buffers, textures and passes: every decision about drawing, taken without a GPU.
//!
//! Instances of one pipeline lie in one buffer in drawing order; a [`Pass`] is a range of it with the
//! state it is drawn under. Neighbouring batches that share pipeline, clip, space, blend and texture become
//! one pass. Nothing here depends on viewport, pixel density or target size: those are [`crate::FrameParams`].

mod curve;
mod image;
mod poly;

use diptych_scene::{Batch, Blend, Layer, Rect, RectInstance, Rgba, Scene, Space};

pub use curve::{CurveInstance, TEXEL_COLUMNS};
pub use image::ImageInstance;
pub use poly::PolyInstance;

use crate::Pipeline;
use crate::pipeline::TextureFormat;

/// Widest and highest texture that every WebGL2 context has, in texels.
pub const MAX_TEXTURE: u32 = 2048;

/// All that is uploaded for a scene, and what is drawn from it in which order.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What the target is cleared to.
    pub background: Rgba,
    /// Textures, in no particular order; passes refer to them by index.
    pub textures: Vec<Texture>,
    /// What to draw, lowest first. None is empty.
    pub passes: Vec<Pass>,
    rects: Vec<RectInstance>,
    polys: Vec<PolyInstance>,
    curves: Vec<CurveInstance>,
    images: Vec<ImageInstance>,
}

/// A texture's content.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Columns, 1..=[`MAX_TEXTURE`].
    pub width: u32,
    /// Rows, 1..=[`MAX_TEXTURE`].
    pub height: u32,
    /// `width · height` texels, row by row.
    pub texels: Texels,
}

/// The texels of a texture, in memory of their own alignment.
#[derive(Debug, Clone, PartialEq)]
pub enum Texels {
    /// Four bytes a texel: straight-alpha colours.
    Rgba8(Vec<u8>),
    /// Four floats a texel.
    Float(Vec<[f32; 4]>),
}

impl Texture {
    /// Type of a texel.
    pub const fn format(&self) -> TextureFormat {
        match self.texels {
            Texels::Rgba8(_) => TextureFormat::Rgba8,
            Texels::Float(_) => TextureFormat::Rgba32Float,
        }
    }

    /// The texels as they are uploaded.
    pub fn bytes(&self) -> &[u8] {
        match &self.texels {
            Texels::Rgba8(bytes) => bytes,
            Texels::Float(texels) => bytemuck::cast_slice(texels),
        }
    }
}

/// A range of instances drawn under one state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pass {
    /// What draws it, and so which buffer it is a range of.
    pub pipeline: Pipeline,
    /// First instance.
    pub first: u32,
    /// Number of instances, at least one.
    pub count: u32,
    /// Index into [`Plan::textures`]; present exactly if the pipeline reads a texture.
    pub texture: Option<usize>,
    /// Clip in CSS pixels.
    pub clip: Rect,
    /// Where its coordinates lie.
    pub space: Space,
    /// How it meets what is below.
    pub blend: Blend,
}

impl Plan {
    /// Plans a scene. It must be well-formed ([`Scene::check`]), as every decoded one is.
    pub fn new(scene: &Scene) -> Self {
        let mut builder = Builder::new(scene);
        for layer in &scene.layers {
            for batch in &layer.batches {
                builder.batch(layer, batch);
            }
        }
        builder.plan
    }

    /// The bytes of a pipeline's instance buffer.
    pub fn instances(&self, pipeline: Pipeline) -> &[u8] {
        match pipeline {
            Pipeline::Rect => bytemuck::cast_slice(&self.rects),
            Pipeline::Poly => bytemuck::cast_slice(&self.polys),
            Pipeline::Curve => bytemuck::cast_slice(&self.curves),
            Pipeline::Image => bytemuck::cast_slice(&self.images),
        }
    }

    /// Number of a pipeline's instances.
    pub fn instance_count(&self, pipeline: Pipeline) -> usize {
        self.instances(pipeline).len() / pipeline.layout().stride
    }

    /// Frees what has been uploaded; the plan can still be drawn, not uploaded again.
    pub fn release_bytes(&mut self) {
        (self.rects, self.polys, self.curves, self.images) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for texture in &mut self.textures {
            texture.texels = Texels::Rgba8(Vec::new());
        }
    }
}

/// Whether a primitive with these coordinates is drawn. Positions that are no numbers put a GPU's triangles
/// anywhere, so they are left out here.
fn are_finite(coordinates: &[f32]) -> bool {
    coordinates.iter().all(|place| place.is_finite())
}

/// Writes a plan batch by batch.
struct Builder {
    plan: Plan,
    /// Instances that belong to a pass, by pipeline.
    planned: [u32; Pipeline::ALL.len()],
}

impl Builder {
    fn new(scene: &Scene) -> Self {
        let plan = Plan {
            background: scene.background,
            textures: Vec::new(),
            passes: Vec::new(),
            rects: Vec::new(),
            polys: Vec::new(),
            curves: Vec::new(),
            images: Vec::new(),
        };
        Self { plan, planned: [0; Pipeline::ALL.len()] }
    }

    fn batch(&mut self, layer: &Layer, batch: &Batch) {
        match batch {
            Batch::Rects(rects) => {
                let drawn = |rect: &&RectInstance| are_finite(&[rect.x0, rect.y0, rect.x1, rect.y1]);
                self.plan.rects.extend(rects.instances.iter().filter(drawn));
                self.pass(layer, Pipeline::Rect, None);
            }
            Batch::Polys(polys) => {
                poly::tessellate(polys, &mut self.plan.polys);
                self.pass(layer, Pipeline::Poly, None);
            }
            Batch::Curves(curves) => {
                for chunk in curve::pack(curves) {
                    self.plan.curves.extend_from_slice(&chunk.instances);
                    self.pass(layer, Pipeline::Curve, Some(chunk.into_texture()));
                }
            }
            Batch::Images(images) => {
                for (instance, texture) in images.images.iter().flat_map(image::tiles) {
                    self.plan.images.push(instance);
                    self.pass(layer, Pipeline::Image, Some(texture));
                }
            }
            Batch::Texts(_) => {}
        }
    }

    /// Makes the instances that no pass draws yet a pass, or part of the last one if only they differ.
    fn pass(&mut self, layer: &Layer, pipeline: Pipeline, texture: Option<Texture>) {
        let first = self.planned[pipeline.index()];
        let count = self.plan.instance_count(pipeline) as u32 - first;
        if count == 0 {
            return;
        }
        self.planned[pipeline.index()] += count;
        let (clip, space, blend) = (layer.clip, layer.space, layer.blend);
        let texture = texture.map(|texture| {
            self.plan.textures.push(texture);
            self.plan.textures.len() - 1
        });
        let pass = Pass { pipeline, first, count, texture, clip, space, blend };
        match self.plan.passes.last_mut() {
            Some(last) if *last == (Pass { first: last.first, count: last.count, ..pass }) => {
                last.count += count;
            }
            _ => self.plan.passes.push(pass),
        }
    }
}
