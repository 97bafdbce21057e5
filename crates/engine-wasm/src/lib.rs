//! The session as a wasm artifact; the first picture waits for it.
//!
//! This crate only converts: it exports what `diptych-engine` does. It exports nothing outside wasm32.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
mod buffers;
#[cfg(target_arch = "wasm32")]
mod role;
#[cfg(target_arch = "wasm32")]
mod structures;

#[cfg(target_arch = "wasm32")]
pub use role::EngineRole;
