//! Support for tests of desks: sessions with small traces, and golden pictures. Only tests use this crate.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a session that cannot be made is a broken test")]

mod changed_pair;
mod pictures;
mod sessions;

pub use changed_pair::changed_pair;
pub use pictures::{drawn, is_the_golden, looks_as_it_did, settled};
pub use sessions::{TestDesks, holding, of_texts, run};
