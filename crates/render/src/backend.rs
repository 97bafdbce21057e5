//! What a GPU interface must be able to do, and the one way in which it is asked to.
//!
//! A backend holds the bytes of one plan and draws passes. It takes no decision: what is drawn,
//! in which order, with which blend and inside which pixels comes from [`Plan`] and [`FrameParams`].

use crate::{FrameParams, FrameUniforms, Origin, Pass, PixelRect, PixelSize, Plan};

/// Where a frame goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The canvas the backend was made for.
    Canvas,
    /// An offscreen picture of the frame's size, to be read back.
    Picture,
}

/// A graphics interface. Methods are called in the order `upload`, then any number of
/// (`begin_frame`, `draw_pass`*, `end_frame`).
pub trait Backend {
    /// What may go wrong: refused resources, a lost device.
    type Error;

    /// Where rows are counted from in its fragment stage.
    const ORIGIN: Origin;

    /// Replaces all buffers and textures with those of the plan. A failed upload leaves nothing to draw.
    fn upload(&mut self, plan: &Plan) -> Result<(), Self::Error>;

    /// Starts a frame: resizes the target to `size` if needed, clears it to `uniforms.background` and
    /// makes `uniforms` the block of all following passes. `size` is never empty.
    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), Self::Error>;

    /// Draws one pass of the uploaded plan inside `scissor`, above what was drawn before. Both the pass and
    /// the scissor are guaranteed not to be empty, and the scissor to lie inside the target.
    fn draw_pass(&mut self, pass: &Pass, scissor: PixelRect);

    /// Ends the frame and hands it to the GPU.
    fn end_frame(&mut self) -> Result<(), Self::Error>;
}

/// Draws an uploaded plan once. Nothing is drawn, and the backend not asked, when the target is empty.
pub fn draw<B: Backend>(
    backend: &mut B,
    plan: &Plan,
    params: &FrameParams,
    target: Target,
) -> Result<(), B::Error> {
    if params.size.is_empty() {
        return Ok(());
    }
    let uniforms = FrameUniforms::new(params, plan.background, B::ORIGIN);
    backend.begin_frame(target, params.size, &uniforms)?;
    for pass in &plan.passes {
        let scissor = params.scissor(pass.clip);
        if !scissor.is_empty() {
            backend.draw_pass(pass, scissor);
        }
    }
    backend.end_frame()
}
