//! New functions that probably replace gone ones.

use super::rows::{RowContext, shown_name};
use crate::words;
use diptych_compare::ranking::Row;
use diptych_profile::NodeId;
use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// Minimum number of calls at which equal numbers of calls are evidence by themselves.
const TELLING_CALLS: u64 = 8;

/// Largest ratio of the numbers of calls of two functions that are called about equally often.
const ABOUT_EQUAL: f64 = 1.05;

/// Minimum length in characters of a word that two names share as evidence.
const LEAST_WORD: usize = 3;

/// The callers of a function other than itself, and the number of their calls. A replacement has those of the function
/// that it replaces.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    /// In ascending order, each once.
    callers: Vec<IdentityId>,
    calls: u64,
}

/// Returns, for each row, the place of the gone row whose function it probably replaces: one [of the same
/// name](by_name), or one [with the same use](by_use). Samples count no calls, so nothing replaces anything.
/// O(nodes + rows · log rows).
pub(super) fn replaced(context: RowContext<'_>, rows: &[&Row]) -> Vec<Option<usize>> {
    let mut found = vec![None; rows.len()];
    if context.counted().is_some() {
        return found;
    }
    let use_of = use_of(context, rows);
    let one_sided: Vec<OneSided<'_>> = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| !row.is_call() && row.calls.contains(&0))
        .filter_map(|(place, &row)| {
            let of = use_of.get(&row.identity).filter(|of| !of.callers.is_empty())?;
            Some(OneSided { place, side: usize::from(row.calls[0] == 0), row, of })
        })
        .collect();
    by_use(context, &one_sided, &mut found);
    by_name(context, &one_sided, &mut found);
    found
}

/// A row of a function that only one side calls.
struct OneSided<'a> {
    /// Place among the rows.
    place: usize,
    /// Side that calls the function.
    side: usize,
    row: &'a Row,
    of: &'a Use,
}

/// Pairs a new and a gone function that have the same callers and the same number of calls, if no other new or gone
/// function has. If the calls are few, the names must share a word, because other code of the same caller is often called
/// as often.
fn by_use(context: RowContext<'_>, one_sided: &[OneSided<'_>], found: &mut [Option<usize>]) {
    let mut uses: BTreeMap<&Use, [Vec<&OneSided<'_>>; 2]> = BTreeMap::new();
    for row in one_sided {
        uses.entry(row.of).or_default()[row.side].push(row);
    }
    for (of, sides) in uses {
        if let [[gone], [new]] = sides.each_ref().map(Vec::as_slice)
            && gone.row.identity != new.row.identity
            && (of.calls >= TELLING_CALLS || share_a_word(context, [gone.row, new.row]))
        {
            found[new.place] = Some(gone.place);
        }
    }
}

/// Pairs a new and a gone function of the same name, such as one that moved to another file or class, if no other new or
/// gone function has the name. Both must have a caller in common and be called about equally often.
fn by_name(context: RowContext<'_>, one_sided: &[OneSided<'_>], found: &mut [Option<usize>]) {
    let mut names: BTreeMap<String, [Vec<&OneSided<'_>>; 2]> = BTreeMap::new();
    for row in one_sided {
        let name = shown_name(context.names, row.row.identity);
        let last = name.rsplit(['.', ':']).next().unwrap_or_default();
        // Every class may have an `__init__`.
        if !last.starts_with("__") && !words_of(last).is_empty() {
            names.entry(last.to_owned()).or_default()[row.side].push(row);
        }
    }
    let mut is_paired = vec![false; found.len()];
    for (new, gone) in found.iter().enumerate().filter_map(|(new, gone)| Some((new, (*gone)?))) {
        (is_paired[new], is_paired[gone]) = (true, true);
    }
    for sides in names.values() {
        let [[gone], [new]] = sides.each_ref().map(Vec::as_slice) else { continue };
        let is_free = !is_paired[new.place] && !is_paired[gone.place];
        if is_free && gone.row.identity != new.row.identity && gone.of.is_like(new.of) {
            found[new.place] = Some(gone.place);
        }
    }
}

impl Use {
    /// Returns true if two functions have a caller in common and are called about equally often.
    fn is_like(&self, other: &Self) -> bool {
        let [few, many] = [self.calls.min(other.calls), self.calls.max(other.calls)];
        many as f64 <= few as f64 * ABOUT_EQUAL
            && self.callers.iter().any(|caller| other.callers.binary_search(caller).is_ok())
    }
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

/// Returns the words of a name in lower case: `bubbleSort` has `bubble` and `sort`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = character.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| word.chars().count() >= LEAST_WORD);
    words
}

/// Returns what replaces what: `vat_percent replaces rate_for`, or `feed_token moved from a.py to b.py` if the names are
/// equal.
pub(super) fn what(context: RowContext<'_>, new: IdentityId, gone: IdentityId) -> String {
    let [new_name, gone_name] = [new, gone].map(|of| shown_name(context.names, of));
    if new_name != gone_name {
        return format!("{new_name} replaces {gone_name}");
    }
    let file = |of: IdentityId| words::shown(&context.names.name_and_file(of).1);
    format!("{new_name} moved from {} to {}", in_folder(&file(gone)), in_folder(&file(new)))
}

/// Returns the end of a path: the file and its folder.
fn in_folder(path: &str) -> &str {
    path.rmatch_indices('/').nth(1).map_or(path, |(at, _)| &path[at + 1..])
}
