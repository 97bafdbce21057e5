//! What works out analyses as a wasm artifact. The first picture does not wait for it, so that it alone of the workers'
//! artifacts is linked for speed and not for size.
//!
//! This crate converts and nothing else: what it exports is what `diptych-engine` does. It exports nothing outside
//! wasm32.

#[cfg(target_arch = "wasm32")]
mod role;

#[cfg(target_arch = "wasm32")]
pub use role::{ComputeRole, svg, with_caption};
