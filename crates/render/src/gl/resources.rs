//! Contexts, programs, buffers, textures and pictures of WebGL2.

use glow::HasContext;
use wasm_bindgen::JsCast;
use web_sys::{WebGl2RenderingContext, WebGlContextAttributes};

use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::pipeline::{GLSL_BLOCKS, TextureFormat};
use crate::plan::Texture;
use crate::{Pipeline, PixelSize};

/// The canvas's context: opaque, not antialiased (edges are feathered in the shaders), not kept.
pub(super) fn context(canvas: &Canvas) -> Result<WebGl2RenderingContext, RenderError> {
    let attributes = WebGlContextAttributes::new();
    attributes.set_alpha(false);
    attributes.set_antialias(false);
    attributes.set_depth(false);
    attributes.set_stencil(false);
    attributes.set_preserve_drawing_buffer(false);
    let found = match canvas {
        Canvas::Element(canvas) => canvas.get_context_with_context_options("webgl2", &attributes),
        Canvas::Offscreen(canvas) => canvas.get_context_with_context_options("webgl2", &attributes),
    };
    found
        .ok()
        .flatten()
        .and_then(|context| context.dyn_into().ok())
        .ok_or_else(|| RenderError::Unavailable("the browser gives no WebGL2 context".into()))
}

/// A linked program with its vertex array and its instances.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) linked: glow::Program,
    pub(super) vertex_array: glow::VertexArray,
    pub(super) instances: glow::Buffer,
}

impl Program {
    pub(super) fn new(gl: &glow::Context, pipeline: Pipeline) -> Result<Self, RenderError> {
        let (vertex, fragment) = pipeline.glsl();
        let program = link(gl, vertex, fragment)
            .map_err(|log| RenderError::Shader(format!("{}: {log}", pipeline.name())))?;
        // SAFETY: works on objects made here.
        unsafe {
            for (name, binding) in GLSL_BLOCKS {
                if let Some(index) = gl.get_uniform_block_index(program, name) {
                    gl.uniform_block_binding(program, index, binding);
                }
            }
            let vertex_array = gl.create_vertex_array().map_err(RenderError::Resource)?;
            let instances = gl.create_buffer().map_err(RenderError::Resource)?;
            gl.bind_vertex_array(Some(vertex_array));
            for (location, _) in (0..).zip(pipeline.layout().attributes) {
                gl.enable_vertex_attrib_array(location);
                gl.vertex_attrib_divisor(location, 1);
            }
            Ok(Self { linked: program, vertex_array, instances })
        }
    }
}

/// Compiles and links; the log on failure.
fn link(gl: &glow::Context, vertex: &str, fragment: &str) -> Result<glow::Program, String> {
    // SAFETY: works on objects made here.
    unsafe {
        let program = gl.create_program()?;
        for (kind, source) in [(glow::VERTEX_SHADER, vertex), (glow::FRAGMENT_SHADER, fragment)] {
            let shader = gl.create_shader(kind)?;
            gl.shader_source(shader, source);
            gl.compile_shader(shader);
            if !gl.get_shader_compile_status(shader) {
                return Err(gl.get_shader_info_log(shader));
            }
            gl.attach_shader(program, shader);
            gl.delete_shader(shader);
        }
        gl.link_program(program);
        if gl.get_program_link_status(program) { Ok(program) } else { Err(gl.get_program_info_log(program)) }
    }
}

/// A uniform buffer with this content.
pub(super) fn uniform_buffer(
    gl: &glow::Context,
    bytes: &[u8],
    usage: u32,
) -> Result<glow::Buffer, RenderError> {
    // SAFETY: works on an object made here.
    unsafe {
        let buffer = gl.create_buffer().map_err(RenderError::Resource)?;
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(buffer));
        gl.buffer_data_u8_slice(glow::UNIFORM_BUFFER, bytes, usage);
        Ok(buffer)
    }
}

/// A texture with this content, read by texel only.
pub(super) fn texture(gl: &glow::Context, texture: &Texture) -> Result<glow::Texture, RenderError> {
    let (internal, kind) = match texture.format() {
        TextureFormat::Rgba8 => (glow::RGBA8, glow::UNSIGNED_BYTE),
        TextureFormat::Rgba32Float => (glow::RGBA32F, glow::FLOAT),
    };
    // SAFETY: works on an object made here; the bytes are as many as the size says.
    unsafe {
        let made = gl.create_texture().map_err(RenderError::Resource)?;
        gl.bind_texture(glow::TEXTURE_2D, Some(made));
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, glow::NEAREST as i32);
        gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            internal as i32,
            texture.width as i32,
            texture.height as i32,
            0,
            glow::RGBA,
            kind,
            glow::PixelUnpackData::Slice(Some(texture.bytes())),
        );
        Ok(made)
    }
}

/// A framebuffer whose pixels can be read back.
#[derive(Debug)]
pub(super) struct Picture {
    framebuffer: glow::Framebuffer,
    renderbuffer: glow::Renderbuffer,
    size: PixelSize,
}

impl Picture {
    /// The framebuffer of the picture in `slot`, which is replaced when it has another size.
    pub(super) fn reuse(
        slot: &mut Option<Self>,
        gl: &glow::Context,
        size: PixelSize,
    ) -> Result<glow::Framebuffer, RenderError> {
        if let Some(picture) = slot.take() {
            if picture.size == size {
                return Ok(slot.insert(picture).framebuffer);
            }
            // SAFETY: the objects are the picture's own and no longer bound.
            unsafe {
                gl.bind_framebuffer(glow::FRAMEBUFFER, None);
                gl.delete_framebuffer(picture.framebuffer);
                gl.delete_renderbuffer(picture.renderbuffer);
            }
        }
        Ok(slot.insert(Self::new(gl, size)?).framebuffer)
    }

    fn new(gl: &glow::Context, size: PixelSize) -> Result<Self, RenderError> {
        // SAFETY: works on objects made here.
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(RenderError::Resource)?;
            let renderbuffer = gl.create_renderbuffer().map_err(RenderError::Resource)?;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(renderbuffer));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, size.width as i32, size.height as i32);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::RENDERBUFFER,
                Some(renderbuffer),
            );
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE {
                return Ok(Self { framebuffer, renderbuffer, size });
            }
        }
        Err(RenderError::Resource(format!("a picture of {} × {} pixels", size.width, size.height)))
    }

    /// Its pixels, the upper row first.
    pub(super) fn read(&self, gl: &glow::Context, size: PixelSize) -> Vec<u8> {
        let stride = size.width as usize * 4;
        let mut bytes = vec![0; stride * size.height as usize];
        // SAFETY: the slice holds as many bytes as the box says.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            gl.read_pixels(
                0,
                0,
                size.width as i32,
                size.height as i32,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelPackData::Slice(Some(&mut bytes)),
            );
        }
        // WebGL counts rows from below.
        let rows = size.height as usize;
        for row in 0..rows / 2 {
            let (upper, lower) = bytes.split_at_mut((rows - 1 - row) * stride);
            upper[row * stride..][..stride].swap_with_slice(&mut lower[..stride]);
        }
        bytes
    }
}
