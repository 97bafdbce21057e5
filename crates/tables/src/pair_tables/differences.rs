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
    /// Caller whose calls alone the row is of, blank for calls without a caller; `None` for rows of all calls.
    pub caller: Option<String>,
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
    const ABOUT: &'static str = "The table has one row for each row in the lists of `diptych compare`, \
                                 significant or not. Each outlier call has a row, too. Of the changes below \
                                 the noise floor, the table has only new and gone functions.";

    fn columns() -> Vec<Column<Self>> {
        let measured =
            |name, about, of| Column::new(name, Column::<Self>::MEASURED, about, Values::Whole(of));
        let calls = |name, about, of| Column::new(name, "calls", about, Values::Whole(of));
        let text = |name, about, of| Column::new(name, "", about, Values::Text(of));
        let inclusive =
            |name, about, of| Column::new(name, Column::<Self>::MEASURED, about, Values::SomeWhole(of));
        let share = |name, unit, about, of| Column::new(name, unit, about, Values::SomeNumber(of));
        let values = "Self time in A, or inclusive time with `--by path`; with several runs, the median";
        vec![
            text(
                "list",
                "Name of the list: `slower`, `faster`, `new`, `gone`, `waiting` or `outlier`",
                |row: &Self| row.list,
            ),
            Column::new(
                "place",
                "",
                "Position of the row in the list, from 1; significant rows come first",
                Values::Whole(|row| row.place),
            ),
            text("function", "Name of the function under the identity rules", |row: &Self| &row.function),
            Column::new(
                "path",
                "",
                "Call path of the function; empty without `--by path`",
                Values::SomeText(|row| row.path.as_deref()),
            ),
            Column::new(
                "caller",
                "",
                "Caller, if only calls under this caller changed; the row then counts only these calls",
                Values::SomeText(|row| row.caller.as_deref()),
            ),
            measured("a", values, |row: &Self| row.sides[0]),
            measured("b", "Self time or inclusive time in B, as for `a`", |row: &Self| row.sides[1]),
            measured("change", "Column `b` minus column `a`", Self::change),
            inclusive("a_inclusive", "Inclusive time in A of a new or gone function", |row: &Self| {
                row.inclusive.map(|of| of[0])
            }),
            inclusive("b_inclusive", "Inclusive time in B of a new or gone function", |row: &Self| {
                row.inclusive.map(|of| of[1])
            }),
            calls("a_calls", "Number of calls in A, or of samples if a run was sampled", |row: &Self| {
                row.calls[0]
            }),
            calls("b_calls", "Number of calls in B, or of samples if a run was sampled", |row: &Self| {
                row.calls[1]
            }),
            measured("by_calls", "Part of the change due to more or fewer calls", |row: &Self| row.parts[0]),
            measured("by_length", "Part of the change due to longer or shorter calls", |row: &Self| {
                row.parts[1]
            }),
            measured("by_outliers", "Part of the change due to outlier calls", |row: &Self| row.parts[2]),
            share("relative_change", "of A", "`change` ÷ `a`, empty for new functions", |row: &Self| {
                row.own_share
            }),
            share(
                "share_of_change",
                "of the run's change",
                "`change` ÷ change of the whole run",
                |row: &Self| row.responsibility,
            ),
            Column::new(
                "significant",
                "",
                "True if the change is significant and not contained in the row of a caller or callee",
                Values::Truth(|row| row.is_significant),
            ),
            text("reason", "Reason why the row is significant or not, in words", |row: &Self| &row.reason),
            share(
                "p",
                "probability",
                "Probability that noise alone causes such a change (adjusted permutation test); needs several runs",
                |row: &Self| row.p,
            ),
        ]
    }
}
