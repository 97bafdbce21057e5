//! WebGPU through wgpu.

mod resources;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use diptych_scene::Blend;

#[cfg(target_arch = "wasm32")]
use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::notice::Notice;
use crate::uniforms::PassUniforms;
use crate::{Backend, FrameUniforms, Origin, Part, Pass, Pipeline, PixelRect, PixelSize, Plan, Target};
use resources::{Blocks, CachedFrame, Layouts, Picture, Strips};

/// Number of values of [`Blend`].
const BLENDS: usize = 4;

/// A WebGPU device with the content of one plan.
#[derive(Debug)]
pub struct GpuBackend {
    /// Canvas to present to; `None` off screen.
    screen: Option<Screen>,
    /// Format of all textures that frames are drawn to.
    format: wgpu::TextureFormat,
    device: wgpu::Device,
    queue: wgpu::Queue,
    layouts: Layouts,
    blocks: Blocks,
    /// Render pipelines, by pipeline and blend; each is created when first used.
    pipelines: [[Option<wgpu::RenderPipeline>; BLENDS]; Pipeline::ALL.len()],
    strips: Vec<Strips>,
    /// Textures of each part.
    uploaded: [Uploaded; 2],
    picture: Option<Picture>,
    kept: Vec<CachedFrame>,
    frame: Option<Frame>,
    /// Number of submitted frames that the GPU has not finished.
    underway: Arc<AtomicU32>,
    failure: Arc<Mutex<Option<RenderError>>>,
    loss: Notice<String>,
}

/// A canvas that frames are presented to.
#[derive(Debug)]
struct Screen {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    configured: bool,
}

/// The textures of a part.
#[derive(Debug, Default)]
struct Uploaded {
    textures: Vec<wgpu::BindGroup>,
    /// Textures of instances, by pipeline.
    instances: [Vec<wgpu::BindGroup>; Pipeline::ALL.len()],
}

/// A frame being drawn.
#[derive(Debug)]
struct Frame {
    // Fields drop in this order: the pass must end before its encoder is finished.
    pass: wgpu::RenderPass<'static>,
    encoder: wgpu::CommandEncoder,
    shown: Option<wgpu::SurfaceTexture>,
    /// Number of steps for each piece of a curve.
    segments: u32,
}

fn unavailable(detail: String) -> RenderError {
    RenderError::Unavailable(detail)
}

async fn adapter(instance: &wgpu::Instance) -> Result<wgpu::Adapter, RenderError> {
    let options = wgpu::RequestAdapterOptions::default();
    instance.request_adapter(&options).await.map_err(|err| unavailable(err.to_string()))
}

async fn device(adapter: &wgpu::Adapter) -> Result<(wgpu::Device, wgpu::Queue), RenderError> {
    let wanted = wgpu::DeviceDescriptor::default();
    adapter.request_device(&wanted).await.map_err(|err| unavailable(err.to_string()))
}

/// Returns true if the browser gives a WebGPU adapter. Some browsers have the interface but no adapter.
pub async fn has_adapter() -> bool {
    let instance = wgpu::Instance::default();
    instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.is_ok()
}

impl GpuBackend {
    /// Takes the canvas's WebGPU context and a device; `loss` is notified when the device is lost.
    #[cfg(target_arch = "wasm32")]
    pub async fn new(canvas: Canvas, loss: Notice<String>) -> Result<Self, RenderError> {
        let instance = wgpu::Instance::default();
        let adapter = adapter(&instance).await?;
        let (device, queue) = device(&adapter).await?;
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
        let format = config.format;
        Ok(Self::on(device, queue, Some(Screen { surface, config, configured: false }), format, loss))
    }

    /// Takes a device without a canvas, for [`Target::Picture`] only. Also returns the adapter's description.
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn off_screen() -> Result<(Self, wgpu::AdapterInfo), RenderError> {
        let instance = wgpu::Instance::default();
        let adapter = adapter(&instance).await?;
        let (device, queue) = device(&adapter).await?;
        let backend = Self::on(device, queue, None, wgpu::TextureFormat::Rgba8Unorm, Notice::default());
        Ok((backend, adapter.get_info()))
    }

    /// Waits until the GPU has finished all frames.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&self) -> Result<(), RenderError> {
        let waited = self.device.poll(wgpu::PollType::wait_indefinitely());
        waited.map(|_| ()).map_err(|err| RenderError::Lost(err.to_string()))
    }

    /// Returns the GPU memory that is reserved, in bytes; `None` if the driver's interface does not tell.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn memory_bytes(&self) -> Option<u64> {
        self.device.generate_allocator_report().map(|report| report.total_reserved_bytes)
    }

    /// Prepares a device for drawing.
    fn on(
        device: wgpu::Device,
        queue: wgpu::Queue,
        screen: Option<Screen>,
        format: wgpu::TextureFormat,
        loss: Notice<String>,
    ) -> Self {
        let failure = watch(&device, &loss);
        let layouts = Layouts::new(&device);
        let blocks = Blocks::new(&device, &queue, &layouts);
        Self {
            screen,
            format,
            device,
            queue,
            layouts,
            blocks,
            pipelines: Default::default(),
            strips: Vec::new(),
            uploaded: Default::default(),
            picture: None,
            kept: Vec::new(),
            frame: None,
            underway: Arc::default(),
            failure,
            loss,
        }
    }

    /// Returns the last frame drawn to [`Target::Picture`] as RGBA bytes, top row first. The bytes arrive once the GPU
    /// is done; later frames may be drawn in the meantime.
    pub fn read_picture(&self) -> impl Future<Output = Result<Vec<u8>, RenderError>> + use<> {
        let copy = self.picture.as_ref().map(|picture| picture.copy(&self.device, &self.queue));
        let swizzle = self.format == wgpu::TextureFormat::Bgra8Unorm;
        async move {
            let copy = copy.ok_or_else(|| RenderError::Resource("no picture was drawn".into()))?;
            let mut pixels = copy.read().await?;
            if swizzle {
                pixels.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel.swap(0, 2));
            }
            Ok(pixels)
        }
    }

    /// Returns true if the GPU has not finished the last frame.
    pub fn is_drawing(&self) -> bool {
        self.loss.told().is_none() && self.underway.load(Ordering::Relaxed) > 0
    }

    /// Returns the error that earlier calls left, if any.
    fn check(&self) -> Result<(), RenderError> {
        if let Some(reason) = self.loss.told() {
            return Err(RenderError::Lost(reason));
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }

    /// Returns the texture that a frame is drawn to.
    fn target(&mut self, target: Target, size: PixelSize) -> Result<Attachment, RenderError> {
        let (device, format) = (&self.device, self.format);
        let view = match target {
            Target::Canvas => None,
            Target::Picture => Some(Picture::reuse(&mut self.picture, device, format, size).view()),
            Target::Kept(number) => {
                Some(CachedFrame::reuse(&mut self.kept, number, device, &self.layouts, format, size))
            }
        };
        if let Some(view) = view {
            return Ok(Attachment { view, shown: None });
        }
        let screen = self.screen.as_mut();
        let Screen { surface, config, configured } =
            screen.ok_or_else(|| RenderError::Resource("there is no canvas off screen".into()))?;
        let fits = (config.width, config.height) == (size.width, size.height);
        if !*configured || !fits {
            (config.width, config.height) = (size.width, size.height);
            surface.configure(&self.device, config);
            *configured = true;
        }
        match surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(shown) | wgpu::CurrentSurfaceTexture::Suboptimal(shown) => {
                let view = shown.texture.create_view(&wgpu::TextureViewDescriptor::default());
                Ok(Attachment { view, shown: Some(shown) })
            }
            _ => Err(RenderError::Resource("the canvas gives no texture".into())),
        }
    }
}

/// The texture that a frame is drawn to, and the surface to present afterwards.
struct Attachment {
    view: wgpu::TextureView,
    shown: Option<wgpu::SurfaceTexture>,
}

/// Stores errors for the next [`GpuBackend::check`], and reports a loss of the device.
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

    fn upload(&mut self, part: Part, plan: &Plan) -> Result<(), RenderError> {
        let (device, queue, layouts) = (&self.device, &self.queue, &self.layouts);
        let made = |texture| resources::texture(device, queue, layouts, texture);
        let Uploaded { textures, instances } = &mut self.uploaded[part.index()];
        *textures = plan.textures.iter().map(made).collect();
        for (own, pipeline) in instances.iter_mut().zip(Pipeline::ALL) {
            *own = plan.instances(pipeline).iter().map(made).collect();
        }
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
        let [r, g, b, a] = match target {
            Target::Kept(_) => [0.0; 4],
            _ => [uniforms.background[0], uniforms.background[1], uniforms.background[2], 1.0],
        }
        .map(f64::from);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let pass = encoder
            .begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            })
            .forget_lifetime();
        self.frame = Some(Frame { pass, encoder, shown, segments: uniforms.segments as u32 });
        Ok(())
    }

    fn draw_pass(&mut self, part: Part, pass: &Pass, scissor: PixelRect) {
        let index = pass.pipeline.index();
        let Uploaded { textures, instances } = &self.uploaded[part.index()];
        let (Some(frame), Some(instances)) = (&mut self.frame, instances[index].get(pass.instances)) else {
            return;
        };
        let pipeline = self.pipelines[index][pass.blend as usize].get_or_insert_with(|| {
            resources::pipeline(&self.device, &self.layouts, self.format, pass.pipeline, pass.blend)
        });
        let vertices = pass.pipeline.vertices(frame.segments);
        let strips = pass.first + pass.count;
        let indices = Strips::of(&mut self.strips, &self.device, &self.queue, vertices, strips);
        let block = PassUniforms::offset(pass.space, pass.blend) as u32;
        frame.pass.set_pipeline(pipeline);
        frame.pass.set_bind_group(0, &self.blocks.group, &[block]);
        frame.pass.set_bind_group(1, instances, &[]);
        if let Some(texture) = pass.texture.and_then(|texture| textures.get(texture)) {
            frame.pass.set_bind_group(2, texture, &[]);
        }
        frame.pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        frame.pass.set_scissor_rect(scissor.x, scissor.y, scissor.width, scissor.height);
        let each = Pipeline::indices(vertices);
        frame.pass.draw_indexed(pass.first * each..(pass.first + pass.count) * each, 0, 0..1);
    }

    fn draw_kept(&mut self, kept: usize, scissor: PixelRect) {
        let (Some(frame), Some(kept)) = (&mut self.frame, self.kept.get(kept)) else { return };
        let (layouts, format) = (&self.layouts, self.format);
        let pipeline =
            self.pipelines[Pipeline::Kept.index()][Blend::Normal as usize].get_or_insert_with(|| {
                resources::pipeline(&self.device, layouts, format, Pipeline::Kept, Blend::Normal)
            });
        frame.pass.set_pipeline(pipeline);
        frame.pass.set_bind_group(0, &self.blocks.group, &[0]);
        frame.pass.set_bind_group(1, &self.layouts.nothing, &[]);
        frame.pass.set_bind_group(2, &kept.texels, &[]);
        frame.pass.set_scissor_rect(scissor.x, scissor.y, scissor.width, scissor.height);
        frame.pass.draw(0..Pipeline::Kept.vertices(0), 0..1);
    }

    fn end_frame(&mut self) -> Result<(), RenderError> {
        if let Some(Frame { pass, encoder, shown, .. }) = self.frame.take() {
            drop(pass);
            self.queue.submit([encoder.finish()]);
            self.underway.fetch_add(1, Ordering::Relaxed);
            let underway = Arc::clone(&self.underway);
            self.queue.on_submitted_work_done(move || {
                underway.fetch_sub(1, Ordering::Relaxed);
            });
            if let Some(shown) = shown {
                self.queue.present(shown);
            }
        }
        self.check()
    }
}
