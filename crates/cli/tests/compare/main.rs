//! Tests `diptych compare` from outside the command.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod comment;
mod conditions;
mod errors;
mod functions;
mod gates;
mod incomplete;
mod kept;
mod names;
mod output;
mod page;
mod paused;
mod printed;
mod proposals;
mod ranges;
mod recount;
mod recount_new;
mod recount_rules;
mod runs;
mod saved;
mod shown;
mod support;
mod weights;
