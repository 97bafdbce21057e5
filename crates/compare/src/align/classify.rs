//! Classification of calls as matched, moved, or on one side only.

use super::kind::Kind;
use super::rising::heaviest_rising;
use super::state::State;
use diptych_trace::{CallId, Calls, LaneId, for_each_block};

/// Returns the nearest ancestor with a partner of each call, or [`CallId::NONE`]. O(calls).
pub(super) fn callers(calls: &Calls, partner: &[CallId]) -> Vec<CallId> {
    let mut callers = vec![CallId::NONE; calls.len()];
    for_each_block(0..calls.len(), &mut |rows| {
        let (callers, partner, parents) = (&mut callers[..], partner, calls.parent());
        for row in rows {
            callers[row] = match parents[row].some() {
                Some(parent) if partner[parent.index()] == CallId::NONE => callers[parent.index()],
                _ => parents[row],
            };
        }
    });
    callers
}

/// Returns the kinds of all calls, as [`super`] defines them. Among the pairs under the same callers, a choice of pairs
/// in order counts as matched. It contains the pairs of the mapping in order, and its subtrees hold the most calls. So
/// every moved pair crosses a matched one. O(calls + c log c), where c is the number of calls directly under callers
/// with crossing pairs.
pub(super) fn kinds(state: &State) -> [Vec<Kind>; 2] {
    let callers = state.both_sides(callers);
    let places = Places { state, calls: state.calls[0].len() };
    let mut kinds = state.calls.map(|calls| vec![Kind::Only; calls.len()]);
    // By place: the partner of the last call there, and whether any partner came before an earlier one.
    let mut last: Vec<u32> = vec![0; places.count()];
    let mut crossed: Vec<bool> = vec![false; places.count()];
    let of_first = &state.partner[0];
    for_each_block(0..of_first.len(), &mut |rows| {
        let (kinds, last, crossed) = (&mut kinds[0][..], &mut last[..], &mut crossed[..]);
        for row in rows {
            let Some(partner) = of_first[row].some() else { continue };
            let place = places.place(&callers, row as u32, partner);
            kinds[row] = if place.is_some() { Kind::Matched } else { Kind::Moved };
            if let Some(place) = place {
                crossed[place] |= partner.0 < last[place] || places.is_beside(place);
                last[place] = partner.0;
            }
        }
    });
    drop(last);
    let mut rows: Vec<(usize, u32)> = Vec::new();
    if crossed.contains(&true) {
        for_each_block(0..of_first.len(), &mut |block| {
            for row in block.filter(|&row| kinds[0][row] == Kind::Matched) {
                let place = places.place(&callers, row as u32, of_first[row]);
                rows.extend(place.filter(|&place| crossed[place]).map(|place| (place, row as u32)));
            }
        });
    }
    rows.sort_unstable();
    for group in rows.chunk_by_mut(|x, y| x.0 == y.0) {
        let mut rank_of_b: Vec<u32> = group.iter().map(|&(_, a)| state.partner[0][a as usize].0).collect();
        if places.is_beside(group[0].0) {
            // With sub-lanes the pairs are in the order of their starts, not of their call ids.
            group.sort_unstable_by_key(|&(_, a)| (state.calls[0].start()[a as usize], a));
            let mut of_b: Vec<(i64, u32, usize)> = Vec::with_capacity(group.len());
            of_b.extend(group.iter().enumerate().map(|(at, &(_, a))| {
                let b = state.partner[0][a as usize].0;
                (state.calls[1].start()[b as usize], b, at)
            }));
            of_b.sort_unstable();
            of_b.iter().zip(0..).for_each(|(&(.., at), rank)| rank_of_b[at] = rank);
        }
        // The extra weight exceeds the size of any subtree, so pairs found in order stay in order.
        let weight = |a: u32| u64::from(state.size(0, a)) + if state.ordered.has(a) { 1 << 32 } else { 0 };
        let pairs = group.iter().zip(&rank_of_b).map(|(&(_, a), &rank)| (rank, weight(a)));
        let keeps = heaviest_rising(&pairs.collect::<Vec<_>>());
        for (&(_, a), _) in group.iter().zip(&keeps).filter(|(_, keeps)| !**keeps) {
            kinds[0][a as usize] = Kind::Moved;
        }
    }
    let [of_a, of_b] = &mut kinds;
    for_each_block(0..of_first.len(), &mut |rows| {
        let of_b = &mut of_b[..];
        for (partner, &kind) in of_first[rows.clone()].iter().zip(&of_a[rows]) {
            if let Some(partner) = partner.some() {
                of_b[partner.index()] = kind;
            }
        }
    });
    kinds
}

/// The places under which pairs have an order: pairs of callers, numbered by the first side's call, then pairs of
/// lanes.
struct Places<'a, 'b> {
    state: &'a State<'b>,
    calls: usize,
}

impl Places<'_, '_> {
    /// Returns true if the pairs of a place are not in the order of call ids, because some are in sub-lanes.
    fn is_beside(&self, place: usize) -> bool {
        let lane = place.checked_sub(self.calls).map(|lane| LaneId(lane as u32));
        lane.is_some_and(|lane| {
            let partner = self.state.lane_partner[lane.index()];
            self.state.has_sublanes(0, lane) || self.state.has_sublanes(1, partner)
        })
    }

    fn count(&self) -> usize {
        self.calls + self.state.lane_partner.len()
    }

    /// Returns the place of a pair, or `None` if its callers (or lanes) are not partners.
    fn place(&self, callers: &[Vec<CallId>; 2], a: u32, b: CallId) -> Option<usize> {
        match [callers[0][a as usize].some(), callers[1][b.index()].some()] {
            [Some(x), Some(y)] => (self.state.partner[0][x.index()] == y).then_some(x.index()),
            [None, None] => {
                let [lane_a, lane_b] = [(0, CallId(a)), (1, b)].map(|(side, call): (usize, CallId)| {
                    let lane = self.state.pair.traces[side].lanes().of_call(call);
                    self.state.whole_lane[side][lane.index()]
                });
                (self.state.lane_partner[lane_a.index()] == lane_b).then_some(self.calls + lane_a.index())
            }
            _ => None,
        }
    }
}
