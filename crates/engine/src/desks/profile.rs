//! The Profile desk: call paths with a weight, the table of functions, and profiles as files.

mod call_paths;
mod confidence;
mod confidence_test;
mod desk;
mod file;
mod results;

pub use desk::ProfileDesk;
