//! Names that an identity folds: repetitions with a number in their name (`step#7`).

use crate::Pair;
use diptych_trace::FunctionId;
use rustc_hash::FxHashMap;

/// Numbers for the names of functions that rules made one identity. Names with equal text have equal numbers, so
/// renaming both sides alike changes nothing.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// Number of each function's name, for each side. It is 0 if all functions of the identity have one name. The lists
    /// are empty if this holds for every identity.
    of_function: [Vec<u32>; 2],
}

impl Counters {
    /// Numbers the names of both sides. O(functions).
    pub(super) fn new(pair: Pair) -> Self {
        let names = [0, 1].map(|side| {
            let trace = pair.traces[side];
            let specs = trace.functions().specs(trace.names());
            specs.into_iter().map(|spec| spec.name).collect::<Vec<&str>>()
        });
        let mut is_folded = vec![false; pair.identity_count as usize];
        for side in [0, 1] {
            let mut first: Vec<Option<&str>> = vec![None; pair.identity_count as usize];
            for (identity, &name) in pair.identities[side].iter().zip(&names[side]) {
                let known = first[identity.index()].get_or_insert(name);
                is_folded[identity.index()] |= *known != name;
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
                    if is_folded[identity.index()] { *numbers.entry(name).or_insert(next) } else { 0 }
                })
                .collect()
        });
        Self { of_function }
    }

    /// Returns the number of a function's name, or 0 if its identity has a single name.
    pub(super) fn of(&self, side: usize, function: FunctionId) -> u32 {
        self.of_function[side].get(function.index()).copied().unwrap_or_default()
    }
}
