//! Reads the tables of all pairs for the summary.

use super::pool::Work;
use crate::error::CliError;
use diptych_fleet::{Observation, Observations, PairOutcome};
use diptych_tables::{Columns, PairFunctionRow, ReadError, VerdictRow};
use std::fs::File;
use std::path::Path;

/// Time in nanoseconds that a function must take on a side to be judged: the floor of `diptych compare`.
const LEAST_NS: f64 = 10_000.0;

/// Reads the outcomes of all pairs, in the order of the manifest, and their functions.
pub(super) fn read(work: &Work<'_>) -> Result<(Vec<PairOutcome>, Observations), CliError> {
    let (mut outcomes, mut observations) = (Vec::new(), Observations::default());
    for (task, pair) in work.tasks.iter().zip(0..) {
        let dataset = work.dataset(task, None)?;
        let path = dataset.path::<VerdictRow>();
        let (mut outcome, unit) = with_path(&path, outcome(&path))?;
        outcome.name.clone_from(&task.pair.pair.name);
        if outcome.error.is_none() {
            let path = dataset.path::<PairFunctionRow>();
            let least = if unit.as_deref() == Some("ns") { LEAST_NS } else { 0.0 };
            with_path(&path, add_functions(&mut observations, pair, &path, least))?;
        }
        outcomes.push(outcome);
    }
    Ok((outcomes, observations))
}

fn with_path<T>(path: &Path, read: Result<T, String>) -> Result<T, CliError> {
    read.map_err(|why| {
        let path = path.display();
        CliError::Failed(format!("{path} cannot be read: {why}. Pass --again to compare all pairs again"))
    })
}

fn columns(path: &Path, names: &[&str]) -> Result<Columns, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    Columns::read(file, Some(names)).map_err(|error| error.to_string())
}

/// Returns the outcome of a pair, and the unit of its times.
fn outcome(path: &Path) -> Result<(PairOutcome, Option<String>), String> {
    let names = ["error", "verdict", "cause", "doubt", "ratio", "significant_changes", "fails", "unit"];
    let columns = columns(path, &names)?;
    let text = |name: &str| -> Result<Option<String>, ReadError> {
        Ok(columns.text(name)?.first().copied().flatten().map(str::to_owned))
    };
    let read = || -> Result<(PairOutcome, Option<String>), ReadError> {
        let outcome = PairOutcome {
            name: String::new(),
            error: text("error")?,
            verdict: text("verdict")?,
            cause: text("cause")?,
            doubt: text("doubt")?,
            ratio: columns.number("ratio")?.first().copied().flatten(),
            significant_changes: columns.whole("significant_changes")?.first().copied().flatten().unwrap_or(0)
                as u64,
            fails: columns.truth("fails")?.first().copied().flatten().unwrap_or(false),
        };
        Ok((outcome, text("unit")?))
    };
    read().map_err(|error| error.to_string())
}

/// Adds the functions of a pair.
fn add_functions(observations: &mut Observations, pair: u32, path: &Path, least: f64) -> Result<(), String> {
    let inclusive = ["a_inclusive", "b_inclusive"];
    let columns =
        columns(path, &["function", "in_a", "in_b", "a_self", "b_self", inclusive[0], inclusive[1]])?;
    let mut add = || -> Result<(), ReadError> {
        let names = columns.text("function")?;
        let [in_a, in_b] = [columns.truth("in_a")?, columns.truth("in_b")?];
        let [a, b] = [columns.whole("a_self")?, columns.whole("b_self")?];
        let inclusive = [columns.whole(inclusive[0])?, columns.whole(inclusive[1])?];
        for (row, name) in names.into_iter().enumerate() {
            let times = [a[row], b[row]].map(|time| time.unwrap_or(0) as f64);
            let is_called = [in_a[row], in_b[row]].map(|is_called| is_called.unwrap_or(false));
            let whole = inclusive.each_ref().map(|of| of[row].unwrap_or(0) as f64);
            let judged_by = if is_called == [true; 2] { times } else { whole };
            let observation = Observation {
                pair,
                function: observations.function(name.unwrap_or_default()),
                times,
                is_called,
                is_judged: judged_by.into_iter().any(|time| time > least),
            };
            observations.add(observation);
        }
        Ok(())
    };
    add().map_err(|error| error.to_string())
}
