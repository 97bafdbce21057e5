//! The calls of a time window in order: who calls whom, and the picture of the massive sequence.
//!
//! The compute role keeps the order of the calls, which depends on the traces alone, and the tables of the displayed
//! elements. A new window or another p then takes milliseconds.

mod held;
mod query;
mod repeats;
mod window;

pub(crate) use query::{ElementQuery, LayerQuery, MatchQuery, NO_LAYER, RepeatQuery, WindowQuery};
pub(crate) use repeats::RepeatSearch;
pub(crate) use window::CallWindows;
