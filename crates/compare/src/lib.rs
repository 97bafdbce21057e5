//! From two traces to what corresponds between them. Pure functions; every result is a plain value.
//!
//! The order of work: [`identity`] says which functions of both sides are the same, [`lanes`] which lanes are,
//! and from that [`Pair`] follow, each for itself, [`similarity`] (many to many, TraceDiff's matches),
//! [`align`] (one to one) and [`ranking`] (what a person should look at first).
//!
//! [`call_times`] finds the few calls that take far longer than all others of their function; [`ends`] says whether a side was cut off or stopped before the other; [`mod@frame`] tells calls around everything from its parts.
//!
//! Side A has index 0 and side B index 1 in every array of two.

pub mod align;
pub mod call_times;
pub mod common_times;
pub mod ends;
pub mod frame;
pub mod identity;
pub mod lanes;
mod pair;
pub mod ranking;
pub mod similarity;

pub use pair::{Pair, Progress};
