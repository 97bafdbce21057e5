//! What is open, and what was computed from it.

use diptych_compare::identity::Edges;
use diptych_profile::{Groups, Totals, totals};
use diptych_protocol::SideName;
use diptych_trace::{Run, Side, Trace};
use diptych_views::pair::LaneOrder;
use std::cell::OnceCell;

/// Both sides.
#[derive(Debug, Default)]
pub struct Session {
    slots: [Slot; 2],
    /// Last version given out; versions tell the compute role which trace it holds.
    last_version: u32,
}

/// One side and what follows from it alone.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    pub(crate) side: Side,
    pub(crate) version: u32,
    derived: Option<Derived>,
}

/// Computed once a run is shown: both are O(calls) and needed by the first picture.
#[derive(Debug)]
pub(crate) struct Derived {
    pub(crate) lanes: LaneOrder,
    pub(crate) totals: Totals,
    /// Made when renames are first proposed.
    edges: OnceCell<Edges>,
    /// Made when a comparison is first asked for.
    fingerprint: OnceCell<u128>,
}

impl Derived {
    /// Which functions of the trace call which. O(calls), once.
    pub(crate) fn edges(&self, trace: &Trace) -> &Edges {
        self.edges.get_or_init(|| Edges::of(trace, &mut |_, _| ()))
    }

    /// The content of the trace as a number. O(calls), once.
    pub(crate) fn fingerprint(&self, trace: &Trace) -> u128 {
        *self.fingerprint.get_or_init(|| diptych_store::fingerprint(trace))
    }
}

impl Slot {
    pub(crate) fn run(&self) -> Option<&Run> {
        self.side.shown_run()
    }

    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.run().map(|run| &run.trace)
    }

    /// The trace with what follows from it.
    pub(crate) fn derived(&self) -> Option<(&Trace, &Derived)> {
        self.trace().zip(self.derived.as_ref())
    }
}

impl Session {
    /// Puts a run on a side in place of what was there.
    pub fn open(&mut self, side: SideName, run: Run) {
        let groups = Groups::by_function(&run.trace);
        let totals = totals(&run.trace, &groups, |_| ());
        let lanes = LaneOrder::new(&run.trace);
        let derived = Derived { lanes, totals, edges: OnceCell::new(), fingerprint: OnceCell::new() };
        let version = self.next_version();
        let side_of_one = Side { runs: vec![run], shown: 0 };
        self.slots[side.index()] = Slot { side: side_of_one, version, derived: Some(derived) };
    }

    /// Empties a side.
    pub fn close(&mut self, side: SideName) {
        self.slots[side.index()] = Slot { version: self.next_version(), ..Slot::default() };
    }

    /// Exchanges the sides.
    pub fn swap(&mut self) {
        self.slots.swap(0, 1);
        for slot in 0..2 {
            self.slots[slot].version = self.next_version();
        }
    }

    /// The shown trace of a side.
    pub fn trace(&self, side: SideName) -> Option<&Trace> {
        self.slot(side).trace()
    }

    pub(crate) fn slot(&self, side: SideName) -> &Slot {
        &self.slots[side.index()]
    }

    /// Versions of both sides: what an analysis of the pair was computed from.
    pub(crate) fn versions(&self) -> [u32; 2] {
        [self.slots[0].version, self.slots[1].version]
    }

    fn next_version(&mut self) -> u32 {
        self.last_version += 1;
        self.last_version
    }
}
