//! The calls of a window in their order: who calls whom in it, and the picture of the massive sequence.
//!
//! The compute role holds the order of the calls, which depends on the traces alone, and what follows from the elements that are
//! shown; a window or another p is then a matter of milliseconds.

mod held;
mod query;
mod repeats;
mod window;

pub(super) use held::HeldCalls;
pub(crate) use query::{ElementQuery, LayerQuery, MatchQuery, NO_LAYER, RepeatQuery, WindowQuery};
pub(crate) use repeats::RepeatSearch;
pub(crate) use window::CallWindows;
