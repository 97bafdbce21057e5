//! A comparison for a program that publishes it: the stored file, and everything that the index of a site says.

use super::comparison::Comparison;
use super::options::CompareInput;
use super::times::Times;
use super::{CompareOptions, compare_runs, doubts, gate, json, stored};
use crate::args::CompareArgs;
use crate::error::CliError;
use crate::rules::RulesFile;
use diptych_compare::ranking::standing_out;
use diptych_views::numbers;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The settings of a pair to publish.
#[derive(Debug, Default)]
pub(crate) struct PairSettings {
    /// Runs of A and of B.
    pub(crate) runs: [Vec<PathBuf>; 2],
    /// Conditions, as `--fail-if` takes them.
    pub(crate) fail_if: Vec<String>,
    /// File of known changes.
    pub(crate) known: Option<PathBuf>,
    /// File of identity rules.
    pub(crate) rules: Option<RulesFile>,
    /// Traces that may not be comparable are no doubt.
    pub(crate) allow_unlike: bool,
    /// An incomplete trace is no doubt.
    pub(crate) allow_incomplete: bool,
}

/// The result for a pair.
#[derive(Debug)]
pub(crate) struct PairResult {
    /// Bytes of the `.diptych` file.
    pub(crate) stored: Vec<u8>,
    /// Verdict and runs, as `--json` writes them.
    pub(crate) summary: Value,
    /// Reasons for which conditions hold.
    pub(crate) reasons: Vec<String>,
    /// Reasons why the sides may not be comparable.
    pub(crate) doubts: Vec<String>,
    /// Duration of B divided by that of A, in words.
    pub(crate) ratio: Option<String>,
    /// Notes on known changes.
    pub(crate) notes: Vec<String>,
}

/// Checks that conditions can be read, before traces are.
pub(crate) fn check_conditions(fail_if: &[String]) -> Result<(), CliError> {
    fail_if
        .iter()
        .try_for_each(|text| gate::Condition::parse(text).map(drop).map_err(|error| error.in_option(text)))
}

/// Compares a pair, and checks its conditions.
pub(crate) fn compare_pair(settings: PairSettings) -> Result<PairResult, CliError> {
    let PairSettings { runs: [a, b], fail_if, known, rules, allow_unlike, allow_incomplete } = settings;
    let args =
        CompareArgs { a, b, rules, fail_if, known, allow_unlike, allow_incomplete, ..CompareArgs::default() };
    let options = CompareOptions::new(&args)?;
    let CompareInput::Traces(paths) = &options.input else {
        return Err(CliError::Usage("expected traces".to_owned()));
    };
    let times = Times::new(false);
    let known = options.known.as_deref().map(gate::KnownChanges::read).transpose()?;
    let paths = &super::traces::without_copies_of(paths)?;
    let opened = super::traces::open(paths, options.ranges, options.rules.as_ref(), &times)?;
    let all = opened.read_all(paths, &options.structure, &times)?;
    let (analysis, comparison, _) = compare_runs(all, &options, true, &times)?;
    let outcome = gate::outcome(&comparison, &options.fail_if, known.as_ref())?;
    Ok(PairResult {
        stored: stored::file(&analysis, &comparison, None)?,
        summary: summary(&comparison),
        reasons: outcome.reasons,
        doubts: doubts(&comparison, &options, |key| format!("Set `{key} = true` to accept that.")),
        ratio: comparison.verdict.ratio.map(numbers::ratio),
        notes: outcome.notes,
    })
}

fn summary(comparison: &Comparison) -> Value {
    let [a, b] = json::runs(comparison);
    let largest = standing_out(&comparison.largest).len();
    json!({
        "runs": { "a": a, "b": b },
        "verdict": json::verdict_of(comparison),
        "significant_changes": largest,
    })
}
