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
    let parts: Vec<String> = SideName::BOTH
        .into_iter()
        .filter(|&side| session.trace(side).is_some())
        .map(|side| format!("{} {}", side.letter(), numbers::count(u64::from(counts[side.index()]))))
        .collect();
    let share = time_share(session, hits);
    let of = match parts.len() {
        2 => " of both sides",
        _ => "",
    };
    let traces = SideName::BOTH.map(|side| session.trace(side));
    let nearest = if counts == [0, 0] { nearest::names(traces, text) } else { Vec::new() };
    SearchInfo {
        calls_a: counts[0],
        calls_b: counts[1],
        text: format!("{} calls, {} of the self time{of}", parts.join(" · "), numbers::percent(share)),
        nearest,
        broken: false,
    }
}

/// Returns the self time of the functions with hits, as a share of all self time on both sides.
fn time_share(session: &Session, hits: &[Option<Hits>; 2]) -> f64 {
    let (mut some, mut all) = (0i64, 0i64);
    for side in SideName::BOTH {
        let (Some((_, derived)), Some(hits)) = (session.slot(side).derived(), &hits[side.index()]) else {
            continue;
        };
        for (function, &ticks) in derived.totals.self_ticks.iter().enumerate() {
            all += ticks;
            some += if hits.functions()[function] { ticks } else { 0 };
        }
    }
    if all > 0 { some as f64 / all as f64 } else { 0.0 }
}

/// Returns the call of a reference.
pub(crate) fn start_of(session: &Session, from: Option<&CallRef>) -> Option<(SideName, CallId)> {
    session.find(from?)
}
