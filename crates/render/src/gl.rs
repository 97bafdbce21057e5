//! WebGL2 through glow.

#![expect(unsafe_code, reason = "every glow call is unsafe; WebGL itself checks each of them")]

mod resources;

use diptych_scene::Blend;
use glow::HasContext;

use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::pipeline::{AttributeFormat, FRAME_BINDING, PASS_BINDING};
use crate::uniforms::PassUniforms;
use crate::{Backend, FrameUniforms, Origin, Pass, Pipeline, PixelRect, PixelSize, Plan, Target};
use resources::{Picture, Program};

/// A WebGL2 context with the content of one plan.
#[derive(Debug)]
pub struct GlBackend {
    gl: glow::Context,
    context: web_sys::WebGl2RenderingContext,
    canvas: Canvas,
    programs: Vec<Program>,
    frame_block: glow::Buffer,
    pass_blocks: glow::Buffer,
    textures: Vec<glow::Texture>,
    picture: Option<Picture>,
    size: PixelSize,
    /// Longest side of a target, device pixels.
    max_side: u32,
}

impl GlBackend {
    /// Takes the canvas's WebGL2 context. A canvas that has had another kind of context gives none.
    pub fn new(canvas: Canvas) -> Result<Self, RenderError> {
        let context = resources::context(&canvas)?;
        let gl = glow::Context::from_webgl2_context(context.clone());
        let programs = Pipeline::ALL.into_iter().map(|pipeline| Program::new(&gl, pipeline));
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
            textures: Vec::new(),
            picture: None,
            size: PixelSize::default(),
            max_side,
        })
    }

    /// The last frame drawn to [`Target::Picture`]: RGBA bytes, the upper row first.
    pub fn read_picture(&mut self) -> Result<Vec<u8>, RenderError> {
        let Some(picture) = &self.picture else {
            return Err(RenderError::Resource("no picture was drawn".into()));
        };
        let pixels = picture.read(&self.gl, self.size);
        self.check()?;
        Ok(pixels)
    }

    /// Whether the context is gone for good.
    pub fn is_lost(&self) -> bool {
        self.context.is_context_lost()
    }

    /// The error that the last calls left, if any.
    fn check(&self) -> Result<(), RenderError> {
        // SAFETY: asks the context, changes nothing but its error flag.
        match unsafe { self.gl.get_error() } {
            glow::NO_ERROR => Ok(()),
            code => Err(lost_or(&self.context, RenderError::Resource(format!("WebGL error {code:#06x}")))),
        }
    }

    /// Points the attributes of a pipeline at its instances from `first` on: WebGL2 has no base instance.
    fn point_attributes(&self, program: &Program, pipeline: Pipeline, first: u32) {
        let layout = pipeline.layout();
        let base = first as usize * layout.stride;
        // SAFETY: the vertex array and the buffer are the program's own, and the pass lies inside the buffer.
        unsafe {
            self.gl.bind_vertex_array(Some(program.vertex_array));
            self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(program.instances));
            for (location, attribute) in (0..).zip(layout.attributes) {
                let (stride, offset) = (layout.stride as i32, (base + attribute.offset) as i32);
                let (components, kind, normalized) = match attribute.format {
                    AttributeFormat::Float32x4 => (4, glow::FLOAT, false),
                    AttributeFormat::Unorm8x4 => (4, glow::UNSIGNED_BYTE, true),
                    AttributeFormat::Uint32 => {
                        self.gl.vertex_attrib_pointer_i32(location, 1, glow::UNSIGNED_INT, stride, offset);
                        continue;
                    }
                    AttributeFormat::Uint32x4 => {
                        self.gl.vertex_attrib_pointer_i32(location, 4, glow::UNSIGNED_INT, stride, offset);
                        continue;
                    }
                };
                self.gl.vertex_attrib_pointer_f32(location, components, kind, normalized, stride, offset);
            }
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

impl Backend for GlBackend {
    type Error = RenderError;

    const ORIGIN: Origin = Origin::Bottom;

    fn upload(&mut self, plan: &Plan) -> Result<(), RenderError> {
        // SAFETY: the textures are this context's own and no longer drawn from.
        unsafe { self.textures.drain(..).for_each(|texture| self.gl.delete_texture(texture)) };
        for (program, pipeline) in self.programs.iter().zip(Pipeline::ALL) {
            // SAFETY: the buffer is the program's own.
            unsafe {
                self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(program.instances));
                self.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, plan.instances(pipeline), glow::STATIC_DRAW);
            }
        }
        for texture in &plan.textures {
            let uploaded =
                resources::texture(&self.gl, texture).map_err(|err| lost_or(&self.context, err))?;
            self.textures.push(uploaded);
        }
        // Errors are not asked for here: that would wait for the GPU at every new scene.
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
        };
        self.size = size;
        let [r, g, b, _] = uniforms.background;
        // SAFETY: binds this context's own objects; the block's buffer has the block's size.
        unsafe {
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, framebuffer);
            self.gl.viewport(0, 0, size.width as i32, size.height as i32);
            self.gl.disable(glow::SCISSOR_TEST);
            self.gl.clear_color(r, g, b, 1.0);
            self.gl.clear(glow::COLOR_BUFFER_BIT);
            self.gl.enable(glow::SCISSOR_TEST);
            self.gl.enable(glow::BLEND);
            self.gl.bind_buffer_base(glow::UNIFORM_BUFFER, FRAME_BINDING, Some(self.frame_block));
            self.gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, bytemuck::bytes_of(uniforms));
        }
        Ok(())
    }

    fn draw_pass(&mut self, pass: &Pass, scissor: PixelRect) {
        let program = &self.programs[pass.pipeline.index()];
        let texture = pass.texture.and_then(|index| self.textures.get(index)).copied();
        let block = PassUniforms::offset(pass.space, pass.blend) as i32;
        let vertices = pass.pipeline.layout().vertices as i32;
        let upper = self.size.height - scissor.y - scissor.height;
        self.point_attributes(program, pass.pipeline, pass.first);
        self.set_blend(pass.blend);
        // SAFETY: binds this context's own objects; the slot lies inside the table of blocks.
        unsafe {
            self.gl.use_program(Some(program.linked));
            self.gl.bind_buffer_range(
                glow::UNIFORM_BUFFER,
                PASS_BINDING,
                Some(self.pass_blocks),
                block,
                size_of::<PassUniforms>() as i32,
            );
            self.gl.bind_texture(glow::TEXTURE_2D, texture);
            self.gl.scissor(scissor.x as i32, upper as i32, scissor.width as i32, scissor.height as i32);
            self.gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, vertices, pass.count as i32);
        }
    }

    fn end_frame(&mut self) -> Result<(), RenderError> {
        if self.is_lost() { Err(RenderError::Lost("WebGL context".into())) } else { Ok(()) }
    }
}

/// A failed call on a lost context means only that it is lost.
fn lost_or(context: &web_sys::WebGl2RenderingContext, err: RenderError) -> RenderError {
    if context.is_context_lost() { RenderError::Lost("WebGL context".into()) } else { err }
}
