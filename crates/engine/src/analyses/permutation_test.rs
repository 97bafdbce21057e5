//! The test that separates changes from the differences between runs of one side.

use super::{Analysis, JobInput, ReadContext, Reads};
use diptych_compare::ranking::{self, PermutationResult};
use diptych_store::{Columns, StoreError, parts};

/// The analysis that runs the test. Its query holds all numbers it reads. So equal numbers are tested once, whatever
/// functions they belong to.
#[derive(Debug)]
pub enum PermutationTest {}

impl Analysis for PermutationTest {
    const NAME: &'static str = "test";
    const TITLE: &'static str = "Comparing";
    const READS: Reads = Reads::Nothing;
    const STORED: bool = true;
    const INTERACTIVE: bool = true;
    type Query = ranking::PermutationTest;
    type Value = PermutationResult;

    fn put_query(query: &ranking::PermutationTest, columns: &mut Columns<'_>) {
        parts::put_permutation_test(columns, query);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let result = parts::permutation_test(query)?
            .test(&mut |done, total| (bench.stages)("Testing changes", done, total));
        let result = result.ok_or(StoreError::Misfit { what: "there are too few runs to test" })?;
        let mut columns = Columns::default();
        parts::put_permutation_result(&mut columns, &result);
        Ok(columns.to_bytes())
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        _: ReadContext<'_>,
    ) -> Result<Option<PermutationResult>, StoreError> {
        let rows = parts::permutation_test(query)?.rows();
        parts::permutation_result(&Columns::from_bytes(bytes)?, rows).map(Some)
    }
}
