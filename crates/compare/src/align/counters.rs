//! Names that differ only in a number: repetitions such as `step#7`.
//!
//! Names with a number in their end are one family, whether the identity rules made them one function or not. The lane
//! whose repetitions have numbers leads the others, and repetitions with equal numbers pair.

use crate::Pair;
use diptych_trace::FunctionId;
use rustc_hash::FxHashMap;

/// Families of identities, and numbers for the names in a family. Names with equal text have equal numbers, so renaming
/// both sides alike changes nothing.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// Family of each identity. The list is empty if each identity is a family with one name.
    family: Vec<u32>,
    /// Number of each function's name, for each side. It is 0 if all functions of the family have one name. The lists
    /// are empty if this holds for every family.
    of_function: [Vec<u32>; 2],
}

impl Counters {
    /// Finds the families of both sides and numbers their names. O(functions), nearly.
    pub(super) fn new(pair: Pair) -> Self {
        let names = [0, 1].map(|side| {
            let trace = pair.traces[side];
            let specs = trace.functions().specs(trace.names());
            specs.into_iter().map(|spec| spec.name).collect::<Vec<&str>>()
        });
        let family = families(pair, &names);
        let mut is_folded = vec![false; pair.identity_count as usize];
        let mut first: Vec<Option<&str>> = vec![None; pair.identity_count as usize];
        for side in [0, 1] {
            for (identity, &name) in pair.identities[side].iter().zip(&names[side]) {
                let family = family[identity.index()] as usize;
                is_folded[family] |= *first[family].get_or_insert(name) != name;
            }
        }
        if !is_folded.contains(&true) {
            return Self::default();
        }
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let of_function = [0, 1].map(|side| {
            let functions = pair.identities[side].iter().zip(&names[side]);
            functions
                .map(|(identity, &name)| {
                    let next = numbers.len() as u32 + 1;
                    let is_folded = is_folded[family[identity.index()] as usize];
                    if is_folded { *numbers.entry(name).or_insert(next) } else { 0 }
                })
                .collect()
        });
        Self { family, of_function }
    }

    /// Returns the number of a function's name, or 0 if its family has a single name.
    pub(super) fn of(&self, side: usize, function: FunctionId) -> u32 {
        self.of_function[side].get(function.index()).copied().unwrap_or_default()
    }

    /// Returns the family of an identity: the lowest of its identities.
    pub(super) fn family(&self, identity: u32) -> u32 {
        self.family.get(identity as usize).copied().unwrap_or(identity)
    }
}

/// Returns the family of each identity: identities that have names with a number in their end and nothing else that
/// differs belong together.
fn families(pair: Pair, names: &[Vec<&str>; 2]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..pair.identity_count).collect();
    let mut by_stem: FxHashMap<&str, u32> = FxHashMap::default();
    for side in [0, 1] {
        for (identity, name) in pair.identities[side].iter().zip(&names[side]) {
            let Some(stem) = without_number(name) else { continue };
            let known = *by_stem.entry(stem).or_insert(identity.0);
            let [x, y] = [root(&mut parent, known), root(&mut parent, identity.0)];
            parent[x.max(y) as usize] = x.min(y);
        }
    }
    (0..pair.identity_count).map(|identity| root(&mut parent, identity)).collect()
}

/// Returns the root of an identity's tree, and halves the path to it.
fn root(parent: &mut [u32], mut of: u32) -> u32 {
    while parent[of as usize] != of {
        parent[of as usize] = parent[parent[of as usize] as usize];
        of = parent[of as usize];
    }
    of
}

/// Returns a name without the number in its end, or `None` if there is none after a space, `#`, `_`, `/` or `-`.
fn without_number(name: &str) -> Option<&str> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.len() < name.len() && stem.len() > 1 && stem.ends_with([' ', '#', '_', '/', '-'])).then_some(stem)
}
