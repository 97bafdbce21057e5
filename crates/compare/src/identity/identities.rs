//! The identities of all functions.

use super::change_counts::ChangeCounts;
use super::compiled::Compiled;
use super::joining::Joining;
use super::keys::{split_key, without_mark};
use super::numbering::number;
use super::rewrite_cache::RewriteCache;
use super::rewriter::Rewriter;
use crate::{Pair, Progress};
use diptych_trace::{FunctionSpec, IdentityId, Trace};

/// The identity of every function of both sides, with statistics about the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identities {
    /// Identity of each function, for each side and each of its traces.
    pub of_function: [Vec<Vec<IdentityId>>; 2],
    /// Key of each identity, ascending.
    pub keys: Vec<String>,
    /// Number of functions that each rule changed, for every rule in the list.
    pub touched: Vec<ChangeCounts>,
    /// Number of functions that found their partner through each rule. Like [`Self::merged`] it counts the first run of
    /// each side.
    pub paired: Vec<ChangeCounts>,
    /// Number of functions that each rule made equal to another function of their side.
    pub merged: Vec<ChangeCounts>,
    /// Number of identities that each rename changed.
    pub renamed: Vec<ChangeCounts>,
    /// Number of functions of each side that a rule left alone, because their text is or would become longer than
    /// [`LONGEST_REWRITTEN_BYTES`](super::LONGEST_REWRITTEN_BYTES).
    pub overlong: [u32; 2],
}

impl Identities {
    /// Returns the counts of [`Self::paired`] and [`Self::merged`] of each rule, each of A and of B.
    pub fn effects(&self) -> Vec<[u32; 4]> {
        let counts = self.paired.iter().zip(&self.merged);
        counts
            .map(|(paired, merged)| {
                let ([a, b], [own_a, own_b]) = (paired.by_side, merged.by_side);
                [a, b, own_a, own_b]
            })
            .collect()
    }

    /// Returns the number of identities.
    pub fn count(&self) -> u32 {
        self.keys.len() as u32
    }

    /// Returns the identity of each function of a side's first trace.
    pub fn by_function(&self, side: usize) -> &[IdentityId] {
        self.of_function[side].first().map_or(&[], Vec::as_slice)
    }

    /// Returns the two traces as a [`Pair`] with these identities. If a side has several traces, pass its first.
    pub fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        Pair { traces, identities: [self.by_function(0), self.by_function(1)], identity_count: self.count() }
    }

    /// Returns the name and the file of an identity separately. The file is empty if it is unknown.
    pub fn name_and_file(&self, id: IdentityId) -> (&str, &str) {
        split_key(self.key(id))
    }

    /// Returns the name and the file that the rules give each function of both sides, without its line. Corresponding
    /// functions get equal texts. If no function of an identity has a file, a final part in parentheses belongs to the
    /// name. O(functions).
    pub fn texts<'a>(&'a self, specs: [&[FunctionSpec<'a>]; 2]) -> [Vec<FunctionSpec<'a>>; 2] {
        let mut has_file = vec![false; self.keys.len()];
        for (side, specs) in specs.iter().enumerate() {
            for (spec, identity) in specs.iter().zip(self.by_function(side)) {
                has_file[identity.index()] |= !spec.file.is_empty();
            }
        }
        [0, 1].map(|side| {
            let of_function = specs[side].iter().zip(self.by_function(side));
            let text = |(spec, &identity): (&FunctionSpec<'a>, &IdentityId)| {
                let (name, place) = if has_file[identity.index()] {
                    self.name_and_file(identity)
                } else {
                    (without_mark(self.key(identity)), "")
                };
                // The rules may have left the line after the file.
                let file = place.strip_suffix(&format!(":{}", spec.line)).unwrap_or(place);
                FunctionSpec { name, file, line: 0, category: spec.category }
            };
            of_function.map(text).collect()
        })
    }

    /// Returns the key of an identity: `name (file)`, or only the name if the file is unknown. In that case empty
    /// parentheses follow a name that ends in some.
    pub fn key(&self, id: IdentityId) -> &str {
        &self.keys[id.index()]
    }
}

/// Identifies the functions of one trace per side. Progress counts the functions of all traces.
pub fn identify(rules: &Compiled, traces: [&Trace; 2], progress: Progress<'_>) -> Identities {
    let [a, b] = functions_of(traces);
    identify_runs(rules, [&a, &b], progress)
}

/// Identifies the functions again after small changes to the rules. Reuses the rewritten texts in `cache`.
pub fn identify_again(rules: &Compiled, traces: [&Trace; 2], cache: &mut RewriteCache) -> Identities {
    cache.turn_to(rules);
    let [a, b] = functions_of(traces);
    identify_by(rules, [&a, &b], cache, &mut |_, _| ())
}

fn functions_of(traces: [&Trace; 2]) -> [[Vec<FunctionSpec<'_>>; 1]; 2] {
    traces.map(|trace| [trace.functions().specs(trace.names())])
}

/// Identifies functions by their raw names, without rules, for tests.
#[cfg(test)]
pub(crate) fn unruled(traces: [&Trace; 2]) -> Identities {
    identify(&Compiled::default(), traces, &mut |_, _| ())
}

/// Identifies the functions of several runs per side, all under one numbering.
///
/// The first run of each side decides. Names that both have as recorded are one function. The other names go through
/// the rules, those for files first. After each rule, names that became equal on both sides are partners, and later
/// rules do not change them. Equally many names of both sides that one rule makes equal are paired in their natural
/// order; otherwise, or if they differ by addresses or hashes, they become one identity. Names without partner become
/// one identity only if they differ by addresses or hashes. Names of further runs join these identities in the same
/// way or become identities of their own, so a run more never changes the identities of the first ones.
///
/// O(functions), plus O(rules · length) for each distinct name and file, plus O(k log k) for the k identities.
pub fn identify_runs(
    rules: &Compiled,
    runs: [&[Vec<FunctionSpec<'_>>]; 2],
    progress: Progress<'_>,
) -> Identities {
    identify_by(rules, runs, &mut RewriteCache::default(), progress)
}

fn identify_by(
    rules: &Compiled,
    runs: [&[Vec<FunctionSpec<'_>>]; 2],
    cache: &mut RewriteCache,
    progress: Progress<'_>,
) -> Identities {
    let mut found =
        Identities { touched: vec![ChangeCounts::default(); rules.rule_count], ..Identities::default() };
    let total: usize = runs.iter().copied().flatten().map(Vec::len).sum();
    let mut done = 0u64;
    // Runs of one program share nearly all of their names, so one rewriter serves all runs.
    let mut joining = Joining::new(Rewriter::new(rules, cache));
    let mut names = [Vec::new(), Vec::new()];
    for (side, runs) in runs.into_iter().enumerate() {
        for functions in runs {
            let mut ids = Vec::with_capacity(functions.len());
            for &function in functions {
                let (name, stages) = joining.name(function);
                ids.push(name);
                count_changes(&joining.rewriter, stages, side, &mut found);
                done += 1;
                if done.is_multiple_of(1 << 12) {
                    progress(done, total as u64);
                }
            }
            names[side].push(ids);
        }
    }
    let first = names.each_ref().map(|runs| runs.first().map_or(&[][..], Vec::as_slice));
    joining.join_sides(first);
    for (side, runs) in names.iter().enumerate().filter(|(_, runs)| runs.len() > 1) {
        joining.join_runs(side, runs);
    }
    (found.paired, found.merged) =
        (std::mem::take(&mut joining.effects.paired), std::mem::take(&mut joining.effects.merged));
    number(&joining, &names, &mut found);
    found
}

/// Counts the rules that change a function.
fn count_changes(rewriter: &Rewriter<'_>, stages: [u32; 2], side: usize, found: &mut Identities) {
    let [name, file] = stages.map(|stages| rewriter.stages(stages));
    for &rule in &name.touched {
        found.touched[rule].by_side[side] += 1;
    }
    for &rule in file.touched.iter().filter(|rule| !name.touched.contains(rule)) {
        found.touched[rule].by_side[side] += 1;
    }
    found.overlong[side] += u32::from(name.overlong || file.overlong);
}

/// Returns the path of a file after the rules, as it would be for a function in it. O(rules · length).
pub fn file_of(rules: &Compiled, path: &str) -> String {
    let rewritten = rules.rewrite(path, false, &mut RewriteCache::default());
    rewritten.stages.into_iter().last().map_or(rewritten.base, |(_, text)| text)
}
