//! Traces too large to load, as tiles of time at several resolutions.
//!
//! A **tile** is one window of time. The windows form a binary tree: the root is the whole run, and each tile with too
//! many calls is split in two halves. A tile holds every call that starts in its window and takes at least a *shortest
//! time*. Shorter calls are **folded**: under each caller, within a short stretch of time, calls of one path become one
//! row with the sum of their times and their number. So self times and numbers of calls stay exact for every call path
//! at every resolution. Only the moments of short calls are lost.
//!
//! A tile alone shows its window. [`Pyramid`] therefore also keeps, for each tile, the time before and after its window
//! folded into few rows. The rows before, of, and after a tile together are a trace of the whole run that shows one
//! window in detail. Everything that reads a trace works on it unchanged.
//!
//! The way of a call: [`Collector`] takes the calls of any reader and sorts them in temporary files → they are nested by
//! the rules of the builder → [`Pyramid`] splits time, folds and keeps rows → [`write()`] puts the rows as compressed
//! parts into one file. [`TileDecoder`] reads them back. No step holds more than a bounded number of calls.
//!
//! This crate opens no files: [`Scratch`] comes from outside. It draws nothing and compares nothing.

#![forbid(unsafe_code)]

mod collect;
mod decode;
mod encode;
mod error;
mod fold;
mod lanes;
mod nest;
mod pyramid;
mod row;
mod scratch;
mod sort;
mod write;

pub use collect::Collector;
pub use decode::{MAGIC, TileDecoder, TileFault};
pub use error::TileError;
pub use fold::{Fold, fold, join};
pub use lanes::{FunctionEntry, Head, LaneEntry, OddityEntry};
pub use nest::{LaneRuns, of_trace};
pub use pyramid::{Budget, Node, Pyramid, Window};
pub use row::Row;
pub use scratch::{MakeScratch, Scratch};
pub use write::{PartBytes, TileEntry, TileIndex, write};
