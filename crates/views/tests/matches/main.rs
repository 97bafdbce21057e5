//! The match view: the paper's figures rebuilt, and what it promises of every picture.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod case;
mod figures;
mod lines;
mod tubes;
