//! The class that the page draws with.

use diptych_render::canvas::Canvas;
use diptych_render::notice::Notice;
use diptych_render::{
    Backend, FrameParams, Part, PixelSize, RenderError, ScenePlan, Target, draw, draw_kept, keep,
};
use diptych_scene::{Space, SpaceTransform, SpaceTransforms, wire};
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::error::{error, from_render};
use crate::text::{TextContext, TextLayers};

#[cfg(feature = "webgl")]
type Gpu = diptych_render::gl::GlBackend;
#[cfg(feature = "webgpu")]
type Gpu = diptych_render::gpu::GpuBackend;

#[wasm_bindgen]
extern "C" {
    /// A canvas element or an `OffscreenCanvas`.
    #[wasm_bindgen(typescript_type = "HTMLCanvasElement | OffscreenCanvas")]
    #[derive(Debug)]
    pub type AnyCanvas;

    /// A promise of pixels.
    #[wasm_bindgen(typescript_type = "Promise<Uint8Array>")]
    #[derive(Debug)]
    pub type PixelsPromise;

    /// A promise of a reason.
    #[wasm_bindgen(typescript_type = "Promise<string>")]
    #[derive(Debug)]
    pub type LostPromise;
}

/// A renderer of scenes on one canvas.
///
/// After the context or device is lost, every call fails. The page then creates another renderer on a fresh canvas (a
/// canvas keeps its dead context) and gives it the last scene again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Renderer {
    backend: Gpu,
    plan: Option<ScenePlan>,
    /// Parameters under which the kept pictures were drawn, if they are up to date.
    kept: Option<FrameParams>,
    texts: TextLayers,
    loss: Notice<String>,
    #[cfg(feature = "webgl")]
    _on_lost: crate::listener::Listener,
}

#[wasm_bindgen]
impl Renderer {
    /// Takes the canvas's context. Fails with kind `unavailable` if the browser gives none.
    #[cfg_attr(feature = "webgl", expect(clippy::unused_async, reason = "both artifacts have one interface"))]
    pub async fn create(canvas: AnyCanvas) -> Result<Renderer, JsValue> {
        let canvas = any_canvas(canvas.into())?;
        let loss = Notice::default();
        #[cfg(feature = "webgl")]
        let on_lost = {
            let loss = loss.clone();
            let target = match &canvas {
                Canvas::Element(canvas) => web_sys::EventTarget::from(canvas.clone()),
                Canvas::Offscreen(canvas) => web_sys::EventTarget::from(canvas.clone()),
            };
            let tell = move |_| loss.tell("WebGL context".to_owned());
            crate::listener::Listener::new(target, "webglcontextlost", tell)?
        };
        #[cfg(feature = "webgl")]
        let backend = Gpu::new(canvas);
        #[cfg(feature = "webgpu")]
        let backend = Gpu::new(canvas, loss.clone()).await;
        Ok(Self {
            backend: backend.map_err(|err| from_render(&err))?,
            plan: None,
            kept: None,
            texts: TextLayers::default(),
            loss,
            #[cfg(feature = "webgl")]
            _on_lost: on_lost,
        })
    }

    /// Returns `WebGL2` or `WebGPU`.
    #[wasm_bindgen(getter, js_name = backendName)]
    pub fn backend_name(&self) -> String {
        if cfg!(feature = "webgl") { "WebGL2" } else { "WebGPU" }.to_owned()
    }

    /// Replaces the scene by the one in these words. Returns true if the texts changed. For words that are not a scene
    /// it fails with kind `scene` and keeps the current scene.
    #[wasm_bindgen(js_name = setScene)]
    pub fn set_scene(&mut self, words: &[u32]) -> Result<bool, JsValue> {
        self.check_alive()?;
        let scene = wire::decode(words).map_err(|err| error("scene", &err.to_string()))?;
        let plan = ScenePlan::new(&scene);
        let before = self.plan.take();
        if !before.is_some_and(|before| before.differs_only_by_marks(&plan)) {
            self.kept = None;
            self.backend.upload(Part::Base, &plan.base).map_err(|err| from_render(&err))?;
        }
        self.backend.upload(Part::Marks, &plan.marks).map_err(|err| from_render(&err))?;
        self.plan = Some(plan);
        Ok(self.texts.replace(scene))
    }

    /// Draws the scene on the canvas.
    ///
    /// `transforms` are scale x, scale y, shift x and shift y of space 1, then of space 2 and so on, in CSS pixels
    /// since the layout. Other spaces stay as laid out.
    pub fn draw(
        &mut self,
        transforms: &[f32],
        width_px: u32,
        height_px: u32,
        dpr: f32,
    ) -> Result<(), JsValue> {
        let params = frame_params(transforms, width_px, height_px, dpr)?;
        self.draw_to(&params, Target::Canvas)
    }

    /// Draws the scene on a slow device: everything except marks of pointer and selection is drawn once and kept. If
    /// `coarse` and the kept pictures are not up to date, draws coarsely. Returns true if it drew coarsely.
    #[wasm_bindgen(js_name = drawSlowly)]
    pub fn draw_slowly(
        &mut self,
        transforms: &[f32],
        width_px: u32,
        height_px: u32,
        dpr: f32,
        coarse: bool,
    ) -> Result<bool, JsValue> {
        let params = frame_params(transforms, width_px, height_px, dpr)?;
        let is_kept = self.kept == Some(params);
        if coarse && !is_kept {
            self.draw_to(&params.coarse(), Target::Canvas)?;
            return Ok(true);
        }
        let Some(plan) = self.plan.as_ref().filter(|plan| plan.can_be_kept()) else {
            self.draw_to(&params, Target::Canvas)?;
            return Ok(false);
        };
        self.check_alive()?;
        if !is_kept {
            self.kept = None;
            keep(&mut self.backend, plan, &params).map_err(|err| from_render(&err))?;
            self.kept = Some(params);
        }
        draw_kept(&mut self.backend, plan, &params).map_err(|err| from_render(&err))?;
        Ok(false)
    }

    /// Returns true if the GPU has not finished the last frame.
    #[wasm_bindgen(js_name = isDrawing)]
    pub fn is_drawing(&mut self) -> bool {
        self.backend.is_drawing()
    }

    /// Clears a 2D canvas above the picture and draws the scene's text on it.
    #[wasm_bindgen(js_name = drawText)]
    pub fn draw_text(&mut self, context: &TextContext, transforms: &[f32], dpr: f32) -> Result<(), JsValue> {
        let transforms = space_transforms(transforms)?;
        self.texts.draw(context, &transforms, dpr);
        Ok(())
    }

    /// Draws the scene without its text off screen, and returns its RGBA bytes, top row first. Fails with kind `scene`
    /// if there is no scene yet.
    #[wasm_bindgen(js_name = readPixels)]
    pub fn read_pixels(
        &mut self,
        transforms: &[f32],
        width_px: u32,
        height_px: u32,
        dpr: f32,
    ) -> Result<PixelsPromise, JsValue> {
        let params = frame_params(transforms, width_px, height_px, dpr)?;
        if self.plan.is_none() {
            return Err(error("scene", "there is no scene to read"));
        }
        if params.size.is_empty() {
            return Err(error("argument", "a picture has at least one pixel"));
        }
        self.draw_to(&params, Target::Picture)?;
        #[cfg(feature = "webgl")]
        let pixels = std::future::ready(self.backend.read_picture());
        #[cfg(feature = "webgpu")]
        let pixels = self.backend.read_picture();
        let promise: Promise = future_to_promise(async move {
            let pixels = pixels.await.map_err(|err: RenderError| from_render(&err))?;
            Ok(Uint8Array::from(pixels.as_slice()).into())
        });
        Ok(promise.unchecked_into())
    }

    /// Resolves with the reason when the context or device is lost.
    pub fn lost(&self) -> LostPromise {
        let wait = self.loss.wait();
        let promise: Promise = future_to_promise(async move { Ok(JsValue::from(wait.await)) });
        promise.unchecked_into()
    }

    /// Fails with kind `lost` once the context or device is lost.
    fn check_alive(&self) -> Result<(), JsValue> {
        self.loss.told().map_or(Ok(()), |reason| Err(from_render(&RenderError::Lost(reason))))
    }

    /// Draws the scene, or nothing if there is none yet.
    fn draw_to(&mut self, params: &FrameParams, target: Target) -> Result<(), JsValue> {
        self.check_alive()?;
        let Some(plan) = &self.plan else { return Ok(()) };
        draw(&mut self.backend, plan, params, target).map_err(|err| from_render(&err))
    }
}

/// Returns true if the browser gives a WebGPU adapter. Some browsers have the interface but no adapter.
#[cfg(feature = "webgpu")]
#[wasm_bindgen(js_name = hasAdapter)]
pub async fn has_adapter() -> bool {
    diptych_render::gpu::has_adapter().await
}

fn any_canvas(value: JsValue) -> Result<Canvas, JsValue> {
    match value.dyn_into::<web_sys::HtmlCanvasElement>() {
        Ok(canvas) => Ok(Canvas::Element(canvas)),
        Err(value) => value
            .dyn_into()
            .map(Canvas::Offscreen)
            .map_err(|_| error("argument", "a canvas element or an offscreen canvas is needed")),
    }
}

fn space_transforms(values: &[f32]) -> Result<SpaceTransforms, JsValue> {
    let (blocks, rest) = values.as_chunks::<4>();
    if !rest.is_empty() || blocks.len() >= Space::COUNT {
        return Err(error("argument", "four numbers a space are needed: scale x, scale y, shift x, shift y"));
    }
    let moving = Space::ALL.into_iter().skip(1);
    Ok(moving.zip(blocks).fold(
        SpaceTransforms::IDENTITY,
        |transforms, (space, &[scale_x, scale_y, shift_x, shift_y])| {
            transforms.with(space, SpaceTransform { scale_x, scale_y, shift_x, shift_y })
        },
    ))
}

/// Builds the parameters of a frame.
fn frame_params(transforms: &[f32], width_px: u32, height_px: u32, dpr: f32) -> Result<FrameParams, JsValue> {
    let transforms = space_transforms(transforms)?;
    let size = PixelSize { width: width_px, height: height_px };
    Ok(FrameParams { transforms, ..FrameParams::still(size, dpr) })
}
