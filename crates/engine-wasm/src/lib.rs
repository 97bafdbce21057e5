//! The session as a wasm artifact: what the first picture waits for.
//!
//! This crate converts and nothing else: what it exports is what `diptych-engine` does. It exports nothing outside
//! wasm32.

#[cfg(target_arch = "wasm32")]
mod buffers;
#[cfg(target_arch = "wasm32")]
mod role;
#[cfg(target_arch = "wasm32")]
mod structures;

#[cfg(target_arch = "wasm32")]
pub use role::EngineRole;
