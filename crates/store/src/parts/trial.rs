//! The test of several runs: what it is made of, and what it came to.

use crate::{Columns, StoreError};
use diptych_compare::ranking::{Split, Tested, Trial};

/// Puts a trial in.
pub fn put_trial(columns: &mut Columns, trial: &Trial) {
    columns.put("trial.sides", &trial.sides);
    columns.put("trial.ticks", &trial.ticks);
    columns.put("trial.calls", &trial.calls);
    columns.put("trial.limits", &[trial.floor, trial.level]);
}

/// Most runs that are tested.
const MOST_RUNS: usize = 64;
/// Most calls of a row in a run: all of them can be added up.
const MOST_CALLS: u64 = u64::MAX / MOST_RUNS as u64;

/// Takes a trial out.
pub fn trial(columns: &Columns) -> Result<Trial, StoreError> {
    let limits: Vec<f64> = columns.get("trial.limits")?;
    let &[floor, level] = &limits[..] else { return Err(StoreError::Damaged) };
    let trial = Trial {
        sides: columns.get("trial.sides")?,
        ticks: columns.get("trial.ticks")?,
        calls: columns.get("trial.calls")?,
        floor,
        level,
    };
    let cells = trial.rows() * trial.sides.len();
    let fits = trial.ticks.len() == cells
        && trial.calls.len() == cells
        && trial.sides.len() <= MOST_RUNS
        && trial.sides.iter().all(|&side| side < 2)
        && trial.ticks.iter().chain(&limits).all(|number| number.is_finite())
        && trial.calls.iter().all(|&calls| calls <= MOST_CALLS);
    if fits { Ok(trial) } else { Err(StoreError::Misfit { what: "the runs differ in their rows" }) }
}

/// Puts what a trial came to in.
pub fn put_tested(columns: &mut Columns, tested: &Tested) {
    let p: Vec<f64> = tested.p.iter().map(|p| p.unwrap_or(f64::NAN)).collect();
    columns.put("tested.p", &p);
    columns.put("tested.splits", &[tested.split.splits as u64, u64::from(tested.split.exact)]);
}

/// Takes what a trial of so many rows came to out.
pub fn tested(columns: &Columns, rows: usize) -> Result<Tested, StoreError> {
    let p: Vec<f64> = columns.get("tested.p")?;
    let splits: Vec<u64> = columns.get("tested.splits")?;
    let &[splits, exact] = &splits[..] else { return Err(StoreError::Damaged) };
    if p.iter().any(|p| !p.is_nan() && !(0.0..=1.0).contains(p)) {
        return Err(StoreError::Damaged);
    }
    if p.len() != rows {
        return Err(StoreError::Misfit { what: "the test is of other functions" });
    }
    let p = p.into_iter().map(|p| (!p.is_nan()).then_some(p)).collect();
    Ok(Tested { split: Split { splits: splits as usize, exact: exact != 0 }, p })
}
