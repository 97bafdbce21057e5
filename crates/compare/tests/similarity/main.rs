//! Callee-set similarity against brute force: all pairs of calls of small traces.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod bars;
mod groups;
mod repetitions;
mod sets;
mod twin;
