//! The matches of a call on the other side, by which both sides can be aligned at the call.

use crate::engine::Engine;
use diptych_compare::align::{matching_span, nearest_match};
use diptych_compare::frame::is_frame;
use diptych_compare::similarity::Matches;
use diptych_protocol::{
    Counterparts, CounterpartsRequest, MatchMode, NearestMatch, NearestMatchRequest, SideName, Window,
};
use diptych_trace::{CallId, Trace};
use diptych_views::words;

impl Engine {
    /// Returns the window of the other side whose calls match those of a window. Both are on the common axis. O(lanes · log
    /// calls) where most calls match.
    pub(crate) fn matching_window(&self, side: SideName, window: Window) -> Option<Window> {
        let correspondence = self.shown_correspondence()?;
        let maps = self.shown_time_maps();
        let Window { start, end } = maps[side.index()].own_window(window);
        let (pair, alignment) = (correspondence.pair, correspondence.alignment);
        let [start, end] = matching_span(pair, alignment, side.index(), [start, end])?;
        Some(maps[side.other().index()].common_window(Window { start, end }))
    }

    /// Returns the starts of the matched call nearest to an instant, and of its match. O(lanes · log calls) where most calls
    /// match.
    pub(crate) fn nearest_match(&self, ask: NearestMatchRequest) -> Option<NearestMatch> {
        let correspondence = self.shown_correspondence()?;
        let maps = self.shown_time_maps();
        let (side, map) = (ask.side.index(), &maps[ask.side.index()]);
        let Window { start, end } = map.own_window(ask.window);
        let (pair, alignment) = (correspondence.pair, correspondence.alignment);
        let [own, matching] = nearest_match(pair, alignment, side, [start, end], map.own(ask.at))?;
        Some(NearestMatch { own: map.common(own), matching: maps[1 - side].common(matching) })
    }

    /// Returns the partner of a call, or the stops of a walk through all calls similar to it. O(calls of the other side) by similarity.
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
                ChosenMatch { chosen: partner, rank: 1, all: span(theirs, partner), count: 1, matches: 1 }
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
            matches: found.matches,
        })
    }
}

/// The matches of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChosenMatch {
    chosen: CallId,
    /// Rank of the chosen match by s · shorter duration, from 1.
    rank: u32,
    /// First and last tick of all matches.
    all: [i64; 2],
    count: u32,
    matches: u32,
}

fn span(trace: &Trace, call: CallId) -> [i64; 2] {
    let calls = trace.calls();
    [calls.start()[call.index()], calls.end()[call.index()]]
}

/// Finds the stops of a walk through the calls of the other side that match a call: one for each match that lies in no
/// other match. A stop is the match with the highest s · shorter duration among the matches at or inside that one; of
/// equals the first. Without this grouping, a walk would halt at every level of a recursion. A frame around the whole run
/// is a match only for another frame.
///
/// Without `at`, the chosen stop is the best one. With `at`, it is the next or the previous stop in this order.
fn similar_calls(
    matches: Matches<'_>,
    side: SideName,
    call: CallId,
    at: Option<(CallId, bool)>,
) -> Option<ChosenMatch> {
    let stops = stops(matches, side, call);
    // Sort key of a stop. The best one has the greatest key.
    let key = |stop: &Stop| (stop.weight, std::cmp::Reverse(stop.call));
    let trace = matches.pair.traces[side.other().index()];
    let all = stops.iter().map(|stop| span(trace, stop.call));
    let all = all.reduce(|all, next| [all[0].min(next[0]), all[1].max(next[1])])?;
    let best_of = |most: &mut dyn Iterator<Item = &Stop>| {
        most.max_by(|one, other| key(one).partial_cmp(&key(other)).unwrap_or(std::cmp::Ordering::Equal))
            .copied()
    };
    let chosen = match at {
        None => best_of(&mut stops.iter()),
        Some((at, forward)) => {
            let at = key(stops.iter().find(|stop| stop.call == at)?);
            if forward {
                best_of(&mut stops.iter().filter(|stop| key(stop) < at))
            } else {
                let better = stops.iter().filter(|stop| key(stop) > at);
                better
                    .min_by(|one, other| {
                        key(one).partial_cmp(&key(other)).unwrap_or(std::cmp::Ordering::Equal)
                    })
                    .copied()
            }
        }
    }?;
    let rank = 1 + stops.iter().filter(|stop| key(stop) > key(&chosen)).count() as u32;
    let class = matches.sets.class(side.index(), call);
    // Each match is a call of the other side, which has at most 2³² calls.
    let all_matches = matches.similarity.matches(side.index(), class) as u32;
    let count = stops.len() as u32;
    Some(ChosenMatch { chosen: chosen.call, rank, all, count, matches: all_matches })
}

/// A stop of a walk through the matches of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stop {
    call: CallId,
    /// s · duration of the shorter call, ticks.
    weight: f64,
}

/// Returns the stops of [`similar_calls`], in the order of their calls. O(calls of the other side).
fn stops(matches: Matches<'_>, side: SideName, call: CallId) -> Vec<Stop> {
    let Matches { pair, sets, similarity } = matches;
    let (own, theirs) = (side.index(), side.other().index());
    let mut s_of_class = vec![0f32; sets.len()];
    for (class, s) in similarity.partners(own, sets.class(own, call)).iter() {
        s_of_class[class as usize] = s;
    }
    let trace = pair.traces[theirs];
    let is_frame = |trace: &Trace, call: CallId| is_frame(trace, call, 0..trace.extent());
    let of_frame = is_frame(pair.traces[own], call);
    let own_ticks = pair.traces[own].calls().duration(call);
    let mut stops: Vec<Stop> = Vec::new();
    // One past the subtree of the outermost match around the calls.
    let mut end = 0;
    for (id, &class) in (0..).zip(sets.classes(theirs)) {
        let (call, s) = (CallId(id), s_of_class[class as usize]);
        if s <= 0.0 || is_frame(trace, call) && !of_frame {
            continue;
        }
        let weight = f64::from(s) * trace.calls().duration(call).min(own_ticks) as f64;
        let stop = Stop { call, weight };
        match stops.last_mut().filter(|_| id < end) {
            Some(outer) if weight > outer.weight => *outer = stop,
            Some(_) => {}
            None => {
                end = trace.calls().subtree_end()[call.index()];
                stops.push(stop);
            }
        }
    }
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_compare::Pair;
    use diptych_compare::similarity::{CalleeSets, JoinOptions, Measure, Similarity};
    use diptych_testkit::{IdentityTable, Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn walks_visit_the_best_match_of_every_outermost_one(seed: u64, other: u64, of in 0u32..60) {
            let shape = Shape { calls: 60, lanes: 2, functions: 4, max_depth: 8, extent: 3_000 };
            let traces = [generate(seed, shape), generate(other, shape)];
            let mut table = IdentityTable::default();
            let identities = [0, 1].map(|side: usize| table.identify_all(&traces[side], IdentityTable::plain_key));
            let pair = Pair {
                traces: [&traces[0], &traces[1]],
                identities: [&identities[0], &identities[1]],
                identity_count: table.len() as u32,
            };
            let sets = CalleeSets::new(pair, Measure::Plain, &mut |_, _| ()).unwrap();
            let similarity = Similarity::join(&sets, JoinOptions { tau: 0.3, ..JoinOptions::default() }, &mut |_, _| ());
            let matches = Matches { pair, sets: &sets, similarity: &similarity };
            let [a, b] = pair.traces;
            let call = CallId(of.min(a.calls().len() as u32 - 1));
            let of_frame = is_frame(a, call, 0..a.extent());
            let matching: Vec<CallId> = (0..b.calls().len() as u32).map(CallId)
                .filter(|&b_call| sets.similarity(sets.class(0, call), sets.class(1, b_call)) > 0.3).collect();
            let similar = matching.len();
            let matching: Vec<CallId> = matching.into_iter()
                .filter(|&b_call| of_frame || !is_frame(b, b_call, 0..b.extent())).collect();
            let weight = |b_call: CallId| {
                let s = sets.similarity(sets.class(0, call), sets.class(1, b_call)) as f32;
                f64::from(s) * a.calls().duration(call).min(b.calls().duration(b_call)) as f64
            };
            let is_outermost = |inner: &&CallId| {
                !matching.iter().any(|outer| outer != *inner && b.calls().contains(*outer, **inner))
            };
            let mut expected: Vec<CallId> = matching.iter().filter(is_outermost).map(|&outer| {
                let inside = matching.iter().copied().filter(|&inner| b.calls().contains(outer, inner));
                inside.reduce(|best, next| if weight(next) > weight(best) { next } else { best }).unwrap()
            }).collect();
            expected.sort_by(|&one, &other| weight(other).total_cmp(&weight(one)).then(one.cmp(&other)));
            let mut walked = Vec::new();
            let mut at = None;
            while let Some(found) = similar_calls(matches, SideName::A, call, at.map(|at| (at, true))) {
                walked.push(found.chosen);
                prop_assert_eq!((found.rank as usize, found.count as usize), (walked.len(), expected.len()));
                prop_assert_eq!(found.matches as usize, similar);
                at = Some(found.chosen);
            }
            prop_assert_eq!(&walked, &expected);
            // The way back visits the same stops.
            let mut back: Vec<CallId> = walked.pop().into_iter().collect();
            while let Some(found) = back.last().and_then(|&at| similar_calls(matches, SideName::A, call, Some((at, false)))) {
                back.push(found.chosen);
            }
            back.reverse();
            prop_assert_eq!(back, expected);
        }
    }
}
