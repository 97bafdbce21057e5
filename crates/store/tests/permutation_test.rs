//! Tests of writing and reading permutation tests and their results.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::ranking::{PermutationResult, PermutationTest, Split};
use diptych_store::{Columns, parts};
use proptest::prelude::*;

fn written(put: impl FnOnce(&mut Columns<'_>)) -> Vec<u8> {
    let mut columns = Columns::default();
    put(&mut columns);
    columns.to_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn permutation_tests_round_trip(runs in 1usize..6, rows in 0usize..9, ticks in 0.0f64..1e9, level in 0.0f64..1.0) {
        let cells = runs * rows;
        let test = PermutationTest {
            sides: (0..runs).map(|run| u8::from(run % 2 == 1)).collect(),
            ticks: (0..cells).map(|cell| ticks + cell as f64).collect(),
            steady: (0..cells).map(|cell| ticks / 2.0 + cell as f64).collect(),
            calls: (0..cells as u64).collect(),
            floor: ticks / 3.0,
            level,
        };
        let bytes = written(|columns| parts::put_permutation_test(columns, &test));
        let columns = Columns::from_bytes(&bytes).unwrap();
        prop_assert_eq!(parts::permutation_test(&columns).unwrap(), test);
    }

    #[test]
    fn permutation_results_round_trip(p in prop::collection::vec(prop::option::of(0.0f64..1.0), 0..9), exact: bool) {
        let tested = PermutationResult { split: Split { splits: 126, exact }, p };
        let bytes = written(|columns| parts::put_permutation_result(columns, &tested));
        let columns = Columns::from_bytes(&bytes).unwrap();
        prop_assert_eq!(parts::permutation_result(&columns, tested.p.len()).unwrap(), tested.clone());
        prop_assert!(parts::permutation_result(&columns, tested.p.len() + 1).is_err());
    }
}

#[test]
fn runs_with_unequal_rows_are_refused() {
    let test = PermutationTest {
        sides: vec![0, 1],
        ticks: vec![1.0; 3],
        steady: Vec::new(),
        calls: vec![1; 2],
        floor: 1.0,
        level: 0.05,
    };
    let bytes = written(|columns| parts::put_permutation_test(columns, &test));
    let columns = Columns::from_bytes(&bytes).unwrap();
    assert!(parts::permutation_test(&columns).is_err());
}
