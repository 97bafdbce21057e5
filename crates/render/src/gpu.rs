//! WebGPU through wgpu.

mod resources;

use std::sync::{Arc, Mutex, PoisonError};

use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::notice::Notice;
use crate::uniforms::PassUniforms;
use crate::{Backend, FrameUniforms, Origin, Pass, Pipeline, PixelRect, PixelSize, Plan, Target};
use resources::{Blocks, Layouts, Picture};

const BLENDS: usize = 4;

/// A WebGPU device with the content of one plan.
#[derive(Debug)]
pub struct GpuBackend {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    configured: bool,
    device: wgpu::Device,
    queue: wgpu::Queue,
    layouts: Layouts,
    blocks: Blocks,
    /// By pipeline, then by blend; made when first drawn with.
    pipelines: [[Option<wgpu::RenderPipeline>; BLENDS]; Pipeline::ALL.len()],
    instances: [Option<wgpu::Buffer>; Pipeline::ALL.len()],
    textures: Vec<wgpu::BindGroup>,
    picture: Option<Picture>,
    frame: Option<Frame>,
    failure: Arc<Mutex<Option<RenderError>>>,
    loss: Notice<String>,
}

/// A frame being drawn.
#[derive(Debug)]
struct Frame {
    // Dropped in this order: the pass ends before its encoder is finished.
    pass: wgpu::RenderPass<'static>,
    encoder: wgpu::CommandEncoder,
    shown: Option<wgpu::SurfaceTexture>,
}

/// Whether the browser gives a WebGPU adapter. Some have the interface but no adapter.
pub async fn has_adapter() -> bool {
    let instance = wgpu::Instance::default();
    instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.is_ok()
}

impl GpuBackend {
    /// Takes the canvas's WebGPU context and a device; `loss` is told when the device goes.
    pub async fn new(canvas: Canvas, loss: Notice<String>) -> Result<Self, RenderError> {
        let unavailable = |detail: String| RenderError::Unavailable(detail);
        let instance = wgpu::Instance::default();
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions::default())
            .await
            .map_err(|err| unavailable(err.to_string()))?;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor::default())
            .await
            .map_err(|err| unavailable(err.to_string()))?;
        let target = match canvas {
            Canvas::Element(canvas) => wgpu::SurfaceTarget::Canvas(canvas),
            Canvas::Offscreen(canvas) => wgpu::SurfaceTarget::OffscreenCanvas(canvas),
        };
        let surface = instance.create_surface(target).map_err(|err| unavailable(err.to_string()))?;
        let config = surface
            .get_default_config(&adapter, 1, 1)
            .map(|config| wgpu::SurfaceConfiguration {
                alpha_mode: wgpu::CompositeAlphaMode::Opaque,
                ..config
            })
            .ok_or_else(|| unavailable("the adapter cannot present to a canvas".into()))?;
        let failure = watch(&device, &loss);
        let layouts = Layouts::new(&device);
        let blocks = Blocks::new(&device, &queue, &layouts);
        Ok(Self {
            surface,
            config,
            configured: false,
            device,
            queue,
            layouts,
            blocks,
            pipelines: Default::default(),
            instances: Default::default(),
            textures: Vec::new(),
            picture: None,
            frame: None,
            failure,
            loss,
        })
    }

    /// The last frame drawn to [`Target::Picture`]: RGBA bytes, the upper row first. The bytes come once the
    /// GPU is done; later frames may be drawn meanwhile.
    pub fn read_picture(&self) -> impl Future<Output = Result<Vec<u8>, RenderError>> + use<> {
        let copy = self.picture.as_ref().map(|picture| picture.copy(&self.device, &self.queue));
        let swizzle = self.config.format == wgpu::TextureFormat::Bgra8Unorm;
        async move {
            let copy = copy.ok_or_else(|| RenderError::Resource("no picture was drawn".into()))?;
            let mut pixels = copy.read().await?;
            if swizzle {
                pixels.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel.swap(0, 2));
            }
            Ok(pixels)
        }
    }

    /// The error that earlier calls left, if any.
    fn check(&self) -> Result<(), RenderError> {
        if let Some(reason) = self.loss.told() {
            return Err(RenderError::Lost(reason));
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }

    /// The texture a frame goes to.
    fn target(&mut self, target: Target, size: PixelSize) -> Result<Attachment, RenderError> {
        if target == Target::Picture {
            let picture = Picture::reuse(&mut self.picture, &self.device, self.config.format, size);
            return Ok(Attachment { view: picture.view(), shown: None });
        }
        let fits = (self.config.width, self.config.height) == (size.width, size.height);
        if !self.configured || !fits {
            (self.config.width, self.config.height) = (size.width, size.height);
            self.surface.configure(&self.device, &self.config);
            self.configured = true;
        }
        match self.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(shown) | wgpu::CurrentSurfaceTexture::Suboptimal(shown) => {
                let view = shown.texture.create_view(&wgpu::TextureViewDescriptor::default());
                Ok(Attachment { view, shown: Some(shown) })
            }
            _ => Err(RenderError::Resource("the canvas gives no texture".into())),
        }
    }
}

/// What a frame is drawn to, and what is presented afterwards.
struct Attachment {
    view: wgpu::TextureView,
    shown: Option<wgpu::SurfaceTexture>,
}

/// Has errors kept for the next [`GpuBackend::check`], and the loss reported.
fn watch(device: &wgpu::Device, loss: &Notice<String>) -> Arc<Mutex<Option<RenderError>>> {
    let failure = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&failure);
    device.on_uncaptured_error(Arc::new(move |err: wgpu::Error| {
        let err = match err {
            wgpu::Error::OutOfMemory { .. } => RenderError::Resource("out of memory".into()),
            other => RenderError::Shader(other.to_string()),
        };
        kept.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(err);
    }));
    let loss = loss.clone();
    device.set_device_lost_callback(move |_, message| loss.tell(message));
    failure
}

impl Backend for GpuBackend {
    type Error = RenderError;

    const ORIGIN: Origin = Origin::Top;

    fn upload(&mut self, plan: &Plan) -> Result<(), RenderError> {
        for (slot, pipeline) in self.instances.iter_mut().zip(Pipeline::ALL) {
            resources::write_instances(slot, &self.device, &self.queue, plan.instances(pipeline));
        }
        self.textures = plan
            .textures
            .iter()
            .map(|texture| resources::texture(&self.device, &self.queue, &self.layouts, texture))
            .collect();
        self.check()
    }

    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), RenderError> {
        self.check()?;
        size.check(self.device.limits().max_texture_dimension_2d)?;
        let Attachment { view, shown } = self.target(target, size)?;
        self.queue.write_buffer(&self.blocks.frame, 0, bytemuck::bytes_of(uniforms));
        let [r, g, b, _] = uniforms.background.map(f64::from);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let pass = encoder
            .begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            })
            .forget_lifetime();
        self.frame = Some(Frame { pass, encoder, shown });
        Ok(())
    }

    fn draw_pass(&mut self, pass: &Pass, scissor: PixelRect) {
        let index = pass.pipeline.index();
        let (Some(frame), Some(instances)) = (&mut self.frame, &self.instances[index]) else { return };
        let pipeline = self.pipelines[index][pass.blend as usize].get_or_insert_with(|| {
            resources::pipeline(&self.device, &self.layouts, self.config.format, pass.pipeline, pass.blend)
        });
        let block = PassUniforms::offset(pass.space, pass.blend) as u32;
        frame.pass.set_pipeline(pipeline);
        frame.pass.set_bind_group(0, &self.blocks.group, &[block]);
        if let Some(texture) = pass.texture.and_then(|texture| self.textures.get(texture)) {
            frame.pass.set_bind_group(1, texture, &[]);
        }
        frame.pass.set_vertex_buffer(0, instances.slice(..));
        frame.pass.set_scissor_rect(scissor.x, scissor.y, scissor.width, scissor.height);
        frame.pass.draw(0..pass.pipeline.layout().vertices, pass.first..pass.first + pass.count);
    }

    fn end_frame(&mut self) -> Result<(), RenderError> {
        if let Some(Frame { pass, encoder, shown }) = self.frame.take() {
            drop(pass);
            self.queue.submit([encoder.finish()]);
            if let Some(shown) = shown {
                self.queue.present(shown);
            }
        }
        self.check()
    }
}
