//! The compute role as a wasm artifact. The first picture does not wait for it, so of the workers' artifacts only this
//! one is linked for speed and not for size.
//!
//! This crate only converts: it exports what `diptych-engine` does. It exports nothing outside wasm32.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
mod report;
#[cfg(target_arch = "wasm32")]
mod role;
#[cfg(target_arch = "wasm32")]
mod saved;

#[cfg(target_arch = "wasm32")]
pub use report::report;
#[cfg(target_arch = "wasm32")]
pub use role::{ComputeRole, svg, with_caption};
#[cfg(target_arch = "wasm32")]
pub use saved::saved_file;
