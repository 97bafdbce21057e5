//! Every function's identity.

use super::compiled::{Compiled, Rewritten};
use super::matcher::CompiledRule;
use diptych_trace::{FunctionSpec, IdentityId, Sorting, Trace};
use rustc_hash::FxHashMap;

/// The identity of every function of both sides, and what the rules did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identities {
    /// For each side and each of its runs, the identity of each function.
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

/// How much of each side a rule touched; of several runs a side, the sum.
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

    /// The identity of each function of a side's first run.
    pub fn of(&self, side: usize) -> &[IdentityId] {
        self.of_function[side].first().map_or(&[], Vec::as_slice)
    }

    /// Name and file of an identity, for showing them apart; the file is empty where it is unknown.
    pub fn name_and_file(&self, id: IdentityId) -> (&str, &str) {
        split_key(self.key(id))
    }

    /// What functions of an identity are known by: `name (file)`, or the name where the file is unknown.
    pub fn key(&self, id: IdentityId) -> &str {
        &self.keys[id.index()]
    }
}

/// Identities of one trace a side.
pub fn identify(rules: &Compiled, traces: [&Trace; 2]) -> Identities {
    let [a, b] = traces.map(|trace| [trace.functions().specs(trace.names())]);
    identify_runs(rules, [&a, &b])
}

/// Identities of the functions of several runs a side, all under one numbering.
///
/// O(functions) and, for each distinct name and file, O(rules · length); O(k log k) for the k identities, which
/// are put in order so that nothing depends on which run comes first.
pub fn identify_runs(rules: &Compiled, runs: [&[Vec<FunctionSpec<'_>>]; 2]) -> Identities {
    let mut table = Table::default();
    let mut found = Identities {
        touched: vec![Touched::default(); rules.rule_count],
        renamed: vec![Touched::default(); rules.renames.len()],
        ..Identities::default()
    };
    // Runs of one program share nearly all of their names.
    let mut namer = Namer { rules, by_text: FxHashMap::default() };
    for (side, runs) in runs.into_iter().enumerate() {
        for functions in runs {
            let ids = namer.run(functions, side, &mut table, &mut found);
            found.of_function[side].push(ids);
        }
    }
    table.finish(&mut found);
    found
}

/// A function's place as file rules see it.
pub(super) fn place_of(function: FunctionSpec<'_>) -> String {
    match function.line {
        0 => function.file.to_owned(),
        line => format!("{}:{line}", function.file),
    }
}

/// The key of a name and a place.
pub(super) fn key_of(name: &str, place: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{name} ({place})") }
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
    by_text: FxHashMap<String, u32>,
    texts: Vec<String>,
    /// For each side, the key that a key ends up as once renames and pairs have been followed.
    finals: [FxHashMap<u32, IdentityId>; 2],
}

impl Table {
    fn intern(&mut self, text: String) -> u32 {
        if let Some(&id) = self.by_text.get(&text) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.by_text.insert(text, id);
        id
    }

    /// Follows renames and pairs of a side.
    fn follow(&mut self, rules: &Compiled, side: usize, key: String, found: &mut Identities) -> IdentityId {
        let id = self.intern(key);
        if let Some(&known) = self.finals[side].get(&id) {
            return known;
        }
        let (mut key, followed) = rules.renamed(&self.texts[id as usize]);
        for place in followed {
            found.renamed[place].by_side[side] += 1;
        }
        if let Some(pair) = rules.paired(side, &key) {
            pair.clone_into(&mut key);
        }
        let last = IdentityId(self.intern(key));
        self.finals[side].insert(id, last);
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
        used.order_by(|x, y| self.texts[x.index()].cmp(&self.texts[y.index()]));
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
    /// By text, line (none where lines make no difference) and whether it is a name.
    by_text: FxHashMap<(&'a str, u32, bool), Rewritten>,
}

impl<'a> Namer<'a> {
    fn run(
        &mut self,
        functions: &[FunctionSpec<'a>],
        side: usize,
        table: &mut Table,
        found: &mut Identities,
    ) -> Vec<IdentityId> {
        // Where the first rule for files takes lines off, all lines of a file lead to one text.
        let first = self.rules.rules.iter().find(|rule| rule.is_on(false));
        let takes_lines = first.is_some_and(CompiledRule::takes_lines);
        let mut touched: Vec<usize> = Vec::new();
        let mut identity = |&function: &FunctionSpec<'a>| {
            let line = if takes_lines { function.line.min(1) } else { function.line };
            let keys = [(function.name, 0, true), (function.file, line, false)];
            self.rewrite(keys[0], || function.name.to_owned());
            self.rewrite(keys[1], || place_of(function));
            let [name, file] = [&self.by_text[&keys[0]], &self.by_text[&keys[1]]];
            touched.clear();
            touched.extend(name.touched.iter().chain(&file.touched));
            touched.sort_unstable();
            touched.dedup();
            for &rule in &touched {
                found.touched[rule].by_side[side] += 1;
            }
            found.overlong[side] += u32::from(name.overlong || file.overlong);
            table.follow(self.rules, side, key_of(&name.text, &file.text), found)
        };
        functions.iter().map(&mut identity).collect()
    }

    fn rewrite(&mut self, key: (&'a str, u32, bool), text: impl FnOnce() -> String) {
        let rules = self.rules;
        self.by_text.entry(key).or_insert_with(|| rules.rewrite(&text(), key.2));
    }
}
