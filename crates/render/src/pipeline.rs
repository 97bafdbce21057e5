//! The five pipelines: what each reads, as one table that both GPU backends and the layout tests use.
//!
//! Every pipeline draws strips of triangles, one an instance, by one list of indices. A vertex knows its instance and its
//! place there from its index, and reads the instance from a texture ([`crate::Plan`]): nothing is drawn by instanced
//! calls, which take software renderers longer than drawing does. Textures are fetched by texel, so no sampler exists.

use diptych_scene::RectInstance;

use crate::plan::{CurveInstance, ImageInstance, PolyInstance};

/// One shader with the shape of its input; named as its primitive and its WGSL file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pipeline {
    /// Boxes.
    Rect,
    /// Filled shapes.
    Poly,
    /// Lines and tubes.
    Curve,
    /// Grids of colours.
    Image,
    /// A kept picture, without instances.
    Kept,
}

/// What a texture holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureFormat {
    /// Straight-alpha colours, fetched as 0..=1.
    Rgba8,
    /// Four floats a texel, fetched unfiltered.
    Rgba32Float,
    /// Four words a texel.
    Rgba32Uint,
}

/// The input of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Texels an instance, in the texture of words at group 1, binding 0; none if it has no instances.
    pub texels: usize,
    /// Texture at group 2, binding 0.
    pub texture: Option<TextureFormat>,
}

/// Uniform blocks: the names naga gives them in GLSL, one a stage, and their bindings in group 0.
pub const GLSL_BLOCKS: [(&str, u32); 4] = [
    ("Frame_block_0Vertex", FRAME_BINDING),
    ("Frame_block_0Fragment", FRAME_BINDING),
    ("PassBlock_block_1Vertex", PASS_BINDING),
    ("PassBlock_block_1Fragment", PASS_BINDING),
];

/// Binding of [`crate::FrameUniforms`] in group 0.
pub const FRAME_BINDING: u32 = 0;
/// Binding of [`crate::uniforms::PassUniforms`] in group 0.
pub const PASS_BINDING: u32 = 1;

/// Samplers: the names naga gives them in GLSL, and their texture units. Instances come first.
pub const GLSL_SAMPLERS: [(&str, u32); 3] = [
    ("_group_1_binding_0_vs", INSTANCES_UNIT),
    ("_group_2_binding_0_vs", TEXELS_UNIT),
    ("_group_2_binding_0_fs", TEXELS_UNIT),
];

/// Texture unit of instances.
pub const INSTANCES_UNIT: u32 = 0;
/// Texture unit of what else is read.
pub const TEXELS_UNIT: u32 = 1;

/// Bytes of a texel of words.
pub const TEXEL_BYTES: usize = 16;

const fn of<T>(texture: Option<TextureFormat>) -> Layout {
    assert!(size_of::<T>().is_multiple_of(TEXEL_BYTES), "an instance fills whole texels");
    Layout { texels: size_of::<T>() / TEXEL_BYTES, texture }
}

const RECT: Layout = of::<RectInstance>(None);
const POLY: Layout = of::<PolyInstance>(None);
const CURVE: Layout = of::<CurveInstance>(Some(TextureFormat::Rgba32Float));
const IMAGE: Layout = of::<ImageInstance>(Some(TextureFormat::Rgba8));
const KEPT: Layout = Layout { texels: 0, texture: Some(TextureFormat::Rgba8) };

impl Pipeline {
    /// All of them, in the order of [`Pipeline::index`].
    pub const ALL: [Self; 5] = [Self::Rect, Self::Poly, Self::Curve, Self::Image, Self::Kept];

    /// Place in [`Pipeline::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Name of its shader file and of its entry points (`rect_vertex`, `rect_fragment`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rect => "rect",
            Self::Poly => "poly",
            Self::Curve => "curve",
            Self::Image => "image",
            Self::Kept => "kept",
        }
    }

    /// What it reads.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Rect => RECT,
            Self::Poly => POLY,
            Self::Curve => CURVE,
            Self::Image => IMAGE,
            Self::Kept => KEPT,
        }
    }

    /// Vertices of an instance's strip, if a piece of a curve is drawn in so many steps.
    pub const fn vertices(self, segments: u32) -> u32 {
        match self {
            Self::Curve => 2 * (segments + 1),
            _ => 4,
        }
    }

    /// Indices of an instance's triangles, if its strip has so many vertices: see [`strip_indices`].
    pub const fn indices(vertices: u32) -> u32 {
        3 * (vertices - 2)
    }

    /// Its WGSL: the shared functions, then its own file.
    #[cfg(any(feature = "webgpu", feature = "shadergen"))]
    pub const fn wgsl(self) -> &'static str {
        macro_rules! source {
            ($($file:literal),+) => { concat!($(include_str!(concat!("../../../shaders/", $file))),+) };
        }
        match self {
            Self::Rect => source!("frame.wgsl", "instance.wgsl", "shade.wgsl", "rect.wgsl"),
            Self::Poly => source!("frame.wgsl", "instance.wgsl", "shade.wgsl", "poly.wgsl"),
            Self::Curve => {
                source!("frame.wgsl", "instance.wgsl", "shade.wgsl", "spline.wgsl", "curve.wgsl")
            }
            Self::Image => source!("frame.wgsl", "instance.wgsl", "image.wgsl"),
            Self::Kept => source!("frame.wgsl", "kept.wgsl"),
        }
    }

    /// Its vertex and fragment shader in GLSL ES 300, as `xtask` made them from [`Pipeline::wgsl`].
    #[cfg(feature = "webgl")]
    pub const fn glsl(self) -> (&'static str, &'static str) {
        macro_rules! source {
            ($name:literal) => {
                (
                    include_str!(concat!("../../../shaders/generated/", $name, ".vert.glsl")),
                    include_str!(concat!("../../../shaders/generated/", $name, ".frag.glsl")),
                )
            };
        }
        match self {
            Self::Rect => source!("rect"),
            Self::Poly => source!("poly"),
            Self::Curve => source!("curve"),
            Self::Image => source!("image"),
            Self::Kept => source!("kept"),
        }
    }
}

/// The triangles of strips of so many vertices, one after the other: their vertices are numbered through.
pub fn strip_indices(vertices: u32, strips: u32) -> Vec<u32> {
    let triangles = vertices - 2;
    let mut indices = Vec::with_capacity((strips * Pipeline::indices(vertices)) as usize);
    for first in (0..strips).map(|strip| strip * vertices) {
        for at in first..first + triangles {
            indices.extend([at, at + 1, at + 2]);
        }
    }
    indices
}
