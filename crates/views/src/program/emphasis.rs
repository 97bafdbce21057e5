//! Which relations stand out: those of what is selected or under the pointer.

use super::{CallRelation, Ends, Program};
use crate::LayoutInput;
use diptych_protocol::StructureSides;
use diptych_structure::NodeId;

/// What is told apart from the rest.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Emphasis {
    /// What is under the pointer.
    pub(crate) pointed: Option<Ends>,
    /// What is selected: of a call that of its function from its caller's.
    pub(crate) selected: Option<Ends>,
}

impl Emphasis {
    pub(crate) fn new(input: &LayoutInput<'_>, program: &Program) -> Self {
        let traces = input.traces();
        let selected = match input.selected {
            Some((side, call)) => traces[side.index()].and_then(|trace| {
                let callee = program.places.of_call(side.index(), trace, call)?;
                let around = trace.calls().parent()[call.index()].some();
                let caller = around.and_then(|call| program.places.of_call(side.index(), trace, call));
                Some(caller.map_or(Ends::Element(callee), |caller| Ends::Relation(caller, callee)))
            }),
            None => input.state.selection.as_ref().and_then(|of| program.places.ends(of, traces)),
        };
        Self { pointed: input.pointed.and_then(|highlight| highlight.ends), selected }
    }

    /// What the rest steps back for: what is under the pointer, else what is selected.
    pub(crate) fn first(&self) -> Option<Ends> {
        self.pointed.or(self.selected)
    }
}

/// Whether a relation is of an element, or is that relation, as far as it is told apart.
pub(crate) fn is_of(program: &Program, ends: Ends, it: &CallRelation) -> bool {
    let meets = |id: NodeId, place: u32| {
        let shown = program.element(place);
        let hierarchy = program.hierarchy();
        hierarchy.subtree(id).contains(&shown.0) || hierarchy.subtree(shown).contains(&id.0)
    };
    match ends {
        Ends::Element(id) => meets(id, it.caller) || meets(id, it.callee),
        Ends::Relation(caller, callee) => meets(caller, it.caller) && meets(callee, it.callee),
    }
}

/// Whether an element is meant, or is an end of the relation that is.
pub(crate) fn is_end(program: &Program, ends: Ends, element: NodeId) -> bool {
    let meets = |id: NodeId| match program.shown.place(id) {
        // What lies in a shown element is shown by that.
        Some(place) => program.shown.elements()[place] == element,
        None => id == element,
    };
    match ends {
        Ends::Element(id) => meets(id),
        Ends::Relation(caller, callee) => meets(caller) || meets(callee),
    }
}

/// The side that a state shows alone; of one trace that.
pub(crate) fn side_alone(program: &Program, sides: StructureSides) -> Option<usize> {
    match (program.is_pair(), sides) {
        (false, _) => Some(usize::from(program.calls.sides[0].is_none())),
        (true, StructureSides::Pair) => None,
        (true, StructureSides::A) => Some(0),
        (true, StructureSides::B) => Some(1),
    }
}
