//! Scores of an alignment on planted edits.

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, Options, align};
use diptych_compare::identity::{Compiled, identify};
use diptych_testkit::plant::{EditKind, PlantedPair};
use diptych_trace::{CallId, LaneId, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// Statements about calls, compared with the truth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    pub(crate) found: u64,
    pub(crate) missed: u64,
    pub(crate) wrong: u64,
}

impl Score {
    pub(crate) fn precision(self) -> f64 {
        ratio(self.found, self.found + self.wrong)
    }

    pub(crate) fn recall(self) -> f64 {
        ratio(self.found, self.found + self.missed)
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.found += other.found;
        self.missed += other.missed;
        self.wrong += other.wrong;
    }

    fn of<T: Ord>(said: &BTreeSet<T>, truth: &BTreeSet<T>) -> Self {
        let found = said.intersection(truth).count() as u64;
        Self { found, missed: truth.len() as u64 - found, wrong: said.len() as u64 - found }
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Aligns two traces without rules, pairing lanes in order.
pub(crate) fn align_plainly(a: &Trace, b: &Trace) -> Alignment {
    with_pair(a, b, |pair, lanes| align(pair, lanes, Options::default(), &mut |_, _| {}))
}

pub(crate) fn with_pair<T>(a: &Trace, b: &Trace, of: impl FnOnce(Pair, &[(LaneId, LaneId)]) -> T) -> T {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    of(identities.pair([a, b]), &lanes)
}

/// Scores of one alignment, by the kind of statement about a call.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scores {
    /// Calls only in A.
    pub(crate) gone: Score,
    /// Calls only in B.
    pub(crate) new: Score,
    /// Moved calls. For a call that passed others, the alignment may name the call itself or any call that it passed.
    pub(crate) moved: Score,
    /// Calls with the planted increase of self time. If edits of other kinds were planted too, any increase counts as
    /// found and none as wrong.
    pub(crate) slower: Score,
    /// Pairs of calls.
    pub(crate) pairs: Score,
}

impl Scores {
    pub(crate) fn add(&mut self, other: &Self) {
        self.gone.add(other.gone);
        self.new.add(other.new);
        self.moved.add(other.moved);
        self.slower.add(other.slower);
        self.pairs.add(other.pairs);
    }

    /// Returns the sum of all statements except `slower` and `pairs`.
    pub(crate) fn differences(&self) -> Score {
        let mut all = self.gone;
        all.add(self.new);
        all.add(self.moved);
        all
    }
}

pub(crate) fn score(planted: &PlantedPair) -> Scores {
    let (a, b) = (&planted.before, &planted.trace);
    let alignment = align_plainly(a, b);
    let of_kind = |side: usize, kind: Kind| -> BTreeSet<CallId> {
        let kinds = alignment.sides[side].kind.iter().enumerate();
        kinds.filter(|(_, of)| **of == kind).map(|(row, _)| CallId(row as u32)).collect()
    };
    let kept: BTreeSet<CallId> = planted.origin.iter().flatten().copied().collect();
    let gone = (0..a.calls().len() as u32).map(CallId).filter(|call| !kept.contains(call)).collect();
    let ids = (0u32..).map(CallId);
    let new =
        ids.clone().zip(&planted.origin).filter(|(_, from)| from.is_none()).map(|(call, _)| call).collect();
    let truth = planted.origin.iter().zip(ids).filter_map(|(from, call)| Some(((*from)?, call))).collect();
    let partners = alignment.sides[0].partner.iter().enumerate();
    let pairs = partners.filter_map(|(row, b)| Some((CallId(row as u32), b.some()?))).collect();
    Scores {
        gone: Score::of(&of_kind(0, Kind::Only), &gone),
        new: Score::of(&of_kind(1, Kind::Only), &new),
        moved: moved(planted, &kept, &of_kind(0, Kind::Moved)),
        slower: slower(planted, &kept, &alignment),
        pairs: Score::of(&pairs, &truth),
    }
}

/// Scores moved calls. A reordered call counts as found if the alignment moved it or a call that it passed. A moved
/// call is wrong if its true pair crosses no other and has true partners as callers.
fn moved(planted: &PlantedPair, kept: &BTreeSet<CallId>, said: &BTreeSet<CallId>) -> Score {
    let mut score = Score::default();
    for made in planted.applied.iter().filter(|made| made.edit.kind == EditKind::Reorder) {
        let call = made.edit.call;
        let mut passed = made.passed.iter().filter(|passed| kept.contains(passed)).peekable();
        if kept.contains(&call) && passed.peek().is_some() {
            let is_told = said.contains(&call) || passed.any(|passed| said.contains(passed));
            if is_told { score.found += 1 } else { score.missed += 1 }
        }
    }
    let truth = Partners::of(planted);
    let places: Vec<_> = (0..planted.before.calls().len()).map(|row| truth.place(row)).collect();
    for call in said {
        let row = call.index();
        let crosses = |other: usize| {
            places[other] == places[row]
                && (other < row) != (truth.partner[0][other] < truth.partner[0][row])
                && other != row
        };
        let is_true = match places[row] {
            Some(Place::Apart) => true,
            Some(_) => (0..places.len()).any(crosses),
            None => false,
        };
        score.wrong += u64::from(!is_true);
    }
    score
}

/// The true pairs.
struct Partners<'a> {
    traces: [&'a Trace; 2],
    partner: [Vec<Option<CallId>>; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Under this call of A and its partner.
    Under(CallId),
    /// At the root of this lane.
    Root(LaneId),
    /// Under calls that are not partners.
    Apart,
}

impl<'a> Partners<'a> {
    fn of(planted: &'a PlantedPair) -> Self {
        let mut of_a = vec![None; planted.before.calls().len()];
        for (row, from) in planted.origin.iter().enumerate() {
            if let Some(from) = from {
                of_a[from.index()] = Some(CallId(row as u32));
            }
        }
        Self { traces: [&planted.before, &planted.trace], partner: [of_a, planted.origin.clone()] }
    }

    fn place(&self, row: usize) -> Option<Place> {
        let ids = [CallId(row as u32), self.partner[0][row]?];
        let callers = [0, 1].map(|side: usize| {
            let parents = self.traces[side].calls().parent();
            let mut up = parents[ids[side].index()].some();
            while let Some(caller) = up.filter(|caller| self.partner[side][caller.index()].is_none()) {
                up = parents[caller.index()].some();
            }
            up
        });
        let lanes = [0, 1].map(|side| self.traces[side].lanes().of_call(ids[side]));
        Some(match callers {
            [Some(x), Some(y)] if self.partner[0][x.index()] == Some(y) => Place::Under(x),
            [None, None] if lanes[0] == lanes[1] => Place::Root(lanes[0]),
            _ => Place::Apart,
        })
    }
}

fn slower(planted: &PlantedPair, kept: &BTreeSet<CallId>, alignment: &Alignment) -> Score {
    let mut planted_ticks: BTreeMap<CallId, i64> = BTreeMap::new();
    for made in planted.applied.iter().filter(|made| made.edit.kind == EditKind::Slow) {
        *planted_ticks.entry(made.edit.call).or_default() += made.slower;
    }
    let only_slower = planted.applied.iter().all(|made| made.edit.kind == EditKind::Slow);
    let mut score = Score::default();
    with_pair(&planted.before, &planted.trace, |pair, _| {
        for call in (0..planted.before.calls().len() as u32).map(CallId).filter(|call| kept.contains(call)) {
            let delta = alignment.delta(pair, call).map(|delta| delta.self_time);
            match planted_ticks.get(&call) {
                Some(&ticks) if only_slower && delta == Some(ticks) => score.found += 1,
                Some(_) if !only_slower && delta > Some(0) => score.found += 1,
                Some(_) => score.missed += 1,
                None => score.wrong += u64::from(only_slower && delta != Some(0)),
            }
        }
    });
    score
}
