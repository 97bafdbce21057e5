//! What is known of a pair: from identity rules to ranked differences.
//!
//! [`Basis`] says by which rules functions are the same. [`Aligned`] (which functions those are, lanes, alignment,
//! call trees) and [`Similar`] are the compute role's work, both from one [`Named`] pair, and travel as stored
//! bytes. [`Paths`] lays the call trees of all runs over each other; [`Ranked`] follows from that for a normalisation
//! and a noise floor, and with several runs a side from a test, which is the compute role's work again.
//! [`Comparison`] holds all of them for the sides that are open. What is of the pair that is shown does not change
//! when a run is put beside it.

mod aligned;
mod basis;
mod differences;
pub(crate) mod identity;
pub(crate) mod lanes;
pub(crate) mod locate;
mod named;
mod paths;
mod ranked;
mod similar;
mod tested;

pub(crate) use aligned::{Aligned, Stages, align_stored};
pub(crate) use basis::Basis;
pub(crate) use differences::Differences;
pub(crate) use named::Named;
pub(crate) use paths::Paths;
pub(crate) use ranked::{Ranked, options_of};
pub(crate) use similar::{Similar, SimilarAsked, similar_stored};
pub(crate) use tested::test_stored;

use diptych_compare::ranking::{Options, Tested};
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
    /// Of all runs, and which runs those are.
    pub(crate) paths: Option<(u32, Paths)>,
    /// What several runs say under the options of a ranking.
    pub(crate) tested: Option<(Options, Tested)>,
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
        let (aligned, paths, tested, ranked, similar) = (None, None, None, None, None);
        Self { versions, asked, basis, serial: 0, aligned, paths, tested, ranked, similar }
    }

    /// Forgets what follows from other runs than these.
    pub(crate) fn keep_runs(&mut self, runs: u32) {
        if self.paths.as_ref().is_some_and(|(of, _)| *of != runs) {
            (self.paths, self.tested, self.ranked) = (None, None, None);
        }
    }
}
