//! The Fusion desk: the calls of each element of the program's structure.

mod desk;
mod results;

pub use desk::FusionDesk;
