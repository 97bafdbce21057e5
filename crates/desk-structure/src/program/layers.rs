//! Calls between layers that may not call each other.

use super::{ListEntry, Program};
use diptych_structure::{Hierarchy, LayersError, NodeId, PlacedSide};
use diptych_trace::Sorting;
use diptych_views::{numbers, words};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the forbidden calls by pair of functions, most calls of both sides together first, ties in the order of the
/// tree. O(pairs · log pairs).
pub(super) fn forbidden(program: &Program) -> Vec<ListEntry> {
    let mut calls: BTreeMap<[NodeId; 2], [u64; 2]> = BTreeMap::new();
    for (side, found) in program.calls.forbidden.iter().enumerate() {
        let PlacedSide { of_function, of_caller, .. } = &program.places.placement.sides[side];
        let place = |row: u32| of_function.iter().chain(of_caller).nth(row as usize).copied();
        for it in found {
            if let (Some(caller), Some(callee)) = (place(it.caller), place(it.callee)) {
                calls.entry([caller, callee]).or_default()[side] += it.calls;
            }
        }
    }
    let mut rows: Vec<([NodeId; 2], [u64; 2])> = calls.into_iter().collect();
    rows.order_by_key(|(_, calls)| std::cmp::Reverse(calls[0] + calls[1]));
    rows.into_iter().map(|(ends, calls)| ListEntry::Forbidden { ends, calls }).collect()
}

/// Returns the shown callers and callees, by place, of which any call is forbidden on one of the given sides.
pub(crate) fn forbidden_places(program: &Program, sides: &[usize]) -> BTreeSet<[u32; 2]> {
    let mut found = BTreeSet::new();
    for &side in sides {
        let PlacedSide { of_function, of_caller, .. } = &program.places.placement.sides[side];
        let places: Vec<Option<usize>> =
            of_function.iter().chain(of_caller).map(|id| program.shown.place(*id)).collect();
        let place = |row: u32| places.get(row as usize).copied().flatten().map(|place| place as u32);
        let pairs = program.calls.forbidden[side].iter().map(|it| [it.caller, it.callee].map(place));
        found.extend(pairs.filter_map(|[caller, callee]| Some([caller?, callee?])));
    }
    found
}

/// Describes why layers could not be read: `line 2: there is no element ui`.
pub fn layers_problem(error: &LayersError, hierarchy: &Hierarchy) -> String {
    let (line, what) = match error {
        LayersError::NoLayer => return "no line names an element".to_owned(),
        LayersError::OpenQuote(line) => (line, "a quote is not closed".to_owned()),
        LayersError::NoElement(line, path) => (line, format!("there is no element {}", words::shown(path))),
        LayersError::Several(line, path) => {
            (line, format!("several elements end with {}: write more of the path", words::shown(path)))
        }
        LayersError::DuplicateElement(line, element, before) => {
            let (path, before) =
                (words::shown(&hierarchy.path(*element)), numbers::count(*before as u64 + 1));
            (line, format!("line {before} already names {path}"))
        }
    };
    format!("line {}: {what}", numbers::count(*line as u64 + 1))
}
