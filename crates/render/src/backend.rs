//! What a GPU interface must be able to do, and the ways in which it is asked to.
//!
//! A backend holds the bytes of a scene's plans and draws passes. It takes no decision: what is drawn,
//! in which order, with which blend and inside which pixels comes from [`ScenePlan`] and [`FrameParams`].
//!
//! Where drawing is slow, marks of pointer and selection are drawn without the rest: [`keep`] draws each run of layers
//! between them to a picture of its own, once, and [`draw_kept`] lays those pictures and the marks over each other.

use crate::plan::{Part, Run};
use crate::{FrameParams, FrameUniforms, Origin, Pass, PixelRect, PixelSize, Plan, ScenePlan};

/// Where a frame goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The canvas the backend was made for.
    Canvas,
    /// An offscreen picture of the frame's size, to be read back.
    Picture,
    /// One of several offscreen pictures, by their numbers from 0 on, to be drawn again. It begins as nothing, not as
    /// background.
    Kept(usize),
}

/// A graphics interface. Methods are called in the order `upload`, then any number of
/// (`begin_frame`, (`draw_pass` or `draw_kept`)*, `end_frame`).
pub trait Backend {
    /// What may go wrong: refused resources, a lost device.
    type Error;

    /// Where rows are counted from in its fragment stage.
    const ORIGIN: Origin;

    /// Replaces all buffers and textures of a part with those of the plan. A failed upload leaves nothing to draw.
    fn upload(&mut self, part: Part, plan: &Plan) -> Result<(), Self::Error>;

    /// Starts a frame: resizes the target to `size` if needed, clears it to `uniforms.background` and
    /// makes `uniforms` the block of all following passes. `size` is never empty.
    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), Self::Error>;

    /// Draws one pass of an uploaded plan inside `scissor`, above what was drawn before. Both the pass and
    /// the scissor are guaranteed not to be empty, and the scissor to lie inside the target.
    fn draw_pass(&mut self, part: Part, pass: &Pass, scissor: PixelRect);

    /// Draws a kept picture, of the frame's size, inside `scissor`.
    fn draw_kept(&mut self, kept: usize, scissor: PixelRect);

    /// Ends the frame and hands it to the GPU.
    fn end_frame(&mut self) -> Result<(), Self::Error>;
}

/// Draws an uploaded scene once. Nothing is drawn, and the backend not asked, when the target is empty.
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

/// Draws each run of an uploaded scene that is no marks, and not light, to a kept picture. The scene must be one that
/// [can be kept](ScenePlan::can_be_kept).
pub fn keep<B: Backend>(backend: &mut B, plan: &ScenePlan, params: &FrameParams) -> Result<(), B::Error> {
    for (number, run) in plan.runs.iter().filter(|run| is_kept(run)).enumerate() {
        frame(backend, plan, params, Target::Kept(number), |backend| passes(backend, plan, params, run))?;
    }
    Ok(())
}

/// Draws on the canvas what [`draw`] would: the pictures that [`keep`] made of the same scene under the same parameters,
/// and the marks between them.
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
