//! Which lanes are shown, in which order, and which of them are folded.

use crate::numbers;
use crate::words::{self, busy_ticks};
use diptych_protocol::LaneRow;
use diptych_trace::{LaneId, Sorting, Trace};

/// A lane as icicles show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownLane {
    /// Which.
    pub lane: LaneId,
    /// Only its first row is shown.
    pub folded: bool,
}

/// Lanes with calls, busiest first, each with whether it is folded unless asked otherwise. Computed once a
/// trace: O(lanes · outermost calls).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneOrder {
    lanes: Vec<ShownLane>,
}

/// Lanes busy for less than this share of the busiest one's time are folded by default.
const QUIET: f64 = 0.02;

impl LaneOrder {
    /// The lanes of a trace that have calls, busiest first (ties in the order of the file).
    pub fn new(trace: &Trace) -> Self {
        let with_calls = trace.lanes().ids().filter(|&lane| !trace.lanes().calls(lane).is_empty());
        let mut busy: Vec<(i64, LaneId)> = with_calls.map(|lane| (busy_ticks(trace, lane), lane)).collect();
        busy.order_by_key(|&(ticks, lane)| (std::cmp::Reverse(ticks), lane));
        let most = busy.first().map_or(0, |&(ticks, _)| ticks) as f64;
        let shown = |(ticks, lane): (i64, LaneId)| ShownLane { lane, folded: (ticks as f64) < most * QUIET };
        Self { lanes: busy.into_iter().map(shown).collect() }
    }

    /// The busiest lane.
    pub fn busiest(&self) -> Option<LaneId> {
        self.lanes.first().map(|shown| shown.lane)
    }

    /// All of them, with the folding of `switched` lanes reversed.
    pub fn shown(&self, switched: &[u32]) -> Vec<ShownLane> {
        let mut switched = switched.to_vec();
        switched.sort_unstable();
        let turn = |shown: &ShownLane| {
            let turned = switched.binary_search(&shown.lane.0).is_ok();
            ShownLane { folded: shown.folded != turned, ..*shown }
        };
        self.lanes.iter().map(turn).collect()
    }
}

/// The lanes as a list.
pub fn lane_rows(trace: &Trace, shown: &[ShownLane]) -> Vec<LaneRow> {
    let extent = trace.extent().max(1) as f64;
    let row = |shown: &ShownLane| LaneRow {
        lane: shown.lane.0,
        name: words::lane_path(trace, shown.lane),
        busy: numbers::percent(busy_ticks(trace, shown.lane) as f64 / extent),
        calls: trace.lanes().calls(shown.lane).len() as u32,
        folded: shown.folded,
    };
    shown.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::trace;

    #[test]
    fn busiest_first_and_quiet_ones_folded() {
        let trace = trace("quiet\n  0..1 f\nempty\nbusy\n  0..1000 f\nhalf\n  0..500 f\n");
        let order = LaneOrder::new(&trace);
        let names = |switched: &[u32]| -> Vec<(String, bool)> {
            let rows = lane_rows(&trace, &order.shown(switched));
            rows.into_iter().map(|row| (row.name, row.folded)).collect()
        };
        let expected = |folds: [bool; 3]| -> Vec<(String, bool)> {
            ["busy", "half", "quiet"].into_iter().map(str::to_owned).zip(folds).collect()
        };
        assert_eq!(names(&[]), expected([false, false, true]));
        assert_eq!(names(&[0, 3]), expected([false, true, false]));
    }
}
