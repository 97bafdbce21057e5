//! The current search, and its hits on both sides.

mod nearest;

use crate::session::Session;
use diptych_protocol::{CallRef, SearchInfo, SideName};
use diptych_trace::CallId;
use diptych_views::numbers;
use diptych_views::search::{Hits, Query};

/// A search and its hits.
#[derive(Debug)]
pub(crate) struct Search {
    text: String,
    versions: [u32; 2],
    hits: [Option<Hits>; 2],
    info: SearchInfo,
}

impl Search {
    /// Searches both sides; `None` for a blank text. Reuses `before` if it is the same search.
    pub(crate) fn new(session: &Session, text: &str, before: Option<Self>) -> Option<Self> {
        let versions = session.versions();
        if let Some(same) = before.filter(|search| search.text == text && search.versions == versions) {
            return Some(same);
        }
        if text.trim().is_empty() {
            return None; // Returns early because the query parser loads after the first picture.
        }
        let text_kept = text.to_owned();
        match Query::parse(text) {
            Ok(None) => None,
            Ok(Some(query)) => {
                let hits =
                    SideName::BOTH.map(|side| session.trace(side).map(|trace| Hits::new(trace, &query)));
                let info = found(session, &hits, text);
                Some(Self { text: text_kept, versions, hits, info })
            }
            Err(error) => {
                let text = format!("{} is not a regular expression: {}", error.term, error.reason);
                let info = SearchInfo { calls_a: 0, calls_b: 0, text, nearest: Vec::new(), broken: true };
                Some(Self { text: text_kept, versions, hits: [None, None], info })
            }
        }
    }

    pub(crate) fn hits(&self, side: SideName) -> Option<&Hits> {
        self.hits[side.index()].as_ref()
    }

    pub(crate) fn info(&self) -> &SearchInfo {
        &self.info
    }

    /// Returns the hit after (or before) a call, with its number from 1. Hits of A come before those of B, and after
    /// the last hit comes the first.
    pub(crate) fn step(
        &self,
        from: Option<(SideName, CallId)>,
        forward: bool,
    ) -> Option<(SideName, CallId, u32)> {
        let counts = SideName::BOTH.map(|side| self.hits(side).map_or(0, Hits::len));
        let total = counts[0] + counts[1];
        if total == 0 {
            return None;
        }
        // Number of hits before the start of the step, and whether the start is a hit itself.
        let (before, on_hit) = from.map_or((0, false), |(side, call)| {
            let own = self.hits(side);
            let first = if side == SideName::B { counts[0] } else { 0 };
            (first + own.map_or(0, |hits| hits.rank(call)), own.is_some_and(|hits| hits.holds(call)))
        });
        let target = match (forward, on_hit) {
            (true, true) => (before + 1) % total,
            (true, false) => before % total,
            (false, _) => (before + total - 1) % total,
        };
        let (side, rank) =
            if target < counts[0] { (SideName::A, target) } else { (SideName::B, target - counts[0]) };
        Some((side, self.hits(side)?.nth(rank)?, target + 1))
    }

    /// Returns the number of hits on both sides.
    pub(crate) fn total(&self) -> u32 {
        self.info.calls_a + self.info.calls_b
    }
}

fn found(session: &Session, hits: &[Option<Hits>; 2], text: &str) -> SearchInfo {
    let counts = [0, 1].map(|side| hits[side].as_ref().map_or(0, Hits::len));
    let parts = SideName::BOTH.into_iter().filter_map(|side| {
        let axis = session.trace(side)?.axis();
        let count = counts[side.index()];
        let calls = if count == 1 { "call" } else { "calls" };
        let count = numbers::count(count.into());
        let [own, all] = self_ticks(session, hits, side);
        let share = numbers::percent(if all > 0 { own as f64 / all as f64 } else { 0.0 });
        Some(format!("{} {count} {calls}, {} self ({share})", side.letter(), numbers::extent(axis, own)))
    });
    let traces = SideName::BOTH.map(|side| session.trace(side));
    let nearest = if counts == [0, 0] { nearest::names(traces, text) } else { Vec::new() };
    SearchInfo {
        calls_a: counts[0],
        calls_b: counts[1],
        text: parts.collect::<Vec<String>>().join(" · "),
        nearest,
        broken: false,
    }
}

/// Returns a side's self time in the functions with hits, and in all functions.
fn self_ticks(session: &Session, hits: &[Option<Hits>; 2], side: SideName) -> [i64; 2] {
    let (Some((_, derived)), Some(hits)) = (session.slot(side).derived(), &hits[side.index()]) else {
        return [0; 2];
    };
    let ticks = derived.totals.self_ticks.iter();
    let own = ticks.clone().zip(hits.functions()).filter_map(|(&ticks, &is_hit)| is_hit.then_some(ticks));
    [own.sum(), ticks.sum()]
}

/// Returns the call of a reference.
pub(crate) fn start_of(session: &Session, from: Option<&CallRef>) -> Option<(SideName, CallId)> {
    session.find(from?)
}
