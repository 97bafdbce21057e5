//! The areas of lanes and time in which the sides of a pair differ.

use crate::{Column, Row, Values};

/// A state of an area. An area has a row for each of its states.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AreaRow {
    /// Number of the area in the pair, from 1, the largest difference first.
    pub area: i64,
    /// Path of the lane, or of the group of lanes.
    pub lane: String,
    /// First and last slice of time, from 0.
    pub slices: [i64; 2],
    /// Start and end on the time axis that both sides share.
    pub span: [i64; 2],
    /// Jensen–Shannon divergence between both sides, in bits.
    pub divergence: f64,
    /// Divergence beyond that of the other lanes and slices, in bits.
    pub divergence_beyond: f64,
    /// Share of the area's time that is spent differently.
    pub excess: f64,
    /// Excess ÷ noise.
    pub z: f64,
    /// Path of the lane that the area waits for.
    pub waits_for: Option<String>,
    /// Name of the state.
    pub state: String,
    /// Share of the area's time in the state, of A and of B.
    pub shares: [f64; 2],
}

impl Row for AreaRow {
    const TABLE: &'static str = "areas";
    const SUBJECT: &'static str = "pair";
    const ABOUT: &'static str = "The table has the areas in which A and B differ, as `diptych aggregate A B` \
                                 lists them. Each state in each area has one row. Diptych does not write the \
                                 table for traces without time.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "area",
                "",
                "Number of the area in the pair, from 1; sorted by `divergence_beyond` × lanes × slices",
                Values::Whole(|row| row.area),
            ),
            Column::new(
                "lane",
                "",
                "Lane or group of lanes, as a path in the lane tree",
                Values::Text(|row| &row.lane),
            ),
            Column::new(
                "slice_from",
                "slices",
                "First slice of the area, from 0",
                Values::Whole(|row| row.slices[0]),
            ),
            Column::new("slice_to", "slices", "Last slice of the area", Values::Whole(|row| row.slices[1])),
            Column::new(
                "start",
                measured,
                "Start of the first slice, on the time axis of both sides",
                Values::Whole(|row| row.span[0]),
            ),
            Column::new(
                "end",
                measured,
                "End of the last slice, on the time axis of both sides",
                Values::Whole(|row| row.span[1]),
            ),
            Column::new(
                "divergence",
                "bits",
                "Jensen–Shannon divergence of A and B: 0 if their states are equal, 1 if they have no common state",
                Values::Number(|row| row.divergence),
            ),
            Column::new(
                "divergence_beyond",
                "bits",
                "Divergence between B and the states that B would have without `excess`",
                Values::Number(|row| row.divergence_beyond),
            ),
            Column::new(
                "excess",
                "share",
                "Change of the area minus the usual change of the other lanes, as a share of the area's time",
                Values::Number(|row| row.excess),
            ),
            Column::new(
                "z",
                "noise",
                "Excess divided by the noise of the lanes on the same level of the lane tree",
                Values::Number(|row| row.z),
            ),
            Column::new(
                "waits_for",
                "",
                "Lane for which the lanes of the area wait",
                Values::SomeText(|row| row.waits_for.as_deref()),
            ),
            Column::new(
                "state",
                "",
                "State of the lanes: a function, or `(no state)`",
                Values::Text(|row| &row.state),
            ),
            Column::new(
                "a_share",
                "share",
                "Share of the area's time that A spends in the state, 0 to 1",
                Values::Number(|row| row.shares[0]),
            ),
            Column::new(
                "b_share",
                "share",
                "Share of the area's time that B spends in the state, 0 to 1",
                Values::Number(|row| row.shares[1]),
            ),
        ]
    }
}
