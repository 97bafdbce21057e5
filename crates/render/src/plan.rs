//! Scene → buffers, textures and passes: every decision about drawing, taken without a GPU.
//!
//! Instances of one pipeline lie in textures in drawing order; a [`Pass`] is a range of one of them with the
//! state it is drawn under. Neighbouring batches that share pipeline, clip, space, blend and texture become
//! one pass. Marks have textures of their own: they change while all else stays ([`ScenePlan`]). Nothing here depends on viewport, pixel density or target size: those are [`crate::FrameParams`].

mod curve;
mod image;
mod poly;

use std::ops::Range;

use diptych_scene::{Batch, Blend, Layer, Rect, RectInstance, Rgba, Scene, Space};

pub use curve::CurveInstance;
pub use image::ImageInstance;
pub use poly::PolyInstance;

use crate::Pipeline;
use crate::pipeline::TextureFormat;

/// Widest and highest texture that every WebGL2 context has, in texels.
pub const MAX_TEXTURE: u32 = 2048;
/// Texels a row of a data texture, as `shaders/frame.wgsl` knows it.
pub const TEXEL_COLUMNS: u32 = 1024;
/// Texels of the largest data texture.
const MAX_TEXELS: usize = (TEXEL_COLUMNS * MAX_TEXTURE) as usize;

/// A scene in two plans, and the order in which they are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenePlan {
    /// All but the marks.
    pub base: Plan,
    /// The marks: what follows pointer and selection.
    pub marks: Plan,
    /// Neighbouring layers of one plan, lowest first.
    pub runs: Vec<Run>,
}

/// Which of the two plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All but the marks.
    Base,
    /// The marks.
    Marks,
}

impl Part {
    /// Place among both.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Passes that are drawn one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Whose passes.
    pub part: Part,
    /// Which of them; there may be none.
    pub passes: Range<usize>,
    /// Around all their clips.
    pub area: Rect,
    /// Whether it is a few boxes, which are sooner drawn than a picture of them is laid over everything.
    pub is_light: bool,
}

/// Most boxes of a run that is [light](Run::is_light).
const LIGHT_RECTS: u32 = 64;

/// Half of what is uploaded for a scene, and what is drawn from it in which order.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What the target is cleared to.
    pub background: Rgba,
    /// Textures, in no particular order; passes refer to them by index.
    pub textures: Vec<Texture>,
    /// What to draw, lowest first. None is empty.
    pub passes: Vec<Pass>,
    /// By pipeline, one after the other and each as full as it may be.
    instances: [Vec<Texture>; Pipeline::ALL.len()],
    counts: [u32; Pipeline::ALL.len()],
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
    /// Four words a texel.
    Words(Vec<[u32; 4]>),
}

impl Texture {
    /// Type of a texel.
    pub const fn format(&self) -> TextureFormat {
        match self.texels {
            Texels::Rgba8(_) => TextureFormat::Rgba8,
            Texels::Float(_) => TextureFormat::Rgba32Float,
            Texels::Words(_) => TextureFormat::Rgba32Uint,
        }
    }

    /// The texels as they are uploaded.
    pub fn bytes(&self) -> &[u8] {
        match &self.texels {
            Texels::Rgba8(bytes) => bytes,
            Texels::Float(texels) => bytemuck::cast_slice(texels),
            Texels::Words(texels) => bytemuck::cast_slice(texels),
        }
    }

    /// A data texture of texels, at most [`MAX_TEXELS`], filled up to whole rows.
    fn of_rows<T: bytemuck::Zeroable + Clone>(mut texels: Vec<T>, wrap: fn(Vec<T>) -> Texels) -> Self {
        let rows = texels.len().div_ceil(TEXEL_COLUMNS as usize);
        texels.resize(rows * TEXEL_COLUMNS as usize, T::zeroed());
        Self { width: TEXEL_COLUMNS, height: rows as u32, texels: wrap(texels) }
    }
}

/// A range of instances drawn under one state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pass {
    /// What draws it.
    pub pipeline: Pipeline,
    /// Index into [`Plan::instances`].
    pub instances: usize,
    /// First instance, in that texture.
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

impl ScenePlan {
    /// Plans a scene. It must be well-formed ([`Scene::check`]), as every decoded one is.
    pub fn new(scene: &Scene) -> Self {
        let mut builders = [Builder::new(scene), Builder::new(scene)];
        let mut runs = Vec::new();
        for layers in scene.layers.chunk_by(|one, next| one.marks == next.marks) {
            let part = if layers[0].marks { Part::Marks } else { Part::Base };
            let passes = builders[part.index()].run(layers);
            let area = layers.iter().map(|layer| layer.clip).reduce(Rect::union).unwrap_or_default();
            let drawn = &builders[part.index()].plan.passes[passes.clone()];
            let is_light = drawn.iter().all(|pass| pass.pipeline == Pipeline::Rect)
                && drawn.iter().map(|pass| pass.count).sum::<u32>() <= LIGHT_RECTS;
            runs.push(Run { part, passes, area, is_light });
        }
        let [base, marks] = builders.map(Builder::finish);
        Self { base, marks, runs }
    }

    /// One of the plans.
    pub const fn part(&self, part: Part) -> &Plan {
        match part {
            Part::Base => &self.base,
            Part::Marks => &self.marks,
        }
    }

    /// Whether another scene differs from this one by its marks alone.
    pub fn differs_only_by_marks(&self, other: &Self) -> bool {
        let bases =
            |plan: &Self| plan.runs.iter().filter(|run| run.part == Part::Base).cloned().collect::<Vec<_>>();
        self.base == other.base && bases(self) == bases(other)
    }

    /// Whether runs can be drawn on nothing and laid over each other afterwards: only colours that lie over what is below
    /// need not know it.
    pub fn can_be_kept(&self) -> bool {
        self.base.passes.iter().all(|pass| pass.blend == Blend::Normal)
    }
}

impl Plan {
    /// The textures of a pipeline's instances: one for all but huge scenes, none without instances.
    pub fn instances(&self, pipeline: Pipeline) -> &[Texture] {
        &self.instances[pipeline.index()]
    }

    /// Number of a pipeline's instances.
    pub const fn instance_count(&self, pipeline: Pipeline) -> usize {
        self.counts[pipeline.index()] as usize
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
    /// By pipeline. Those that are counted in the plan belong to a pass.
    instances: [Vec<[u32; 4]>; Pipeline::ALL.len()],
    /// First pass of the run: those before stand for themselves.
    run_from: usize,
}

impl Builder {
    fn new(scene: &Scene) -> Self {
        let plan = Plan {
            background: scene.background,
            textures: Vec::new(),
            passes: Vec::new(),
            instances: Default::default(),
            counts: Default::default(),
        };
        Self { plan, instances: Default::default(), run_from: 0 }
    }

    fn add<T: bytemuck::NoUninit>(&mut self, pipeline: Pipeline, instances: &[T]) {
        self.instances[pipeline.index()].extend_from_slice(bytemuck::cast_slice(instances));
    }

    fn finish(mut self) -> Plan {
        for (pipeline, texels) in Pipeline::ALL.into_iter().zip(self.instances) {
            let chunks = texels.chunks((per_texture(pipeline) as usize * pipeline.layout().texels).max(1));
            self.plan.instances[pipeline.index()] =
                chunks.map(|chunk| Texture::of_rows(chunk.to_vec(), Texels::Words)).collect();
        }
        self.plan
    }

    /// The passes of some layers.
    fn run(&mut self, layers: &[Layer]) -> Range<usize> {
        self.run_from = self.plan.passes.len();
        for layer in layers {
            for batch in &layer.batches {
                self.batch(layer, batch);
            }
        }
        self.run_from..self.plan.passes.len()
    }

    fn batch(&mut self, layer: &Layer, batch: &Batch) {
        match batch {
            Batch::Rects(rects) => {
                // Boxes without any colour are there to be pointed at.
                let drawn = |rect: &&RectInstance| {
                    are_finite(&[rect.x0, rect.y0, rect.x1, rect.y1])
                        && [rect.fill, rect.border, rect.mark].iter().any(|color| color.alpha() > 0)
                };
                for rect in rects.instances.iter().filter(drawn) {
                    self.add(Pipeline::Rect, std::slice::from_ref(rect));
                }
                self.pass(layer, Pipeline::Rect, None);
            }
            Batch::Polys(polys) => {
                let mut quads = Vec::new();
                poly::tessellate(polys, &mut quads);
                self.add(Pipeline::Poly, &quads);
                self.pass(layer, Pipeline::Poly, None);
            }
            Batch::Curves(curves) => {
                for chunk in curve::pack(curves) {
                    self.add(Pipeline::Curve, &chunk.instances);
                    self.pass(layer, Pipeline::Curve, Some(chunk.into_texture()));
                }
            }
            Batch::Images(images) => {
                for (instance, texture) in images.images.iter().flat_map(image::tiles) {
                    self.add(Pipeline::Image, &[instance]);
                    self.pass(layer, Pipeline::Image, Some(texture));
                }
            }
            Batch::Texts(_) => {}
        }
    }

    /// Makes the instances that no pass draws yet a pass, or part of the last one if only they differ.
    fn pass(&mut self, layer: &Layer, pipeline: Pipeline, texture: Option<Texture>) {
        let planned = self.plan.counts[pipeline.index()];
        let all = (self.instances[pipeline.index()].len() / pipeline.layout().texels) as u32;
        if all == planned {
            return;
        }
        self.plan.counts[pipeline.index()] = all;
        let texture = texture.map(|texture| {
            self.plan.textures.push(texture);
            self.plan.textures.len() - 1
        });
        let (clip, space, blend) = (layer.clip, layer.space, layer.blend);
        let most = per_texture(pipeline);
        let mut from = planned;
        while from < all {
            let (instances, first) = ((from / most) as usize, from % most);
            let count = (all - from).min(most - first);
            from += count;
            let pass = Pass { pipeline, instances, first, count, texture, clip, space, blend };
            match self.plan.passes[self.run_from..].last_mut() {
                Some(last) if *last == (Pass { first: last.first, count: last.count, ..pass }) => {
                    last.count += count;
                }
                _ => self.plan.passes.push(pass),
            }
        }
    }
}

/// Instances that a texture has room for.
const fn per_texture(pipeline: Pipeline) -> u32 {
    match pipeline.layout().texels {
        0 => 0,
        texels => (MAX_TEXELS / texels) as u32,
    }
}
