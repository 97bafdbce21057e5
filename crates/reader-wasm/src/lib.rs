//! The reader as a wasm artifact: reads a whole file, or one record of it again. It is separate from the session, so
//! that neither adds to the other's size.
//!
//! This crate only converts: it exports what `diptych-engine` does. It exports nothing outside wasm32.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
mod roles;

#[cfg(target_arch = "wasm32")]
pub use roles::{ReaderRole, RecallRole};
