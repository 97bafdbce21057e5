//! Proposals of renames that would match more names.

use super::agreement::{Agreement, Share, SideAgreement, UnpairedIdentity};
use super::identities::Identities;
use super::keys::split_key;
use super::likeness::{Name, Vocabulary, jaccard};
use super::moved::{RuleProposal, split_class};
use super::neighbours::Neighbours;
use super::rules::Rename;
use diptych_trace::IdentityId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of names without partner that are compared per side, the heaviest first.
pub const HEAVIEST_COMPARED: usize = 200;

/// Minimum score of a proposal. A score near it means roughly that two of the four signs fully support the rename.
const LEAST_SCORE: f64 = 0.62;
/// Minimum similarity of names. Names below it are only proposed with clearly equal callees, or at the same place:
/// under the same callers, with similar callees, called about equally often.
const LEAST_NAME: f64 = 0.35;
/// Number of keys with one name (such as `<module>`) from which the name identifies nothing. Functions with such a name
/// usually have common callers and callees anyway. If a file moved, rules for files apply instead.
const MANY_FILES: u32 = 8;
/// Minimum number of common callers and callees that identify a place.
const LEAST_PLACE: usize = 3;
/// Minimum similarity of the callers, and of the callees, at one place.
const LEAST_PLACE_ALIKE: f64 = 0.5;
/// Minimum number of calls for counts to identify a function: its calls, how often each caller calls it, and how often it
/// calls each callee.
const LEAST_COUNTED_CALLS: u64 = 20;
/// Minimum score of two functions that alone have their counts. It is above what similar names reach whose counts
/// differ.
const COUNTED_SCORE: f64 = 0.9;
/// Maximum likeness of two numbers of calls that are not equal, or that other functions have, too.
const MOST_COUNTS_ALIKE: f64 = 0.9;
/// Ratio between the calls of two functions from which on similar names are not enough: a query for each of many in place of
/// one query for all has nearly its name, and is another function.
const OTHER_CALLS: u64 = 10;
/// Maximum ratio between the calls of two functions at one place.
const MOST_CALLS_APART: u64 = 3;

/// A proposed rename.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Rename from the key on side A to the key on side B.
    pub rename: Rename,
    /// Identities of A and of B.
    pub identities: [IdentityId; 2],
    /// Reasons for the rename, strongest first.
    pub reasons: Vec<Reason>,
    /// Calls of each side that the rename would match, of all its calls.
    pub calls: [Share; 2],
    /// Self time of each side that the rename would match, of all its self time.
    pub self_ticks: [Share; 2],
    /// Score from 0 to 1. Proposals are listed in descending order of score.
    pub score: f64,
}

/// A reason for a rename.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One name in two files.
    SameName,
    /// Similar names.
    SimilarName,
    /// Equal callees.
    SameCallees,
    /// Mostly equal callees.
    SimilarCallees,
    /// Equal callers.
    SameCallers,
    /// Mostly equal callers.
    SimilarCallers,
    /// Called equally often, with equal counts for each caller and each callee, which holds for no other candidate.
    SameCounts,
}

impl Reason {
    /// Returns a phrase to follow the proposal.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::SameName => "same name in another file",
            Self::SimilarName => "similar name",
            Self::SameCallees => "same callees",
            Self::SimilarCallees => "similar callees",
            Self::SameCallers => "same callers",
            Self::SimilarCallers => "similar callers",
            Self::SameCounts => "called equally often",
        }
    }
}

/// Proposes renames among the heaviest names without partner (at most [`HEAVIEST_COMPARED`] per side), best first. No
/// name is in two proposals. The score combines the similarity of the names, of the direct callees, of the callers,
/// of the files, and of the numbers of calls. Only callers and callees that both sides have count. Two functions that
/// alone have their numbers of calls, by each caller and of each callee, rank before those with similar names.
/// There are two passes, and the second treats the pairs found by the first as equal. `neighbours` are those of each
/// side's first trace. Exchanging the sides reverses every rename and changes nothing else. O(identities) +
/// O(h² · name length) for h names compared per side.
pub fn propose_renames(
    identities: &Identities,
    agreement: &Agreement,
    neighbours: [&Neighbours; 2],
) -> Vec<Proposal> {
    let sides = [0, 1].map(|side| identities.by_function(side));
    let mut files: FxHashMap<&str, u32> = FxHashMap::default();
    for key in &identities.keys {
        *files.entry(split_key(key).0).or_default() += 1;
    }
    let mut table = Table {
        identities,
        agreement,
        neighbours,
        files,
        vocabulary: Vocabulary::new(identities.keys.iter().map(|key| split_key(key).0)),
        classes: sides.map(|side| {
            let keys = side.iter().map(|id| split_key(&identities.keys[id.index()]).0);
            keys.filter_map(class_of).collect()
        }),
        common: common_identities(sides, identities.keys.len()),
    };
    let first = table.pairs();
    for &(_, [a, b]) in &first {
        // Both are represented by the lower of the two ids.
        table.common[a.index()] = a.min(b);
        table.common[b.index()] = a.min(b);
    }
    let second = table.pairs();
    let candidates = [0, 1].map(|side| table.candidates(side));
    let counted = SameCounts::new(&candidates);
    let candidate =
        |side: usize, id: IdentityId| candidates[side].iter().find(|one| one.alone.identity == id);
    let propose = |(score, [a, b]): (f64, [IdentityId; 2])| {
        let pair = [candidate(0, a)?, candidate(1, b)?];
        let reasons = Signs::new(&table.vocabulary, pair[0], pair[1], &counted).reasons();
        // Many weak signs reach the score, too, but nobody could judge such a rename.
        (!reasons.is_empty()).then(|| proposal(identities, &agreement.sides, pair, reasons, score))
    };
    second.into_iter().filter_map(propose).collect()
}

/// Removes renames that one of the proposed rules makes unnecessary.
pub fn without_rules(mut renames: Vec<Proposal>, rules: &[RuleProposal]) -> Vec<Proposal> {
    renames.retain(|rename| rules.iter().all(|rule| !rule.identities.contains(&rename.identities)));
    renames
}

/// The input of proposals.
struct Table<'a> {
    identities: &'a Identities,
    agreement: &'a Agreement,
    neighbours: [&'a Neighbours; 2],
    /// Number of keys with each name.
    files: FxHashMap<&'a str, u32>,
    vocabulary: Vocabulary,
    /// Classes of the methods of each side.
    classes: [FxHashSet<&'a str>; 2],
    /// Identity that each identity counts as when neighbours are compared, or none if only one side has it.
    common: Vec<IdentityId>,
}

impl<'a> Table<'a> {
    /// Returns the pairs that are good enough, best first. No identity is in two pairs.
    fn pairs(&mut self) -> Vec<(f64, [IdentityId; 2])> {
        let candidates = [0, 1].map(|side| self.candidates(side));
        let counted = SameCounts::new(&candidates);
        let mut scored: Vec<(f64, u64, [IdentityId; 2])> = Vec::new();
        for a in &candidates[0] {
            for b in &candidates[1] {
                let ids = [a.alone.identity, b.alone.identity];
                if (a.is_everywhere || b.is_everywhere) && !counted.has_all(ids)
                    || self.are_of_two_classes(ids)
                {
                    continue;
                }
                let score = Signs::new(&self.vocabulary, a, b, &counted).score();
                if score >= LEAST_SCORE {
                    let ticks = a.alone.self_ticks.saturating_add(b.alone.self_ticks);
                    scored.push((score, ticks, ids));
                }
            }
        }
        let ties = |&(_, ticks, [a, b]): &(f64, u64, [IdentityId; 2])| (Reverse(ticks), a.min(b), a.max(b));
        scored.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| ties(x).cmp(&ties(y))));
        let mut taken = vec![false; self.identities.keys.len()];
        scored.retain(|(_, _, ids)| {
            let free = ids.iter().all(|id| !taken[id.index()]);
            for id in ids.iter().filter(|_| free) {
                taken[id.index()] = true;
            }
            free
        });
        scored.into_iter().map(|(score, _, ids)| (score, ids)).collect()
    }

    /// Returns true for methods of two classes that both sides have: a method of one class does not become that of the other,
    /// however alike they are. `SymbolNode.__hash__` and `TokenNode.__hash__` have nearly one name, and their callers and
    /// callees agree.
    fn are_of_two_classes(&self, pair: [IdentityId; 2]) -> bool {
        let [a, b] = pair.map(|id| class_of(split_key(&self.identities.keys[id.index()]).0));
        let is_on_both = |class: &str| self.classes.iter().all(|classes| classes.contains(class));
        a.zip(b).is_some_and(|(a, b)| a != b && is_on_both(a) && is_on_both(b))
    }

    /// Returns the heaviest identities of a side without partner.
    fn candidates(&mut self, side: usize) -> Vec<Candidate<'a>> {
        let (identities, neighbours) = (self.identities, self.neighbours[side]);
        let heaviest = self.agreement.sides[side].alone.iter().take(HEAVIEST_COMPARED);
        let candidate = |alone: &UnpairedIdentity| {
            let (name, file) = identities.name_and_file(alone.identity);
            let is_everywhere = self.files.get(name).is_some_and(|&files| files >= MANY_FILES);
            let in_common = |ids: &[IdentityId]| {
                // Outermost calls have no caller on either side, so the missing caller counts as common.
                let common = |id: IdentityId| match id.some() {
                    None => Some(IdentityId::NONE),
                    Some(id) => self.common[id.index()].some(),
                };
                let mut ids: Vec<IdentityId> = ids.iter().filter_map(|&id| common(id)).collect();
                ids.sort_unstable();
                ids
            };
            let counts = |ids: &[IdentityId], calls: &[u64]| {
                let known = |(&id, &calls): (&IdentityId, &u64)| {
                    Some((self.common[id.some()?.index()].some()?, calls))
                };
                let mut counts: Vec<(IdentityId, u64)> = ids.iter().zip(calls).filter_map(known).collect();
                counts.sort_unstable();
                counts
            };
            let (of, id) = (neighbours, alone.identity);
            Candidate {
                caller_counts: counts(of.callers(id), of.caller_calls(id)),
                callee_counts: counts(of.callees(id), of.callee_calls(id)),
                alone: *alone,
                callers: in_common(neighbours.callers(alone.identity)),
                callees: in_common(neighbours.callees(alone.identity)),
                name: self.vocabulary.read(name),
                is_everywhere,
                file,
            }
        };
        heaviest.map(candidate).collect()
    }
}

fn proposal(
    identities: &Identities,
    sides: &[SideAgreement; 2],
    pair: [&Candidate<'_>; 2],
    reasons: Vec<Reason>,
    score: f64,
) -> Proposal {
    let ids = pair.map(|candidate| candidate.alone.identity);
    let [from, to] = ids.map(|id| identities.key(id).to_owned());
    let share = |part: u64, whole: Share| Share { part, whole: whole.whole };
    Proposal {
        rename: Rename { from, to },
        identities: ids,
        reasons,
        calls: [0, 1].map(|side| share(pair[side].alone.calls, sides[side].calls)),
        self_ticks: [0, 1].map(|side| share(pair[side].alone.self_ticks, sides[side].self_ticks)),
        score,
    }
}

/// Returns the class of a method's name, without functions around it.
fn class_of(name: &str) -> Option<&str> {
    split_class(name).map(|(class, _)| class)
}

/// Returns each identity itself if both sides have it, else none.
fn common_identities(sides: [&[IdentityId]; 2], count: usize) -> Vec<IdentityId> {
    let mut on_a = vec![false; count];
    for id in sides[0] {
        on_a[id.index()] = true;
    }
    let mut common = vec![IdentityId::NONE; count];
    for &id in sides[1].iter().filter(|id| on_a[id.index()]) {
        common[id.index()] = id;
    }
    common
}

/// An identity without partner, ready for comparison.
struct Candidate<'a> {
    alone: UnpairedIdentity,
    name: Name<'a>,
    /// True if many files have a function with this name.
    is_everywhere: bool,
    file: &'a str,
    callers: Vec<IdentityId>,
    callees: Vec<IdentityId>,
    /// Callers that both sides have, with the number of calls by each.
    caller_counts: Counts,
    /// Callees that both sides have, with the number of calls of each.
    callee_counts: Counts,
}

/// Identities with numbers of calls, ascending.
type Counts = Vec<(IdentityId, u64)>;

impl Candidate<'_> {
    /// Returns the number of calls, and the counts of all callers and callees that both sides have. Returns `None` if
    /// these could agree by chance: with few calls, or without any common caller or callee.
    fn signature(&self) -> Option<(u64, &Counts, &Counts)> {
        let edges = self.caller_counts.len() + self.callee_counts.len();
        (edges > 0 && self.alone.calls >= LEAST_COUNTED_CALLS).then_some((
            self.alone.calls,
            &self.caller_counts,
            &self.callee_counts,
        ))
    }

    /// Returns true if equal signatures are no chance even for functions of other files. A single callee that is called
    /// once per call, or a single caller, is one.
    fn has_telling_counts(&self) -> bool {
        match self.callee_counts.as_slice() {
            [] => self.caller_counts.len() > 1,
            [(_, once)] => *once != self.alone.calls,
            _ => true,
        }
    }
}

/// Pairs of candidates that no other candidate can be taken for, by their counts.
struct SameCounts {
    /// Pairs that alone have their number of calls, and the same by each caller and of each callee. Ascending.
    all: Vec<[IdentityId; 2]>,
    /// Pairs that alone have their number of calls. Ascending.
    calls: Vec<[IdentityId; 2]>,
}

impl SameCounts {
    fn new(candidates: &[Vec<Candidate<'_>>; 2]) -> Self {
        let calls = |one: &Candidate<'_>| (one.alone.calls >= LEAST_COUNTED_CALLS).then_some(one.alone.calls);
        Self {
            all: single_pairs([0, 1].map(|side: usize| {
                candidates[side]
                    .iter()
                    .filter_map(|one| Some((one.signature()?, one.alone.identity)))
                    .collect()
            })),
            calls: single_pairs([0, 1].map(|side: usize| {
                candidates[side].iter().filter_map(|one| Some((calls(one)?, one.alone.identity))).collect()
            })),
        }
    }

    fn has_all(&self, pair: [IdentityId; 2]) -> bool {
        self.all.binary_search(&pair).is_ok()
    }

    fn has_calls(&self, pair: [IdentityId; 2]) -> bool {
        self.calls.binary_search(&pair).is_ok()
    }
}

/// Returns the pairs whose key occurs once on each side, ascending.
fn single_pairs<K: Ord>(sides: [Vec<(K, IdentityId)>; 2]) -> Vec<[IdentityId; 2]> {
    let mut by_key: BTreeMap<K, [Vec<IdentityId>; 2]> = BTreeMap::new();
    for (side, keys) in sides.into_iter().enumerate() {
        for (key, id) in keys {
            by_key.entry(key).or_default()[side].push(id);
        }
    }
    let single = by_key.into_values().filter_map(|[a, b]| match (&a[..], &b[..]) {
        (&[a], &[b]) => Some([a, b]),
        _ => None,
    });
    let mut pairs: Vec<[IdentityId; 2]> = single.collect();
    pairs.sort_unstable();
    pairs
}

/// Returns the likeness of two numbers of calls from 0 to [`MOST_COUNTS_ALIKE`]: the square of their ratio.
fn counts_alike(a: u64, b: u64) -> f64 {
    let ratio = a.min(b) as f64 / a.max(b).max(1) as f64;
    (ratio * ratio).min(MOST_COUNTS_ALIKE)
}

/// Returns the number of common items of two ascending lists without repetition.
fn in_common(a: &[IdentityId], b: &[IdentityId]) -> usize {
    a.iter().filter(|id| b.binary_search(id).is_ok()).count()
}

/// The strength of each sign that two names are one function. `None` means that a sign does not apply.
#[expect(clippy::struct_excessive_bools, reason = "each is a sign")]
struct Signs {
    name: f64,
    callees: Option<f64>,
    callers: Option<f64>,
    file: Option<f64>,
    /// True if there are enough callees for an agreement not to be chance.
    telling_callees: bool,
    /// True if there are enough common callers and callees, and both are called about equally often.
    telling_place: bool,
    /// Similarity of the numbers of calls.
    counts: f64,
    /// True if one is called far more often than the other.
    far_counts: bool,
    /// True if only these two have their counts of calls, by each caller and of each callee.
    same_counts: bool,
}

impl Signs {
    fn new(vocabulary: &Vocabulary, a: &Candidate<'_>, b: &Candidate<'_>, counted: &SameCounts) -> Self {
        let ids = [a.alone.identity, b.alone.identity];
        let name = vocabulary.likeness(&a.name, &b.name);
        let is_told_by_more = a.has_telling_counts() || a.file == b.file || name >= LEAST_NAME;
        Self {
            same_counts: counted.has_all(ids) && is_told_by_more,
            counts: if counted.has_calls(ids) { 1.0 } else { counts_alike(a.alone.calls, b.alone.calls) },
            name,
            callees: jaccard(&a.callees, &b.callees),
            callers: jaccard(&a.callers, &b.callers),
            file: (!a.file.is_empty() && !b.file.is_empty())
                .then(|| if a.file == b.file { 1.0 } else { 0.0 }),
            telling_callees: a.callees.len().min(b.callees.len()) >= 3,
            far_counts: a.alone.calls.max(b.alone.calls)
                >= OTHER_CALLS.saturating_mul(a.alone.calls.min(b.alone.calls)),
            telling_place: in_common(&a.callers, &b.callers) + in_common(&a.callees, &b.callees)
                >= LEAST_PLACE
                && a.alone.calls <= MOST_CALLS_APART.saturating_mul(b.alone.calls)
                && b.alone.calls <= MOST_CALLS_APART.saturating_mul(a.alone.calls),
        }
    }

    /// Returns the weighted mean of the signs that apply. Different names without other evidence score 0, and so do very
    /// different numbers of calls whose callers and callees do not agree.
    fn score(&self) -> f64 {
        if self.same_counts {
            return COUNTED_SCORE + (1.0 - COUNTED_SCORE) * self.name;
        }
        let same_work = self.telling_callees && self.callees >= Some(0.8);
        let are_alike = |sign: Option<f64>| sign.is_none_or(|sign| sign >= LEAST_PLACE_ALIKE);
        if self.far_counts && !(self.callers.is_some() && are_alike(self.callers) && are_alike(self.callees))
        {
            return 0.0;
        }
        let place = self
            .callers
            .zip(self.callees)
            .filter(|&(callers, callees)| self.telling_place && callers.min(callees) >= LEAST_PLACE_ALIKE);
        if self.name < LEAST_NAME && !same_work {
            // These rank after all pairs with similar names, the most similar places first.
            return place.map_or(0.0, |(callers, callees)| LEAST_SCORE * (1.0 + (callers + callees) / 1e3));
        }
        let signs = [
            (0.45, Some(self.name)),
            (0.25, self.callees),
            (0.15, self.callers),
            (0.15, self.file),
            (0.25, Some(self.counts)),
        ];
        let present = || signs.iter().filter_map(|&(weight, sign)| Some((weight, sign?)));
        let weights: f64 = present().map(|(weight, _)| weight).sum();
        let sum: f64 = present().map(|(weight, sign)| weight * sign).sum();
        if same_work { (sum / weights).max(LEAST_SCORE) } else { sum / weights }
    }

    fn reasons(&self) -> Vec<Reason> {
        let grade = |sign: Option<f64>, same, similar| match sign {
            Some(sign) if sign >= 1.0 => Some((sign, same)),
            Some(sign) if sign >= 0.5 => Some((sign, similar)),
            _ => None,
        };
        let mut found: Vec<(f64, Reason)> = [
            grade(Some(self.name), Reason::SameName, Reason::SimilarName),
            grade(self.callees, Reason::SameCallees, Reason::SimilarCallees),
            grade(self.callers, Reason::SameCallers, Reason::SimilarCallers),
        ]
        .into_iter()
        .flatten()
        .collect();
        if self.same_counts {
            found.push((0.5, Reason::SameCounts));
        }
        found.sort_by(|(x, _), (y, _)| y.total_cmp(x));
        found.into_iter().map(|(_, reason)| reason).collect()
    }
}
