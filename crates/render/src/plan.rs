//! From a scene to buffers, textures and passes: every decision about drawing, made without a GPU.
//!
//! Textures hold the instances of a pipeline in drawing order. A [`Pass`] is a range of one of these textures with the
//! state it is drawn under. Neighbouring batches that share pipeline, clip, space, blend and texture become one pass.
//! Marks have textures of their own, because they change while everything else stays ([`ScenePlan`]). Nothing here
//! depends on viewport, pixel density or target size; those are in [`crate::FrameParams`].

mod curve;
mod finite;
mod image;
mod poly;

use std::ops::Range;

use diptych_scene::{Batch, Blend, Layer, Rect, RectInstance, Rgba, Scene, Space};

pub use curve::CurveInstance;
pub use image::ImageInstance;
pub use poly::PolyInstance;

use crate::Pipeline;
use crate::texture::{MAX_TEXELS, Texels, Texture};
use finite::are_finite;

/// A scene in two plans, with the order in which they are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenePlan {
    /// Everything except the marks.
    pub base: Plan,
    /// The marks of pointer and selection.
    pub marks: Plan,
    /// Runs of neighbouring layers of one plan, lowest first.
    pub runs: Vec<Run>,
}

/// One of the two plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Everything except the marks.
    Base,
    /// The marks.
    Marks,
}

impl Part {
    /// Returns 0 for the base and 1 for the marks.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Passes that are drawn one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Plan of the passes.
    pub part: Part,
    /// Indices of the passes in the plan; may be empty.
    pub passes: Range<usize>,
    /// Bounding box of all clips.
    pub area: Rect,
    /// True if the run is only a few boxes, which are faster to draw than a full-size picture of them.
    pub is_light: bool,
}

/// Most boxes in a run that is [light](Run::is_light).
const LIGHT_RECTS: u32 = 64;

/// The data to upload for one part of a scene, and the passes that draw it.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Colour that the target is cleared to.
    pub background: Rgba,
    /// Textures, in no particular order; passes refer to them by index.
    pub textures: Vec<Texture>,
    /// Passes in drawing order, lowest first. None is empty.
    pub passes: Vec<Pass>,
    /// Textures of instances, by pipeline; all but the last are full.
    instances: [Vec<Texture>; Pipeline::ALL.len()],
    counts: [u32; Pipeline::ALL.len()],
}

/// A range of instances drawn under one state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pass {
    /// Pipeline that draws it.
    pub pipeline: Pipeline,
    /// Index of the texture in [`Plan::instances`].
    pub instances: usize,
    /// First instance in that texture.
    pub first: u32,
    /// Number of instances, at least one.
    pub count: u32,
    /// Index into [`Plan::textures`]; set exactly if the pipeline reads a texture.
    pub texture: Option<usize>,
    /// Clip in CSS pixels.
    pub clip: Rect,
    /// Space of the coordinates.
    pub space: Space,
    /// Blend with what is below.
    pub blend: Blend,
}

impl ScenePlan {
    /// Plans a scene. The scene must be well-formed ([`Scene::check`]), as every decoded scene is.
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

    /// Returns one of the plans.
    pub const fn part(&self, part: Part) -> &Plan {
        match part {
            Part::Base => &self.base,
            Part::Marks => &self.marks,
        }
    }

    /// Returns true if another scene differs from this one only by its marks.
    pub fn differs_only_by_marks(&self, other: &Self) -> bool {
        let bases =
            |plan: &Self| plan.runs.iter().filter(|run| run.part == Part::Base).cloned().collect::<Vec<_>>();
        self.base == other.base && bases(self) == bases(other)
    }

    /// Returns true if each run can be drawn on a transparent picture and composited later. That holds only for normal
    /// blends, which do not depend on the colours below.
    pub fn can_be_kept(&self) -> bool {
        self.base.passes.iter().all(|pass| pass.blend == Blend::Normal)
    }
}

impl Plan {
    /// Returns the textures of a pipeline's instances: one for all but huge scenes, none without instances.
    pub fn instances(&self, pipeline: Pipeline) -> &[Texture] {
        &self.instances[pipeline.index()]
    }

    /// Returns the number of a pipeline's instances.
    pub const fn instance_count(&self, pipeline: Pipeline) -> usize {
        self.counts[pipeline.index()] as usize
    }
}

/// Builder of a plan, batch by batch.
struct Builder {
    plan: Plan,
    /// Instances by pipeline. Those counted in the plan belong to a pass.
    instances: [Vec<[u32; 4]>; Pipeline::ALL.len()],
    /// First pass of the current run. Earlier passes must not be extended.
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

    /// Adds the passes of some layers and returns their range.
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
                // Boxes without any colour exist only for picking.
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

    /// Turns the instances without a pass into a pass, or extends the last pass if the state is the same.
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

/// Returns the number of instances that fit in a texture.
const fn per_texture(pipeline: Pipeline) -> u32 {
    match pipeline.layout().texels {
        0 => 0,
        texels => (MAX_TEXELS / texels) as u32,
    }
}
