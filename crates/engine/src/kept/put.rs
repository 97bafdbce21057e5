//! Writes the data that views store of a pair.

use super::side::put_side;
use crate::analyses::{function_totals, put_totals};
use crate::desks::Desks;
use crate::pair::PairAnalysis;
use diptych_protocol::{SideName, SideSummary, Sides};
use diptych_store::{Columns, parts};
use diptych_trace::Trace;
use diptych_views::LaneSums;

/// Writes the data that views show of a pair without its traces. `sides` are the summaries from the session. O(calls).
pub fn put_views(
    columns: &mut Columns<'_>,
    pair: &PairAnalysis,
    traces: [&Trace; 2],
    sides: &Sides<Option<Box<SideSummary>>>,
    desks: Desks,
) {
    let prints = traces.map(diptych_store::fingerprint);
    columns.put("sides.fingerprints", &prints.map(|print| [(print >> 64) as u64, print as u64]).concat());
    for name in SideName::BOTH {
        if let Some(summary) = &sides[name] {
            put_side(columns, name, summary);
        }
    }
    put_totals(columns, &function_totals(traces.map(Some), pair.identities(), &mut |_, _, _| ()));
    if let Some(lanes) = pair.lane_sums() {
        put_lane_sums(columns, lanes);
    }
    parts::put_moves(columns, &pair.moved(traces));
    for part in desks.stored_parts() {
        part.put(columns, &pair.correspondence(traces));
    }
}

fn put_lane_sums(columns: &mut Columns<'_>, LaneSums { sides, word }: &LaneSums) {
    for (side, spread) in sides.iter().enumerate() {
        parts::put_lane_spread(columns, side, spread);
    }
    columns.put_text("lanes.word", word.as_str());
}
