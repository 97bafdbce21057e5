//! What is known of a pair: from identity rules to ranked differences.
//!
//! [`Basis`] says which functions are the same; it is cheap and made on the engine's thread. [`Aligned`] (lanes,
//! alignment, call trees) is the compute role's work and travels as stored bytes; [`Ranked`] follows from it for a
//! normalisation and a noise floor. [`Comparison`] holds all three for the sides that are open.

mod aligned;
mod basis;
mod differences;
pub(crate) mod identity;
pub(crate) mod lanes;
pub(crate) mod locate;
mod ranked;
mod similar;

pub(crate) use aligned::{Aligned, align_stored};
pub(crate) use basis::Basis;
pub(crate) use differences::Differences;
pub(crate) use ranked::{Ranked, options_of};
pub(crate) use similar::{Similar, SimilarAsked, similar_stored};

use diptych_compare::Pair;
use diptych_protocol::ComparisonState;
use diptych_trace::Trace;

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
    /// Of which only the identities are known.
    pub(crate) fn new(versions: [u32; 2], asked: Asked, basis: Basis) -> Self {
        Self { versions, asked, basis, serial: 0, aligned: None, ranked: None, similar: None }
    }

    /// The pair under its identities.
    pub(crate) fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        self.basis.pair(traces)
    }
}
