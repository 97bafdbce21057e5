//! Callee-set similarity (TraceDiff, section III): which calls of both sides did alike, many to many.
//!
//! Start with [`CalleeSets`]: one class for each distinct Γ (Eq. 2), the same numbering on both sides. From it
//! [`Similarity`] follows: all pairs of classes with s > τ (Eq. 3). A match of two calls is a match of their
//! classes, so that tens of billions of matched calls are a million and a half class pairs; they are never
//! listed but for what is on screen ([`expand()`], [`Groups`]) and summed by class everywhere else ([`Bars`]).
//! [`repetitions()`] need one side only.
//!
//! Invariant: everything here is exact. Where a limit was met, the value itself says so ([`Retained`],
//! [`Expanded::total`], [`Groups::total`], [`TooLarge`]).
//!
//! What it does not do: align call with call (see [`crate::align`]), know pixels other than as ticks per pixel.

use crate::Pair;

mod bars;
mod callee_sets;
mod columns;
mod cons;
mod delta;
mod expand;
mod groups;
mod intern;
mod join;
mod moments;
mod overlap;
mod partners;
mod repetitions;
mod self_times;
mod viewport;

pub use bars::{Axes, Bar, Bars};
pub use callee_sets::{CalleeSets, Measure, TooLarge};
pub use columns::{SetColumns, SimilarityColumns, SumColumns};
pub use expand::{Expanded, MatchedCalls, expand};
pub use groups::{GroupRoot, Groups};
pub use join::{Join, Partner, Retained, Similarity};
pub use partners::Partners;
pub use repetitions::{Repetition, repetitions};
pub use viewport::{Viewport, Window};

/// A pair, its classes and which of them match: what every question about matches is asked of.
#[derive(Debug, Clone, Copy)]
pub struct Matches<'a> {
    /// Both traces.
    pub pair: Pair<'a>,
    /// Classes of the pair's calls.
    pub sets: &'a CalleeSets,
    /// Matches of those classes.
    pub similarity: &'a Similarity,
}
