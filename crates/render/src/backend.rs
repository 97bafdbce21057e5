//! The interface of a GPU backend, and the ways of drawing through it.
//!
//! A backend holds the bytes of a scene's plans and draws passes. It makes no decisions: the content, the order, the
//! blend and the pixels of a pass come from [`ScenePlan`] and [`FrameParams`].
//!
//! On slow devices, marks of pointer and selection are drawn without redrawing the rest. [`keep`] draws each run of
//! layers between marks to an offscreen picture, once. [`draw_kept`] then draws those pictures and the marks on top of
//! each other.

use crate::plan::{Part, Run};
use crate::{FrameParams, FrameUniforms, Origin, Pass, PixelRect, PixelSize, Plan, ScenePlan};

/// Destination of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The canvas of the backend.
    Canvas,
    /// An offscreen picture of the frame's size, to read back.
    Picture,
    /// An offscreen picture to draw from later, by its number from 0 on. It starts transparent instead of with the
    /// background.
    Kept(usize),
}

/// A graphics interface. Methods are called in the order `upload`, then any number of
/// (`begin_frame`, (`draw_pass` or `draw_kept`)*, `end_frame`).
pub trait Backend {
    /// Reason for a failure: a refused resource or a lost device.
    type Error;

    /// Side from which rows are counted in its fragment stage.
    const ORIGIN: Origin;

    /// Replaces all buffers and textures of a part with those of the plan. After a failed upload there is nothing to
    /// draw.
    fn upload(&mut self, part: Part, plan: &Plan) -> Result<(), Self::Error>;

    /// Starts a frame: resizes the target to `size` if needed, clears it to `uniforms.background`, and sets `uniforms`
    /// for all following passes. `size` is never empty.
    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), Self::Error>;

    /// Draws one pass of an uploaded plan inside `scissor`, over what was drawn before. The pass and the scissor are
    /// never empty, and the scissor is inside the target.
    fn draw_pass(&mut self, part: Part, pass: &Pass, scissor: PixelRect);

    /// Draws a kept picture of the frame's size inside `scissor`.
    fn draw_kept(&mut self, kept: usize, scissor: PixelRect);

    /// Ends the frame and submits it to the GPU.
    fn end_frame(&mut self) -> Result<(), Self::Error>;
}

/// Draws an uploaded scene once. For an empty target, no backend method is called.
pub fn draw<B: Backend>(
    backend: &mut B,
    plan: &ScenePlan,
    params: &FrameParams,
    target: Target,
) -> Result<(), B::Error> {
    frame(backend, plan, params, target, |backend| {
        plan.runs.iter().for_each(|run| passes(backend, plan, params, run));
    })
}

/// Draws each run of an uploaded scene to a kept picture, except for marks and [light](Run::is_light) runs. The scene
/// must be one that [can be kept](ScenePlan::can_be_kept).
pub fn keep<B: Backend>(backend: &mut B, plan: &ScenePlan, params: &FrameParams) -> Result<(), B::Error> {
    for (number, run) in plan.runs.iter().filter(|run| is_kept(run)).enumerate() {
        frame(backend, plan, params, Target::Kept(number), |backend| passes(backend, plan, params, run))?;
    }
    Ok(())
}

/// Draws on the canvas the same image as [`draw`], from the pictures that [`keep`] made of the same scene under the
/// same parameters, with the marks between them.
pub fn draw_kept<B: Backend>(
    backend: &mut B,
    plan: &ScenePlan,
    params: &FrameParams,
) -> Result<(), B::Error> {
    frame(backend, plan, params, Target::Canvas, |backend| {
        let mut number = 0;
        for run in &plan.runs {
            if !is_kept(run) {
                passes(backend, plan, params, run);
                continue;
            }
            let scissor = params.scissor(run.area);
            if !scissor.is_empty() {
                backend.draw_kept(number, scissor);
            }
            number += 1;
        }
    })
}

fn is_kept(run: &Run) -> bool {
    run.part == Part::Base && !run.is_light
}

fn frame<B: Backend>(
    backend: &mut B,
    plan: &ScenePlan,
    params: &FrameParams,
    target: Target,
    fill: impl FnOnce(&mut B),
) -> Result<(), B::Error> {
    if params.size.is_empty() {
        return Ok(());
    }
    let uniforms = FrameUniforms::new(params, plan.base.background, B::ORIGIN);
    backend.begin_frame(target, params.size, &uniforms)?;
    fill(backend);
    backend.end_frame()
}

fn passes<B: Backend>(backend: &mut B, plan: &ScenePlan, params: &FrameParams, run: &Run) {
    for pass in &plan.part(run.part).passes[run.passes.clone()] {
        let scissor = params.scissor(pass.clip);
        if !scissor.is_empty() {
            backend.draw_pass(run.part, pass, scissor);
        }
    }
}
