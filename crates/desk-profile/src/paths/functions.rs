//! The functions of a profile, with their names in the traces.

use crate::path_results::CallPaths;
use diptych_protocol::{FunctionRef, SideName};
use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace};
use diptych_views::{FrameNames, Highlight, words};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The open traces.
pub(crate) type Traces<'a> = [Option<&'a Trace>; 2];

/// The functions of a profile.
#[derive(Debug)]
pub(crate) struct ProfileFunctions {
    names: Arc<FrameNames>,
    /// Number in the profile of each function of a trace.
    identities: [Vec<IdentityId>; 2],
    /// A function of each trace with that number, by number.
    of_trace: Vec<[Option<FunctionId>; 2]>,
    /// For each side, its functions grouped by number, and the start of each group.
    alike: [(Vec<FunctionId>, Vec<u32>); 2],
}

impl ProfileFunctions {
    /// Builds the maps. O(functions).
    pub(crate) fn new(profile: &CallPaths) -> Self {
        let mut of_trace = vec![[None; 2]; profile.names.len()];
        for (side, identities) in profile.identities.iter().enumerate() {
            for (id, identity) in (0..).map(FunctionId).zip(identities) {
                if let Some(of_side) = of_trace.get_mut(identity.index()) {
                    of_side[side].get_or_insert(id);
                }
            }
        }
        let alike = profile.identities.each_ref().map(|identities| alike(identities, of_trace.len()));
        let identities = profile.identities.clone();
        Self { names: Arc::clone(&profile.names), identities, of_trace, alike }
    }

    /// Returns the number of functions.
    pub(crate) fn count(&self) -> usize {
        self.of_trace.len()
    }

    /// Returns what a trace says of a function, A's before B's. Returns `None` for entries that are no function, such
    /// as the name of a lane.
    fn spec<'a>(&self, id: IdentityId, traces: Traces<'a>) -> Option<FunctionSpec<'a>> {
        let of_trace = self.of_trace[id.index()];
        traces.into_iter().zip(of_trace).find_map(|(trace, function)| {
            let trace = trace?;
            Some(trace.functions().get(trace.names(), function?))
        })
    }

    /// Returns the name of a function as the trace has it.
    pub(crate) fn name<'a>(&'a self, id: IdentityId, traces: Traces<'a>) -> &'a str {
        let name = self.spec(id, traces).map_or("", |spec| spec.name);
        if name.is_empty() { self.names.name(id) } else { name }
    }

    /// Returns the file of a function, empty if unknown.
    pub(crate) fn file<'a>(&'a self, id: IdentityId, traces: Traces<'a>) -> &'a str {
        self.spec(id, traces).map_or("", |spec| spec.file)
    }

    /// Returns `file:line`, as far as known.
    pub(crate) fn place(&self, id: IdentityId, traces: Traces<'_>) -> String {
        self.spec(id, traces).map_or_else(String::new, words::place)
    }

    /// Returns a reference to the function, for selecting it.
    pub(crate) fn reference(&self, id: IdentityId, traces: Traces<'_>) -> Option<FunctionRef> {
        let of_trace = self.of_trace[id.index()];
        let mut functions = traces.into_iter().zip(of_trace);
        if of_trace == [None; 2] {
            return Some(FunctionRef { name: self.names.name(id).to_owned(), file: String::new() });
        }
        functions.find_map(|(trace, function)| words::function_reference(trace?, function?))
    }

    /// Returns the numbers of named functions, `None` for those that do not exist. O(functions + named).
    pub(crate) fn find(&self, named: &[FunctionRef], traces: Traces<'_>) -> Vec<Option<IdentityId>> {
        let mut wanted: FxHashMap<(&str, &str), Option<IdentityId>> = FxHashMap::default();
        for function in named {
            wanted.insert((&function.name, &function.file), None);
        }
        for (trace, identities) in traces.into_iter().zip(&self.identities) {
            let Some(trace) = trace else { continue };
            for (id, identity) in trace.functions().ids().zip(identities) {
                let spec = trace.functions().get(trace.names(), id);
                if let Some(found) = wanted.get_mut(&(spec.name, spec.file)) {
                    found.get_or_insert(*identity);
                }
            }
        }
        // An entry without a function on either side has only a name.
        for id in (0..self.count() as u32).map(IdentityId).filter(|id| self.of_trace[id.index()] == [None; 2])
        {
            if let Some(found) = wanted.get_mut(&(self.names.name(id), "")) {
                found.get_or_insert(id);
            }
        }
        let number = |function: &FunctionRef| wanted[&(&*function.name, &*function.file)];
        named.iter().map(number).collect()
    }

    /// Returns the number of a function of a trace.
    pub(crate) fn of_function(&self, side: SideName, function: FunctionId) -> Option<IdentityId> {
        self.identities[side.index()].get(function.index()).copied()
    }

    /// Returns, by number, true if any of its functions is set; `None` if none is. O(functions).
    pub(crate) fn union(&self, bits: [&[bool]; 2]) -> Option<Vec<bool>> {
        let mut found = vec![false; self.count()];
        for (identities, bits) in self.identities.iter().zip(bits) {
            for (identity, _) in identities.iter().zip(bits).filter(|(_, bit)| **bit) {
                found[identity.index()] = true;
            }
        }
        found.contains(&true).then_some(found)
    }

    /// Returns the functions of a side with one number.
    fn alike(&self, side: usize, id: IdentityId) -> &[FunctionId] {
        let (functions, first) = &self.alike[side];
        &functions[first[id.index()] as usize..first[id.index() + 1] as usize]
    }

    /// Returns true if any of a number's functions is set in `bits`, by function of each trace. O(its functions).
    pub(crate) fn is_any(&self, id: IdentityId, bits: [&[bool]; 2]) -> bool {
        let is_set = |side: usize| {
            self.alike(side, id).iter().any(|function| bits[side].get(function.index()) == Some(&true))
        };
        is_set(0) || is_set(1)
    }

    /// Returns a highlight of all calls of a function.
    pub(crate) fn highlight(&self, id: IdentityId) -> Option<Highlight> {
        let functions = [0, 1].map(|side: usize| {
            let alike = self.alike(side, id);
            let mut bits = vec![false; if alike.is_empty() { 0 } else { self.identities[side].len() }];
            for function in alike {
                bits[function.index()] = true;
            }
            bits
        });
        let highlight = Highlight { functions, ..Highlight::default() };
        (!highlight.is_empty()).then_some(highlight)
    }
}

/// Groups functions by number, and returns the start of each group. O(functions + numbers).
fn alike(identities: &[IdentityId], count: usize) -> (Vec<FunctionId>, Vec<u32>) {
    let mut first = vec![0; count + 1];
    for identity in identities.iter().filter(|identity| identity.index() < count) {
        first[identity.index() + 1] += 1;
    }
    for number in 0..count {
        first[number + 1] += first[number];
    }
    let mut next = first.clone();
    let mut functions = vec![FunctionId(0); first[count] as usize];
    for (function, identity) in (0..).map(FunctionId).zip(identities) {
        if let Some(place) = next[..count].get_mut(identity.index()) {
            functions[*place as usize] = function;
            *place += 1;
        }
    }
    (functions, first)
}

#[cfg(test)]
mod tests {
    use super::alike;
    use diptych_trace::{FunctionId, IdentityId};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn alike_groups_functions_by_number(numbers in proptest::collection::vec(0u32..7, 0..30)) {
            let identities: Vec<IdentityId> = numbers.iter().copied().map(IdentityId).collect();
            let (functions, first) = alike(&identities, 7);
            for number in 0..7usize {
                let found = &functions[first[number] as usize..first[number + 1] as usize];
                let plain: Vec<FunctionId> = (0..).map(FunctionId).zip(&identities)
                    .filter(|(_, identity)| identity.index() == number).map(|(function, _)| function).collect();
                prop_assert_eq!(found, &plain[..]);
            }
        }
    }
}
