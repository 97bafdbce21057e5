//! The functions of both sides of a pair.

use crate::{Column, Row, Values};

/// A function on both sides. With several runs per side, values are medians.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairFunctionRow {
    /// Key of the function under the identity rules.
    pub function: String,
    /// Name without the file.
    pub name: String,
    /// File, if the key has one.
    pub file: Option<String>,
    /// True for each side that calls it.
    pub is_called: [bool; 2],
    /// Calls, or samples, of both sides.
    pub calls: [i64; 2],
    /// Self time.
    pub self_time: [i64; 2],
    /// Inclusive time.
    pub inclusive: [i64; 2],
}

impl Row for PairFunctionRow {
    const TABLE: &'static str = "pair_functions";
    const SUBJECT: &'static str = "pair";
    const ABOUT: &'static str = "The table has one row for each function that any run of a pair calls, even \
                                 if the function did not change. With several runs per side, each value is \
                                 the median.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "function",
                "",
                "Name of the function under the identity rules; equal in all pairs with the same rules",
                Values::Text(|row| &row.function),
            ),
            Column::new("name", "", "Name of the function, without the file", Values::Text(|row| &row.name)),
            Column::new("file", "", "Source file", Values::SomeText(|row| row.file.as_deref())),
            Column::new(
                "in_a",
                "",
                "True if a run of A calls the function",
                Values::Truth(|row| row.is_called[0]),
            ),
            Column::new(
                "in_b",
                "",
                "True if a run of B calls the function",
                Values::Truth(|row| row.is_called[1]),
            ),
            Column::new(
                "a_calls",
                "calls",
                "Number of calls in A, or of samples if a run was sampled",
                Values::Whole(|row| row.calls[0]),
            ),
            Column::new(
                "b_calls",
                "calls",
                "Number of calls in B, or of samples if a run was sampled",
                Values::Whole(|row| row.calls[1]),
            ),
            Column::new("a_self", measured, "Self time in A", Values::Whole(|row| row.self_time[0])),
            Column::new("b_self", measured, "Self time in B", Values::Whole(|row| row.self_time[1])),
            Column::new(
                "a_inclusive",
                measured,
                "Inclusive time in A; recursive calls count once",
                Values::Whole(|row| row.inclusive[0]),
            ),
            Column::new(
                "b_inclusive",
                measured,
                "Inclusive time in B; recursive calls count once",
                Values::Whole(|row| row.inclusive[1]),
            ),
        ]
    }
}
