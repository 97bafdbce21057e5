//! Groups of functions that are summed together.

use diptych_trace::{CallId, Trace};

/// Functions sorted into groups: each on its own, or all that share an identity, a file or a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    of_function: Vec<u32>,
    count: usize,
}

impl Groups {
    /// Builds the groups from the group of each function, in order of function id.
    pub fn new(of_function: Vec<u32>) -> Self {
        let count = of_function.iter().max().map_or(0, |&last| last as usize + 1);
        Self { of_function, count }
    }

    /// Puts every function into a group of its own: groups are function ids.
    pub fn by_function(trace: &Trace) -> Self {
        Self::new((0..trace.functions().len() as u32).collect())
    }

    /// Returns the number of groups.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the group of a call.
    pub(crate) fn of_call(&self, trace: &Trace, call: CallId) -> usize {
        self.of_function[trace.calls().function()[call.index()].index()] as usize
    }

    /// Returns the group of each call of a trace, in order of call id.
    pub(crate) fn of_calls<'a>(&'a self, trace: &'a Trace) -> impl Iterator<Item = usize> + 'a {
        trace.calls().function().iter().map(|function| self.of_function[function.index()] as usize)
    }
}
