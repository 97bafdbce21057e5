//! The matches of the calls of a pair.

use crate::{Column, Row, Values};

/// Two calls that are partners, or a call without a partner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchRow<'a> {
    /// `matched`, `moved`, `only_a`, `only_b` or `not_compared`.
    pub kind: &'static str,
    /// Key of the function under the identity rules.
    pub function: &'a str,
    /// Numbers of the calls in their traces.
    pub calls: [Option<i64>; 2],
    /// Starts.
    pub starts: [Option<i64>; 2],
    /// Durations.
    pub durations: [Option<i64>; 2],
}

impl Row for MatchRow<'_> {
    const TABLE: &'static str = "matches";
    const SUBJECT: &'static str = "pair";
    const ABOUT: &'static str = "The table has one row for each pair of matched calls, and one row for each \
                                 call without a partner. With several runs per side, the table has the calls \
                                 of one run of A and one run of B. Diptych writes the table only with the \
                                 option `--matched-calls`.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "kind",
                "",
                "Kind of match: `matched`, `moved`, `only_a`, `only_b`, or `not_compared` if the other side ends before the call",
                Values::Text(|row| row.kind),
            ),
            Column::new(
                "function",
                "",
                "Name of the function under the identity rules",
                Values::Text(|row| row.function),
            ),
            Column::new(
                "a_call",
                "",
                "Number of the call in A, as in the table `calls`",
                Values::SomeWhole(|row| row.calls[0]),
            ),
            Column::new(
                "b_call",
                "",
                "Number of the call in B, as in the table `calls`",
                Values::SomeWhole(|row| row.calls[1]),
            ),
            Column::new(
                "a_start",
                measured,
                "Start of the call in A, from the first instant of A",
                Values::SomeWhole(|row| row.starts[0]),
            ),
            Column::new(
                "b_start",
                measured,
                "Start of the call in B, from the first instant of B",
                Values::SomeWhole(|row| row.starts[1]),
            ),
            Column::new(
                "a_duration",
                measured,
                "Duration of the call in A",
                Values::SomeWhole(|row| row.durations[0]),
            ),
            Column::new(
                "b_duration",
                measured,
                "Duration of the call in B",
                Values::SomeWhole(|row| row.durations[1]),
            ),
        ]
    }
}
