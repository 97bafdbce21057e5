//! A pair as a whole.

use crate::{Column, Row, Values};

/// The outcome of a comparison, or the reason why there is none. All other fields are `None` then.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VerdictRow {
    /// Reason why the pair could not be compared.
    pub error: Option<String>,
    /// Names of the runs of A and of B whose calls were matched.
    pub names: [Option<String>; 2],
    /// Number of runs of each side.
    pub runs: [Option<i64>; 2],
    /// Unit of what both sides measure.
    pub unit: Option<String>,
    /// One line that says how B compares with A.
    pub text: Option<String>,
    /// Cause of the largest change in one line.
    pub cause: Option<String>,
    /// Reason why the sides may not be comparable, or the part that a side lacks.
    pub doubt: Option<String>,
    /// Last instant minus first, of each side.
    pub extents: [Option<i64>; 2],
    /// Time of all calls in all lanes, each instant once, of each side.
    pub totals: [Option<i64>; 2],
    /// B's extent ÷ A's.
    pub ratio: Option<f64>,
    /// Probability of such extents without a change, with several runs per side.
    pub p: Option<f64>,
    /// Ratio by which calls of a typical function changed.
    pub typical_ratio: Option<f64>,
    /// Number of calls of each side.
    pub calls: [Option<i64>; 2],
    /// Number of calls that have a partner in order.
    pub matched: Option<i64>,
    /// Number of calls of A that have a partner elsewhere.
    pub moved: Option<i64>,
    /// Number of calls of each side without a partner.
    pub only: [Option<i64>; 2],
    /// Number of functions that both sides call.
    pub functions_in_both: Option<i64>,
    /// Number of functions that only A calls, and only B.
    pub functions_only: [Option<i64>; 2],
    /// Number of significant changes.
    pub significant_changes: Option<i64>,
    /// True if a condition of `--fail-if` holds; `None` without conditions.
    pub fails: Option<bool>,
}

impl Row for VerdictRow {
    const TABLE: &'static str = "verdict";
    const SUBJECT: &'static str = "pair";
    const ABOUT: &'static str = "The table has one row for each pair. If Diptych could not compare the pair, \
                                 `error` has the reason, and all later columns are empty.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        let text = |text: &'static str, name: &'static str, of: fn(&Self) -> Option<&str>| {
            Column::new(name, "", text, Values::SomeText(of))
        };
        let count =
            |unit: &'static str, name: &'static str, about: &'static str, of: fn(&Self) -> Option<i64>| {
                Column::new(name, unit, about, Values::SomeWhole(of))
            };
        let ratio = |name: &'static str, about: &'static str, of: fn(&Self) -> Option<f64>| {
            Column::new(name, "B ÷ A", about, Values::SomeNumber(of))
        };
        vec![
            text("Reason why the pair could not be compared", "error", |row| row.error.as_deref()),
            text("Name of the run of A whose calls were matched", "a", |row| row.names[0].as_deref()),
            text("Name of the run of B whose calls were matched", "b", |row| row.names[1].as_deref()),
            count("runs", "a_runs", "Number of runs of A", |row| row.runs[0]),
            count("runs", "b_runs", "Number of runs of B", |row| row.runs[1]),
            text("Unit of all columns whose unit is *measured*", "unit", |row| row.unit.as_deref()),
            text("One line that says how B compares with A", "verdict", |row| row.text.as_deref()),
            text("Cause of the largest change, if a change is significant", "cause", |row| {
                row.cause.as_deref()
            }),
            text("Reason to doubt the verdict: a side is incomplete, or hardly comparable", "doubt", |row| {
                row.doubt.as_deref()
            }),
            count(measured, "a_extent", "Last instant of A minus first instant of A", |row| row.extents[0]),
            count(measured, "b_extent", "Last instant of B minus first instant of B", |row| row.extents[1]),
            count(measured, "a_total", "Self time of all calls of A, in all lanes together", |row| {
                row.totals[0]
            }),
            count(measured, "b_total", "Self time of all calls of B, in all lanes together", |row| {
                row.totals[1]
            }),
            ratio("ratio", "Extent of B ÷ extent of A", |row| row.ratio),
            Column::new(
                "p",
                "probability",
                "p-value of a Mann–Whitney test of the extents of all runs; needs several runs per side",
                Values::SomeNumber(|row| row.p),
            ),
            ratio(
                "typical_ratio",
                "Time per call of the typical function, B ÷ A; empty without 8 functions with 8 calls per run",
                |row| row.typical_ratio,
            ),
            count("calls", "a_calls", "Number of calls in run `a`", |row| row.calls[0]),
            count("calls", "b_calls", "Number of calls in run `b`", |row| row.calls[1]),
            count(
                "calls",
                "matched_calls",
                "Number of calls of A with a partner in B, without moved calls",
                |row| row.matched,
            ),
            count(
                "calls",
                "moved_calls",
                "Number of calls of A whose partner in B is in another order or under another caller",
                |row| row.moved,
            ),
            count("calls", "a_only_calls", "Number of calls of A without a partner", |row| row.only[0]),
            count("calls", "b_only_calls", "Number of calls of B without a partner", |row| row.only[1]),
            count("functions", "functions_in_both", "Number of functions that both sides call", |row| {
                row.functions_in_both
            }),
            count("functions", "a_only_functions", "Number of functions that only A calls", |row| {
                row.functions_only[0]
            }),
            count("functions", "b_only_functions", "Number of functions that only B calls", |row| {
                row.functions_only[1]
            }),
            count("changes", "significant_changes", "Number of significant changes", |row| {
                row.significant_changes
            }),
            Column::new(
                "fails",
                "",
                "True if a condition of `--fail-if` holds; empty without conditions",
                Values::SomeTruth(|row| row.fails),
            ),
        ]
    }
}
