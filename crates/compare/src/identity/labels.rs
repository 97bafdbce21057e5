//! The keys of identities.
//!
//! The key of an identity is the text that all rules leave of its names. If several identities would get one key, each
//! gets the text before the rule that made them equal, such as `sha_256` and `sha_512` in place of `sha`. Names that
//! differ in file or line only get their place: `__init__ (line 12)`.

use super::defaults::RAW_ADDRESS_NAME;
use super::generated::natural;
use super::keys::{split_key, write_key};
use super::partners::Stem;
use super::rewriter::Rewriter;
use diptych_trace::FunctionSpec;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A name as recorded, with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recorded<'a> {
    pub(super) stem: Stem,
    pub(super) spec: FunctionSpec<'a>,
}

/// The names of one identity.
#[derive(Debug, Clone, Default)]
pub(super) struct Group<'a> {
    pub(super) names: Vec<Recorded<'a>>,
    /// Key that renames or pairs by hand gave these names.
    pub(super) target: Option<String>,
}

impl Group<'_> {
    /// Returns the key that the rules and links lead to, whatever other identities there are.
    pub(super) fn last(&self, rewriter: &Rewriter<'_>) -> String {
        self.target.clone().unwrap_or_else(|| {
            let [name, file] = self.names[0].stem.last(rewriter).map(|text| rewriter.text(text));
            write_key(name, file)
        })
    }
}

/// Returns a key for each group that no other group has. `used` has the keys that are taken, and gets the new ones.
/// O(names · rules) for groups whose texts collide.
pub(super) fn labels(
    rewriter: &Rewriter<'_>,
    groups: &[Group<'_>],
    used: &mut FxHashSet<String>,
) -> Vec<String> {
    let lasts: Vec<String> = groups.iter().map(|group| group.last(rewriter)).collect();
    let mut by_last: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, last) in lasts.iter().enumerate() {
        by_last.entry(last).or_default().push(at);
    }
    let mut keys = vec![String::new(); groups.len()];
    by_last.retain(|last, at| {
        let is_clear = at.len() == 1 && used.insert((*last).to_owned());
        if is_clear {
            (*last).clone_into(&mut keys[at[0]]);
        }
        !is_clear
    });
    for (last, at) in by_last {
        let colliding: Vec<&Group<'_>> = at.iter().map(|&at| &groups[at]).collect();
        for (key, &at) in told_apart(rewriter, last, &colliding, used).into_iter().zip(&at) {
            used.insert(key.clone());
            keys[at] = key;
        }
    }
    keys
}

/// Returns distinct keys for groups that all rules make equal.
fn told_apart(
    rewriter: &Rewriter<'_>,
    last: &str,
    groups: &[&Group<'_>],
    used: &FxHashSet<String>,
) -> Vec<String> {
    // A target is a key. The other groups have equal texts after all rules.
    let file = match &groups[0].target {
        Some(_) => split_key(last).1,
        None => rewriter.text(groups[0].names[0].stem.last(rewriter)[1]),
    };
    let named = |level: u32, group: &Group<'_>| {
        // The first and the last of many addresses say nothing.
        let last = rewriter.text(group.names[0].stem.last(rewriter)[0]);
        if last == RAW_ADDRESS_NAME && group.target.is_none() && group.names.len() > 2 {
            return last.to_owned();
        }
        joined(
            group.names.iter().map(|one| rewriter.text(rewriter.stages(one.stem.name).at(level)).to_owned()),
            " ",
        )
    };
    let is_free = |keys: &[String]| {
        let distinct: FxHashSet<&String> = keys.iter().collect();
        distinct.len() == keys.len() && keys.iter().all(|key| !used.contains(key))
    };
    for level in (rewriter.file_levels()..rewriter.level_count()).rev() {
        let keys = groups.iter().map(|group| write_key(&named(level, group), file));
        let keys: Vec<String> = keys.collect();
        if is_free(&keys) {
            return keys;
        }
    }
    let lines: Vec<String> = groups.iter().map(|group| lines(group)).collect();
    let are_lines = lines.iter().collect::<FxHashSet<_>>().len() == lines.len();
    let places = if are_lines {
        lines.into_iter().map(|lines| vec![lines]).collect()
    } else {
        let places = groups.iter().map(|group| group.names.iter().map(|one| place(&one.spec)).collect());
        shortened(&places.collect::<Vec<Vec<String>>>())
    };
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let key = |(group, places): (&&Group<'_>, Vec<String>)| {
        let name = named(rewriter.file_levels(), group);
        let name = format!("{name} ({})", joined(places.into_iter(), " "));
        let numbered = (1..).map(|number: u32| match number {
            1 => write_key(&name, file),
            _ => write_key(&format!("{name} ({number})"), file),
        });
        let key =
            numbered.into_iter().find(|key| !used.contains(key) && !taken.contains(key)).unwrap_or_default();
        taken.insert(key.clone());
        key
    };
    groups.iter().zip(places).map(key).collect()
}

/// Returns the lines of a group: `line 12`, or `lines 12↔13`.
fn lines(group: &Group<'_>) -> String {
    let lines: BTreeSet<u32> = group.names.iter().map(|one| one.spec.line).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", joined(lines.iter().map(u32::to_string), ""))
}

/// Returns the place of a function: its file and line.
fn place(spec: &FunctionSpec<'_>) -> String {
    match spec.line {
        0 => spec.file.to_owned(),
        line => format!("{}:{line}", spec.file),
    }
}

/// Joins the distinct texts of an identity: one as it is, two with an arrow, more as the first and the last.
fn joined(texts: impl Iterator<Item = String>, space: &str) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_by(|a, b| natural(a, b));
    texts.dedup();
    match texts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one}{space}↔{space}{other}"),
        [first, .., last] => format!("{first}{space}…{space}{last}"),
    }
}

/// Removes the folders that all places have in common.
fn shortened(places: &[Vec<String>]) -> Vec<Vec<String>> {
    let all = || places.iter().flatten().map(String::as_str);
    let first = all().next().unwrap_or_default();
    let common =
        all().map(|other| first.bytes().zip(other.bytes()).take_while(|(x, y)| x == y).count()).min();
    let common = &first.as_bytes()[..common.unwrap_or(0)];
    let cut = common.iter().rposition(|byte| matches!(byte, b'/' | b'\\')).map_or(0, |at| at + 1);
    places.iter().map(|of| of.iter().map(|place| place[cut..].to_owned()).collect()).collect()
}
