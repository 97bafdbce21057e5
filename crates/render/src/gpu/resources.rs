//! Pipelines, buffers, textures and pictures of WebGPU.

use diptych_scene::Blend;

use crate::error::RenderError;
use crate::notice::Notice;
use crate::pipeline::{FRAME_BINDING, PASS_BINDING, strip_indices};
use crate::texture::{Texture, TextureFormat};
use crate::uniforms::PassUniforms;
use crate::{FrameUniforms, Pipeline, PixelSize};

/// Stages that may read a binding.
const STAGES: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX_FRAGMENT;

/// Bind group layouts: uniform blocks in group 0, instances in group 1, and the other texture in group 2.
#[derive(Debug)]
pub(super) struct Layouts {
    blocks: wgpu::BindGroupLayout,
    words: wgpu::BindGroupLayout,
    texels: wgpu::BindGroupLayout,
    none: wgpu::BindGroupLayout,
    /// Bind group 1 of draws without instances.
    pub(super) nothing: wgpu::BindGroup,
}

impl Layouts {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let block = |binding, has_dynamic_offset, size| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: STAGES,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset,
                min_binding_size: wgpu::BufferSize::new(size as u64),
            },
            count: None,
        };
        let texture = |sample_type| wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: STAGES,
            ty: wgpu::BindingType::Texture {
                sample_type,
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        };
        let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        let none = layout(&[]);
        let nothing =
            device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &none, entries: &[] });
        Self {
            blocks: layout(&[
                block(FRAME_BINDING, false, size_of::<FrameUniforms>()),
                block(PASS_BINDING, true, size_of::<PassUniforms>()),
            ]),
            words: layout(&[texture(wgpu::TextureSampleType::Uint)]),
            // All texels are fetched by position, so bytes and floats share the unfilterable layout.
            texels: layout(&[texture(wgpu::TextureSampleType::Float { filterable: false })]),
            none,
            nothing,
        }
    }
}

/// The two uniform blocks and their bind group.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) frame: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
}

impl Blocks {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, layouts: &Layouts) -> Self {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let frame = buffer(device, size_of::<FrameUniforms>(), usage);
        let table = PassUniforms::table();
        let passes = buffer(device, table.len(), usage);
        queue.write_buffer(&passes, 0, &table);
        let size = wgpu::BufferSize::new(size_of::<PassUniforms>() as u64);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layouts.blocks,
            entries: &[
                wgpu::BindGroupEntry { binding: FRAME_BINDING, resource: frame.as_entire_binding() },
                wgpu::BindGroupEntry {
                    binding: PASS_BINDING,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &passes,
                        offset: 0,
                        size,
                    }),
                },
            ],
        });
        Self { frame, group }
    }
}

fn buffer(device: &wgpu::Device, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let size = size as u64;
    device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
}

/// An index buffer for strips of a number of vertices.
#[derive(Debug)]
pub(super) struct Strips {
    buffer: wgpu::Buffer,
    vertices: u32,
    count: u32,
}

impl Strips {
    /// Returns indices for at least `strips` strips of `vertices` vertices. Replaces the buffer for this number of
    /// vertices if it has too few.
    pub(super) fn of<'a>(
        all: &'a mut Vec<Self>,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        vertices: u32,
        strips: u32,
    ) -> &'a wgpu::Buffer {
        let place = all.iter().position(|kind| kind.vertices == vertices);
        if place.is_none_or(|place| all[place].count < strips) {
            let count = strips.next_power_of_two();
            let indices = strip_indices(vertices, count);
            let bytes: &[u8] = bytemuck::cast_slice(&indices);
            let usage = wgpu::BufferUsages::INDEX | wgpu::BufferUsages::COPY_DST;
            let made = Self { buffer: buffer(device, bytes.len(), usage), vertices, count };
            queue.write_buffer(&made.buffer, 0, bytes);
            match place {
                Some(place) => all[place] = made,
                None => all.push(made),
            }
        }
        &all[place.unwrap_or(all.len() - 1)].buffer
    }
}

/// Creates a texture with this content, as a bind group for its kind.
pub(super) fn texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layouts: &Layouts,
    content: &Texture,
) -> wgpu::BindGroup {
    let (format, texel, layout) = match content.format() {
        TextureFormat::Rgba8 => (wgpu::TextureFormat::Rgba8Unorm, 4, &layouts.texels),
        TextureFormat::Rgba32Float => (wgpu::TextureFormat::Rgba32Float, 16, &layouts.texels),
        TextureFormat::Rgba32Uint => (wgpu::TextureFormat::Rgba32Uint, 16, &layouts.words),
    };
    let size = PixelSize { width: content.width, height: content.height };
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
    let made = make_texture(device, format, size, usage);
    queue.write_texture(
        made.as_image_copy(),
        content.bytes(),
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(content.width * texel),
            rows_per_image: None,
        },
        made.size(),
    );
    texels(device, layout, &made.create_view(&wgpu::TextureViewDescriptor::default()))
}

/// Creates a bind group for a texture.
fn texels(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    view: &wgpu::TextureView,
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) }],
    })
}

fn make_texture(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    size: PixelSize,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size.width, height: size.height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// Creates the render pipeline of a shader under a blend.
pub(super) fn pipeline(
    device: &wgpu::Device,
    layouts: &Layouts,
    format: wgpu::TextureFormat,
    pipeline: Pipeline,
    blend: Blend,
) -> wgpu::RenderPipeline {
    let layout = pipeline.layout();
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(pipeline.name()),
        source: wgpu::ShaderSource::Wgsl(pipeline.wgsl().into()),
    });
    let instances = if layout.texels > 0 { &layouts.words } else { &layouts.none };
    let groups = [Some(&layouts.blocks), Some(instances), layout.texture.map(|_| &layouts.texels)];
    let used = if layout.texture.is_some() { 3 } else { 2 };
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups[..used],
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(pipeline.name()),
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: if pipeline == Pipeline::Kept {
                wgpu::PrimitiveTopology::TriangleStrip
            } else {
                wgpu::PrimitiveTopology::TriangleList
            },
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(blend_state(blend)),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn blend_state(blend: Blend) -> wgpu::BlendState {
    use wgpu::{BlendFactor as Factor, BlendOperation as Operation};
    let (operation, src_factor, dst_factor) = match blend {
        Blend::Normal => (Operation::Add, Factor::One, Factor::OneMinusSrcAlpha),
        Blend::Min => (Operation::Min, Factor::One, Factor::One),
        Blend::Max => (Operation::Max, Factor::One, Factor::One),
        Blend::Multiply => (Operation::Add, Factor::Dst, Factor::Zero),
    };
    let component = wgpu::BlendComponent { src_factor, dst_factor, operation };
    wgpu::BlendState { color: component, alpha: component }
}

/// A texture that frames are drawn to and later drawn from.
#[derive(Debug)]
pub(super) struct CachedFrame {
    view: wgpu::TextureView,
    pub(super) texels: wgpu::BindGroup,
    size: PixelSize,
}

impl CachedFrame {
    /// Returns kept picture `number`, which is at most one past the existing ones. Replaces a picture of another size.
    pub(super) fn reuse(
        all: &mut Vec<Self>,
        number: usize,
        device: &wgpu::Device,
        layouts: &Layouts,
        format: wgpu::TextureFormat,
        size: PixelSize,
    ) -> wgpu::TextureView {
        let new = || {
            let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
            let texture = make_texture(device, format, size, usage);
            let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
            Self { texels: texels(device, &layouts.texels, &view), view, size }
        };
        match all.get_mut(number) {
            Some(kept) if kept.size == size => {}
            Some(kept) => *kept = new(),
            None => all.push(new()),
        }
        all[number].view.clone()
    }
}

/// A texture that frames are drawn to and read back from.
#[derive(Debug)]
pub(super) struct Picture {
    texture: wgpu::Texture,
    size: PixelSize,
}

impl Picture {
    /// Returns the picture in `slot`, replacing a picture of another size.
    pub(super) fn reuse<'a>(
        slot: &'a mut Option<Self>,
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
        size: PixelSize,
    ) -> &'a Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
        let kept = slot.take().filter(|picture| picture.size == size);
        slot.insert(kept.unwrap_or_else(|| Self { texture: make_texture(device, format, size, usage), size }))
    }

    pub(super) fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor::default())
    }

    /// Starts a copy of the pixels to readable memory.
    pub(super) fn copy(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> PictureCopy {
        let row = self.size.width * 4;
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let memory = buffer(device, padded as usize * self.size.height as usize, usage);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &memory,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            self.texture.size(),
        );
        queue.submit([encoder.finish()]);
        PictureCopy { memory, row: row as usize, padded: padded as usize }
    }
}

/// A copy of a picture's pixels to memory, in progress.
#[derive(Debug)]
pub(super) struct PictureCopy {
    memory: wgpu::Buffer,
    row: usize,
    padded: usize,
}

impl PictureCopy {
    /// Returns the pixels once they have arrived, rows without padding.
    pub(super) async fn read(self) -> Result<Vec<u8>, RenderError> {
        let arrived = Notice::default();
        let tell = arrived.clone();
        self.memory.map_async(wgpu::MapMode::Read, .., move |outcome| tell.tell(outcome.is_ok()));
        let refused = || RenderError::Resource("the picture could not be read back".into());
        if !arrived.wait().await {
            return Err(refused());
        }
        let padded = self.memory.get_mapped_range(..).map_err(|_| refused())?;
        Ok(padded.chunks_exact(self.padded).flat_map(|row| row[..self.row].iter().copied()).collect())
    }
}
