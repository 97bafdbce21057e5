//! Where the matches of a call lie: what the other side is laid under it by.

use crate::engine::Engine;
use diptych_compare::frame::is_frame;
use diptych_compare::similarity::Matches;
use diptych_protocol::{CallRef, Counterparts, MatchMode, SideName, Window};
use diptych_trace::{CallId, Trace};

impl Engine {
    /// The partner of a call, or all calls similar to it. O(calls of the other side) by similarity.
    pub(crate) fn counterparts(&self, reference: &CallRef, mode: MatchMode) -> Option<Counterparts> {
        self.matches_of(self.session().find(reference)?, mode)
    }

    fn matches_of(&self, (side, call): (SideName, CallId), mode: MatchMode) -> Option<Counterparts> {
        let correspondence = self.shown_correspondence()?;
        let time_maps = self.shown_time_maps();
        let window = |side: SideName, [first, last]: [i64; 2]| {
            time_maps[side.index()].common_window(Window { start: first, end: last })
        };
        let [own, theirs] = [side, side.other()].map(|side| correspondence.trace(side));
        let found = match mode {
            MatchMode::OneToOne => Found::one(theirs, correspondence.partner(side, call)?),
            MatchMode::Similarity => {
                let similar = self.comparison.as_ref()?.similar()?;
                let matches = Matches {
                    pair: correspondence.pair,
                    sets: &similar.sets,
                    similarity: &similar.similarity,
                };
                similar_calls(matches, side, call)?
            }
        };
        Some(Counterparts {
            own: window(side, span(own, call)),
            best: window(side.other(), span(theirs, found.best)),
            all: window(side.other(), found.all),
            count: found.count,
        })
    }
}

/// Matches of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    best: CallId,
    /// First and last tick of all.
    all: [i64; 2],
    count: u32,
}

impl Found {
    fn one(trace: &Trace, call: CallId) -> Self {
        Self { best: call, all: span(trace, call), count: 1 }
    }
}

fn span(trace: &Trace, call: CallId) -> [i64; 2] {
    let calls = trace.calls();
    [calls.start()[call.index()], calls.end()[call.index()]]
}

/// The calls of the other side that match a call, frames only of a frame; the best has the highest s · duration, of
/// equals the first.
fn similar_calls(matches: Matches<'_>, side: SideName, call: CallId) -> Option<Found> {
    let Matches { pair, sets, similarity } = matches;
    let (own, theirs) = (side.index(), side.other().index());
    let mut s_of_class = vec![0f32; sets.len()];
    for (class, s) in similarity.partners(own, sets.class(own, call)).iter() {
        s_of_class[class as usize] = s;
    }
    let trace = pair.traces[theirs];
    let is_frame = |trace: &Trace, call: CallId| is_frame(trace, call, 0..trace.extent());
    let of_frame = is_frame(pair.traces[own], call);
    let mut found: Option<Found> = None;
    let mut weight = f64::NEG_INFINITY;
    for (id, &class) in (0..).zip(sets.classes(theirs)) {
        let s = s_of_class[class as usize];
        let call = CallId(id);
        if s <= 0.0 || is_frame(trace, call) && !of_frame {
            continue;
        }
        let [start, end] = span(trace, call);
        let found = found.get_or_insert_with(|| Found { count: 0, ..Found::one(trace, call) });
        found.count += 1;
        found.all = [found.all[0].min(start), found.all[1].max(end)];
        let own_weight = f64::from(s) * (end - start) as f64;
        if own_weight > weight {
            (weight, found.best) = (own_weight, call);
        }
    }
    found
}
