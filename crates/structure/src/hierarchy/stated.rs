//! Elements that a trace states in addition to its calls, and those that call as a whole (RSF).

use diptych_trace::{AxisKind, ElementId, LaneId, Trace};
use rustc_hash::FxHashMap;

/// A row of [`StatedElements`]: an element, with the row of the element around it.
///
/// Rows hold no paths, because the paths of elements nested n deep take n² names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedElement<'a> {
    /// Row of the enclosing element, which comes before this row; `None` for outermost elements.
    pub parent: Option<u32>,
    /// Own name, which may be qualified. Hostile text.
    pub name: &'a str,
}

/// The structure that a trace states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatedElements<'a> {
    /// All elements, including those that never ran, followed by lanes that match no element. Parents come before their
    /// children.
    pub rows: Vec<StatedElement<'a>>,
    /// Number of rows that are elements.
    pub elements: usize,
    /// Row of each lane, by lane id; `None` for lanes without calls of their own. No entries unless the trace states
    /// calls between elements, in their order.
    pub callers: Vec<Option<u32>>,
}

impl<'a> StatedElements<'a> {
    /// Collects the elements of a trace. All lists are empty if the format states none. Names of lanes lack the single
    /// outermost element. O(elements + lanes).
    pub fn of(trace: &'a Trace) -> Self {
        let (names, elements) = (trace.names(), trace.elements());
        let mut stated = Self { elements: elements.len(), ..Self::default() };
        let mut by_name: FxHashMap<(Option<u32>, &str), u32> = FxHashMap::default();
        let mut outermost = Vec::new();
        for id in 0..elements.len() as u32 {
            let element = elements.get(names, ElementId(id));
            let row = StatedElement { parent: element.parent.map(|parent| parent.0), name: element.name };
            stated.rows.push(row);
            by_name.entry((row.parent, row.name)).or_insert(id);
            outermost.extend(row.parent.is_none().then_some(id));
        }
        if trace.axis().kind != AxisKind::Order || elements.is_empty() {
            return stated;
        }
        let root = outermost.first().copied().filter(|_| outermost.len() == 1);
        let mut row_of_lane: Vec<u32> = Vec::with_capacity(trace.lanes().len());
        for lane in trace.lanes().ids() {
            let name = trace.lanes().name(names, lane);
            let parent = trace.lanes().parent(lane).map(LaneId::index).map(|parent| row_of_lane[parent]);
            let found = match parent {
                // No element lies in a lane that matches none.
                Some(parent) => by_name.get(&(Some(parent), name)),
                None => by_name.get(&(root, name)).or_else(|| by_name.get(&(None, name))),
            };
            // A lane that matches no element keeps its own name.
            let row = found.copied().unwrap_or_else(|| {
                stated.rows.push(StatedElement { parent, name });
                stated.rows.len() as u32 - 1
            });
            row_of_lane.push(row);
            let has_calls = !trace.lanes().calls(lane).is_empty();
            stated.callers.push(has_calls.then_some(row));
        }
        stated
    }
}
