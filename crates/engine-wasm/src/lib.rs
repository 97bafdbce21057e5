//! The worker's roles behind one wasm artifact: engine, reader, recall, compute.
//!
//! Small messages cross as plain objects (`serde-wasm-bindgen`), bulk as typed arrays that the worker
//! transfers on. This crate converts and nothing else: what it exports is what `diptych-engine` does.
//! It exports nothing outside wasm32.

#[cfg(target_arch = "wasm32")]
mod buffers;
#[cfg(target_arch = "wasm32")]
mod columns;
#[cfg(target_arch = "wasm32")]
mod convert;
#[cfg(target_arch = "wasm32")]
mod roles;

#[cfg(target_arch = "wasm32")]
pub use roles::{ComputeRole, EngineRole, ReaderRole, RecallRole};
