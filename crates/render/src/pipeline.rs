//! The five pipelines, with the input of each as a table that both GPU backends and the layout tests use.
//!
//! Every pipeline draws one strip of triangles for each instance, from one list of indices. A vertex computes its
//! instance and its place in the strip from its index, and reads the instance from a texture ([`crate::Plan`]). There
//! are no instanced draw calls, because software renderers take longer for the call than for the drawing. Textures are
//! fetched by texel, so there are no samplers.

use diptych_scene::RectInstance;

use crate::plan::{CurveInstance, ImageInstance, PolyInstance};
use crate::texture::TextureFormat;

/// A shader and its input; named like its primitive and its WGSL file.
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

/// The input of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Texels per instance, in the texture of words at group 1, binding 0; 0 if the pipeline has no instances.
    pub texels: usize,
    /// Texture at group 2, binding 0.
    pub texture: Option<TextureFormat>,
}

/// Uniform blocks: the names that naga gives them in GLSL, one for each stage, and their bindings in group 0.
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

/// Samplers: the names that naga gives them in GLSL, and their texture units. Instances come first.
pub const GLSL_SAMPLERS: [(&str, u32); 3] = [
    ("_group_1_binding_0_vs", INSTANCES_UNIT),
    ("_group_2_binding_0_vs", TEXELS_UNIT),
    ("_group_2_binding_0_fs", TEXELS_UNIT),
];

/// Texture unit of the instances.
pub const INSTANCES_UNIT: u32 = 0;
/// Texture unit of the other texture.
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
    /// All pipelines, in the order of [`Pipeline::index`].
    pub const ALL: [Self; 5] = [Self::Rect, Self::Poly, Self::Curve, Self::Image, Self::Kept];

    /// Returns the index in [`Pipeline::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name of the shader file and of its entry points (`rect_vertex`, `rect_fragment`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rect => "rect",
            Self::Poly => "poly",
            Self::Curve => "curve",
            Self::Image => "image",
            Self::Kept => "kept",
        }
    }

    /// Returns the input that the pipeline reads.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Rect => RECT,
            Self::Poly => POLY,
            Self::Curve => CURVE,
            Self::Image => IMAGE,
            Self::Kept => KEPT,
        }
    }

    /// Returns the number of vertices in an instance's strip, if a piece of a curve is drawn in so many steps.
    pub const fn vertices(self, segments: u32) -> u32 {
        match self {
            Self::Curve => 2 * (segments + 1),
            _ => 4,
        }
    }

    /// Returns the number of indices for an instance whose strip has so many vertices, see [`strip_indices`].
    pub const fn indices(vertices: u32) -> u32 {
        3 * (vertices - 2)
    }

    /// Returns the WGSL: the shared functions, then the pipeline's own file.
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

    /// Returns the vertex and fragment shader in GLSL ES 300, as `xtask` generated them from [`Pipeline::wgsl`].
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

/// Returns the triangles of strips of so many vertices each, one strip after the other with consecutive vertex numbers.
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
