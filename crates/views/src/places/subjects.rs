//! Conversion of elements and relations to subjects, and back.

use super::Places;
use crate::Highlight;
use diptych_protocol::{FunctionRef, Subject};
use diptych_structure::{Kind, NodeId};
use diptych_trace::{CallId, Trace};

/// An element, or a relation between a caller and a callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementOrRelation {
    /// An element.
    Element(NodeId),
    /// Calls from the first element to the second.
    Relation(NodeId, NodeId),
}

impl Places {
    /// Returns the subject of an element. A function has a subject of its own kind.
    pub fn subject(&self, id: NodeId, traces: [Option<&Trace>; 2]) -> Subject {
        match self.function(id, traces) {
            Some(function) => Subject::Function(function),
            None => Subject::Element(self.names(id)),
        }
    }

    /// Returns the subject of calls from one element to another. Two functions have a subject of their own kind.
    pub fn relation_subject(&self, [caller, callee]: [NodeId; 2], traces: [Option<&Trace>; 2]) -> Subject {
        match [caller, callee].map(|id| self.function(id, traces)) {
            [Some(caller), Some(callee)] => Subject::Relation { caller, callee },
            _ => Subject::ElementRelation { caller: self.names(caller), callee: self.names(callee) },
        }
    }

    /// Returns the names of an element and of the elements around it, outermost first.
    pub fn names(&self, id: NodeId) -> Vec<String> {
        let hierarchy = &self.placement.hierarchy;
        let mut names: Vec<String> = hierarchy.way_up(id).map(|id| hierarchy.name(id).to_owned()).collect();
        if names.len() > 1 {
            names.pop();
        }
        names.reverse();
        names
    }

    /// Returns the function of an element of that kind, if a side has exactly one there.
    fn function(&self, id: NodeId, traces: [Option<&Trace>; 2]) -> Option<FunctionRef> {
        if self.placement.hierarchy.kind(id) != Kind::Function {
            return None;
        }
        let of_side = |side: usize| {
            let trace = traces[side]?;
            let mut found = (0..).zip(&self.placement.sides[side].of_function).filter(|(_, of)| **of == id);
            let (row, _) = found.next()?;
            if found.next().is_some() {
                return None;
            }
            crate::words::function_reference(trace, diptych_trace::FunctionId(row))
        };
        of_side(0).or_else(|| of_side(1))
    }

    /// Returns the element or the relation of a subject, or `None` if it is not in this tree. O(elements + functions).
    pub fn ends(&self, subject: &Subject, traces: [Option<&Trace>; 2]) -> Option<ElementOrRelation> {
        match subject {
            Subject::Element(names) => self.named(names).map(ElementOrRelation::Element),
            Subject::ElementRelation { caller, callee } => {
                Some(ElementOrRelation::Relation(self.named(caller)?, self.named(callee)?))
            }
            Subject::Function(function) => self.of_function(function, traces).map(ElementOrRelation::Element),
            Subject::Relation { caller, callee } => Some(ElementOrRelation::Relation(
                self.of_function(caller, traces)?,
                self.of_function(callee, traces)?,
            )),
            _ => None,
        }
    }

    fn named(&self, names: &[String]) -> Option<NodeId> {
        let hierarchy = &self.placement.hierarchy;
        let mut at = NodeId::ROOT;
        for name in names {
            at = hierarchy.children(at).find(|&child| hierarchy.name(child) == name)?;
        }
        (at != NodeId::ROOT).then_some(at)
    }

    fn of_function(&self, function: &FunctionRef, traces: [Option<&Trace>; 2]) -> Option<NodeId> {
        let of_side = |side: usize| {
            let trace = traces[side]?;
            let is_meant = |id: &diptych_trace::FunctionId| {
                let spec = trace.functions().get(trace.names(), *id);
                (spec.name, spec.file) == (&*function.name, &*function.file)
            };
            let row = trace.functions().ids().find(is_meant)?.index();
            self.placement.sides[side].of_function.get(row).copied()
        };
        of_side(0).or_else(|| of_side(1))
    }

    /// Returns the element of a call's function.
    pub fn of_call(&self, side: usize, trace: &Trace, call: CallId) -> Option<NodeId> {
        let function = trace.calls().function()[call.index()];
        self.placement.sides[side].of_function.get(function.index()).copied()
    }

    /// Returns the highlight of an element or a relation in the traces: the element's functions, or every call from the
    /// one element to the other. O(functions), and O(calls) for a relation.
    pub fn highlight(&self, ends: ElementOrRelation, traces: [Option<&Trace>; 2]) -> Highlight {
        let mut found = Highlight { ends: Some(ends), ..Highlight::default() };
        for side in 0..2 {
            let Some(trace) = traces[side] else { continue };
            let is_in = |id: NodeId, function: usize| {
                let place = self.placement.sides[side].of_function.get(function);
                place.is_some_and(|place| self.placement.hierarchy.subtree(id).contains(&place.0))
            };
            match ends {
                ElementOrRelation::Element(id) => {
                    let bits: Vec<bool> =
                        (0..trace.functions().len()).map(|function| is_in(id, function)).collect();
                    if bits.contains(&true) {
                        found.functions[side] = bits;
                    }
                }
                ElementOrRelation::Relation(caller, callee) => {
                    let calls = trace.calls();
                    let function = |call: CallId| calls.function()[call.index()].index();
                    let ranges = (0..calls.len() as u32).map(CallId).filter(|&call| {
                        is_in(callee, function(call))
                            && calls.parent()[call.index()]
                                .some()
                                .is_some_and(|up| is_in(caller, function(up)))
                    });
                    found.calls[side] = ranges.map(|call| call.0..call.0 + 1).collect();
                }
            }
        }
        found
    }
}
