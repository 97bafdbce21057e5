//! Files of results: columns by name, versioned and checksummed. What the page keeps between visits, what the
//! compute role hands to the engine, and what `diptych compare -o` writes are the same bytes.
//!
//! [`Columns`] is the file; [`fingerprint`] names the content of a trace, so that a result is found again for the
//! same pair. What this crate does not do: compute anything, keep anything anywhere.

mod columns;
mod error;
mod fingerprint;
pub mod parts;

pub use columns::{Columns, HEAD_BYTES, VERSION, seal};
pub use error::StoreError;
pub use fingerprint::{digest, fingerprint};
