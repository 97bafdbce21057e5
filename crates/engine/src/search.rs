//! The search that is on: what it found on both sides.

use crate::session::Session;
use diptych_protocol::{CallRef, SearchInfo, SideName};
use diptych_trace::{CallId, Sorting, Trace};
use diptych_views::search::{Hits, Query};
use diptych_views::{numbers, words};

/// A search and its hits.
#[derive(Debug)]
pub(crate) struct Search {
    text: String,
    versions: [u32; 2],
    hits: [Option<Hits>; 2],
    info: SearchInfo,
}

/// Most names offered when nothing was found.
const NEAREST: usize = 3;

impl Search {
    /// Asks both sides; `None` for a blank text. `before` is kept when it is the same search.
    pub(crate) fn new(session: &Session, text: &str, before: Option<Self>) -> Option<Self> {
        let versions = session.versions();
        if let Some(same) = before.filter(|search| search.text == text && search.versions == versions) {
            return Some(same);
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
                let text = format!("{} is no regular expression: {}", error.term, error.reason);
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

    /// The hit after (or before) a call, over A, then B, then A again; with its number from 1.
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
        // Where the step starts, as a number of hits before it, and whether it stands on one.
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

    /// Hits of both sides.
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
    let nearest = if counts == [0, 0] { nearest(session, text) } else { Vec::new() };
    SearchInfo {
        calls_a: counts[0],
        calls_b: counts[1],
        text: format!("{} calls, {} of the self time{of}", parts.join(" · "), numbers::percent(share)),
        nearest,
        broken: false,
    }
}

/// Self time of the functions that are hits, of all self time of both sides.
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

/// Names whose last segment is fewest edits from what was typed, best first (ties by name); without any so near, those
/// that share the most letter pairs with it.
fn nearest(session: &Session, text: &str) -> Vec<String> {
    let wanted: Vec<char> = last_segment(text.trim()).to_lowercase().chars().take(LONGEST).collect();
    let traces = || SideName::BOTH.into_iter().filter_map(|side| session.trace(side));
    let near = best(traces().flat_map(|trace| near_names(trace, &wanted)));
    if !near.is_empty() {
        return near;
    }
    let wanted = pairs(text);
    best(traces().flat_map(|trace| scores(trace, &wanted)))
}

/// The names of the lowest numbers.
fn best<T: Ord>(found: impl Iterator<Item = (T, String)>) -> Vec<String> {
    let mut found: Vec<(T, String)> = found.collect();
    found.order_by(Ord::cmp);
    found.dedup_by(|one, other| one.1 == other.1);
    found.into_iter().take(NEAREST).map(|(_, name)| name).collect()
}

/// Letters of a name that are compared.
const LONGEST: usize = 100;

/// Functions whose last segment is at most a third of its letters away, with the distance.
fn near_names<'a>(trace: &'a Trace, wanted: &'a [char]) -> impl Iterator<Item = (usize, String)> + 'a {
    let most = wanted.len() / 3;
    trace.functions().ids().filter_map(move |id| {
        let name = trace.functions().get(trace.names(), id).name;
        let own: Vec<char> = last_segment(name).to_lowercase().chars().take(LONGEST).collect();
        let distance = edits(wanted, &own, most)?;
        Some((distance, words::name_or_unnamed(name)))
    })
}

/// `select` of `sql.parser.select`, `push` of `std::vec::push`, `walk.c` of `src/walk.c`.
fn last_segment(name: &str) -> &str {
    let name = name.split(['(', '<']).next().filter(|name| !name.is_empty()).unwrap_or(name);
    name.rsplit(['.', ':', '/', '#']).find(|part| !part.is_empty()).unwrap_or(name)
}

/// Letters to be put in, left out, replaced, or exchanged with their neighbour to make one name of the other, if there
/// are at most so many (optimal string alignment). O(product of the lengths), nothing where those differ by more.
fn edits(one: &[char], other: &[char], most: usize) -> Option<usize> {
    if one.is_empty() || one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (at, &letter) in (1..).zip(one) {
        let mut row = vec![at];
        for (to, &wanted) in (1..).zip(other) {
            let replaced = above[to - 1] + usize::from(letter != wanted);
            let mut least = replaced.min(above[to] + 1).min(row[to - 1] + 1);
            if at > 1 && to > 1 && letter == other[to - 2] && one[at - 2] == wanted {
                least = least.min(before[to - 2] + 1);
            }
            row.push(least);
        }
        if row.iter().all(|&cost| cost > most) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|&cost| cost <= most)
}

/// Each function's name with what it lacks of all letter pairs (Dice's coefficient, in thousandths), if it shares a
/// third of them.
fn scores<'a>(trace: &'a Trace, wanted: &'a [[char; 2]]) -> impl Iterator<Item = (usize, String)> + 'a {
    trace.functions().ids().filter_map(|id| {
        let name = trace.functions().get(trace.names(), id).name;
        let own = pairs(name);
        let shared = wanted.iter().filter(|pair| own.contains(pair)).count();
        let score = 2000 * shared / (own.len() + wanted.len()).max(1);
        (score > 333).then(|| (1000 - score.min(1000), words::name_or_unnamed(name)))
    })
}

fn pairs(text: &str) -> Vec<[char; 2]> {
    let chars: Vec<char> = text.to_lowercase().chars().take(LONGEST).collect();
    chars.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The call that a reference names.
pub(crate) fn start_of(session: &Session, from: Option<&CallRef>) -> Option<(SideName, CallId)> {
    session.find(from?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    /// The same by trying every way.
    fn naive(one: &[char], other: &[char]) -> usize {
        let (Some((&x, one_rest)), Some((&y, other_rest))) = (one.split_first(), other.split_first()) else {
            return one.len().max(other.len());
        };
        let kept = naive(one_rest, other_rest) + usize::from(x != y);
        let least = kept.min(1 + naive(one_rest, other)).min(1 + naive(one, other_rest));
        match (one, other) {
            ([a, b, one @ ..], [c, d, other @ ..]) if a == d && b == c => least.min(1 + naive(one, other)),
            _ => least,
        }
    }

    #[test]
    fn a_letter_wrong_is_one_edit() {
        assert_eq!(edits(&letters("parse_selekt"), &letters("parse_select"), 4), Some(1));
        assert_eq!(edits(&letters("wlak"), &letters("walk"), 1), Some(1));
        assert_eq!(edits(&letters("walk"), &letters("visit"), 1), None);
        assert_eq!(last_segment("sql.Parser.parse_select"), "parse_select");
        assert_eq!(last_segment("void at::native::copy<float>(int)"), "copy");
        assert_eq!(last_segment("<lambda>"), "<lambda>");
    }

    proptest! {
        #[test]
        fn edits_are_the_fewest(one in "[abc]{1,6}", other in "[abc]{0,6}", most in 0usize..7) {
            let (one, other) = (letters(&one), letters(&other));
            let fewest = naive(&one, &other);
            prop_assert_eq!(edits(&one, &other, most), (fewest <= most).then_some(fewest));
        }
    }
}
