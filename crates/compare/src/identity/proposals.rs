//! Renames that would bring names together.

use super::agreement::{Agreement, Alone, Share, SideAgreement};
use super::identities::Identities;
use super::likeness::{Name, jaccard};
use super::neighbours::Neighbours;
use super::rules::Rename;
use diptych_trace::IdentityId;

/// So many of the heaviest names without partner are compared, of each side with each of the other.
pub const HEAVIEST_COMPARED: usize = 200;

/// Least score of a proposal; about "two of the four signs speak fully for it".
const LEAST_SCORE: f64 = 0.6;
/// Names less alike than this are proposed only when what they call is clearly the same.
const LEAST_NAME: f64 = 0.35;

/// A rename to accept or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// From the key on side A to the key on side B.
    pub rename: Rename,
    /// The two identities.
    pub identities: [IdentityId; 2],
    /// What speaks for it, strongest first.
    pub reasons: Vec<Reason>,
    /// Calls of each side that become named alike, of all its calls.
    pub calls: [Share; 2],
    /// Self time, likewise.
    pub self_ticks: [Share; 2],
    /// From 0 to 1; the list descends by it.
    pub score: f64,
}

/// What speaks for a rename.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One name in two files.
    SameName,
    /// Names alike.
    SimilarName,
    /// They call the same functions.
    SameCallees,
    /// They call mostly the same functions.
    SimilarCallees,
    /// The same functions call them.
    SameCallers,
    /// Mostly the same functions call them.
    SimilarCallers,
}

/// Renames among the heaviest names without partner (at most [`HEAVIEST_COMPARED`] a side), best first, no name
/// in two. Judged by how alike the names are, the functions called directly and the callers (of both only those
/// that are named alike), and the files. `neighbours` are those of each side's first trace. Exchanging the sides
/// turns every rename round and changes nothing else. O(h² · name length) for h names compared a side.
pub fn propose_renames(
    identities: &Identities,
    agreement: &Agreement,
    neighbours: [&Neighbours; 2],
) -> Vec<Proposal> {
    let common = common_identities(identities);
    let candidates = [0, 1].map(|side| {
        let heaviest = agreement.sides[side].alone.iter().take(HEAVIEST_COMPARED);
        heaviest
            .map(|alone| Candidate::new(identities, neighbours[side], &common, *alone))
            .collect::<Vec<_>>()
    });
    let mut scored: Vec<(f64, &Candidate<'_>, &Candidate<'_>)> = Vec::new();
    for a in &candidates[0] {
        for b in &candidates[1] {
            let score = Signs::of(a, b).score();
            if score >= LEAST_SCORE {
                scored.push((score, a, b));
            }
        }
    }
    let order = |a: &Candidate<'_>, b: &Candidate<'_>| {
        let (x, y) = (a.alone.identity, b.alone.identity);
        (std::cmp::Reverse(a.alone.self_ticks.saturating_add(b.alone.self_ticks)), x.min(y), x.max(y))
    };
    scored.sort_by(|(s, a, b), (t, c, d)| t.total_cmp(s).then_with(|| order(a, b).cmp(&order(c, d))));
    let mut taken = vec![false; identities.keys.len()];
    let mut proposals = Vec::new();
    for (score, a, b) in scored {
        let ids = [a.alone.identity, b.alone.identity];
        if ids.iter().any(|id| taken[id.index()]) {
            continue;
        }
        for id in ids {
            taken[id.index()] = true;
        }
        proposals.push(proposal(identities, &agreement.sides, [a, b], score));
    }
    proposals
}

fn proposal(
    identities: &Identities,
    sides: &[SideAgreement; 2],
    pair: [&Candidate<'_>; 2],
    score: f64,
) -> Proposal {
    let ids = pair.map(|candidate| candidate.alone.identity);
    let [from, to] = ids.map(|id| identities.key(id).to_owned());
    Proposal {
        rename: Rename { from, to },
        identities: ids,
        reasons: Signs::of(pair[0], pair[1]).reasons(),
        calls: [0, 1].map(|side| Share { part: pair[side].alone.calls, whole: sides[side].calls.whole }),
        self_ticks: [0, 1]
            .map(|side| Share { part: pair[side].alone.self_ticks, whole: sides[side].self_ticks.whole }),
        score,
    }
}

/// For each identity, whether both sides have it.
fn common_identities(identities: &Identities) -> Vec<bool> {
    let mut on = vec![[false; 2]; identities.keys.len()];
    for id in identities.of(0) {
        on[id.index()][0] = true;
    }
    for id in identities.of(1) {
        on[id.index()][1] = true;
    }
    on.into_iter().map(|[a, b]| a && b).collect()
}

/// A name without partner, ready for comparison.
struct Candidate<'a> {
    alone: Alone,
    name: Name,
    file: &'a str,
    callers: Vec<IdentityId>,
    callees: Vec<IdentityId>,
}

impl<'a> Candidate<'a> {
    fn new(identities: &'a Identities, neighbours: &Neighbours, common: &[bool], alone: Alone) -> Self {
        let (name, file) = identities.name_and_file(alone.identity);
        let known = |ids: &[IdentityId]| {
            let known = |id: &IdentityId| id.some().is_none_or(|id| common[id.index()]);
            ids.iter().copied().filter(known).collect()
        };
        Self {
            alone,
            name: Name::new(name),
            file,
            callers: known(neighbours.callers(alone.identity)),
            callees: known(neighbours.callees(alone.identity)),
        }
    }
}

/// How far each sign speaks for two names being one function; `None`: it says nothing.
struct Signs {
    name: f64,
    callees: Option<f64>,
    callers: Option<f64>,
    file: Option<f64>,
    /// Callees in common are many enough to be no accident.
    telling_callees: bool,
}

impl Signs {
    fn of(a: &Candidate<'_>, b: &Candidate<'_>) -> Self {
        Self {
            name: a.name.likeness(&b.name),
            callees: jaccard(&a.callees, &b.callees),
            callers: jaccard(&a.callers, &b.callers),
            file: (!a.file.is_empty() && !b.file.is_empty())
                .then(|| if a.file == b.file { 1.0 } else { 0.0 }),
            telling_callees: a.callees.len().min(b.callees.len()) >= 3,
        }
    }

    /// The weighted mean of the signs that say something; 0 where the names are too different.
    fn score(&self) -> f64 {
        let same_work = self.telling_callees && self.callees >= Some(0.8);
        if self.name < LEAST_NAME && !same_work {
            return 0.0;
        }
        let signs = [(0.45, Some(self.name)), (0.25, self.callees), (0.15, self.callers), (0.15, self.file)];
        let known = || signs.iter().filter_map(|&(weight, sign)| Some((weight, sign?)));
        let weights: f64 = known().map(|(weight, _)| weight).sum();
        let sum: f64 = known().map(|(weight, sign)| weight * sign).sum();
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
        found.sort_by(|(x, _), (y, _)| y.total_cmp(x));
        found.into_iter().map(|(_, reason)| reason).collect()
    }
}
