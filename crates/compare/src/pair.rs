//! What every comparison starts from.

use diptych_trace::{CallId, IdentityId, Trace, in_blocks};

/// Two traces whose functions go by one numbering.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// A and B.
    pub traces: [&'a Trace; 2],
    /// Of each side, the identity of each function, by [`diptych_trace::FunctionId`].
    pub identities: [&'a [IdentityId]; 2],
    /// Identities are below this.
    pub identity_count: u32,
}

impl<'a> Pair<'a> {
    /// The same pair with the sides exchanged.
    pub fn swapped(self) -> Self {
        let Self { traces: [a, b], identities: [of_a, of_b], identity_count } = self;
        Self { traces: [b, a], identities: [of_b, of_a], identity_count }
    }

    /// Identity of each call of a side, in order of call id.
    pub fn of_calls(self, side: usize) -> impl ExactSizeIterator<Item = IdentityId> + 'a {
        let identities = self.identities[side];
        self.traces[side].calls().function().iter().map(move |function| identities[function.index()])
    }

    /// Whether each identity is called on a side. O(calls).
    pub fn called(self, side: usize) -> Vec<bool> {
        let mut called = vec![false; self.identity_count as usize];
        let (functions, identities) = (self.traces[side].calls().function(), self.identities[side]);
        in_blocks(0..functions.len(), &mut |rows| {
            for function in &functions[rows] {
                called[identities[function.index()].index()] = true;
            }
        });
        called
    }

    /// Identity of a call of a side.
    pub fn of_call(self, side: usize, call: CallId) -> IdentityId {
        self.identities[side][self.traces[side].calls().function()[call.index()].index()]
    }
}

/// Told now and then how much of the work is done: units done, units in all. Units are calls or what the
/// analysis says. Called at least every 2¹⁶ units; must be cheap.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);
