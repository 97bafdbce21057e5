//! From a scene to passes, and from passes to WebGPU or WebGL2.
//!
//! ```text
//! Scene ──plan──▶ Plan (bytes for buffers and textures, passes) ──draw──▶ Backend ──▶ canvas
//! ```
//!
//! Types to know: [`ScenePlan`] (all decisions, no GPU), [`FrameParams`] (everything that changes between two drawings
//! of one scene), [`Backend`] (pass-level methods), [`Pipeline`] (the input of one shader, from which both GPU backends
//! and the layout tests derive). [`draw`] connects them.
//!
//! The invariant: drawing a planned scene under other [`FrameParams`] uploads one block of [`FrameUniforms`] and
//! nothing else.
//!
//! Text is not drawn here, but on a 2D canvas above. There is no depth buffer: passes and instances are drawn in the
//! order of the scene. No code here names a time, a trace or a view.

pub mod backend;
#[cfg(all(any(feature = "webgl", feature = "webgpu"), target_arch = "wasm32"))]
pub mod canvas;
pub mod error;
pub mod notice;
pub mod params;
pub mod pipeline;
pub mod plan;
pub mod record;
pub mod texture;
pub mod uniforms;

#[cfg(all(feature = "webgl", target_arch = "wasm32"))]
pub mod gl;
#[cfg(any(
    all(feature = "webgpu", target_arch = "wasm32"),
    all(feature = "off-screen", not(target_arch = "wasm32"))
))]
pub mod gpu;
#[cfg(feature = "shadergen")]
pub mod shadergen;

pub use backend::{Backend, Target, draw, draw_kept, keep};
pub use error::RenderError;
pub use params::{FrameParams, PixelRect, PixelSize};
pub use pipeline::Pipeline;
pub use plan::{Part, Pass, Plan, ScenePlan};
pub use uniforms::{FrameUniforms, Origin};
