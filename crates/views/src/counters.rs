//! Counters of a recording, such as the bytes of a heap: their titles, and their values as steps over time.
//!
//! [`titles()`] names the counters of a trace so that equal titles of two traces are one counter. [`steps()`] reduces the
//! samples in a window to one step a pixel, which has the smallest and the largest value of that pixel. [`Extremes`]
//! finds both in O(log samples), so the work is bounded by pixels. [`Scale`] is what both sides share.

mod extremes;
mod scale;
mod steps;
mod titles;
mod words;

pub use extremes::Extremes;
pub use scale::Scale;
pub use steps::{Step, steps};
pub use titles::{find, titles};
pub use words::value_text;
pub use words::{StepTooltip, tooltip};
