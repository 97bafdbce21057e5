//! Every function's identity.

use super::compiled::{Compiled, Rewritten};
use super::matcher::CompiledRule;
use super::memo::Memo;
use crate::{Pair, Progress};
use diptych_trace::{FunctionSpec, IdentityId, Trace};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Cow;
use std::hash::BuildHasher;

/// The identity of every function of both sides, and what the rules did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identities {
    /// For each side and each of its traces, the identity of each function.
    pub of_function: [Vec<Vec<IdentityId>>; 2],
    /// Key of each identity, ascending.
    pub keys: Vec<String>,
    /// For each rule, on or off, the functions it touched.
    pub touched: Vec<Touched>,
    /// For each rename, the identities it renamed.
    pub renamed: Vec<Touched>,
    /// For each side, functions that a rule left alone because their text is or would become longer than
    /// [`LONGEST_REWRITTEN_BYTES`](super::LONGEST_REWRITTEN_BYTES).
    pub overlong: [u32; 2],
}

/// How much of each side a rule touched; of several traces a side, the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Touched {
    /// On sides A and B.
    pub by_side: [u32; 2],
}

impl Identities {
    /// Number of identities.
    pub fn count(&self) -> u32 {
        self.keys.len() as u32
    }

    /// The identity of each function of a side's first trace.
    pub fn by_function(&self, side: usize) -> &[IdentityId] {
        self.of_function[side].first().map_or(&[], Vec::as_slice)
    }

    /// The pair of the traces that these are the identities of; of several a side, the first.
    pub fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        Pair { traces, identities: [self.by_function(0), self.by_function(1)], identity_count: self.count() }
    }

    /// Name and file of an identity, for showing them apart; the file is empty where it is unknown.
    pub fn name_and_file(&self, id: IdentityId) -> (&str, &str) {
        split_key(self.key(id))
    }

    /// Of each function of both sides the name and file that the rules make of its own, without its line: functions that
    /// correspond have the same. Where no function of an identity has a file what stands in parentheses belongs to the name.
    /// O(functions).
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
                    (self.key(identity), "")
                };
                // Rules may leave the line behind the file.
                let file = place.strip_suffix(&format!(":{}", spec.line)).unwrap_or(place);
                FunctionSpec { name, file, line: 0, category: spec.category }
            };
            of_function.map(text).collect()
        })
    }

    /// The key of an identity: `name (file)`, or the name where the file is unknown.
    pub fn key(&self, id: IdentityId) -> &str {
        &self.keys[id.index()]
    }
}

/// Identities of one trace a side. Units of progress are functions of all traces.
pub fn identify(rules: &Compiled, traces: [&Trace; 2], progress: Progress<'_>) -> Identities {
    let [a, b] = functions_of(traces);
    identify_runs(rules, [&a, &b], progress)
}

/// The same where nearly these rules were run on these traces before: what they did then is in `memo`.
pub fn identify_again(rules: &Compiled, traces: [&Trace; 2], memo: &mut Memo) -> Identities {
    memo.turn_to(rules);
    let [a, b] = functions_of(traces);
    identify_by(rules, [&a, &b], memo, &mut |_, _| ())
}

fn functions_of(traces: [&Trace; 2]) -> [[Vec<FunctionSpec<'_>>; 1]; 2] {
    traces.map(|trace| [trace.functions().specs(trace.names())])
}

/// Identities by what functions are called, under no rules, for tests.
#[cfg(test)]
pub(crate) fn unruled(traces: [&Trace; 2]) -> Identities {
    identify(&Compiled::default(), traces, &mut |_, _| ())
}

/// Identities of the functions of several runs a side, all under one numbering.
///
/// O(functions) and, for each distinct name and file, O(rules · length); O(k log k) for the k identities, which
/// are put in order so that nothing depends on which run comes first.
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
        touched: vec![Touched::default(); rules.rule_count],
        renamed: vec![Touched::default(); rules.renames.len()],
        ..Identities::default()
    };
    let total: usize = runs.iter().copied().flatten().map(Vec::len).sum();
    let mut done = 0u64;
    // Runs of one program share nearly all of their names.
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

/// The key of one function of a side: as [`identify`] says, of functions that come one by one. O(rules ·
/// length).
pub fn key_of(rules: &Compiled, side: usize, function: FunctionSpec<'_>) -> String {
    let mut memo = Memo::default();
    let name = rules.rewrite(Cow::Borrowed(function.name), true, &mut memo);
    let place = rules.rewrite(place_of(function), false, &mut memo);
    let mut key = String::new();
    write_key(&mut key, &name.text, &place.text);
    let (key, _) = rules.renamed(&key);
    rules.paired(side, &key).map_or_else(|| key.clone(), str::to_owned)
}

/// What the rules make of the path of a file, as of a function that lies in it. O(rules · length).
pub fn file_of(rules: &Compiled, side: usize, path: &str) -> String {
    let key = key_of(rules, side, FunctionSpec { name: NAMELESS, file: path, ..FunctionSpec::default() });
    let file = key.strip_prefix(NAMELESS).and_then(|key| key.strip_prefix(" (")?.strip_suffix(')'));
    file.unwrap_or(path).to_owned()
}

/// Stands for a function of a file: no rule for names says anything of it.
const NAMELESS: &str = "_";

/// A function's place as file rules see it.
pub(super) fn place_of(function: FunctionSpec<'_>) -> Cow<'_, str> {
    match function.line {
        0 => Cow::Borrowed(function.file),
        line => Cow::Owned(format!("{}:{line}", function.file)),
    }
}

/// Makes a text the key of a name and a place.
fn write_key(key: &mut String, name: &str, place: &str) {
    key.clear();
    key.push_str(name);
    if !place.is_empty() {
        key.push_str(" (");
        key.push_str(place);
        key.push(')');
    }
}

/// The name and the file of a key: what stands in the last parentheses behind a space is the file. For showing
/// and guessing; identity itself never takes keys apart.
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

/// Keys, numbered as they come.
#[derive(Default)]
struct Table {
    texts: Vec<String>,
    /// Latest key of each hash, and for each key the one before it of the same hash.
    latest: FxHashMap<u64, u32>,
    earlier: Vec<u32>,
    /// For each side and key, the one that it ends up as once renames and pairs have been followed; none as long
    /// as they have not been.
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

    /// Follows renames and pairs of a side.
    fn follow(&mut self, rules: &Compiled, side: usize, key: &str, found: &mut Identities) -> IdentityId {
        let id = self.intern(key);
        if !rules.has_links() {
            return IdentityId(id);
        }
        if let Some(existing) = self.finals[side].get(id as usize).and_then(|existing| existing.some()) {
            return existing;
        }
        let (mut key, followed) = rules.renamed(key);
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

    /// Renumbers: only keys that functions ended up with, ascending.
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

/// Rewrites the names of all runs, each distinct one once.
struct Namer<'a> {
    rules: &'a Compiled,
    memo: &'a mut Memo,
    /// Whether the first rule for files takes lines off, so that all lines of a file lead to one text.
    takes_lines: bool,
    texts: Vec<Rewritten<'a>>,
    /// Place in `texts` of each name; of each file, by line where lines make a difference.
    names: FxHashMap<&'a str, u32>,
    files: FxHashMap<(&'a str, u32), u32>,
    /// Of the function at hand.
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

    /// Places in `texts` of a function's name and file.
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
