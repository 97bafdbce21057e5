//! The Compare desk: the overview of both runs above their calls, with the matches between them.

mod desk;

pub use desk::CompareDesk;
