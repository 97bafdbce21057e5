//! The lane pairs, in words.

use diptych_compare::lanes::LanePairs;
use diptych_protocol::comparison::{LaneEnd, LanePairRow, LanePairing};
use diptych_trace::{LaneId, Sorting, Trace};
use diptych_views::{numbers, words};

/// Returns the lane pairs in words. Lanes without calls, in themselves or in their sub-lanes, are left out.
pub(crate) fn pairing(traces: [&Trace; 2], lanes: &LanePairs) -> LanePairing {
    let total = traces.map(share_base);
    let end = |side: usize, lane: LaneId| LaneEnd {
        lane: lane.0,
        name: words::lane_path(traces[side], lane),
        share: numbers::percent(ticks(traces[side], lane) as f64 / total[side]),
    };
    let mut rows: Vec<(f64, LanePairRow)> = Vec::new();
    for pair in &lanes.pairs {
        if pair.lanes.iter().zip(traces).any(|(&lane, trace)| trace.lanes().calls(lane).is_empty()) {
            continue;
        }
        let [a, b] = pair.lanes;
        let part = |side: usize| ticks(traces[side], pair.lanes[side]) as f64 / total[side];
        let share = f64::midpoint(part(0), part(1));
        let row =
            LanePairRow { a: end(0, a), b: end(1, b), overlap: pair.overlap, share, chosen: pair.forced };
        rows.push((share, row));
    }
    rows.order_by(|x, y| y.0.total_cmp(&x.0));
    let unpaired = [0, 1].map(|side: usize| {
        let own = lanes.unpaired[side].iter().filter(|&&lane| !traces[side].lanes().calls(lane).is_empty());
        own.map(|&lane| end(side, lane)).collect()
    });
    LanePairing { pairs: rows.into_iter().map(|(_, row)| row).collect(), unpaired }
}

fn ticks(trace: &Trace, lane: LaneId) -> i64 {
    words::busy_ticks(trace, lane)
}

fn share_base(trace: &Trace) -> f64 {
    let all: i64 = trace.lanes().ids().map(|lane| ticks(trace, lane)).sum();
    all.max(1) as f64
}
