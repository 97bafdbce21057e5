//! The relations that stand out: those of the selection and of the element under the pointer.

use super::{CallRelation, Program};
use diptych_protocol::StructureSides;
use diptych_structure::NodeId;
use diptych_views::LayoutInput;
use diptych_views::places::ElementOrRelation;

/// The emphasised elements or relations.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Emphasis {
    /// Element or relation under the pointer.
    pub(crate) pointed: Option<ElementOrRelation>,
    /// Selected element or relation. For a selected call, the relation from its caller's function to its own.
    pub(crate) selected: Option<ElementOrRelation>,
}

impl Emphasis {
    pub(crate) fn new(input: &LayoutInput<'_>, program: &Program) -> Self {
        let traces = input.traces();
        let selected = match input.selected {
            Some((side, call)) => traces[side.index()].and_then(|trace| {
                let callee = program.places.of_call(side.index(), trace, call)?;
                let around = trace.calls().parent()[call.index()].some();
                let caller = around.and_then(|call| program.places.of_call(side.index(), trace, call));
                Some(caller.map_or(ElementOrRelation::Element(callee), |caller| {
                    ElementOrRelation::Relation(caller, callee)
                }))
            }),
            None => input.state.selection.as_ref().and_then(|of| program.places.ends(of, traces)),
        };
        Self { pointed: input.pointed.and_then(|highlight| highlight.ends), selected }
    }

    /// Returns the ends that the others step back for: those under the pointer, otherwise the selected ones.
    pub(crate) fn first(&self) -> Option<ElementOrRelation> {
        self.pointed.or(self.selected)
    }
}

/// Returns true if a relation begins or ends at an element, or is the given relation, as far as the shown elements can
/// tell.
pub(crate) fn is_of(program: &Program, ends: ElementOrRelation, it: &CallRelation) -> bool {
    let meets = |id: NodeId, place: u32| {
        let shown = program.element(place);
        let hierarchy = program.hierarchy();
        hierarchy.subtree(id).contains(&shown.0) || hierarchy.subtree(shown).contains(&id.0)
    };
    match ends {
        ElementOrRelation::Element(id) => meets(id, it.caller) || meets(id, it.callee),
        ElementOrRelation::Relation(caller, callee) => meets(caller, it.caller) && meets(callee, it.callee),
    }
}

/// Returns true if an element is emphasised, or is an end of the emphasised relation.
pub(crate) fn is_end(program: &Program, ends: ElementOrRelation, element: NodeId) -> bool {
    let meets = |id: NodeId| match program.shown.place(id) {
        // An element inside a shown one is represented by that.
        Some(place) => program.shown.elements()[place] == element,
        None => id == element,
    };
    match ends {
        ElementOrRelation::Element(id) => meets(id),
        ElementOrRelation::Relation(caller, callee) => meets(caller) || meets(callee),
    }
}

/// Returns the side that a state shows alone. With one trace it is that trace's side.
pub(crate) fn side_alone(program: &Program, sides: StructureSides) -> Option<usize> {
    match (program.is_pair(), sides) {
        (false, _) => Some(usize::from(program.calls.sides[0].is_none())),
        (true, StructureSides::Pair) => None,
        (true, StructureSides::A) => Some(0),
        (true, StructureSides::B) => Some(1),
    }
}
