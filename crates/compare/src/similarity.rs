//! Callee-set similarity (TraceDiff, section III): calls of both sides that do similar work, many to many.
//!
//! Start with [`CalleeSets`]: one class for each distinct Γ (Eq. 2), with one numbering for both sides. [`Similarity`]
//! follows from it: all pairs of classes with s > τ (Eq. 3). A match of two calls is a match of their classes, so a
//! million and a half class pairs can stand for tens of billions of matched calls. Matched calls are only listed for
//! what is on screen ([`expand()`], [`Groups`]), and summed by class everywhere else ([`Bars`]). [`repetitions()`]
//! needs one side only.
//!
//! Every result is exact. If a limit was reached, the value itself says so ([`PairRetention`], [`VisibleMatches::total`],
//! [`Groups::total`], [`TooLarge`]).
//!
//! This module does not align calls one to one (see [`crate::align`]), and it knows pixels only as ticks per pixel.

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
mod main_matches;
mod moments;
mod overlap;
mod partners;
mod repetitions;
mod self_times;
mod viewport;

pub use bars::{Axes, Bar, Bars};
pub use callee_sets::{CalleeSets, Measure, TooLarge};
pub use columns::{SetColumns, SimilarityColumns, SumColumns};
pub use expand::{MatchedCalls, VisibleMatches, expand};
pub use groups::{GroupRoot, Groups};
pub use join::{JoinOptions, PairRetention, Partner, Similarity};
pub use main_matches::main_matches;
pub use partners::Partners;
pub use repetitions::{Repetition, repetitions};
pub use viewport::{Viewport, Window};

/// A pair with its classes and their matches: the input of every query about matches.
#[derive(Debug, Clone, Copy)]
pub struct Matches<'a> {
    /// Traces and identities.
    pub pair: Pair<'a>,
    /// Classes of the pair's calls.
    pub sets: &'a CalleeSets,
    /// Matches between those classes.
    pub similarity: &'a Similarity,
}
