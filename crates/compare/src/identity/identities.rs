//! The identities of all functions.

use super::compiled::{Compiled, Rewritten};
use super::matcher::CompiledRule;
use super::memo::Memo;
use crate::{Pair, Progress};
use diptych_trace::{FunctionSpec, IdentityId, Trace};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Cow;
use std::hash::BuildHasher;

/// The identity of every function of both sides, with statistics about the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identities {
    /// Identity of each function, for each side and each of its traces.
    pub of_function: [Vec<Vec<IdentityId>>; 2],
    /// Key of each identity, ascending.
    pub keys: Vec<String>,
    /// Number of functions that each rule changed, for every rule in the list.
    pub touched: Vec<ChangeCounts>,
    /// Number of identities that each rename changed.
    pub renamed: Vec<ChangeCounts>,
    /// Number of functions of each side that a rule left alone, because their text is or would become longer than
    /// [`LONGEST_REWRITTEN_BYTES`](super::LONGEST_REWRITTEN_BYTES).
    pub overlong: [u32; 2],
}

/// The number of functions or identities of each side that a rule changed. For several traces of a side it is the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChangeCounts {
    /// Counts of side A and of side B.
    pub by_side: [u32; 2],
}

impl Identities {
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

/// Identifies the functions again after small changes to the rules. Reuses the rewritten texts in `memo`.
pub fn identify_again(rules: &Compiled, traces: [&Trace; 2], memo: &mut Memo) -> Identities {
    memo.turn_to(rules);
    let [a, b] = functions_of(traces);
    identify_by(rules, [&a, &b], memo, &mut |_, _| ())
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
/// O(functions), plus O(rules · length) for each distinct name and file, plus O(k log k) for the k identities. These
/// are sorted so that the result does not depend on the order of the runs.
pub fn identify_runs(
    rules: &Compiled,
    runs: [&[Vec<FunctionSpec<'_>>]; 2],
    progress: Progress<'_>,
) -> Identities {
    identify_by(rules, runs, &mut Memo::default(), progress)
}

fn identify_by(
    rules: &Compiled,
    runs: [&[Vec<FunctionSpec<'_>>]; 2],
    memo: &mut Memo,
    progress: Progress<'_>,
) -> Identities {
    let mut table = Table::default();
    let mut found = Identities {
        touched: vec![ChangeCounts::default(); rules.rule_count],
        renamed: vec![ChangeCounts::default(); rules.renames.len()],
        ..Identities::default()
    };
    let total: usize = runs.iter().copied().flatten().map(Vec::len).sum();
    let mut done = 0u64;
    // Runs of one program share nearly all of their names, so one namer serves all runs.
    let mut namer = Namer::new(rules, memo);
    for (side, runs) in runs.into_iter().enumerate() {
        for functions in runs {
            let mut ids = Vec::with_capacity(functions.len());
            for &function in functions {
                ids.push(namer.identity(function, side, &mut table, &mut found));
                done += 1;
                if done.is_multiple_of(1 << 12) {
                    progress(done, total as u64);
                }
            }
            found.of_function[side].push(ids);
        }
    }
    table.finish(&mut found);
    found
}

/// Returns the key that [`identify`] would give a single function of a side. For functions that arrive one by one.
/// O(rules · length).
pub fn key_of(rules: &Compiled, side: usize, function: FunctionSpec<'_>) -> String {
    let mut memo = Memo::default();
    let name = rules.rewrite(Cow::Borrowed(function.name), true, &mut memo);
    let place = rules.rewrite(place_of(function), false, &mut memo);
    let mut key = String::new();
    write_key(&mut key, &name.text, &place.text);
    let (key, _) = rules.renamed(&key);
    rules.paired(side, &key).map_or_else(|| key.clone(), str::to_owned)
}

/// Returns the path of a file after the rules, as it would be for a function in it. O(rules · length).
pub fn file_of(rules: &Compiled, side: usize, path: &str) -> String {
    let key = key_of(rules, side, FunctionSpec { name: NAMELESS, file: path, ..FunctionSpec::default() });
    let file = key.strip_prefix(NAMELESS).and_then(|key| key.strip_prefix(" (")?.strip_suffix(')'));
    file.unwrap_or(path).to_owned()
}

/// Name of a stand-in function, which no rule for names is expected to change.
const NAMELESS: &str = "_";

/// Returns the place of a function (`file:line`) as rules for files see it.
pub(super) fn place_of(function: FunctionSpec<'_>) -> Cow<'_, str> {
    match function.line {
        0 => Cow::Borrowed(function.file),
        line => Cow::Owned(format!("{}:{line}", function.file)),
    }
}

/// Writes the key of a name and a place into `key`.
fn write_key(key: &mut String, name: &str, place: &str) {
    key.clear();
    key.push_str(name);
    if !place.is_empty() {
        key.push_str(" (");
        key.push_str(place);
        key.push(')');
    } else if !split_key(key).1.is_empty() {
        key.push_str(NO_PLACE);
    }
}

/// Ends the key of a function without a place whose name ends in a remark in parentheses. Otherwise the remark would be
/// taken for the place.
const NO_PLACE: &str = " ()";

/// Returns a key as people see it, without the mark of a missing place.
pub fn without_mark(key: &str) -> &str {
    key.strip_suffix(NO_PLACE).filter(|name| !split_key(name).1.is_empty()).unwrap_or(key)
}

/// Splits a key into name and file: the file is in the last parentheses that follow a space. Only for display and for
/// guessing. Identity itself never takes keys apart.
pub(super) fn split_key(key: &str) -> (&str, &str) {
    let Some(inner) = key.strip_suffix(')') else { return (key, "") };
    let mut depth = 1u32;
    let open = inner.bytes().rposition(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    open.and_then(|open| Some((inner[..open].strip_suffix(' ')?, &inner[open + 1..]))).unwrap_or((key, ""))
}

/// Keys, numbered in order of first appearance.
#[derive(Default)]
struct Table {
    texts: Vec<String>,
    /// Latest key of each hash. `earlier` links each key to the previous one with the same hash.
    latest: FxHashMap<u64, u32>,
    earlier: Vec<u32>,
    /// Final key of each key after renames and pairs, for each side, or [`IdentityId::NONE`] until these have been
    /// followed.
    finals: [Vec<IdentityId>; 2],
}

impl Table {
    fn intern(&mut self, text: &str) -> u32 {
        let hash = FxBuildHasher.hash_one(text);
        let latest = self.latest.get(&hash).copied().unwrap_or(u32::MAX);
        let mut candidate = latest;
        while candidate != u32::MAX {
            if self.texts[candidate as usize] == text {
                return candidate;
            }
            candidate = self.earlier[candidate as usize];
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.to_owned());
        self.earlier.push(latest);
        self.latest.insert(hash, id);
        id
    }

    /// Follows the renames and pairs of a side to the final key.
    fn follow(&mut self, rules: &Compiled, side: usize, key: &str, found: &mut Identities) -> IdentityId {
        let id = self.intern(key);
        if !rules.has_links() {
            return IdentityId(id);
        }
        if let Some(existing) = self.finals[side].get(id as usize).and_then(|existing| existing.some()) {
            return existing;
        }
        let (mut key, mut followed) = rules.renamed(key);
        // A rename names the function as people see it.
        if followed.is_empty() && without_mark(&key).len() < key.len() {
            let (renamed, others) = rules.renamed(without_mark(&key));
            if !others.is_empty() {
                (key, followed) = (renamed, others);
            }
        }
        for place in followed {
            found.renamed[place].by_side[side] += 1;
        }
        if let Some(pair) = rules.paired(side, &key) {
            pair.clone_into(&mut key);
        }
        let last = IdentityId(self.intern(&key));
        let finals = &mut self.finals[side];
        finals.resize(finals.len().max(id as usize + 1), IdentityId::NONE);
        finals[id as usize] = last;
        last
    }

    /// Renumbers the keys that functions ended up with, in ascending order, and drops all others.
    fn finish(mut self, found: &mut Identities) {
        let all = || found.of_function.iter().flatten().flatten();
        let mut used: Vec<IdentityId> = Vec::new();
        let mut seen = vec![false; self.texts.len()];
        for &id in all() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                used.push(id);
            }
        }
        used.sort_by(|x, y| self.texts[x.index()].cmp(&self.texts[y.index()]));
        let mut new_of = vec![IdentityId::NONE; self.texts.len()];
        for (new, old) in used.iter().enumerate() {
            new_of[old.index()] = IdentityId(new as u32);
        }
        for id in found.of_function.iter_mut().flatten().flatten() {
            *id = new_of[id.index()];
        }
        found.keys = used.iter().map(|id| std::mem::take(&mut self.texts[id.index()])).collect();
    }
}

/// A rewriter of the names of all runs, which handles each distinct text once.
struct Namer<'a> {
    rules: &'a Compiled,
    memo: &'a mut Memo,
    /// True if the first rule for files removes lines, so that all lines of a file lead to one text.
    takes_lines: bool,
    texts: Vec<Rewritten<'a>>,
    /// Index in `texts` of each name. `files` has the index of each file, by line if lines make a difference.
    names: FxHashMap<&'a str, u32>,
    files: FxHashMap<(&'a str, u32), u32>,
    /// Rules that touched the current function.
    touched: Vec<usize>,
    key: String,
}

impl<'a> Namer<'a> {
    fn new(rules: &'a Compiled, memo: &'a mut Memo) -> Self {
        let first = rules.rules.iter().find(|rule| rule.is_on(false));
        Self {
            rules,
            memo,
            takes_lines: first.is_some_and(CompiledRule::takes_lines),
            texts: Vec::new(),
            names: FxHashMap::default(),
            files: FxHashMap::default(),
            touched: Vec::new(),
            key: String::new(),
        }
    }

    fn identity(
        &mut self,
        function: FunctionSpec<'a>,
        side: usize,
        table: &mut Table,
        found: &mut Identities,
    ) -> IdentityId {
        let (name, file) = self.rewritten(function);
        let [name, file] = [name, file].map(|place| &self.texts[place as usize]);
        self.touched.clear();
        self.touched.extend(name.touched.iter().chain(&file.touched));
        self.touched.sort_unstable();
        self.touched.dedup();
        for &rule in &self.touched {
            found.touched[rule].by_side[side] += 1;
        }
        found.overlong[side] += u32::from(name.overlong || file.overlong);
        write_key(&mut self.key, &name.text, &file.text);
        table.follow(self.rules, side, &self.key, found)
    }

    /// Returns the indices in `texts` of a function's name and file.
    fn rewritten(&mut self, function: FunctionSpec<'a>) -> (u32, u32) {
        let Self { rules, memo, texts, .. } = self;
        let FunctionSpec { name, file, line, .. } = function;
        let line = if self.takes_lines { line.min(1) } else { line };
        let mut rewrite = |text, names| {
            texts.push(rules.rewrite(text, names, memo));
            texts.len() as u32 - 1
        };
        let name = *self.names.entry(name).or_insert_with(|| rewrite(Cow::Borrowed(name), true));
        let file = *self.files.entry((file, line)).or_insert_with(|| rewrite(place_of(function), false));
        (name, file)
    }
}
