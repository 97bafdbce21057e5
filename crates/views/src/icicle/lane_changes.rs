//! Changes of lanes from one trace to the other. The pair of lanes that changed most comes first.

use diptych_compare::align::Alignment;
use diptych_compare::frame::fills;
use diptych_compare::waiting::is_waiting;
use diptych_compare::{Pair, is_unended};
use diptych_trace::{CallId, LaneId, Trace};

/// The lanes of A and of B at one place.
pub(super) type PlaceLanes = [Option<LaneId>; 2];

/// Least share of the largest change that functions which do not wait must have to decide alone which lane comes first.
const WORK_SHARE: f64 = 0.1;

/// Least share of a run that a call fills to count as a frame around the run rather than a part of it.
const AROUND_SHARE: f64 = 0.5;

/// Returns the ticks of self time by which the matched calls of each place differ from their partners, counted from both
/// sides. Functions that wait count only if other functions differ by less than [`WORK_SHARE`] of the largest change: time
/// spent waiting changes whenever another lane changes, so it says little about the lane that waits. O(calls).
pub(super) fn changes(pair: Pair<'_>, alignment: &Alignment, places: &[PlaceLanes]) -> Vec<u64> {
    let waits = pair.traces.map(|trace| {
        let functions = trace.functions();
        let waits = functions.ids().map(|id| is_waiting(functions.get(trace.names(), id).name));
        waits.collect::<Vec<bool>>()
    });
    let changes: Vec<Change> = places.iter().map(|&place| change(pair, alignment, &waits, place)).collect();
    let most = |of: fn(&Change) -> u64| changes.iter().map(of).max().unwrap_or(0);
    let is_waiting_left_out = most(|of| of.work) as f64 >= WORK_SHARE * most(Change::all) as f64;
    changes.iter().map(|change| if is_waiting_left_out { change.work } else { change.all() }).collect()
}

/// The ticks of self time by which the matched calls of a place differ from their partners.
#[derive(Debug, Clone, Copy, Default)]
struct Change {
    /// In functions that do not wait.
    work: u64,
    /// In functions that wait.
    waiting: u64,
}

impl Change {
    fn all(&self) -> u64 {
        self.work.saturating_add(self.waiting)
    }
}

/// Returns by how many ticks of self time the matched calls of a place differ from their partners; 0 for a lane of one
/// side. `waits` says which functions wait. O(calls).
///
/// Calls that only one side makes don't count, because where nothing matches there is little to see. Calls that fill
/// half of a run don't count either, because they wait for the calls inside them, nor do calls whose ends the file does
/// not have.
fn change(pair: Pair<'_>, alignment: &Alignment, waits: &[Vec<bool>; 2], place: PlaceLanes) -> Change {
    let calls = pair.traces.map(Trace::calls);
    let is_unended = pair.traces.map(is_unended);
    let mut sum = Change::default();
    if place.iter().any(Option::is_none) {
        return sum;
    }
    for (side, lane) in place.iter().enumerate() {
        let Some(lane) = *lane else { continue };
        let trace = pair.traces[side];
        for call in trace.lanes().calls(lane) {
            let partner = alignment.sides[side].partner[call as usize].some();
            let is_part = || !fills(trace, CallId(call), 0..trace.extent(), AROUND_SHARE);
            let has_end = |of: CallId| !is_unended[side](CallId(call)) && !is_unended[1 - side](of);
            if let Some(partner) = partner.filter(|&of| has_end(of) && is_part()) {
                let own = calls[side].self_time(CallId(call));
                let ticks = own.abs_diff(calls[1 - side].self_time(partner));
                let waits = waits[side][calls[side].function()[call as usize].index()];
                let sum = if waits { &mut sum.waiting } else { &mut sum.work };
                *sum = sum.saturating_add(ticks);
            }
        }
    }
    sum
}
