//! The similarity of a pair's calls by their callee sets.

use super::alignment::Alignments;
use super::{Analysis, JobInput, ReadContext, Reads};
use diptych_compare::similarity::{
    Bars, CalleeSets, JoinOptions, Matches, Measure, Similarity, main_matches, repetitions,
};
use diptych_protocol::{ComparisonState, Measure as MeasureChosen};
use diptych_store::{Columns, StoreError, parts};
use diptych_views::PairSimilarity;

/// The analysis that compares callee sets.
#[derive(Debug)]
pub(crate) enum Similarities {}

/// All measures. A query stores one as its number.
const MEASURES: [MeasureChosen; 3] = [MeasureChosen::Plain, MeasureChosen::Multiset, MeasureChosen::Time];

/// The settings that similarity depends on, besides the traces.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SimilarityQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Similarity from which calls match, from 0 to 1.
    pub(crate) tau: f64,
    pub(crate) measure: MeasureChosen,
}

impl SimilarityQuery {
    /// Creates the query of a state, under rules with the defaults written out.
    pub(crate) fn new(rules: String, state: &ComparisonState) -> Self {
        let tau = f64::from(state.tau.clamp(5, 100)) / 100.0;
        Self { rules, tau, measure: state.measure }
    }
}

impl Analysis for Similarities {
    const NAME: &'static str = "similar";
    const TITLE: &'static str = "Comparing";
    const READS: Reads = Reads::Both;
    const STORED: bool = true;
    const INTERACTIVE: bool = true;
    type Query = SimilarityQuery;
    type Value = PairSimilarity;

    fn put_query(query: &SimilarityQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put("tau", &[query.tau]);
        columns.put("measure", &[query.measure as u8]);
    }

    /// Finds the classes and joins them. Fails if the callee sets do not fit into memory.
    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let (tau, code) = (query.get::<f64>("tau")?, query.get::<u8>("measure")?);
        let (&[tau], &[code]) = (&tau[..], &code[..]) else { return Err(StoreError::Damaged) };
        let measure = MEASURES.into_iter().find(|&measure| measure as u8 == code);
        let measure = match measure.ok_or(StoreError::Damaged)? {
            MeasureChosen::Plain => Measure::Plain,
            MeasureChosen::Multiset => Measure::Multiset,
            MeasureChosen::Time => Measure::TimeWeighted,
        };
        let traces = bench.both()?;
        let (names, stages) = bench.names(query.text("rules")?)?;
        stages("Finding callee sets", 0, 0);
        let sets = CalleeSets::new(names.pair(traces), measure, &mut |done, total| {
            stages("Finding callee sets", done, total);
        });
        let sets = sets.map_err(|_| StoreError::Misfit { what: "its callee sets are too large" })?;
        let options = JoinOptions { tau, ..JoinOptions::default() };
        stages("Comparing callee sets", 0, 0);
        let similarity =
            Similarity::join(&sets, options, &mut |done, total| stages("Comparing callee sets", done, total));
        let mut columns = Columns::default();
        parts::put_sum_of_keys(&mut columns, &names.identities.keys);
        parts::put_similarity(&mut columns, &sets, &similarity);
        stages("Finding repetitions", 0, 0);
        let repeated = |side: usize| {
            let progress = &mut |done, total| stages("Finding repetitions", done, total);
            repetitions(traces[side], &sets, side, progress)
        };
        parts::put_repetitions(&mut columns, &[0, 1].map(repeated));
        // The bytes below need this memory.
        drop((sets, similarity));
        Ok(columns.to_bytes())
    }

    /// Reads a result. Its classes refer to the identities of the alignment, so it waits for that.
    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<PairSimilarity>, StoreError> {
        let Some(aligned) = context.table.newest::<Alignments>() else { return Ok(None) };
        let rules = query.text("rules")?.to_owned();
        if aligned.rules != rules {
            return Ok(None);
        }
        let columns = Columns::from_bytes(bytes)?;
        let pair = aligned.pair(context.both()?);
        parts::check_sum_of_keys(&columns, &aligned.identities.keys)?;
        let (sets, similarity) = parts::similarity(&columns, pair)?;
        let bars = Bars::new(Matches { pair, sets: &sets, similarity: &similarity }, &mut |_, _| ());
        let repetitions = parts::repetitions(&columns, pair)?;
        let main = main_matches(Matches { pair, sets: &sets, similarity: &similarity });
        Ok(Some(PairSimilarity { rules, sets, similarity, bars, repetitions, main }))
    }
}
