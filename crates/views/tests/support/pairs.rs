//! Two generated traces and their alignment.

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, align};
use diptych_testkit::{IdentityTable, Rng, Shape, generate, plant};
use diptych_trace::{IdentityId, LaneId, Trace};
use diptych_views::{Correspondence, Grey};

/// Two traces with everything that a correspondence borrows.
pub(crate) struct Sides {
    traces: [Trace; 2],
    identities: [Vec<IdentityId>; 2],
    count: u32,
    alignment: Alignment,
}

impl Sides {
    /// Aligns two traces, with lanes paired by place.
    pub(crate) fn new(traces: [Trace; 2]) -> Self {
        let mut table = IdentityTable::default();
        let identities =
            [0, 1].map(|side: usize| table.identify_all(&traces[side], IdentityTable::plain_key));
        let count = table.len() as u32;
        let [a, b] = &traces;
        let pair =
            Pair { traces: [a, b], identities: [&identities[0], &identities[1]], identity_count: count };
        let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
        let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
        Self { traces, identities, count, alignment }
    }

    /// Generates a trace and a copy in which some calls are changed.
    #[allow(dead_code, reason = "not every test that shares this file plants changes")]
    pub(crate) fn planted(seed: u64, shape: Shape) -> Self {
        let a = generate(seed, shape);
        let edits = plant::random_edits(&mut Rng::new(seed), &a, 1 + a.calls().len() / 12);
        let plant::PlantedPair { before, trace, .. } = plant::plant(&a, &edits);
        Self::new([before, trace])
    }

    /// Returns the pair with A and B exchanged.
    #[allow(dead_code, reason = "not every test that shares this file exchanges sides")]
    pub(crate) fn exchanged(&self) -> Self {
        let [a, b] = self.traces.clone();
        Self::new([b, a])
    }

    /// Returns the traces of A and B.
    pub(crate) fn traces(&self) -> [&Trace; 2] {
        [&self.traces[0], &self.traces[1]]
    }

    /// Returns the correspondence of both.
    pub(crate) fn correspondence(&self) -> Correspondence<'_> {
        let [of_a, of_b] = &self.identities;
        let pair = Pair { traces: self.traces(), identities: [of_a, of_b], identity_count: self.count };
        Correspondence {
            pair,
            alignment: &self.alignment,
            grey: Grey { factor: 1.0, floor_ticks: 0 },
            significant: None,
            similar: None,
        }
    }
}
