//! The steps of pairing lanes.

use super::labels::{Exactness, Labels};
use super::overlaps::Overlaps;
use super::pairing::{LaneEdits, PairBy, SUSPECT_OVERLAP};
use super::signature::{Signature, Signatures, overlap};
use crate::{Pair, is_cut_off};
use diptych_trace::{LaneId, LaneKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;

/// Minimum share of the best lane's overlap at which a lane of the same name is preferred. So among lanes that do
/// similar work the name decides.
const NEAR_BEST: f64 = 0.75;
/// Minimum overlap of the outermost calls of two lanes that begin alike.
const BEGINS_ALIKE: f64 = 0.5;
/// Minimum overlap for lanes of the same name, if there are too many lanes to compare all pairs.
const ENOUGH: f64 = 0.5;
/// Number of equal steps that overlaps are rounded down to when the remaining lanes are paired. Overlaps in one step
/// count as equal.
const STEPS: f64 = 16.0;

/// The kind of a lane. Only lanes of the same kind are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Threads, and the lanes that group them.
    Own,
    Async,
    Sublane,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Own, Self::Async, Self::Sublane];

    fn of(kind: LaneKind) -> Self {
        match kind {
            LaneKind::Async => Self::Async,
            LaneKind::Sublane => Self::Sublane,
            LaneKind::Process | LaneKind::Thread | LaneKind::Group => Self::Own,
        }
    }
}

/// Some lanes of A and some lanes of B.
type Lists = [Vec<LaneId>; 2];

/// The quality of a pair, best first: step of the overlap, exactness of the names, position.
type Rank = (Reverse<u32>, u32, (u32, u32));

/// The pairs made so far.
pub(super) struct Matching<'a> {
    pair: Pair<'a>,
    signatures: &'a [Signatures; 2],
    labels: Labels,
    /// Partner of each lane, for each side.
    pub(super) partners: [Vec<LaneId>; 2],
    /// Lanes that must stay alone.
    barred: [Vec<bool>; 2],
    /// See [`super::LanePairs::by_name_first`].
    pub(super) by_name_first: bool,
}

impl<'a> Matching<'a> {
    pub(super) fn new(pair: Pair<'a>, signatures: &'a [Signatures; 2], edits: &LaneEdits) -> Self {
        let partners = pair.traces.map(|trace| vec![LaneId::NONE; trace.lanes().len()]);
        let barred = [0, 1].map(|side| {
            let mut barred = vec![false; partners[side].len()];
            edits.alone[side].iter().for_each(|lane| {
                if let Some(one) = barred.get_mut(lane.index()) {
                    *one = true;
                }
            });
            barred
        });
        Self { pair, signatures, labels: Labels::new(pair.traces), partners, barred, by_name_first: false }
    }

    /// Pairs two lanes. Returns false if one is already paired or does not exist.
    pub(super) fn join(&mut self, lanes: [LaneId; 2]) -> bool {
        let free = |side: usize| self.partners[side].get(lanes[side].index()) == Some(&LaneId::NONE);
        if !(free(0) && free(1)) {
            return false;
        }
        self.partners[0][lanes[0].index()] = lanes[1];
        self.partners[1][lanes[1].index()] = lanes[0];
        true
    }

    /// Pairs siblings inside paired lanes, from the top of the tree down.
    pub(super) fn top_down(&mut self, by: PairBy, forced: &[[LaneId; 2]]) {
        // Pairs made by people come first, because their lanes may be anywhere in the tree.
        let mut open: Vec<[Option<LaneId>; 2]> = vec![[None, None]];
        open.extend(forced.iter().map(|lanes| lanes.map(Some)));
        while let Some(parents) = open.pop() {
            let siblings = [0, 1].map(|side| self.inside(side, parents[side]));
            for kind in Kind::ALL {
                for with_calls in [true, false] {
                    let free = [0, 1].map(|side| self.free(side, &siblings[side], kind, with_calls));
                    self.by(by, &free);
                }
            }
            let paired = |a: &LaneId| Some([Some(*a), Some(self.partners[0][a.index()].some()?)]);
            open.extend(siblings[0].iter().filter_map(paired));
        }
    }

    /// Pairs siblings.
    fn by(&mut self, by: PairBy, free: &Lists) {
        match by {
            PairBy::Overlap => self.by_overlap(free, true, 0),
            PairBy::Name => self.by_name(free, |_, _| true),
            PairBy::Order => {
                for (&a, &b) in free[0].iter().zip(&free[1]) {
                    self.join([a, b]);
                }
            }
        }
    }

    /// Pairs the lanes that are still free with overlapping lanes anywhere. Sub-lanes are only paired with those of
    /// their lane's partner.
    pub(super) fn left_over(&mut self) {
        let lanes = self.pair.traces.map(|trace| trace.lanes().ids().collect::<Vec<_>>());
        for kind in [Kind::Own, Kind::Async] {
            let free = [0, 1].map(|side| self.free(side, &lanes[side], kind, true));
            self.by_overlap(&free, false, (SUSPECT_OVERLAP * STEPS).ceil() as u32);
            // A lane without a better partner is paired with one that has at least something in common with it.
            let rest = self.left(&free);
            self.by_overlap(&rest, false, 0);
            for &a in &free[0] {
                if let Some(b) = self.partners[0][a.index()].some() {
                    let inside = [self.inside(0, Some(a)), self.inside(1, Some(b))];
                    let sublanes = [0, 1].map(|side| self.free(side, &inside[side], Kind::Sublane, true));
                    self.by(PairBy::Overlap, &sublanes);
                }
            }
        }
    }

    /// Pairs lanes without own calls if the lanes inside them are paired, then by name.
    pub(super) fn containers(&mut self) {
        let parents = self.pair.traces.map(|trace| {
            let parent = |lane| trace.lanes().parent(lane).unwrap_or(LaneId::NONE);
            trace.lanes().ids().map(parent).collect::<Vec<_>>()
        });
        loop {
            let mut votes: FxHashMap<[LaneId; 2], u64> = FxHashMap::default();
            for (a, b) in self.pair.traces[0].lanes().ids().zip(&self.partners[0]) {
                let Some(b) = b.some() else { continue };
                let above = [parents[0][a.index()], parents[1][b.index()]];
                if (0..2).all(|side| above[side].some().is_some_and(|lane| self.is_free(side, lane, false))) {
                    let lanes = [a, b];
                    let ticks = [0, 1].map(|side| self.signatures[side].subtree_ticks[lanes[side].index()]);
                    // Add one, so that lanes without time count too.
                    *votes.entry(above).or_default() += ticks[0].saturating_add(ticks[1]).saturating_add(1);
                }
            }
            if votes.is_empty() {
                break;
            }
            let mut order: Vec<_> = votes.into_iter().map(|(lanes, votes)| (Reverse(votes), lanes)).collect();
            order.sort_by_key(|&(votes, [a, b])| (votes, self.labels.tier(a, b), by_place(a.0, b.0), a));
            for (_, lanes) in order {
                self.join(lanes);
            }
        }
        let lanes = self.pair.traces.map(|trace| trace.lanes().ids().collect::<Vec<_>>());
        let free = [0, 1].map(|side| self.free(side, &lanes[side], Kind::Own, false));
        self.by_name(&free, |_, _| true);
    }

    /// Returns the lanes of a kind that have no partner: those with own calls, or those without.
    fn free(&self, side: usize, lanes: &[LaneId], kind: Kind, with_calls: bool) -> Vec<LaneId> {
        let of_kind = |lane: LaneId| Kind::of(self.pair.traces[side].lanes().kind(lane)) == kind;
        let free = |&lane: &LaneId| of_kind(lane) && self.is_free(side, lane, with_calls);
        lanes.iter().copied().filter(free).collect()
    }

    fn is_free(&self, side: usize, lane: LaneId, with_calls: bool) -> bool {
        self.partners[side][lane.index()] == LaneId::NONE
            && !self.barred[side][lane.index()]
            && self.pair.traces[side].lanes().calls(lane).is_empty() != with_calls
    }

    /// Returns the lanes of two lists that have no partner.
    fn left(&self, lists: &Lists) -> Lists {
        [0, 1].map(|side| {
            let free = |lane: &LaneId| self.partners[side][lane.index()] == LaneId::NONE;
            lists[side].iter().copied().filter(free).collect()
        })
    }

    /// Returns the lanes directly inside a lane of a side, or the outermost lanes.
    fn inside(&self, side: usize, parent: Option<LaneId>) -> Vec<LaneId> {
        let lanes = self.pair.traces[side].lanes();
        let end = parent.map_or(lanes.len() as u32, |parent| lanes.subtree(parent).end);
        let first = parent.map_or(0, |parent| parent.0 + 1);
        let lane = |at: u32| (at < end).then_some(LaneId(at));
        std::iter::successors(lane(first), |&before| lane(lanes.subtree(before).end)).collect()
    }

    /// Pairs free lanes by what they run. With `subtrees` the lanes are siblings and count with all lanes inside them.
    /// Lanes without overlap are then paired by name. Lanes whose overlap is less than `least` steps stay apart. If a file
    /// was cut off, lanes of the same name that share any function are paired first.
    fn by_overlap(&mut self, free: &Lists, subtrees: bool, least: u32) {
        if free.iter().any(Vec::is_empty) {
            return;
        }
        if let ([a], [b], true) = (free[0].as_slice(), free[1].as_slice(), subtrees) {
            // There is nothing else to choose from. In a chain of nested lanes this saves comparing each with all
            // lanes inside it.
            self.join([*a, *b]);
            return;
        }
        let signatures = self.signatures;
        let of_lane = |side: usize, lane: LaneId| -> Cow<'a, Signature> {
            let all = &signatures[side];
            if subtrees { all.subtree(lane) } else { Cow::Borrowed(&all.own[lane.index()]) }
        };
        let own = [0, 1].map(|side: usize| {
            free[side].iter().map(|&lane| of_lane(side, lane)).collect::<Vec<Cow<'_, _>>>()
        });
        let in_common = |a: usize, b: usize| own[0][a].in_common(&own[1][b]);
        if self.pair.traces.iter().any(|trace| is_cut_off(trace)) {
            // The beginning of a lane may do other work than the whole of it, so equal names say more than shares.
            self.by_name_as(&[Exactness::InParent], free, |a, b| in_common(a, b) > 0);
        }
        let all = |side: usize| own[side].iter().map(AsRef::as_ref).collect::<Vec<&Signature>>();
        if let Some(all) = Overlaps::new(&all(0), &all(1)) {
            let outermost = [0, 1].map(|side: usize| vec![OnceCell::new(); free[side].len()]);
            let begins_alike = |a: usize, b: usize| {
                let [a, b] = [(0, a), (1, b)].map(|(side, at): (usize, usize)| {
                    outermost[side][at].get_or_init(|| signatures[side].outermost(free[side][at]))
                });
                overlap(a.in_common(b)) >= BEGINS_ALIKE
            };
            self.by_name(free, |a, b| {
                let in_common = in_common(a, b);
                let near = |other: u64| in_common as f64 >= NEAR_BEST * other as f64;
                let best = all.best_of_first[a].max(all.best_of_second[b]);
                let near_best = || {
                    near(best)
                        || begins_alike(a, b)
                            && all.of_first(a).all(|(b, other)| near(other) || !begins_alike(a, b))
                            && all.of_second(b).all(|(a, other)| near(other) || !begins_alike(a, b))
                };
                step(in_common) >= least && near_best()
            });
            self.greedily(free, &all, least);
        } else {
            self.by_name_first = true;
            self.by_name(free, |a, b| overlap(in_common(a, b)) >= ENOUGH);
            let is_left =
                |side: usize, at: usize| self.partners[side][free[side][at].index()] == LaneId::NONE;
            let of_rest = |side: usize| {
                let left = own[side].iter().enumerate().filter(|(at, _)| is_left(side, *at));
                left.map(|(_, signature)| signature.as_ref()).collect::<Vec<&Signature>>()
            };
            if let Some(all) = Overlaps::new(&of_rest(0), &of_rest(1)) {
                self.greedily(&self.left(free), &all, least);
            }
        }
        if subtrees {
            self.by_name(&self.left(free), |_, _| true);
        }
    }

    /// Pairs lanes of equal names for which `fits` holds, from the most exact names to the vaguest. `fits` gets
    /// positions in the lists. Of several lanes with one name, the first is paired with the first, the second with the
    /// second, and so on. Linear time.
    fn by_name(&mut self, lists: &Lists, fits: impl Fn(usize, usize) -> bool) {
        self.by_name_as(&Exactness::ALL, lists, fits);
    }

    /// Pairs lanes as [`Self::by_name`] does, at some levels of exactness.
    fn by_name_as(&mut self, levels: &[Exactness], lists: &Lists, fits: impl Fn(usize, usize) -> bool) {
        for &exactness in levels {
            let mut by_label: FxHashMap<u32, [Vec<usize>; 2]> = FxHashMap::default();
            for (side, list) in lists.iter().enumerate() {
                for (at, lane) in list.iter().enumerate() {
                    if self.partners[side][lane.index()] == LaneId::NONE {
                        let label = self.labels.label(side, *lane, exactness);
                        by_label.entry(label).or_default()[side].push(at);
                    }
                }
            }
            // No two labels share a lane, so their order makes no difference.
            for [of_a, of_b] in by_label.into_values() {
                for (a, b) in of_a.into_iter().zip(of_b) {
                    if fits(a, b) {
                        self.join([lists[0][a], lists[1][b]]);
                    }
                }
            }
        }
    }

    /// Pairs the free lanes of two lists by overlap, the largest first. Overlaps are compared in steps, and within a
    /// step the name decides, then the order.
    fn greedily(&mut self, lists: &Lists, overlaps: &Overlaps, least: u32) {
        let mut all: Vec<(Rank, u32, u32)> = Vec::new();
        for (a, row) in overlaps.rows.iter().enumerate() {
            if self.partners[0][lists[0][a].index()] != LaneId::NONE {
                continue;
            }
            for &(b, in_common) in row {
                let step = step(in_common);
                let lanes = [lists[0][a], lists[1][b as usize]];
                if step >= least && self.partners[1][lanes[1].index()] == LaneId::NONE {
                    let tier = self.labels.tier(lanes[0], lanes[1]);
                    all.push(((Reverse(step), tier, by_place(a as u32, b)), a as u32, b));
                }
            }
        }
        all.sort_unstable();
        for (_, a, b) in all {
            self.join([lists[0][a as usize], lists[1][b as usize]]);
        }
    }
}

/// Returns the order among equally good pairs: first with first. It is symmetric in the sides, and two pairs that it
/// treats as equal have no lane in common.
fn by_place(a: u32, b: u32) -> (u32, u32) {
    (a + b, a.abs_diff(b))
}

/// Returns the step of an overlap.
fn step(in_common: u64) -> u32 {
    (overlap(in_common) * STEPS) as u32
}
