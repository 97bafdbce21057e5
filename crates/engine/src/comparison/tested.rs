//! What several runs a side say: worked out by the compute role, taken in by the engine.

use super::aligned::Stages;
use diptych_store::{Columns, StoreError, parts};

/// Tests a stored trial: what it came to, as stored bytes.
pub(crate) fn test_stored(trial: &[u8], stages: Stages<'_>) -> Result<Vec<u8>, StoreError> {
    let trial = parts::trial(&Columns::from_bytes(trial)?)?;
    let tested = trial.test(&mut |done, of| stages("Testing changes", done, of));
    let tested = tested.ok_or(StoreError::Misfit { what: "there are too few runs to test" })?;
    let mut columns = Columns::default();
    parts::put_tested(&mut columns, &tested);
    Ok(columns.to_bytes())
}
