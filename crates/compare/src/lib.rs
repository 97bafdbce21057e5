//! Comparison of two traces: the functions, lanes and calls of A that correspond to those of B. All functions are pure
//! and every result is a plain value.
//!
//! [`identity`] decides which functions of both sides are equal, and [`lanes`] pairs the lanes. Both results together
//! are a [`Pair`]. Three analyses start from a [`Pair`], independently of each other:
//!
//! * [`similarity`] matches calls many to many (TraceDiff's matches).
//! * [`align`] matches calls one to one.
//! * [`ranking`] lists the differences that a person should look at first.
//!
//! [`call_times`] finds outlier calls, which take far longer than all other calls of their function, the few calls that make
//! most of a function's change, and time without any call. [`ends`] says
//! whether a side was cut off or stopped before the other. [`mod@frame`] recognizes calls that enclose nearly all of a
//! trace. [`waiting`] recognizes functions that wait.
//! [`moves`] lists functions whose calls come at another place, [`thread_moves`] work that continues on another thread, and [`lane_families`] pools
//! with more or fewer workers. [`late_lanes`] finds the lane that works longer while others wait. [`measures`] has the times of all functions, ranked or not. [`parallel`] runs independent parts
//! at the same time.
//!
//! Side A has index 0 and side B index 1 in every array of two.

#![forbid(unsafe_code)]

pub mod align;
pub mod call_times;
pub mod common_times;
pub mod ends;
pub mod frame;
pub mod identity;
pub mod inclusive_times;
pub mod lane_families;
pub mod lanes;
pub mod late_lanes;
mod losses;
pub mod measures;
pub mod moves;
mod pair;
pub mod parallel;
pub mod ranking;
pub mod similarity;
pub mod thread_moves;
pub mod waiting;

pub use losses::{bytes_read, has_lost_much, is_cut_off, is_unended, means_cut_off};
pub use pair::{Pair, Progress};
