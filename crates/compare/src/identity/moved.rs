//! Rules for many names at once: functions that moved to other files, and classes that were renamed.
//!
//! If a module became a package, or a file got another name, most functions keep their names and only their file
//! changes. One rule then replaces a rename for each function. A rule is only proposed if it never merges two functions
//! of one side.

use super::agreement::{Agreement, Share, SideAgreement};
use super::families::Family;
use super::identities::Identities;
use super::rules::{Field, Origin, Rule, RuleKind};
use diptych_trace::IdentityId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Minimum number of names that a rule must match. For a single name a rename is enough.
const LEAST_NAMES: usize = 2;

/// A proposed rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleProposal {
    /// Proposed rule, to run after all others.
    pub rule: Rule,
    /// Names that the rule is for.
    pub kind: RuleProposalKind,
    /// Files or classes of A and of B that the rule matches, such as `module.py` and `module/*.py`.
    pub between: [String; 2],
    /// Pairs of identities of A and of B that the rule merges, by identity of A.
    pub identities: Vec<[IdentityId; 2]>,
    /// Calls of each side that the rule would match, of all its calls.
    pub calls: [Share; 2],
    /// Self time of each side that the rule would match, of all its self time.
    pub self_ticks: [Share; 2],
}

/// The names that a proposed rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleProposalKind {
    /// Functions that moved to other files.
    MovedFiles,
    /// Methods of a class with a new name.
    RenamedClass,
    /// Functions of one vendor's library with those of another's, such as `cuda*` and `hip*`.
    VendorFamily,
}

/// Proposes rules that match names, those with the most calls first. One kind is for functions without partner whose
/// name occurs once on each side, in different files. The other is for pairs of classes of one file, one gone and one
/// new, that have similar methods. The third is for libraries of two vendors whose names differ in their prefix. Exchanging the sides reverses every rule and changes nothing else.
/// O(identities · log identities).
pub fn propose_rules(identities: &Identities, agreement: &Agreement) -> Vec<RuleProposal> {
    let names = Names::new(identities, agreement);
    let mut found = names.moved_files();
    found.extend(names.renamed_classes());
    found.extend(names.vendor_families());
    found.sort_by_key(|one| {
        let [a, b] = &one.between;
        (Reverse(one.calls[0].part + one.calls[1].part), a.min(b).clone(), a.max(b).clone())
    });
    found
}

impl RuleProposal {
    /// Returns a phrase like `18 functions with the same name in another file`,
    /// `5 methods of a class with a new name` or `3 functions of another vendor`.
    pub fn in_words(&self) -> String {
        let count = self.identities.len();
        let functions = if count == 1 { "function" } else { "functions" };
        match self.kind {
            RuleProposalKind::MovedFiles => format!("{count} {functions} with the same name in another file"),
            RuleProposalKind::RenamedClass => format!("{count} methods of a class with a new name"),
            RuleProposalKind::VendorFamily => format!("{count} {functions} of another vendor"),
        }
    }
}

/// A name and its file.
type NameAndFile<'a> = (&'a str, &'a str);

/// All names of both sides, separated from their files.
struct Names<'a> {
    agreement: &'a Agreement,
    /// Calls and self time of the identities without partner, for each side.
    alone: [FxHashMap<IdentityId, (u64, u64)>; 2],
    of_alone: [Vec<(IdentityId, NameAndFile<'a>)>; 2],
    /// Names in each file, for each side.
    in_file: [BTreeMap<&'a str, BTreeSet<&'a str>>; 2],
}

impl<'a> Names<'a> {
    fn new(identities: &'a Identities, agreement: &'a Agreement) -> Self {
        let alone = [0, 1].map(|side: usize| {
            let alone = agreement.sides[side].alone.iter();
            alone.map(|one| (one.identity, (one.calls, one.self_ticks))).collect()
        });
        let of_alone = [0, 1].map(|side: usize| {
            let mut ids: Vec<IdentityId> =
                agreement.sides[side].alone.iter().map(|one| one.identity).collect();
            ids.sort_unstable();
            ids.into_iter().map(|id| (id, identities.name_and_file(id))).collect()
        });
        let in_file = [0, 1].map(|side| {
            let mut in_file: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
            let ids: FxHashSet<IdentityId> = identities.by_function(side).iter().copied().collect();
            for (name, file) in ids.into_iter().map(|id| identities.name_and_file(id)) {
                in_file.entry(file).or_default().insert(name);
            }
            in_file
        });
        Self { agreement, alone, of_alone, in_file }
    }

    /// Returns pairs of identities without partner that share a key which no other identity of their side has.
    fn pairs<K: Ord>(&self, key: impl Fn(NameAndFile<'a>) -> Option<K>) -> Vec<[usize; 2]> {
        let mut by_key: BTreeMap<K, [Vec<usize>; 2]> = BTreeMap::new();
        for (side, alone) in self.of_alone.iter().enumerate() {
            for (at, &(_, name)) in alone.iter().enumerate() {
                if let Some(key) = key(name) {
                    by_key.entry(key).or_default()[side].push(at);
                }
            }
        }
        let single = |places: [Vec<usize>; 2]| match places.each_ref().map(Vec::as_slice) {
            [[a], [b]] => Some([*a, *b]),
            _ => None,
        };
        let mut pairs: Vec<[usize; 2]> = by_key.into_values().filter_map(single).collect();
        pairs.sort_unstable();
        pairs
    }

    fn moved_files(&self) -> Vec<RuleProposal> {
        let pairs = self.pairs(|(name, file)| (!file.is_empty() && !is_anonymous(name)).then_some(name));
        let files = |&[a, b]: &[usize; 2]| [self.of_alone[0][a].1.1, self.of_alone[1][b].1.1];
        let mut by_files: BTreeMap<[&str; 2], usize> = BTreeMap::new();
        for pair in &pairs {
            *by_files.entry(files(pair)).or_default() += 1;
        }
        let mut moves: Vec<([&str; 2], usize)> = by_files.into_iter().collect();
        moves.retain(|&([a, b], names)| names >= LEAST_NAMES || are_related(a, b));
        // Ties are broken without regard to the side, so that exchanging the sides tries the same order.
        moves.sort_by_key(|&([a, b], names)| (Reverse(names), a.min(b), a.max(b)));
        let mut groups = Groups::new(self);
        for ([a, b], _) in moves {
            groups.join(a, b);
        }
        let mut of_group: BTreeMap<&str, Vec<[usize; 2]>> = BTreeMap::new();
        for pair in pairs {
            let [a, b] = files(&pair);
            if groups.first_of(a) == groups.first_of(b) {
                of_group.entry(groups.first_of(a)).or_default().push(pair);
            }
        }
        of_group.retain(|_, pairs| pairs.len() >= LEAST_NAMES);
        let proposal = |(first, pairs): (&str, Vec<[usize; 2]>)| {
            let files_of =
                |side: usize| pairs.iter().map(|pair| files(pair)[side]).collect::<BTreeSet<&str>>();
            let between = [files_of(0), files_of(1)];
            let all: BTreeSet<&str> = between.iter().flatten().copied().collect();
            let texts: Vec<String> = all.iter().map(|file| escaped(file)).collect();
            let between = between.map(|files| described(&files));
            let rule = Rule {
                name: format!(
                    "Moved: {} and {}",
                    (&between[0]).min(&between[1]),
                    (&between[0]).max(&between[1])
                ),
                on: Field::File,
                kind: RuleKind::Pattern,
                pattern: format!("^(?:{})$", texts.join("|")),
                replacement: first.replace('$', "$$"),
                enabled: true,
                origin: Origin::User,
            };
            self.proposal(rule, RuleProposalKind::MovedFiles, between, &pairs)
        };
        of_group.into_iter().map(proposal).collect()
    }

    fn renamed_classes(&self) -> Vec<RuleProposal> {
        let classes = [0, 1].map(|side: usize| {
            let mut classes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
            for (file, names) in &self.in_file[side] {
                for (class, _) in names.iter().filter_map(|name| split_class(name)) {
                    classes.entry(class).or_default().insert(file);
                }
            }
            classes
        });
        // Class, method and file of an identity, if only its side has the class, and in a single file.
        let class_of = |side: usize, at: usize| {
            let (_, (name, file)) = self.of_alone[side][at];
            let (class, method) = split_class(name)?;
            let is_gone = !classes[1 - side].contains_key(class) && classes[side][class].len() == 1;
            is_gone.then_some((class, method, file))
        };
        let mut alike: BTreeMap<(&str, [&str; 2]), Vec<[usize; 2]>> = BTreeMap::new();
        let mut methods: BTreeMap<(&str, &str), [Vec<usize>; 2]> = BTreeMap::new();
        let mut sizes: [FxHashMap<&str, usize>; 2] = Default::default();
        for side in [0, 1] {
            for at in 0..self.of_alone[side].len() {
                if let Some((class, method, file)) = class_of(side, at) {
                    methods.entry((file, method)).or_default()[side].push(at);
                    *sizes[side].entry(class).or_default() += 1;
                }
            }
        }
        let has_several =
            |side: usize, at: usize| class_of(side, at).is_some_and(|(class, ..)| sizes[side][class] > 1);
        for ((file, _), [of_a, of_b]) in &methods {
            // Two classes of one method share too few. Leaving them out matters where thousands have the same one.
            let larger_of_b: Vec<usize> = of_b.iter().copied().filter(|&b| has_several(1, b)).collect();
            for &a in of_a {
                for &b in if has_several(0, a) { of_b } else { &larger_of_b } {
                    if let (Some((class_a, ..)), Some((class_b, ..))) = (class_of(0, a), class_of(1, b)) {
                        alike.entry((file, [class_a, class_b])).or_default().push([a, b]);
                    }
                }
            }
        }
        let size = |side: usize, file: &str, class: &str| {
            let names = self.in_file[side].get(file).into_iter().flatten();
            names.filter(|name| split_class(name).is_some_and(|(owner, _)| owner == class)).count()
        };
        let mut best: Vec<_> = alike.into_iter().filter(|(_, pairs)| pairs.len() >= LEAST_NAMES).collect();
        best.retain(|((file, [a, b]), pairs)| 2 * pairs.len() >= size(0, file, a).max(size(1, file, b)));
        best.sort_by_key(|((_, [a, b]), pairs)| (Reverse(pairs.len()), *a.min(b), *a.max(b)));
        let mut taken: [BTreeSet<&str>; 2] = [BTreeSet::new(), BTreeSet::new()];
        let mut found = Vec::new();
        for ((_, [a, b]), pairs) in best {
            let is_taken = |side: usize, class: &str| {
                taken[side].iter().any(|other: &&str| {
                    class.strip_prefix(other).is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with('.') || rest.starts_with("::")
                    })
                })
            };
            if is_taken(0, a) || is_taken(1, b) {
                continue;
            }
            taken[0].insert(a);
            taken[1].insert(b);
            let rule = Rule {
                name: format!("Renamed class {a}"),
                on: Field::Name,
                kind: RuleKind::Pattern,
                pattern: format!("^{}(\\.|::)", escaped(a)),
                replacement: format!("{}${{1}}", b.replace('$', "$$")),
                enabled: true,
                origin: Origin::User,
            };
            let names = [a, b].map(str::to_owned);
            found.push(self.proposal(rule, RuleProposalKind::RenamedClass, names, &pairs));
        }
        found
    }

    fn vendor_families(&self) -> Vec<RuleProposal> {
        let mut taken: [BTreeSet<usize>; 2] = Default::default();
        let proposal = |family: Family| {
            let written = |(name, file)| family.written(name).map(|(written, _)| (written, file));
            let mut pairs = self.pairs(written);
            let prefix = |side: usize, at: usize| {
                let (_, (name, _)) = self.of_alone[side][at];
                family.written(name).map_or("", |(_, prefix)| prefix)
            };
            pairs.retain(|&[a, b]| {
                prefix(0, a) != prefix(1, b) && !taken[0].contains(&a) && !taken[1].contains(&b)
            });
            let &[a, b] = pairs.first()?;
            let between = [prefix(0, a), prefix(1, b)];
            for (taken, side) in taken.iter_mut().zip([0, 1]) {
                taken.extend(pairs.iter().map(|pair| pair[side]));
            }
            let names = between.map(|prefix| format!("{prefix}*"));
            Some(self.proposal(family.rule(between), RuleProposalKind::VendorFamily, names, &pairs))
        };
        Family::all().filter_map(proposal).collect()
    }

    fn proposal(
        &self,
        rule: Rule,
        kind: RuleProposalKind,
        between: [String; 2],
        pairs: &[[usize; 2]],
    ) -> RuleProposal {
        let ids: Vec<[IdentityId; 2]> =
            pairs.iter().map(|&[a, b]| [self.of_alone[0][a].0, self.of_alone[1][b].0]).collect();
        let share = |amount: fn(&(u64, u64)) -> u64, whole: fn(&SideAgreement) -> Share| {
            [0, 1].map(|side: usize| Share {
                part: ids.iter().map(|ids| self.alone[side].get(&ids[side]).map_or(0, amount)).sum(),
                whole: whole(&self.agreement.sides[side]).whole,
            })
        };
        let calls = share(|sums| sums.0, |side| side.calls);
        let self_ticks = share(|sums| sums.1, |side| side.self_ticks);
        RuleProposal { rule, kind, between, identities: ids, calls, self_ticks }
    }
}

/// Groups of files that a rule merges.
struct Groups<'a> {
    /// First file of each file's group.
    first: BTreeMap<&'a str, &'a str>,
    /// Files of each group, by the first file. `names` has the names in the group, for each side.
    files: BTreeMap<&'a str, Vec<&'a str>>,
    names: [BTreeMap<&'a str, BTreeSet<&'a str>>; 2],
}

impl<'a> Groups<'a> {
    fn new(names: &Names<'a>) -> Self {
        let all: BTreeSet<&str> = names.in_file.iter().flat_map(BTreeMap::keys).copied().collect();
        Self {
            first: all.iter().map(|&file| (file, file)).collect(),
            files: all.iter().map(|&file| (file, vec![file])).collect(),
            names: names.in_file.clone(),
        }
    }

    fn first_of(&self, file: &'a str) -> &'a str {
        self.first.get(file).copied().unwrap_or(file)
    }

    /// Merges the groups of two files, unless one side has some name in both groups.
    fn join(&mut self, a: &'a str, b: &'a str) {
        let (x, y) = (self.first_of(a), self.first_of(b));
        let (x, y) = (x.min(y), x.max(y));
        let is_ambiguous = self.names.iter().any(|by_file| match (by_file.get(x), by_file.get(y)) {
            (Some(x), Some(y)) => x.intersection(y).any(|name| !is_anonymous(name)),
            _ => false,
        });
        if x == y || is_ambiguous {
            return;
        }
        for by_file in &mut self.names {
            let names = by_file.remove(y).unwrap_or_default();
            by_file.entry(x).or_default().extend(names);
        }
        for file in self.files.remove(y).unwrap_or_default() {
            self.first.insert(file, x);
            self.files.entry(x).or_default().push(file);
        }
    }
}

/// Returns true for names that a language gives to unnamed code, such as `<module>`. Every file has one.
fn is_anonymous(name: &str) -> bool {
    name.starts_with('<')
}

/// Splits a name into class and method.
pub(super) fn split_class(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once("::")
        .or_else(|| name.rsplit_once('.'))
        .filter(|(class, _)| !class.is_empty() && !class.ends_with('>'))
}

/// Returns true if the paths suggest that one file came from the other: `a.py` and `a/b.py`, or one file name in two
/// folders.
fn are_related(a: &str, b: &str) -> bool {
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned() + "/";
    let last = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
    b.starts_with(&stem(a)) || a.starts_with(&stem(b)) || last(a) == last(b)
}

/// Returns a short description of files: `module/*.py` if all are in one folder and of one kind.
fn described(files: &BTreeSet<&str>) -> String {
    let all: Vec<&str> = files.iter().copied().collect();
    let [first, rest @ ..] = all.as_slice() else { return String::new() };
    if rest.is_empty() {
        return (*first).to_owned();
    }
    let folder = first.rsplit_once('/').map_or("", |(folder, _)| folder);
    let kind = first.rsplit_once('.').map_or("", |(_, kind)| kind);
    let is_of_folder = |file: &&str| {
        let inside = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        inside.is_some_and(|rest| !rest.contains('/'))
            && file.rsplit_once('.').is_some_and(|(_, extension)| extension == kind)
    };
    if !folder.is_empty() && all.iter().all(is_of_folder) {
        return format!("{folder}/*.{kind}");
    }
    match rest {
        [second] => format!("{first}, {second}"),
        _ => format!("{first} and {} more", rest.len()),
    }
}

/// Returns a pattern that matches only this text.
fn escaped(text: &str) -> String {
    regex_lite::escape(text)
}
