//! The renderer, as a wasm artifact for each graphics interface.
//!
//! The page loads the artifact of one feature (`webgl` or `webgpu`). Both export the same class
//! [`Renderer`](renderer::Renderer), so callers need not know which one it is. Scenes come in as words, pictures go to
//! a canvas or out as bytes, and text goes to a 2D canvas above. Everything that can be decided without a browser is
//! decided in `diptych-render` and `diptych-scene`; this crate has only the code that needs one.
//!
//! Errors are values: JavaScript `Error`s whose `kind` is one word (`unavailable`, `lost`, `shader`, `resource`,
//! `scene`, `argument`). A panic is a bug: its message goes to the console before the module aborts.

#![forbid(unsafe_code)]

#[cfg(all(target_arch = "wasm32", feature = "webgl", feature = "webgpu"))]
compile_error!("one artifact holds one backend: choose `webgl` or `webgpu`");

#[cfg(all(target_arch = "wasm32", any(feature = "webgl", feature = "webgpu")))]
mod error;
#[cfg(all(target_arch = "wasm32", feature = "webgl"))]
mod listener;
#[cfg(all(target_arch = "wasm32", any(feature = "webgl", feature = "webgpu")))]
pub mod renderer;
#[cfg(all(target_arch = "wasm32", any(feature = "webgl", feature = "webgpu")))]
mod text;
