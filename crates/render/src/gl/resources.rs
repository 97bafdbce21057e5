//! Contexts, programs, buffers, textures and pictures of WebGL2.

use glow::HasContext;
use wasm_bindgen::JsCast;
use web_sys::{WebGl2RenderingContext, WebGlContextAttributes};

use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::pipeline::{GLSL_BLOCKS, GLSL_SAMPLERS, strip_indices};
use crate::texture::{Texture, TextureFormat};
use crate::{Pipeline, PixelSize};

/// Returns the canvas's context: opaque, without antialiasing (the shaders feather edges) and without preserving the
/// drawing buffer.
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

/// Links a program and binds its blocks and samplers to the slots of the backend.
pub(super) fn program(gl: &glow::Context, pipeline: Pipeline) -> Result<glow::Program, RenderError> {
    let (vertex, fragment) = pipeline.glsl();
    let program = link(gl, vertex, fragment)
        .map_err(|log| RenderError::Shader(format!("{}: {log}", pipeline.name())))?;
    // SAFETY: works on an object made here.
    unsafe {
        for (name, binding) in GLSL_BLOCKS {
            if let Some(index) = gl.get_uniform_block_index(program, name) {
                gl.uniform_block_binding(program, index, binding);
            }
        }
        gl.use_program(Some(program));
        for (name, unit) in GLSL_SAMPLERS {
            let place = gl.get_uniform_location(program, name);
            gl.uniform_1_i32(place.as_ref(), unit as i32);
        }
    }
    Ok(program)
}

/// An index buffer for strips of a number of vertices.
#[derive(Debug)]
pub(super) struct Strips {
    buffer: glow::Buffer,
    vertices: u32,
    count: u32,
}

impl Strips {
    /// Binds indices for at least `strips` strips. Replaces the buffer for this number of vertices if it has too few.
    pub(super) fn bind(
        all: &mut Vec<Self>,
        gl: &glow::Context,
        vertices: u32,
        strips: u32,
    ) -> Result<(), RenderError> {
        let place = all.iter().position(|kind| kind.vertices == vertices);
        let place = if let Some(place) = place {
            place
        } else {
            // SAFETY: works on an object made here.
            let buffer = unsafe { gl.create_buffer() }.map_err(RenderError::Resource)?;
            all.push(Self { buffer, vertices, count: 0 });
            all.len() - 1
        };
        let kind = &mut all[place];
        // SAFETY: the buffer is this context's own.
        unsafe {
            gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(kind.buffer));
            if kind.count < strips {
                kind.count = strips.next_power_of_two();
                let indices = strip_indices(vertices, kind.count);
                let bytes = bytemuck::cast_slice(&indices);
                gl.buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, bytes, glow::STATIC_DRAW);
            }
        }
        Ok(())
    }
}

/// Compiles and links a program. Returns the log on failure.
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

/// Creates a uniform buffer with this content.
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

/// Creates a texture with this content, to be read by texel only.
pub(super) fn texture(gl: &glow::Context, texture: &Texture) -> Result<glow::Texture, RenderError> {
    let layout = match texture.format() {
        TextureFormat::Rgba8 => TexelLayout::RGBA8,
        TextureFormat::Rgba32Float => {
            TexelLayout { internal: glow::RGBA32F, components: glow::RGBA, kind: glow::FLOAT }
        }
        TextureFormat::Rgba32Uint => {
            TexelLayout { internal: glow::RGBA32UI, components: glow::RGBA_INTEGER, kind: glow::UNSIGNED_INT }
        }
    };
    let size = PixelSize { width: texture.width, height: texture.height };
    texture_of(gl, layout, size, glow::PixelUnpackData::Slice(Some(texture.bytes())))
}

/// The layout of texels, in constants of WebGL.
#[derive(Clone, Copy)]
struct TexelLayout {
    /// Format within the texture.
    internal: u32,
    /// Components of a texel in the bytes.
    components: u32,
    /// Type of a component.
    kind: u32,
}

impl TexelLayout {
    const RGBA8: Self = Self { internal: glow::RGBA8, components: glow::RGBA, kind: glow::UNSIGNED_BYTE };
}

fn texture_of(
    gl: &glow::Context,
    layout: TexelLayout,
    size: PixelSize,
    texels: glow::PixelUnpackData<'_>,
) -> Result<glow::Texture, RenderError> {
    // SAFETY: works on an object made here; the bytes are as many as the size says.
    unsafe {
        let made = gl.create_texture().map_err(RenderError::Resource)?;
        gl.bind_texture(glow::TEXTURE_2D, Some(made));
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, glow::NEAREST as i32);
        gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            layout.internal as i32,
            size.width as i32,
            size.height as i32,
            0,
            layout.components,
            layout.kind,
            texels,
        );
        Ok(made)
    }
}

/// A texture that frames are drawn to and later drawn from.
#[derive(Debug)]
pub(super) struct CachedFrame {
    framebuffer: glow::Framebuffer,
    pub(super) texture: glow::Texture,
    size: PixelSize,
}

impl CachedFrame {
    /// Returns the framebuffer of kept picture `number`, which is at most one past the existing ones. Replaces a
    /// picture of another size.
    pub(super) fn reuse(
        all: &mut Vec<Self>,
        number: usize,
        gl: &glow::Context,
        size: PixelSize,
    ) -> Result<glow::Framebuffer, RenderError> {
        match all.get_mut(number) {
            Some(kept) if kept.size == size => {}
            Some(kept) => {
                // SAFETY: the objects are the picture's own and no longer bound.
                unsafe {
                    gl.bind_framebuffer(glow::FRAMEBUFFER, None);
                    gl.delete_framebuffer(kept.framebuffer);
                    gl.delete_texture(kept.texture);
                }
                *kept = Self::new(gl, size)?;
            }
            None => all.push(Self::new(gl, size)?),
        }
        Ok(all[number].framebuffer)
    }

    fn new(gl: &glow::Context, size: PixelSize) -> Result<Self, RenderError> {
        let pixels = glow::PixelUnpackData::Slice(None);
        let texture = texture_of(gl, TexelLayout::RGBA8, size, pixels)?;
        // SAFETY: works on objects made here.
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(RenderError::Resource)?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.framebuffer_texture_2d(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::TEXTURE_2D,
                Some(texture),
                0,
            );
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE {
                return Ok(Self { framebuffer, texture, size });
            }
        }
        Err(RenderError::Resource(format!("a picture of {} × {} pixels", size.width, size.height)))
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
    /// Returns the framebuffer of the picture in `slot`, replacing a picture of another size.
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

    /// Returns the pixels, top row first.
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
        // WebGL counts rows from the bottom.
        let rows = size.height as usize;
        for row in 0..rows / 2 {
            let (upper, lower) = bytes.split_at_mut((rows - 1 - row) * stride);
            upper[row * stride..][..stride].swap_with_slice(&mut lower[..stride]);
        }
        bytes
    }
}
