//! Files of results: columns by name, versioned and checksummed. The page's stored results, the results that the
//! compute role sends to the engine, and the output of `diptych compare -o` are the same bytes.
//!
//! [`Columns`] is the file. [`fingerprint`] identifies the content of a trace, so that a result is found again for the
//! same pair. This crate computes no analyses and stores nothing itself.

mod columns;
mod error;
mod fingerprint;
pub mod parts;

pub use columns::{Columns, HEAD_BYTES, VERSION, seal};
pub use error::StoreError;
pub use fingerprint::{digest, fingerprint};
