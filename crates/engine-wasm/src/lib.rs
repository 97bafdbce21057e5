//! The worker's roles as wasm artifacts: the session (feature `session`), what reads files (`reader`) and what works
//! out analyses (`compute`). One artifact each, so that the first picture waits for what draws it and no more, and
//! readers weigh on nothing else.
//!
//! Small messages cross as plain objects (`serde-wasm-bindgen`), bulk as typed arrays that the worker
//! transfers on. This crate converts and nothing else: what it exports is what `diptych-engine` does.
//! It exports nothing outside wasm32.

#[cfg(all(target_arch = "wasm32", feature = "session"))]
mod buffers;
#[cfg(all(target_arch = "wasm32", any(feature = "session", feature = "reader", feature = "compute")))]
#[cfg_attr(
    not(all(feature = "session", feature = "reader", feature = "compute")),
    allow(dead_code, reason = "each artifact uses a part")
)]
mod columns;
#[cfg(all(target_arch = "wasm32", any(feature = "session", feature = "reader", feature = "compute")))]
#[cfg_attr(
    not(all(feature = "session", feature = "reader", feature = "compute")),
    allow(dead_code, reason = "each artifact uses a part")
)]
mod convert;
#[cfg(target_arch = "wasm32")]
mod roles;

#[cfg(all(target_arch = "wasm32", feature = "compute"))]
pub use roles::compute::{ComputeRole, svg};
#[cfg(all(target_arch = "wasm32", feature = "reader"))]
pub use roles::reader::{ReaderRole, RecallRole};
#[cfg(all(target_arch = "wasm32", feature = "session"))]
pub use roles::session::EngineRole;
