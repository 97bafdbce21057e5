//! New functions that probably replace gone ones.

use super::rows::{RowContext, shown_name};
use crate::words;
use diptych_compare::ranking::Row;
use diptych_profile::NodeId;
use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// Minimum number of calls at which equal numbers of calls are evidence by themselves.
const TELLING_CALLS: u64 = 8;

/// Minimum length in characters of a word that two names share as evidence.
const LEAST_WORD: usize = 3;

/// Words that names of unrelated functions share.
const COMMON_WORDS: [&str; 8] = ["get", "set", "new", "test", "init", "func", "run", "make"];

/// The callers of a function other than itself, and the number of their calls. A replacement has those of the function
/// that it replaces.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    callers: Vec<IdentityId>,
    calls: u64,
}

/// Returns, for each row, the place of the gone row whose function it probably replaces. It is the only new function with
/// its callers and its number of calls, and there is only one such gone function. If the calls are few, the names must
/// share a word, because other code of the same caller is often called as often. Samples count no calls, so nothing replaces
/// anything. O(nodes + rows · log rows).
pub(super) fn replaced(context: RowContext<'_>, rows: &[&Row]) -> Vec<Option<usize>> {
    let mut found = vec![None; rows.len()];
    if context.counted().is_some() {
        return found;
    }
    let use_of = use_of(context, rows);
    let mut uses: BTreeMap<&Use, [Vec<usize>; 2]> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_call()) {
        let side = match row.calls {
            [0, _] => 1,
            [_, 0] => 0,
            _ => continue,
        };
        let Some(of) = use_of.get(&row.identity).filter(|of| !of.callers.is_empty()) else { continue };
        uses.entry(of).or_default()[side].push(place);
    }
    for (key, sides) in uses {
        if let [[gone], [new]] = sides.each_ref().map(Vec::as_slice)
            && rows[*gone].identity != rows[*new].identity
            && (key.calls >= TELLING_CALLS || share_a_word(context, [rows[*gone], rows[*new]]))
        {
            found[*new] = Some(*gone);
        }
    }
    found
}

/// Returns the use of each row's function. O(nodes · runs).
fn use_of(context: RowContext<'_>, rows: &[&Row]) -> BTreeMap<IdentityId, Use> {
    let union = context.union;
    let mut found: BTreeMap<IdentityId, Use> =
        rows.iter().map(|row| (row.identity, Use::default())).collect();
    for node in union.nodes() {
        let identity = |node: NodeId| union.identity()[node.index()];
        let Some(parent) = union.parent()[node.index()].some().map(identity) else { continue };
        if let Some(of) = found.get_mut(&identity(node)).filter(|_| parent != identity(node)) {
            of.callers.push(parent);
            let runs = union.runs().iter().filter_map(|run| Some(run.tree.calls()[run.own(node)?.index()]));
            of.calls += runs.sum::<u64>();
        }
    }
    for of in found.values_mut() {
        of.callers.sort_unstable();
        of.callers.dedup();
    }
    found
}

/// Returns true if the names of two functions share a word.
fn share_a_word(context: RowContext<'_>, rows: [&Row; 2]) -> bool {
    let [a, b] = rows.map(|row| words_of(&shown_name(context.names, row.identity)));
    a.iter().any(|word| b.contains(word))
}

/// Returns the words of a name in lower case: `bubbleSort` has `bubble` and `sort`. Words that tell nothing are left out,
/// and so is what stands in brackets: types, arguments, and Python's `<locals>` and `<lambda>`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut was_lower, mut depth) = (false, 0u32);
    for character in name.chars() {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => continue,
            _ => {}
        }
        if !character.is_alphanumeric() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = character.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| word.chars().count() >= LEAST_WORD && !COMMON_WORDS.contains(&word.as_str()));
    words
}

/// Returns the names of two functions, with their files if the names are equal.
pub(super) fn distinct_names(context: RowContext<'_>, functions: [IdentityId; 2]) -> [String; 2] {
    let names = functions.map(|of| shown_name(context.names, of));
    if names[0] != names[1] {
        return names;
    }
    let file = |of: IdentityId| words::shown(&context.names.name_and_file(of).1);
    let [x, y] = functions.map(file);
    let [name_x, name_y] = names;
    [format!("{name_x} of {x}"), format!("{name_y} of {y}")]
}
