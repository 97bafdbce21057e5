//! Callee-set similarity of a pair: worked out by the compute role, taken in by the engine.

use super::aligned::{Aligned, Stages};
use super::named::Named;
use diptych_compare::similarity::{
    Bars, CalleeSets, Join, Matches, Measure, Repetition, Similarity, repetitions,
};
use diptych_protocol::{ComparisonState, Measure as MeasureAsked};
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::Trace;

/// Classes of calls and which of them match.
#[derive(Debug)]
pub(crate) struct Similar {
    pub(crate) asked: SimilarAsked,
    /// Tells similarities apart.
    pub(crate) serial: u32,
    pub(crate) sets: CalleeSets,
    pub(crate) similarity: Similarity,
    /// For sums over intervals.
    pub(crate) bars: Bars,
    /// Blocks of siblings that each side repeats.
    pub(crate) repetitions: [Vec<Repetition>; 2],
}

/// What similarity follows from, beside the identities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SimilarAsked {
    /// Least similarity, per cent, 5 to 100.
    pub(crate) tau: u32,
    pub(crate) measure: MeasureAsked,
}

impl SimilarAsked {
    pub(crate) fn of(state: &ComparisonState) -> Self {
        Self { tau: state.tau.clamp(5, 100), measure: state.measure }
    }
}

/// Finds the classes and joins them: as stored bytes, or why that cannot be done.
pub(crate) fn similar_stored(
    traces: [&Trace; 2],
    named: &Named,
    asked: SimilarAsked,
    stages: Stages<'_>,
) -> Result<Vec<u8>, String> {
    let pair = named.pair(traces);
    let measure = match asked.measure {
        MeasureAsked::Plain => Measure::Plain,
        MeasureAsked::Multiset => Measure::Multiset,
        MeasureAsked::Time => Measure::TimeWeighted,
    };
    stages("Finding callee sets", 0, 0);
    let sets = CalleeSets::new(pair, measure, &mut |done, of| stages("Finding callee sets", done, of));
    let sets = sets.map_err(|error| error.to_string())?;
    let options = Join { tau: f64::from(asked.tau) / 100.0, ..Join::default() };
    stages("Comparing callee sets", 0, 0);
    let similarity =
        Similarity::join(&sets, options, &mut |done, of| stages("Comparing callee sets", done, of));
    let mut columns = Columns::default();
    parts::put_sum_of_keys(&mut columns, &named.identities.keys);
    parts::put_similarity(&mut columns, &sets, &similarity);
    stages("Finding repetitions", 0, 0);
    let repeated = |side: usize| {
        let progress = &mut |done, of| stages("Finding repetitions", done, of);
        repetitions(traces[side], &sets, side, progress)
    };
    parts::put_repetitions(&mut columns, &[0, 1].map(repeated));
    // Before their memory is needed again.
    drop((sets, similarity));
    Ok(columns.to_bytes())
}

impl Similar {
    /// From stored bytes of the same pair.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        (asked, serial): (SimilarAsked, u32),
        aligned: &Aligned,
        traces: [&Trace; 2],
    ) -> Result<Self, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let pair = aligned.pair(traces);
        parts::check_sum_of_keys(&columns, &aligned.identities.keys)?;
        let (sets, similarity) = parts::similarity(&columns, pair)?;
        let bars = Bars::new(Matches { pair, sets: &sets, similarity: &similarity }, &mut |_, _| ());
        let repetitions = parts::repetitions(&columns, pair)?;
        Ok(Self { asked, serial, sets, similarity, bars, repetitions })
    }
}
