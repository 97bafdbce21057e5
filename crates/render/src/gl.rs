//! WebGL2 through glow.

#![expect(unsafe_code, reason = "every glow call is unsafe; WebGL itself checks each of them")]

mod resources;

use diptych_scene::Blend;
use glow::HasContext;

use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::pipeline::{FRAME_BINDING, INSTANCES_UNIT, PASS_BINDING, TEXELS_UNIT};
use crate::uniforms::PassUniforms;
use crate::{Backend, FrameUniforms, Origin, Part, Pass, Pipeline, PixelRect, PixelSize, Plan, Target};
use resources::{CachedFrame, Picture, Strips};

/// A WebGL2 context with the content of one plan.
#[derive(Debug)]
pub struct GlBackend {
    gl: glow::Context,
    context: web_sys::WebGl2RenderingContext,
    canvas: Canvas,
    /// Programs, by pipeline.
    programs: Vec<glow::Program>,
    strips: Vec<Strips>,
    frame_block: glow::Buffer,
    pass_blocks: glow::Buffer,
    /// Textures of each part.
    uploaded: [Uploaded; 2],
    picture: Option<Picture>,
    kept: Vec<CachedFrame>,
    size: PixelSize,
    /// Number of steps for each piece of a curve in the current frame.
    segments: u32,
    /// Fence that is signalled once the last frame is drawn.
    drawn: Option<glow::Fence>,
    /// Longest side of a target in device pixels.
    max_side: u32,
}

/// The textures of a part.
#[derive(Debug, Default)]
struct Uploaded {
    textures: Vec<glow::Texture>,
    /// Textures of instances, by pipeline.
    instances: [Vec<glow::Texture>; Pipeline::ALL.len()],
}

impl GlBackend {
    /// Takes the canvas's WebGL2 context. A canvas that had another kind of context does not give one.
    pub fn new(canvas: Canvas) -> Result<Self, RenderError> {
        let context = resources::context(&canvas)?;
        let gl = glow::Context::from_webgl2_context(context.clone());
        let programs = Pipeline::ALL.into_iter().map(|pipeline| resources::program(&gl, pipeline));
        let programs: Result<Vec<_>, _> = programs.collect();
        let programs = programs.map_err(|err| lost_or(&context, err))?;
        let frame = vec![0; size_of::<FrameUniforms>()];
        let frame_block = resources::uniform_buffer(&gl, &frame, glow::DYNAMIC_DRAW)?;
        let pass_blocks = resources::uniform_buffer(&gl, &PassUniforms::table(), glow::STATIC_DRAW)?;
        // SAFETY: asks for a number.
        let max_side = unsafe { gl.get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE) } as u32;
        Ok(Self {
            gl,
            context,
            canvas,
            programs,
            frame_block,
            pass_blocks,
            strips: Vec::new(),
            uploaded: Default::default(),
            picture: None,
            kept: Vec::new(),
            size: PixelSize::default(),
            segments: 1,
            drawn: None,
            max_side,
        })
    }

    /// Returns the last frame drawn to [`Target::Picture`] as RGBA bytes, top row first.
    pub fn read_picture(&mut self) -> Result<Vec<u8>, RenderError> {
        let Some(picture) = &self.picture else {
            return Err(RenderError::Resource("no picture was drawn".into()));
        };
        let pixels = picture.read(&self.gl, self.size);
        self.check()?;
        Ok(pixels)
    }

    /// Returns true if the GPU has not finished the last frame.
    pub fn is_drawing(&mut self) -> bool {
        // SAFETY: the fence is this context's own, and asking about it does not wait.
        let passed = self.is_lost()
            || self.drawn.is_none_or(|fence| unsafe { self.gl.get_sync_status(fence) } == glow::SIGNALED);
        if passed && let Some(fence) = self.drawn.take() {
            // SAFETY: the same.
            unsafe { self.gl.delete_sync(fence) };
        }
        !passed
    }

    /// Returns true if the context is lost for good.
    pub fn is_lost(&self) -> bool {
        self.context.is_context_lost()
    }

    /// Returns the error that earlier calls left, if any.
    fn check(&self) -> Result<(), RenderError> {
        // SAFETY: asks the context, changes nothing but its error flag.
        match unsafe { self.gl.get_error() } {
            glow::NO_ERROR => Ok(()),
            code => Err(lost_or(&self.context, RenderError::Resource(format!("WebGL error {code:#06x}")))),
        }
    }

    fn set_blend(&self, blend: Blend) {
        let (equation, source, destination) = match blend {
            Blend::Normal => (glow::FUNC_ADD, glow::ONE, glow::ONE_MINUS_SRC_ALPHA),
            Blend::Min => (glow::MIN, glow::ONE, glow::ONE),
            Blend::Max => (glow::MAX, glow::ONE, glow::ONE),
            Blend::Multiply => (glow::FUNC_ADD, glow::DST_COLOR, glow::ZERO),
        };
        // SAFETY: sets state from constants.
        unsafe {
            self.gl.blend_equation(equation);
            self.gl.blend_func(source, destination);
        }
    }
}

impl GlBackend {
    fn set_scissor(&self, PixelRect { x, y, width, height }: PixelRect) {
        let upper = self.size.height - y - height;
        // SAFETY: sets state.
        unsafe { self.gl.scissor(x as i32, upper as i32, width as i32, height as i32) };
    }
}

impl Backend for GlBackend {
    type Error = RenderError;

    const ORIGIN: Origin = Origin::Bottom;

    fn upload(&mut self, part: Part, plan: &Plan) -> Result<(), RenderError> {
        let Uploaded { textures, instances } = &mut self.uploaded[part.index()];
        let before = textures.drain(..).chain(instances.iter_mut().flat_map(|of| of.drain(..)));
        // SAFETY: the textures are this context's own and no longer drawn from.
        before.for_each(|texture| unsafe { self.gl.delete_texture(texture) });
        let made = |texture| resources::texture(&self.gl, texture).map_err(|err| lost_or(&self.context, err));
        for texture in &plan.textures {
            textures.push(made(texture)?);
        }
        for (own, pipeline) in instances.iter_mut().zip(Pipeline::ALL) {
            for texture in plan.instances(pipeline) {
                own.push(made(texture)?);
            }
        }
        // Errors are not queried here, because that would wait for the GPU at every new scene.
        if self.is_lost() { Err(RenderError::Lost("WebGL context".into())) } else { Ok(()) }
    }

    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), RenderError> {
        if self.is_lost() {
            return Err(RenderError::Lost("WebGL context".into()));
        }
        size.check(self.max_side)?;
        let framebuffer = match target {
            Target::Canvas => {
                self.canvas.resize(size);
                None
            }
            Target::Picture => Some(Picture::reuse(&mut self.picture, &self.gl, size)?),
            Target::Kept(number) => Some(CachedFrame::reuse(&mut self.kept, number, &self.gl, size)?),
        };
        (self.size, self.segments) = (size, uniforms.segments as u32);
        let [r, g, b, a] = match target {
            Target::Kept(_) => [0.0; 4],
            _ => [uniforms.background[0], uniforms.background[1], uniforms.background[2], 1.0],
        };
        // SAFETY: binds this context's own objects; the block's buffer has the block's size.
        unsafe {
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, framebuffer);
            self.gl.viewport(0, 0, size.width as i32, size.height as i32);
            self.gl.disable(glow::SCISSOR_TEST);
            self.gl.clear_color(r, g, b, a);
            self.gl.clear(glow::COLOR_BUFFER_BIT);
            self.gl.enable(glow::SCISSOR_TEST);
            self.gl.enable(glow::BLEND);
            self.gl.bind_buffer_base(glow::UNIFORM_BUFFER, FRAME_BINDING, Some(self.frame_block));
            self.gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, bytemuck::bytes_of(uniforms));
        }
        Ok(())
    }

    fn draw_pass(&mut self, part: Part, pass: &Pass, scissor: PixelRect) {
        let Uploaded { textures, instances } = &self.uploaded[part.index()];
        let Some(&instances) = instances[pass.pipeline.index()].get(pass.instances) else { return };
        let texture = pass.texture.and_then(|index| textures.get(index)).copied();
        let block = PassUniforms::offset(pass.space, pass.blend) as i32;
        let vertices = pass.pipeline.vertices(self.segments);
        let indices = Pipeline::indices(vertices);
        self.set_blend(pass.blend);
        self.set_scissor(scissor);
        if Strips::bind(&mut self.strips, &self.gl, vertices, pass.first + pass.count).is_err() {
            return; // The context is lost, which the end of the frame says.
        }
        // SAFETY: binds this context's own objects; the slot lies inside the table of blocks, the indices inside theirs.
        unsafe {
            self.gl.use_program(Some(self.programs[pass.pipeline.index()]));
            self.gl.bind_buffer_range(
                glow::UNIFORM_BUFFER,
                PASS_BINDING,
                Some(self.pass_blocks),
                block,
                size_of::<PassUniforms>() as i32,
            );
            self.gl.active_texture(glow::TEXTURE0 + TEXELS_UNIT);
            self.gl.bind_texture(glow::TEXTURE_2D, texture);
            self.gl.active_texture(glow::TEXTURE0 + INSTANCES_UNIT);
            self.gl.bind_texture(glow::TEXTURE_2D, Some(instances));
            let (count, first) = (pass.count * indices, pass.first * indices);
            let offset = first as i32 * size_of::<u32>() as i32;
            self.gl.draw_elements(glow::TRIANGLES, count as i32, glow::UNSIGNED_INT, offset);
        }
    }

    fn draw_kept(&mut self, kept: usize, scissor: PixelRect) {
        let Some(kept) = self.kept.get(kept) else { return };
        self.set_blend(Blend::Normal);
        self.set_scissor(scissor);
        // SAFETY: binds this context's own objects.
        unsafe {
            self.gl.use_program(Some(self.programs[Pipeline::Kept.index()]));
            self.gl.active_texture(glow::TEXTURE0 + TEXELS_UNIT);
            self.gl.bind_texture(glow::TEXTURE_2D, Some(kept.texture));
            self.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, Pipeline::Kept.vertices(0) as i32);
        }
    }

    fn end_frame(&mut self) -> Result<(), RenderError> {
        // SAFETY: a fence waits for nobody.
        unsafe {
            let fence = self.gl.fence_sync(glow::SYNC_GPU_COMMANDS_COMPLETE, 0).ok();
            if let Some(before) = std::mem::replace(&mut self.drawn, fence) {
                self.gl.delete_sync(before);
            }
            self.gl.flush();
        }
        if self.is_lost() { Err(RenderError::Lost("WebGL context".into())) } else { Ok(()) }
    }
}

/// Turns an error into [`RenderError::Lost`] if the context is lost, because calls on a lost context fail for that
/// reason alone.
fn lost_or(context: &web_sys::WebGl2RenderingContext, err: RenderError) -> RenderError {
    if context.is_context_lost() { RenderError::Lost("WebGL context".into()) } else { err }
}
