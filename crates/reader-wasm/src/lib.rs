//! What reads files as a wasm artifact: all of one, or one record of it again. Apart from the session, so that neither
//! weighs on the other.
//!
//! This crate converts and nothing else: what it exports is what `diptych-engine` does. It exports nothing outside
//! wasm32.

#[cfg(target_arch = "wasm32")]
mod roles;

#[cfg(target_arch = "wasm32")]
pub use roles::{ReaderRole, RecallRole};
