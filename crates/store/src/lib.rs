//! Files of results: columns by name, versioned and checksummed.
//!
//! [`SavedFile`] is the `.diptych` file that people keep: compressed, and readable as far as it is whole. [`Columns`] are
//! its content in memory, and as bytes the form of the page's stored results and of those that the compute role sends to
//! the engine. [`fingerprint`] identifies the content of a trace, so that a result is found again for the
//! same pair. This crate computes no analyses and stores nothing itself.

#![forbid(unsafe_code)]

mod columns;
mod error;
mod fingerprint;
pub mod parts;
mod saved;

pub use columns::{Columns, HEAD_BYTES, VERSION, seal};
pub use error::StoreError;
pub use fingerprint::{digest, fingerprint};
pub use saved::{READER, SavedFile, put_run_profile, put_trace, run_profiles, trace};
