//! Elements that a trace states in addition to its calls, and those that call as a whole (RSF).

use diptych_trace::{AxisKind, ElementId, LaneId, Trace};
use rustc_hash::FxHashMap;

/// The structure that a trace states, as paths from the outermost element in. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatedElements<'a> {
    /// All elements, including those that never ran.
    pub elements: Vec<Vec<&'a str>>,
    /// Element of each lane, by lane id; empty for lanes without calls of their own. No entries unless the trace states
    /// calls between elements, in their order.
    pub callers: Vec<Vec<&'a str>>,
}

impl<'a> StatedElements<'a> {
    /// Collects the elements of a trace. Both lists are empty if the format states none. Names of lanes lack the single
    /// outermost element. O(length of paths).
    pub fn of(trace: &'a Trace) -> Self {
        let (names, elements) = (trace.names(), trace.elements());
        let mut stated = Self::default();
        let mut by_name: FxHashMap<(Option<ElementId>, &str), ElementId> = FxHashMap::default();
        let mut outermost = Vec::new();
        // Parents come before their children.
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
            // A lane that matches no element keeps its own name.
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
