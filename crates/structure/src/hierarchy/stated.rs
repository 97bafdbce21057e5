//! Elements that a trace states beside its calls, and those that call as a whole (RSF).

use diptych_trace::{AxisKind, ElementId, LaneId, Trace};
use rustc_hash::FxHashMap;

/// What a trace states of its structure, as paths from the outermost element in. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stated<'a> {
    /// All elements, also of what never ran.
    pub elements: Vec<Vec<&'a str>>,
    /// The element of each lane, by the ids of lanes, and nothing for lanes without calls of their own; empty unless calls
    /// are stated between elements, in their order.
    pub callers: Vec<Vec<&'a str>>,
}

impl<'a> Stated<'a> {
    /// Both are empty of a format that states none. A lane lacks the name of what all elements lie in. O(length of paths).
    pub fn of(trace: &'a Trace) -> Self {
        let (names, elements) = (trace.names(), trace.elements());
        let mut stated = Self::default();
        let mut by_name: FxHashMap<(Option<ElementId>, &str), ElementId> = FxHashMap::default();
        let mut outermost = Vec::new();
        // A parent lies before its children.
        for id in (0..elements.len() as u32).map(ElementId) {
            let element = elements.get(names, id);
            let around = element.parent.map(|parent| stated.elements[parent.index()].clone());
            let mut path = around.unwrap_or_default();
            path.push(element.name);
            stated.elements.push(path);
            by_name.entry((element.parent, element.name)).or_insert(id);
            outermost.extend(element.parent.is_none().then_some(id));
        }
        if trace.axis().kind != AxisKind::Order || elements.is_empty() {
            return stated;
        }
        let root = outermost.first().copied().filter(|_| outermost.len() == 1);
        let (mut of_lane, mut paths) = (Vec::<Option<ElementId>>::new(), Vec::<Vec<&str>>::new());
        for lane in trace.lanes().ids() {
            let name = trace.lanes().name(names, lane);
            let around = trace.lanes().parent(lane).map(LaneId::index);
            let found = match around {
                Some(parent) => of_lane[parent].and_then(|parent| by_name.get(&(Some(parent), name))),
                None => by_name.get(&(root, name)).or_else(|| by_name.get(&(None, name))),
            };
            of_lane.push(found.copied());
            // A lane that is no element has its own name.
            let path = match (found, around) {
                (Some(id), _) => stated.elements[id.index()].clone(),
                (None, Some(parent)) => [&paths[parent][..], &[name]].concat(),
                (None, None) => vec![name],
            };
            let calls = !trace.lanes().calls(lane).is_empty();
            stated.callers.push(if calls { path.clone() } else { Vec::new() });
            paths.push(path);
        }
        stated
    }
}
