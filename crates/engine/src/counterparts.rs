//! The matches of a call on the other side, by which both sides can be aligned at the call.

use crate::engine::Engine;
use diptych_compare::frame::is_frame;
use diptych_compare::similarity::Matches;
use diptych_protocol::{Counterparts, CounterpartsRequest, MatchMode, SideName, Window};
use diptych_trace::{CallId, Trace};
use diptych_views::words;

impl Engine {
    /// Returns the partner of a call, or all calls similar to it. O(calls of the other side) by similarity.
    pub(crate) fn counterparts(&self, ask: &CounterpartsRequest) -> Option<Counterparts> {
        let (side, call) = self.session().find(&ask.call)?;
        let correspondence = self.shown_correspondence()?;
        let time_maps = self.shown_time_maps();
        let window = |side: SideName, [first, last]: [i64; 2]| {
            time_maps[side.index()].common_window(Window { start: first, end: last })
        };
        let [own, theirs] = [side, side.other()].map(|side| correspondence.trace(side));
        let at = ask.at.as_ref().and_then(|at| self.session().find(at)).map(|(_, at)| at);
        let found = match ask.mode {
            MatchMode::OneToOne if at.is_some() => return None,
            MatchMode::OneToOne => {
                let partner = correspondence.partner(side, call)?;
                ChosenMatch { chosen: partner, rank: 1, all: span(theirs, partner), count: 1 }
            }
            MatchMode::Similarity => {
                let similar = self.comparison.as_ref()?.similar()?;
                let matches = Matches {
                    pair: correspondence.pair,
                    sets: &similar.sets,
                    similarity: &similar.similarity,
                };
                similar_calls(matches, side, call, at.map(|at| (at, ask.forward)))?
            }
        };
        Some(Counterparts {
            own: window(side, span(own, call)),
            call: words::reference(side.other(), theirs, found.chosen),
            rank: found.rank,
            best: window(side.other(), span(theirs, found.chosen)),
            all: window(side.other(), found.all),
            count: found.count,
        })
    }
}

/// The matches of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChosenMatch {
    chosen: CallId,
    /// Rank of the chosen match by s · duration, from 1.
    rank: u32,
    /// First and last tick of all matches.
    all: [i64; 2],
    count: u32,
}

fn span(trace: &Trace, call: CallId) -> [i64; 2] {
    let calls = trace.calls();
    [calls.start()[call.index()], calls.end()[call.index()]]
}

/// Finds the calls of the other side that match a call. A frame around the whole run is a match only for another frame.
/// Without `at`, the chosen match has the highest s · duration, of equals the first one. With `at`, it is the next or
/// the previous match in this order.
fn similar_calls(
    matches: Matches<'_>,
    side: SideName,
    call: CallId,
    at: Option<(CallId, bool)>,
) -> Option<ChosenMatch> {
    let Matches { pair, sets, similarity } = matches;
    let (own, theirs) = (side.index(), side.other().index());
    let mut s_of_class = vec![0f32; sets.len()];
    for (class, s) in similarity.partners(own, sets.class(own, call)).iter() {
        s_of_class[class as usize] = s;
    }
    let trace = pair.traces[theirs];
    let is_frame = |trace: &Trace, call: CallId| is_frame(trace, call, 0..trace.extent());
    let of_frame = is_frame(pair.traces[own], call);
    let weight = |call: CallId| {
        let s = s_of_class[sets.class(theirs, call) as usize];
        f64::from(s) * trace.calls().duration(call) as f64
    };
    // Sort key of a match. The best match has the greatest key.
    let key = |call: CallId| (weight(call), std::cmp::Reverse(call));
    let at = at.map(|(at, forward)| (key(at), forward));
    let mut chosen: Option<(f64, std::cmp::Reverse<CallId>)> = None;
    let (mut before, mut count, mut all) = (0, 0, [i64::MAX, i64::MIN]);
    for (id, &class) in (0..).zip(sets.classes(theirs)) {
        let call = CallId(id);
        if s_of_class[class as usize] <= 0.0 || is_frame(trace, call) && !of_frame {
            continue;
        }
        let [start, end] = span(trace, call);
        (count, all) = (count + 1, [all[0].min(start), all[1].max(end)]);
        let key = key(call);
        before += u32::from(at.is_some_and(|(at, _)| key > at));
        let is_better = match at {
            None => chosen.is_none_or(|best| key > best),
            Some((at, true)) => key < at && chosen.is_none_or(|best| key > best),
            Some((at, false)) => key > at && chosen.is_none_or(|best| key < best),
        };
        chosen = if is_better { Some(key) } else { chosen };
    }
    let (_, std::cmp::Reverse(chosen)) = chosen?;
    let rank = match at {
        None => 1,
        Some((_, true)) => before + 2,
        Some((_, false)) => before,
    };
    Some(ChosenMatch { chosen, rank, all, count })
}
