//! The differences of a pair.

use crate::{Column, Row, Values};

/// A difference, in one of the lists of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DifferenceRow {
    /// `slower`, `faster`, `new`, `gone`, `waiting`, or `outlier` for a single call.
    pub list: &'static str,
    /// Place in the list, from 1.
    pub place: i64,
    /// Key of the function under the identity rules, without `path`.
    pub function: String,
    /// Call path down to the function, joined by ` › `; `None` if rows are functions.
    pub path: Option<String>,
    /// Value in A and in B, as the report normalises them.
    pub sides: [i64; 2],
    /// Inclusive time on both sides of a function that only one side calls.
    pub inclusive: Option<[i64; 2]>,
    /// Calls, or samples, of both sides.
    pub calls: [i64; 2],
    /// Part of the change by more or fewer calls, by longer or shorter calls, and by outlier calls.
    pub parts: [i64; 3],
    /// Change relative to A.
    pub own_share: Option<f64>,
    /// Share of the change of the whole run.
    pub responsibility: Option<f64>,
    /// True if the change is significant.
    pub is_significant: bool,
    /// Reason why it is significant or not.
    pub reason: String,
    /// Probability without a change, with enough runs.
    pub p: Option<f64>,
}

impl DifferenceRow {
    /// Returns B minus A.
    pub fn change(&self) -> i64 {
        self.sides[1] - self.sides[0]
    }
}

impl Row for DifferenceRow {
    const TABLE: &'static str = "differences";
    const SUBJECT: &'static str = "pair";
    const ABOUT: &'static str = "One row for each difference in the lists of `diptych compare`, significant or not, and for \
                                 each outlier call. Changes below the noise floor are in no list, except new and gone \
                                 functions.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "list",
                "",
                "One of `slower`, `faster`, `new`, `gone`, `waiting`, `outlier`",
                Values::Text(|row| row.list),
            ),
            Column::new(
                "place",
                "",
                "Place in the list, from 1; significant rows first",
                Values::Whole(|row| row.place),
            ),
            Column::new(
                "function",
                "",
                "Function under the identity rules",
                Values::Text(|row| &row.function),
            ),
            Column::new(
                "path",
                "",
                "Call path down to the function, with --by path",
                Values::SomeText(|row| row.path.as_deref()),
            ),
            Column::new(
                "a",
                measured,
                "Self time in A, or inclusive time with --by path; with several runs the median",
                Values::Whole(|row| row.sides[0]),
            ),
            Column::new("b", measured, "The same in B", Values::Whole(|row| row.sides[1])),
            Column::new("change", measured, "B minus A", Values::Whole(Self::change)),
            Column::new(
                "a_inclusive",
                measured,
                "Inclusive time in A of a new or gone function",
                Values::SomeWhole(|row| row.inclusive.map(|of| of[0])),
            ),
            Column::new(
                "b_inclusive",
                measured,
                "Inclusive time in B of a new or gone function",
                Values::SomeWhole(|row| row.inclusive.map(|of| of[1])),
            ),
            Column::new(
                "a_calls",
                "calls",
                "Calls in A; samples if a run was sampled",
                Values::Whole(|row| row.calls[0]),
            ),
            Column::new("b_calls", "calls", "Calls in B", Values::Whole(|row| row.calls[1])),
            Column::new(
                "by_calls",
                measured,
                "Part of the change by more or fewer calls",
                Values::Whole(|row| row.parts[0]),
            ),
            Column::new(
                "by_length",
                measured,
                "Part of the change by longer or shorter calls",
                Values::Whole(|row| row.parts[1]),
            ),
            Column::new(
                "by_outliers",
                measured,
                "Part of the change by outlier calls",
                Values::Whole(|row| row.parts[2]),
            ),
            Column::new(
                "relative_change",
                "of A",
                "Change ÷ A; none for new functions",
                Values::SomeNumber(|row| row.own_share),
            ),
            Column::new(
                "share_of_change",
                "of the run's change",
                "Change ÷ change of the whole run",
                Values::SomeNumber(|row| row.responsibility),
            ),
            Column::new(
                "significant",
                "",
                "True if the change is more than noise and repeats no other row",
                Values::Truth(|row| row.is_significant),
            ),
            Column::new(
                "reason",
                "",
                "Why the row is significant or not, in words",
                Values::Text(|row| &row.reason),
            ),
            Column::new(
                "p",
                "probability",
                "Adjusted p of the permutation test, with enough runs per side",
                Values::SomeNumber(|row| row.p),
            ),
        ]
    }
}
