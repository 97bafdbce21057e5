//! The four pipelines: what each reads, as one table that both GPU backends and the layout tests use.
//!
//! Every pipeline draws instances of a triangle strip; vertices come from the vertex index, never from a
//! buffer. Attributes are numbered in order. Textures are fetched by texel, so no sampler exists.

use std::mem::offset_of;

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
}

/// How an attribute lies in memory and what the shader sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeFormat {
    /// Four floats.
    Float32x4,
    /// Four bytes, 0..=255 seen as four floats 0..=1.
    Unorm8x4,
    /// One integer.
    Uint32,
    /// Four integers.
    Uint32x4,
}

/// One per-instance attribute; its location is its place in [`Layout::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute {
    /// Type and size.
    pub format: AttributeFormat,
    /// Bytes from the start of the instance.
    pub offset: usize,
}

/// What the texture of group 1 holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureFormat {
    /// Straight-alpha colours, fetched as 0..=1.
    Rgba8,
    /// Four floats a texel, fetched unfiltered.
    Rgba32Float,
}

/// The input of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Instance attributes.
    pub attributes: &'static [Attribute],
    /// Bytes an instance.
    pub stride: usize,
    /// Vertices of an instance's strip.
    pub vertices: u32,
    /// Texture at group 1, binding 0.
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

impl AttributeFormat {
    /// Bytes it takes.
    pub const fn size(self) -> usize {
        match self {
            Self::Float32x4 | Self::Uint32x4 => 16,
            Self::Unorm8x4 | Self::Uint32 => 4,
        }
    }
}

const fn at(format: AttributeFormat, offset: usize) -> Attribute {
    Attribute { format, offset }
}

const RECT: Layout = Layout {
    attributes: &[
        at(AttributeFormat::Float32x4, offset_of!(RectInstance, x0)),
        // Fill, border, mark and style as one: fewer values to hand from stage to stage.
        at(AttributeFormat::Uint32x4, offset_of!(RectInstance, fill)),
        at(AttributeFormat::Float32x4, offset_of!(RectInstance, cushion)),
    ],
    stride: size_of::<RectInstance>(),
    vertices: 4,
    texture: None,
};

const POLY: Layout = Layout {
    attributes: &[
        at(AttributeFormat::Float32x4, offset_of!(PolyInstance, before)),
        at(AttributeFormat::Float32x4, offset_of!(PolyInstance, near)),
        at(AttributeFormat::Float32x4, offset_of!(PolyInstance, far)),
        at(AttributeFormat::Float32x4, offset_of!(PolyInstance, after)),
        at(AttributeFormat::Unorm8x4, offset_of!(PolyInstance, fill)),
        at(AttributeFormat::Uint32, offset_of!(PolyInstance, caps)),
    ],
    stride: size_of::<PolyInstance>(),
    vertices: 4,
    texture: None,
};

const CURVE: Layout = Layout {
    attributes: &[
        at(AttributeFormat::Uint32x4, offset_of!(CurveInstance, first_texel)),
        at(AttributeFormat::Float32x4, offset_of!(CurveInstance, width0)),
        at(AttributeFormat::Float32x4, offset_of!(CurveInstance, u0)),
        at(AttributeFormat::Unorm8x4, offset_of!(CurveInstance, color0)),
        at(AttributeFormat::Unorm8x4, offset_of!(CurveInstance, color1)),
    ],
    stride: size_of::<CurveInstance>(),
    vertices: CurveInstance::VERTICES,
    texture: Some(TextureFormat::Rgba32Float),
};

const IMAGE: Layout = Layout {
    attributes: &[
        at(AttributeFormat::Float32x4, offset_of!(ImageInstance, edges)),
        at(AttributeFormat::Float32x4, offset_of!(ImageInstance, tile)),
        at(AttributeFormat::Float32x4, offset_of!(ImageInstance, grid)),
        at(AttributeFormat::Uint32, offset_of!(ImageInstance, smooth)),
    ],
    stride: size_of::<ImageInstance>(),
    vertices: 4,
    texture: Some(TextureFormat::Rgba8),
};

impl Pipeline {
    /// All of them, in the order of [`Pipeline::index`].
    pub const ALL: [Self; 4] = [Self::Rect, Self::Poly, Self::Curve, Self::Image];

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
        }
    }

    /// What it reads.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Rect => RECT,
            Self::Poly => POLY,
            Self::Curve => CURVE,
            Self::Image => IMAGE,
        }
    }

    /// Its WGSL: the shared functions, then its own file.
    #[cfg(any(feature = "webgpu", feature = "shadergen"))]
    pub const fn wgsl(self) -> &'static str {
        macro_rules! source {
            ($($file:literal),+) => { concat!($(include_str!(concat!("../../../shaders/", $file))),+) };
        }
        match self {
            Self::Rect => source!("frame.wgsl", "shade.wgsl", "rect.wgsl"),
            Self::Poly => source!("frame.wgsl", "shade.wgsl", "poly.wgsl"),
            Self::Curve => source!("frame.wgsl", "shade.wgsl", "spline.wgsl", "curve.wgsl"),
            Self::Image => source!("frame.wgsl", "image.wgsl"),
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
        }
    }
}
