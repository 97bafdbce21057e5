//! Callee-set similarity compared with brute force over all pairs of calls of small traces.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "exact means equal to the last bit")]

mod bars;
mod groups;
mod repetitions;
mod sets;
mod twin;
