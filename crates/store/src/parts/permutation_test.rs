//! The permutation test of several runs: its input and its result.

use crate::{Columns, StoreError};
use diptych_compare::ranking::{PermutationResult, PermutationTest, Split};

/// Adds the input of a test.
pub fn put_permutation_test(columns: &mut Columns, test: &PermutationTest) {
    columns.put("trial.sides", &test.sides);
    columns.put("trial.ticks", &test.ticks);
    columns.put("trial.steady", &test.steady);
    columns.put("trial.calls", &test.calls);
    columns.put("trial.limits", &[test.floor, test.level]);
}

/// Most runs in a test.
const MOST_RUNS: usize = 64;
/// Most calls of a row in a run, so that the sum over all runs does not overflow.
const MOST_CALLS: u64 = u64::MAX / MOST_RUNS as u64;

/// Reads the input of a test.
pub fn permutation_test(columns: &Columns) -> Result<PermutationTest, StoreError> {
    let limits: Vec<f64> = columns.get("trial.limits")?;
    let &[floor, level] = &limits[..] else { return Err(StoreError::Damaged) };
    let test = PermutationTest {
        sides: columns.get("trial.sides")?,
        ticks: columns.get("trial.ticks")?,
        steady: columns.get("trial.steady")?,
        calls: columns.get("trial.calls")?,
        floor,
        level,
    };
    let cells = test.rows() * test.sides.len();
    let fits = test.ticks.len() == cells
        && test.calls.len() == cells
        && [0, cells].contains(&test.steady.len())
        && test.sides.len() <= MOST_RUNS
        && test.sides.iter().all(|&side| side < 2)
        && test.ticks.iter().chain(&test.steady).chain(&limits).all(|number| number.is_finite())
        && test.calls.iter().all(|&calls| calls <= MOST_CALLS);
    if fits { Ok(test) } else { Err(StoreError::Misfit { what: "the runs differ in their rows" }) }
}

/// Adds the result of a test.
pub fn put_permutation_result(columns: &mut Columns, result: &PermutationResult) {
    let p: Vec<f64> = result.p.iter().map(|p| p.unwrap_or(f64::NAN)).collect();
    columns.put("tested.p", &p);
    columns.put("tested.splits", &[result.split.splits as u64, u64::from(result.split.exact)]);
}

/// Reads the result of a test with so many rows.
pub fn permutation_result(columns: &Columns, rows: usize) -> Result<PermutationResult, StoreError> {
    let p: Vec<f64> = columns.get("tested.p")?;
    let splits: Vec<u64> = columns.get("tested.splits")?;
    let &[splits, exact] = &splits[..] else { return Err(StoreError::Damaged) };
    if p.iter().any(|p| !p.is_nan() && !(0.0..=1.0).contains(p)) {
        return Err(StoreError::Damaged);
    }
    if p.len() != rows {
        return Err(StoreError::Misfit { what: "the test belongs to other functions" });
    }
    let p = p.into_iter().map(|p| (!p.is_nan()).then_some(p)).collect();
    Ok(PermutationResult { split: Split { splits: splits as usize, exact: exact != 0 }, p })
}
