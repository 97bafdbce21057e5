//! Search for a folder that makes the files of both sides differ.

use super::agreement::{Agreement, Share, UnpairedIdentity, agree};
use super::compiled::compile;
use super::identities::{Identities, identify};
use super::rules::{Field, Origin, Rule, RuleKind, Rules};
use crate::{Pair, Progress};
use diptych_profile::Totals;
use diptych_trace::{IdentityId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Maximum number of functions of a side with equal name and file name, the heaviest first, that are tried with each of
/// the other side.
const TRIED_OF_A_NAME: usize = 8;
/// Maximum number of candidates that are evaluated.
const TRIED_FOLDERS: usize = 3;
/// Minimum share of the calls of each side that a suggestion must gain.
const LEAST_GAIN: f64 = 0.01;

/// A suggested rule that removes folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrefixSuggestion {
    /// Suggested rule, to be added after all others.
    pub rule: Rule,
    /// Folders that the rule removes from file paths.
    pub dropped: Vec<String>,
    /// Calls with a partner without the rule, on A and on B.
    pub before: [Share; 2],
    /// Calls with a partner with the rule, on A and on B.
    pub after: [Share; 2],
}

/// Returns false if [`suggest_prefix`] cannot find anything. It needs functions without partner that have the same name
/// and the same file name on both sides. This check spares the caller adding up a trace. O(calls), one look at each.
pub fn may_suggest_prefix(identities: &Identities, pair: Pair<'_>) -> bool {
    let [of_a, of_b] = [0, 1].map(|side| pair.called(side));
    let alone = |own: &[bool], other: &[bool]| -> FxHashSet<(&str, &str)> {
        let ids = (0..own.len()).filter(|&id| own[id] && !other[id]);
        ids.filter_map(|id| name_and_base(identities, IdentityId(id as u32))).collect()
    };
    !alone(&of_a, &of_b).is_disjoint(&alone(&of_b, &of_a))
}

/// Returns the name of an identity and the last part of its file's path, or `None` if there is no such part.
fn name_and_base(identities: &Identities, id: IdentityId) -> Option<(&str, &str)> {
    let (name, file) = identities.name_and_file(id);
    let base = file.rsplit(['/', '\\']).next().unwrap_or("");
    (!base.is_empty()).then_some((name, base))
}

/// Looks for folders that only one side's paths contain (or that replace each other), while name, file name and the
/// surrounding folders are equal. Among the candidates with the most calls, the one with the largest gain is suggested.
/// It must gain at least a hundredth of the calls of both sides. The gain is measured by running the rule. O(functions)
/// and three times [`identify`], with progress each time.
pub fn suggest_prefix(
    rules: &Rules,
    traces: [&Trace; 2],
    totals: [&Totals; 2],
    identities: &Identities,
    agreement: &Agreement,
    progress: Progress<'_>,
) -> Option<PrefixSuggestion> {
    let before = [0, 1].map(|side| agreement.sides[side].calls);
    let mut candidates: Vec<(Vec<String>, u64)> = candidates(identities, agreement).into_iter().collect();
    // The sort is stable, so equal candidates stay in the order of the map, by text.
    candidates.sort_by_key(|&(_, calls)| std::cmp::Reverse(calls));
    let tried = candidates.into_iter().take(TRIED_FOLDERS).filter_map(|(dropped, _)| {
        let rule = rule(&dropped);
        let mut with = rules.clone();
        with.rules.push(rule.clone());
        let found = agree(&identify(&compile(&with).ok()?, traces, &mut *progress), totals);
        let after = [0, 1].map(|side| found.sides[side].calls);
        let gain = |side: usize| Some(after[side].ratio()? - before[side].ratio()?);
        let gain = gain(0)?.min(gain(1)?);
        (gain >= LEAST_GAIN).then_some((gain, PrefixSuggestion { rule, dropped, before, after }))
    });
    // `reduce` keeps the first of several equally good ones.
    let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, suggestion)| suggestion)
}

/// Returns candidates, the folders that differ, with the calls that support each.
fn candidates(identities: &Identities, agreement: &Agreement) -> BTreeMap<Vec<String>, u64> {
    let mut groups: FxHashMap<(&str, &str), [Vec<&UnpairedIdentity>; 2]> = FxHashMap::default();
    for (side, found) in agreement.sides.iter().enumerate() {
        for alone in &found.alone {
            if let Some(group) = name_and_base(identities, alone.identity) {
                groups.entry(group).or_default()[side].push(alone);
            }
        }
    }
    // Only sums are taken, so the order of the groups makes no difference.
    let mut votes: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for [of_a, of_b] in groups.into_values() {
        for a in of_a.iter().take(TRIED_OF_A_NAME) {
            for b in of_b.iter().take(TRIED_OF_A_NAME) {
                let files = [a, b].map(|alone| identities.name_and_file(alone.identity).1);
                *votes.entry(differing(files)).or_default() += a.calls.saturating_add(b.calls);
            }
        }
    }
    votes.retain(|folders, _| !folders.is_empty());
    votes
}

/// Returns the folders of two files that remain after removing their common beginning and their common end.
fn differing(files: [&str; 2]) -> Vec<String> {
    let mut folders = files.map(|file| file.split(['/', '\\']).collect::<Vec<_>>());
    let shorter = |folders: &[Vec<&str>; 2]| folders[0].len().min(folders[1].len());
    let same = |at: usize| folders[0][at] == folders[1][at];
    let first = (0..shorter(&folders)).take_while(|&at| same(at)).count();
    for folders in &mut folders {
        folders.drain(..first);
    }
    let backward = |at: usize| folders[0][folders[0].len() - at] == folders[1][folders[1].len() - at];
    let last = (1..=shorter(&folders)).take_while(|&at| backward(at)).count();
    let mut left: Vec<String> =
        folders.iter().map(|folders| folders[..folders.len() - last].join("/")).collect();
    left.retain(|folder| !folder.is_empty());
    left.sort_unstable();
    left.dedup();
    left
}

fn rule(dropped: &[String]) -> Rule {
    let escape =
        |folder: &String| folder.split('/').map(regex_lite::escape).collect::<Vec<_>>().join(r"[/\\]");
    let folders = dropped.iter().map(escape).collect::<Vec<_>>().join("|");
    Rule {
        name: "Folder that differs".to_owned(),
        on: Field::File,
        kind: RuleKind::Pattern,
        pattern: format!(r"(^|[/\\])(?:{folders})[/\\]"),
        replacement: "$1".to_owned(),
        enabled: true,
        origin: Origin::User,
    }
}
