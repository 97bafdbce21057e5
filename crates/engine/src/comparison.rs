//! What is known of a pair: from identity rules to ranked differences.
//!
//! [`Basis`] says by which rules functions are the same. [`Aligned`] (which functions those are, lanes, alignment,
//! call trees) and [`Similar`] are the compute role's work, both from one [`Named`] pair, and travel as stored
//! bytes; [`Ranked`] follows from the alignment for a normalisation and a noise floor, on the engine's thread.
//! [`Comparison`] holds all of them for the sides that are open.

mod aligned;
mod basis;
mod differences;
pub(crate) mod identity;
pub(crate) mod lanes;
pub(crate) mod locate;
mod named;
mod ranked;
mod similar;

pub(crate) use aligned::{Aligned, Stages, align_stored};
pub(crate) use basis::Basis;
pub(crate) use differences::Differences;
pub(crate) use named::Named;
pub(crate) use ranked::{Ranked, options_of};
pub(crate) use similar::{Similar, SimilarAsked, similar_stored};

use diptych_protocol::ComparisonState;

/// A pair as far as it is known.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Versions of the sides it is of.
    pub(crate) versions: [u32; 2],
    /// The rules as asked for, and the lanes: what `basis` and `aligned` follow from.
    pub(crate) asked: Asked,
    pub(crate) basis: Basis,
    /// Tells alignments apart.
    pub(crate) serial: u32,
    pub(crate) aligned: Option<Aligned>,
    pub(crate) ranked: Option<Ranked>,
    pub(crate) similar: Option<Similar>,
}

/// The part of the state that an alignment follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) rules: String,
    pub(crate) lanes: diptych_protocol::LaneMatching,
    pub(crate) chosen: Vec<u32>,
}

impl Asked {
    pub(crate) fn of(state: &ComparisonState) -> Self {
        Self { rules: state.rules.clone(), lanes: state.lanes, chosen: state.chosen_lanes.clone() }
    }
}

impl Comparison {
    /// Of which only the rules are known.
    pub(crate) fn new(versions: [u32; 2], asked: Asked, basis: Basis) -> Self {
        Self { versions, asked, basis, serial: 0, aligned: None, ranked: None, similar: None }
    }
}
