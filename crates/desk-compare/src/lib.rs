//! The Compare desk: the overview of both runs above their calls, with the matches between them.
//!
//! * [`mod@overview`] draws both whole runs.
//! * [`mod@matches`] draws two icicles, mirrored, with the matches between them.

#![forbid(unsafe_code)]

mod by_mode;
mod desk;
mod instants;
pub mod matches;
pub mod overview;
mod stored;

pub use desk::CompareDesk;
