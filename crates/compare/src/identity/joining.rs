//! The identities of names as recorded: which names of both sides are one function.

use super::change_counts::ChangeCounts;
use super::generated::{differ_by_generated_parts, natural};
use super::keys::write_key;
use super::labels::{Group, Recorded, labels};
use super::partners::{Equals, Form, Owned, Stem, partners};
use super::rewriter::Rewriter;
use diptych_trace::FunctionSpec;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Number of a name as recorded in [`Joining`].
type NameId = u32;
/// Number of an identity in [`Joining`].
type GroupId = u32;

/// The names of all runs, and the identities found so far.
pub(super) struct Joining<'a> {
    pub(super) rewriter: Rewriter<'a>,
    names: Vec<Recorded<'a>>,
    by_form: FxHashMap<Form, NameId>,
    groups: Vec<Group<'a>>,
    /// Identity of each name, by side.
    group_of: [FxHashMap<NameId, GroupId>; 2],
    /// Names of each identity, by side.
    groups_of_side: [FxHashMap<GroupId, Vec<NameId>>; 2],
    /// Runs of each side that have a name, ascending. Filled in once there are several runs.
    runs_of: [FxHashMap<NameId, Vec<u32>>; 2],
    /// Key of each identity, in order, as far as they have one.
    keys: Vec<String>,
    used: FxHashSet<String>,
    /// Number of functions of each side's first run with each name.
    functions: [FxHashMap<NameId, u32>; 2],
    /// Rule for brackets that made several recorded names one.
    folded: FxHashMap<NameId, usize>,
    pub(super) effects: Effects,
}

/// The effects of each rule on the first run of each side.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// Functions that found their partner through the rule.
    pub(super) paired: Vec<ChangeCounts>,
    /// Functions that the rule made equal to another function of their side.
    pub(super) merged: Vec<ChangeCounts>,
    /// Keys that each rename gave a partner.
    pub(super) renamed: Vec<ChangeCounts>,
}

impl<'a> Joining<'a> {
    pub(super) fn new(rewriter: Rewriter<'a>) -> Self {
        let counts = |count: usize| vec![ChangeCounts::default(); count];
        let (rules, renames) = (rewriter.rules.rule_count, rewriter.rules.renames.len());
        let effects = Effects { paired: counts(rules), merged: counts(rules), renamed: counts(renames) };
        Self {
            rewriter,
            names: Vec::new(),
            by_form: FxHashMap::default(),
            groups: Vec::new(),
            group_of: Default::default(),
            groups_of_side: Default::default(),
            runs_of: Default::default(),
            keys: Vec::new(),
            used: FxHashSet::default(),
            functions: Default::default(),
            folded: FxHashMap::default(),
            effects,
        }
    }

    /// Returns the number of a function's name as recorded, and the stages of its name and file.
    pub(super) fn name(&mut self, spec: FunctionSpec<'a>) -> (NameId, [u32; 2]) {
        let ([name, file], line) = self.rewriter.rewritten(spec);
        let stem = Stem { name, file, line };
        let next = self.names.len() as NameId;
        let id = *self.by_form.entry(stem.base(&self.rewriter)).or_insert(next);
        if id == next {
            self.names.push(Recorded { stem, spec });
        } else if self.names[id as usize].stem != stem {
            let rules =
                self.rewriter.brackets_of(stem).max(self.rewriter.brackets_of(self.names[id as usize].stem));
            self.folded.extend(rules.map(|rule| (id, rule)));
        }
        (id, [name, file])
    }

    /// Returns the identity of a name of a side that was joined.
    pub(super) fn group(&self, side: usize, name: NameId) -> usize {
        self.group_of[side][&name] as usize
    }

    /// Returns the key that the rules lead to for each identity, whatever other identities there are.
    pub(super) fn last_keys(&self) -> Vec<String> {
        self.groups.iter().map(|group| group.last(&self.rewriter)).collect()
    }

    /// Returns true for identities that renames or pairs made.
    pub(super) fn is_linked(&self, group: usize) -> bool {
        self.groups[group].target.is_some()
    }

    pub(super) fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Returns, for each identity, true for each side that has names of it.
    pub(super) fn sides_of_groups(&self) -> Vec<[bool; 2]> {
        let mut sides = vec![[false; 2]; self.groups.len()];
        for (side, of) in self.group_of.iter().enumerate() {
            for &group in of.values() {
                sides[group as usize][side] = true;
            }
        }
        sides
    }

    /// Joins the names of the first run of each side. Names that both have are one function as recorded. The others
    /// find their partners by the rules, then by renames and pairs.
    pub(super) fn join_sides(&mut self, runs: [&[NameId]; 2]) {
        for (side, names) in runs.into_iter().enumerate() {
            for &name in names {
                *self.functions[side].entry(name).or_default() += 1;
            }
        }
        let folded: Vec<(NameId, usize)> = self.folded.iter().map(|(&name, &rule)| (name, rule)).collect();
        for (name, rule) in folded {
            for side in [0, 1] {
                self.effects.merged[rule].by_side[side] +=
                    self.functions[side].get(&name).copied().filter(|&functions| functions > 1).unwrap_or(0);
            }
        }
        let [of_a, of_b] = runs.map(distinct);
        let in_b: FxHashSet<NameId> = of_b.iter().copied().collect();
        let mut alone = [Vec::new(), Vec::new()];
        for &name in &of_a {
            if in_b.contains(&name) {
                self.add([&[name], &[name]], None);
            } else {
                alone[0].push(name);
            }
        }
        alone[1].extend(of_b.into_iter().filter(|name| !self.group_of[1].contains_key(name)));
        self.join_by_rules(&mut alone);
        if self.rewriter.rules.has_links() {
            self.join_by_links(&mut alone);
        }
        for side in [0, 1] {
            self.add_alone(side, &alone[side]);
        }
        self.label();
    }

    /// Joins the names of the other runs of a side to the identities found so far, run by run. Names without a partner
    /// among them become identities of their own. No identity gets another key.
    pub(super) fn join_runs(&mut self, side: usize, runs: &[Vec<NameId>]) {
        for (run, names) in (0..).zip(runs) {
            for name in distinct(names) {
                self.runs_of[side].entry(name).or_default().push(run);
            }
        }
        for run in runs.iter().skip(1) {
            self.join_run(side, distinct(run));
        }
    }

    fn join_run(&mut self, side: usize, names: Vec<NameId>) {
        let (known, new): (Vec<NameId>, Vec<NameId>) =
            names.into_iter().partition(|name| self.group_of[side].contains_key(name));
        if new.is_empty() {
            return;
        }
        let covered: FxHashSet<GroupId> = known.iter().map(|name| self.group_of[side][name]).collect();
        let free = self.groups.iter().zip(0..).filter(|(_, group)| !covered.contains(group));
        let owned = |(group, owner): (&Group<'_>, GroupId)| -> Vec<Owned> {
            group.names.iter().map(|one| Owned { stem: one.stem, owner }).collect()
        };
        let free: Vec<Owned> = free.flat_map(owned).collect();
        let stems: Vec<Stem> = new.iter().map(|&name| self.names[name as usize].stem).collect();
        for equals in partners(&self.rewriter, &stems, &free) {
            let mut here: Vec<NameId> = equals.first.iter().map(|&at| new[at as usize]).collect();
            self.sort(&mut here);
            let mut groups = equals.second;
            groups.sort_by(|&x, &y| {
                let spec = |group: GroupId| &self.groups[group as usize].names[0].spec;
                by_place(spec(x), spec(y))
            });
            for (at, name) in here.into_iter().enumerate() {
                let group = groups[at.min(groups.len() - 1)];
                if !self.meets(side, name, group) {
                    self.group_of[side].insert(name, group);
                    self.groups_of_side[side].entry(group).or_default().push(name);
                }
            }
        }
        let alone: Vec<NameId> =
            new.into_iter().filter(|name| !self.group_of[side].contains_key(name)).collect();
        self.add_alone(side, &alone);
        self.label();
    }

    /// Returns true if some run of a side has a name together with a name of an identity. They are two functions then.
    fn meets(&self, side: usize, name: NameId, group: GroupId) -> bool {
        let runs = |name: &NameId| self.runs_of[side].get(name).map_or(&[][..], Vec::as_slice);
        let own = runs(&name);
        let others = self.groups_of_side[side].get(&group).into_iter().flatten();
        others.flat_map(runs).any(|run| own.binary_search(run).is_ok())
    }

    fn join_by_rules(&mut self, alone: &mut [Vec<NameId>; 2]) {
        let stem = |name: &NameId| self.names[*name as usize].stem;
        let first: Vec<Stem> = alone[0].iter().map(stem).collect();
        let second: Vec<Owned> =
            (0..).zip(&alone[1]).map(|(owner, name)| Owned { stem: stem(name), owner }).collect();
        for Equals { level, first, second } in partners(&self.rewriter, &first, &second) {
            let rule = self.rewriter.rule_of(level);
            let [a, b] = [(0, first), (1, second)].map(|(side, places): (usize, Vec<u32>)| {
                places.into_iter().map(|at| alone[side][at as usize]).collect::<Vec<NameId>>()
            });
            for side in [0, 1] {
                self.count(rule, side, [&a, &b][side], false);
            }
            self.pair([a, b], rule, None);
        }
        self.drop_joined(alone);
    }

    /// Joins names that renames and pairs make equal.
    fn join_by_links(&mut self, alone: &mut [Vec<NameId>; 2]) {
        let rules = self.rewriter.rules;
        let mut by_key: BTreeMap<String, [BTreeMap<String, Vec<NameId>>; 2]> = BTreeMap::new();
        for side in [0, 1] {
            for &name in &alone[side] {
                let last = self.names[name as usize].stem.last(&self.rewriter);
                let [text, file] = last.map(|text| self.rewriter.text(text));
                let key = write_key(text, file);
                let (renamed, _) = rules.renamed(&key);
                let target = rules.paired(side, &renamed).map_or_else(|| renamed.clone(), str::to_owned);
                by_key.entry(target).or_default()[side].entry(key).or_default().push(name);
            }
        }
        for (target, sources) in by_key {
            if sources.iter().any(BTreeMap::is_empty) {
                continue;
            }
            for side in [0, 1] {
                for place in sources[side].keys().flat_map(|key| rules.renamed(key).1) {
                    self.effects.renamed[place].by_side[side] += 1;
                }
            }
            let names = sources.map(|sources| sources.into_values().flatten().collect());
            self.pair(names, None, Some(target));
        }
        self.drop_joined(alone);
    }

    fn drop_joined(&self, alone: &mut [Vec<NameId>; 2]) {
        for side in [0, 1] {
            alone[side].retain(|name| !self.group_of[side].contains_key(name));
        }
    }

    /// Makes identities of names that became equal. Equally many of both sides are paired in their order, unless they
    /// differ by generated parts. Otherwise all are one identity.
    fn pair(&mut self, mut names: [Vec<NameId>; 2], rule: Option<usize>, target: Option<String>) {
        let count = names[0].len();
        if count == names[1].len() && (count == 1 || !names.iter().any(|names| self.is_generated(names))) {
            for names in &mut names {
                self.sort(names);
            }
            for at in 0..count {
                self.add([&names[0][at..=at], &names[1][at..=at]], target.clone());
            }
            return;
        }
        for side in (0..2).filter(|&side| names[side].len() > 1) {
            self.count(rule, side, &names[side], true);
        }
        self.add([&names[0], &names[1]], target);
    }

    /// Makes identities of names without partner. Names that all rules make equal are one identity if they differ by
    /// generated parts, and several otherwise.
    fn add_alone(&mut self, side: usize, names: &[NameId]) {
        let mut by_last: FxHashMap<_, Vec<NameId>> = FxHashMap::default();
        let last = |name: NameId| self.names[name as usize].stem.last(&self.rewriter);
        for &name in names {
            by_last.entry(last(name)).or_default().push(name);
        }
        let first: Vec<_> = names.iter().map(|&name| last(name)).collect();
        for last in first {
            let Some(equal) = by_last.remove(&last) else { continue };
            if equal.len() > 1 && self.is_generated(&equal) {
                for &name in &equal {
                    let stem = self.names[name as usize].stem;
                    let change = |stages| self.rewriter.stages(stages).changes.last().map(|change| change.0);
                    let level = change(stem.name).max(change(stem.file)).unwrap_or(0);
                    self.count(self.rewriter.rule_of(level), side, &[name], true);
                }
                self.add_one_sided(side, &equal);
            } else {
                for name in equal {
                    self.add_one_sided(side, &[name]);
                }
            }
        }
    }

    fn add_one_sided(&mut self, side: usize, names: &[NameId]) {
        self.add(if side == 0 { [names, &[]] } else { [&[], names] }, None);
    }

    fn add(&mut self, names: [&[NameId]; 2], target: Option<String>) {
        let group = self.groups.len() as GroupId;
        let mut all = names.concat();
        all.sort_unstable();
        all.dedup();
        self.groups
            .push(Group { names: all.iter().map(|&name| self.names[name as usize]).collect(), target });
        for (side, names) in names.into_iter().enumerate() {
            self.group_of[side].extend(names.iter().map(|&name| (name, group)));
            self.groups_of_side[side].entry(group).or_default().extend(names);
        }
    }

    /// Gives keys to the identities that have none.
    fn label(&mut self) {
        let new = labels(&self.rewriter, &self.groups[self.keys.len()..], &mut self.used);
        self.keys.extend(new);
    }

    fn is_generated(&self, names: &[NameId]) -> bool {
        let specs: Vec<FunctionSpec<'_>> = names.iter().map(|&name| self.names[name as usize].spec).collect();
        specs.len() > 1 && differ_by_generated_parts(self.rewriter.rules, &specs)
    }

    /// Counts the functions with these names as paired or, if these are several, as merged by a rule.
    fn count(&mut self, rule: Option<usize>, side: usize, names: &[NameId], merged: bool) {
        let functions =
            names.iter().map(|name| self.functions[side].get(name).copied().unwrap_or(0)).sum::<u32>();
        let Some(rule) = rule else { return };
        let counts = if merged { &mut self.effects.merged } else { &mut self.effects.paired };
        counts[rule].by_side[side] += functions;
    }

    fn sort(&self, names: &mut [NameId]) {
        names.sort_by(|&x, &y| by_place(&self.names[x as usize].spec, &self.names[y as usize].spec));
    }
}

/// Compares functions by name, then file, then line, numbers as numbers.
fn by_place(a: &FunctionSpec<'_>, b: &FunctionSpec<'_>) -> std::cmp::Ordering {
    natural(a.name, b.name).then_with(|| natural(a.file, b.file)).then_with(|| a.line.cmp(&b.line))
}

/// Returns the distinct names, in order of first appearance.
fn distinct(names: &[NameId]) -> Vec<NameId> {
    let mut seen = FxHashSet::default();
    names.iter().copied().filter(|&name| seen.insert(name)).collect()
}
