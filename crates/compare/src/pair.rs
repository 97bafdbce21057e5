//! The input of every comparison: two traces and the identities of their functions.

use diptych_trace::{CallId, IdentityId, Trace, for_each_block};

/// Two traces whose functions share one numbering, the identities.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// A and B.
    pub traces: [&'a Trace; 2],
    /// Identity of each function of each side, by [`diptych_trace::FunctionId`].
    pub identities: [&'a [IdentityId]; 2],
    /// Number of identities. Every identity is below this number.
    pub identity_count: u32,
}

impl<'a> Pair<'a> {
    /// Returns the pair with its sides exchanged.
    pub fn swapped(self) -> Self {
        let Self { traces: [a, b], identities: [of_a, of_b], identity_count } = self;
        Self { traces: [b, a], identities: [of_b, of_a], identity_count }
    }

    /// Returns the identity of each call of a side, in order of call id.
    pub fn of_calls(self, side: usize) -> impl ExactSizeIterator<Item = IdentityId> + 'a {
        let identities = self.identities[side];
        self.traces[side].calls().function().iter().map(move |function| identities[function.index()])
    }

    /// Returns, for each identity, true if a side calls it. O(calls).
    pub fn called(self, side: usize) -> Vec<bool> {
        let mut called = vec![false; self.identity_count as usize];
        let (functions, identities) = (self.traces[side].calls().function(), self.identities[side]);
        for_each_block(0..functions.len(), &mut |rows| {
            for function in &functions[rows] {
                called[identities[function.index()].index()] = true;
            }
        });
        called
    }

    /// Returns the identity of one call of a side.
    pub fn of_call(self, side: usize, call: CallId) -> IdentityId {
        self.identities[side][self.traces[side].calls().function()[call.index()].index()]
    }
}

/// A callback that reports progress: units done, then units in total. A unit is a call unless the analysis says
/// otherwise. It is called at least once in 2¹⁶ units, so it must be cheap.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);
