//! What is open, and what was computed from it.

use crate::run_profile::RunProfile;
use crate::structures::StructureFile;
use diptych_compare::ranking::{run_of_median_total, runs_by_total};
use diptych_profile::{Groups, Totals, totals};
use diptych_protocol::{CallRef, RunRow, SideName, SideSummary};
use diptych_trace::{Axis, CallId, Run, Sorting, Trace};
use diptych_views::icicle::LaneOrder;
use diptych_views::{numbers, words};
use std::cell::OnceCell;
use std::sync::Arc;

/// Both sides.
#[derive(Debug, Default)]
pub struct Session {
    slots: [Slot; 2],
    /// Last version given out; versions tell the compute role which trace it holds.
    last_version: u32,
    /// Rises whenever a side has other runs.
    runs_version: u32,
}

/// One side: recordings of the same thing, the one that is shown, and what follows from it alone.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    shown: Option<ShownRun>,
    /// The other runs, by number. The side is empty unless one is shown.
    other_runs: Vec<(u32, RunProfile)>,
    pub(crate) version: u32,
    /// What the program is made of: stays while runs change, and goes when the side is closed.
    pub(crate) structure: Option<Box<StructureFile>>,
}

/// The run that is drawn and aligned.
#[derive(Debug)]
struct ShownRun {
    number: u32,
    run: Arc<Run>,
    /// As it was read, where `run` is the same in shares.
    as_read: Option<Arc<Run>>,
    derived: Derived,
}

impl ShownRun {
    fn as_read(&self) -> &Arc<Run> {
        self.as_read.as_ref().unwrap_or(&self.run)
    }

    /// Makes it one in shares, or again what it was. O(calls).
    fn put_in_shares(&mut self, wanted: bool) {
        if wanted {
            let run = Arc::new(self.run.in_shares());
            self.as_read = Some(std::mem::replace(&mut self.run, run));
        } else if let Some(before) = self.as_read.take() {
            self.run = before;
        }
        self.derived = Derived::new(&self.run.trace);
    }
}

/// Computed once a run is shown: both are O(calls) and needed by the first picture.
#[derive(Debug)]
pub(crate) struct Derived {
    pub(crate) lanes: LaneOrder,
    pub(crate) totals: Totals,
    /// Made at the first request for a comparison.
    fingerprint: OnceCell<u128>,
}

impl Derived {
    fn new(trace: &Trace) -> Self {
        let totals = totals(trace, &Groups::by_function(trace), |_| ());
        let lanes = LaneOrder::new(trace);
        Self { lanes, totals, fingerprint: OnceCell::new() }
    }

    /// The content of the trace as a number. O(calls), once.
    pub(crate) fn fingerprint(&self, trace: &Trace) -> u128 {
        *self.fingerprint.get_or_init(|| diptych_store::fingerprint(trace))
    }
}

impl Slot {
    /// The run that is shown.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.shown.as_ref().map(|shown| &*shown.run)
    }

    /// The trace, if its calls are there: where there are only sums of them, whoever looks at calls sees none.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.times().filter(|trace| trace.summed().is_none())
    }

    /// The trace, also where its calls are sums.
    pub(crate) fn times(&self) -> Option<&Trace> {
        self.run().map(|run| &run.trace)
    }

    /// The trace with what follows from it; `sums`: also where its calls are sums.
    pub(crate) fn derived_of(&self, sums: bool) -> Option<(&Trace, &Derived)> {
        let shown = self.shown.as_ref().filter(|shown| sums || shown.run.trace.summed().is_none())?;
        Some((&shown.run.trace, &shown.derived))
    }

    /// The trace with what follows from it, if its calls are there.
    pub(crate) fn derived(&self) -> Option<(&Trace, &Derived)> {
        self.derived_of(false)
    }

    /// The runs that are not shown.
    pub(crate) fn other_runs(&self) -> impl ExactSizeIterator<Item = &RunProfile> {
        self.other_runs.iter().map(|(_, run)| run)
    }

    /// Calls of the runs that are not shown, in few bytes, of those that are kept so.
    pub(crate) fn packed_runs(&self) -> Vec<&[u8]> {
        self.other_runs.iter().filter_map(|(_, run)| run.packed.as_deref()).collect()
    }

    /// Of what is shown the call tree stays, under its number; that of `number` goes.
    fn make_room(&mut self, number: u32) {
        // Of sums there are no paths of calls to keep.
        if let Some(before) = self.shown.take().filter(|before| before.run.trace.summed().is_none()) {
            self.other_runs.push((before.number, RunProfile::new(before.as_read())));
        }
        self.other_runs.retain(|(other, _)| *other != number);
        self.sort();
    }

    fn sort(&mut self) {
        self.other_runs.order_by_key(|(number, _)| *number);
    }

    /// What the side card says; `None` for an empty side.
    pub(crate) fn summary(&self, side: SideName) -> Option<SideSummary> {
        let shown = self.shown.as_ref()?;
        let axis = shown.run.trace.axis();
        let ticks = |ticks: i64| numbers::extent(axis, ticks);
        let row = |number: u32, name: &str, calls: u64, [extent, total]: [i64; 2], warnings: u64| RunRow {
            run: number,
            name: words::shown(name),
            calls: u32::try_from(calls).unwrap_or(u32::MAX),
            duration: ticks(extent),
            total: ticks(total),
            warnings,
            rank: 0,
            shown: number == shown.number,
            median: false,
        };
        let (trace, total) = (&shown.run.trace, shown.derived.totals.self_ticks.iter().sum());
        let of_shown = row(
            shown.number,
            &shown.run.name,
            words::recorded_calls(trace),
            [words::recorded_ticks(trace), total],
            trace.report().warnings(),
        );
        let mut rows = vec![(total, of_shown)];
        rows.extend(self.other_runs.iter().map(|(number, run)| {
            let total = run.tree.total_ticks();
            (total, row(*number, &run.name, run.calls.into(), [run.tree.extent(), total], run.warnings))
        }));
        rows.order_by_key(|(_, row)| row.run);
        let totals: Vec<i64> = rows.iter().map(|(total, _)| *total).collect();
        let mut rows: Vec<RunRow> = rows.into_iter().map(|(_, row)| row).collect();
        rows[run_of_median_total(&totals)].median = true;
        for (rank, run) in runs_by_total(&totals).into_iter().enumerate() {
            rows[run].rank = rank as u32;
        }
        Some(words::summary(side, &shown.run, rows, shown.as_read.as_ref().map(|read| &read.trace)))
    }
}

impl Session {
    /// Puts a run on a side in place of all that was there.
    pub fn open(&mut self, side: SideName, number: u32, run: Arc<Run>) {
        let slot = &mut self.slots[side.index()];
        *slot = Slot { structure: slot.structure.take(), ..Slot::default() };
        self.show(side, number, run);
    }

    /// Shows a run: one of those that are there, read again, or another. Of the one that was shown its call tree
    /// stays. O(calls).
    pub fn show(&mut self, side: SideName, number: u32, run: Arc<Run>) {
        let version = self.next_version();
        let slot = &mut self.slots[side.index()];
        slot.make_room(number);
        let derived = Derived::new(&run.trace);
        (slot.shown, slot.version) = (Some(ShownRun { number, run, as_read: None, derived }), version);
    }

    /// Sides that measure unlike things stand in shares of their wholes, as far as those can be compared and each is one
    /// run; others as they were read. Says of each side whether it changed. O(calls) of those.
    pub(crate) fn settle_axes(&mut self) -> [bool; 2] {
        let has_sums = self.slots.iter().any(|slot| slot.times().is_some() && slot.trace().is_none());
        let wanted = self.axes_as_read().is_some_and(|[a, b]| a.has_shares_with(b))
            && !has_sums
            && self.slots.iter().all(|slot| slot.other_runs.is_empty());
        SideName::BOTH.map(|side| {
            let version = self.last_version + 1;
            self.runs_version += 1;
            let slot = &mut self.slots[side.index()];
            let Some(shown) = slot.shown.as_mut().filter(|shown| shown.as_read.is_some() != wanted) else {
                return false;
            };
            shown.put_in_shares(wanted);
            (slot.version, self.last_version) = (version, version);
            true
        })
    }

    /// What the traces of both sides measure as they were read, if both are open.
    pub(crate) fn axes_as_read(&self) -> Option<[Axis; 2]> {
        let of = |side: usize| Some(self.slots[side].shown.as_ref()?.as_read().trace.axis());
        Some([of(0)?, of(1)?])
    }

    /// Adds a run that is not shown. Says whether one is.
    pub fn add(&mut self, side: SideName, number: u32, run: RunProfile) -> bool {
        self.runs_version += 1;
        let slot = &mut self.slots[side.index()];
        if slot.shown.is_some() {
            slot.other_runs.retain(|(other, _)| *other != number);
            slot.other_runs.push((number, run));
            slot.sort();
        }
        slot.shown.is_some()
    }

    /// Lets go of a run that is not shown.
    pub fn remove(&mut self, side: SideName, number: u32) {
        self.runs_version += 1;
        self.slots[side.index()].other_runs.retain(|(other, _)| *other != number);
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

    /// The shown trace of a side, if its calls are there.
    pub fn trace(&self, side: SideName) -> Option<&Trace> {
        self.slot(side).trace()
    }

    /// The shown trace of a side, also where its calls are sums.
    pub fn times(&self, side: SideName) -> Option<&Trace> {
        self.slot(side).times()
    }

    /// The call that a reference names, if its side is open and holds it.
    pub(crate) fn find(&self, reference: &CallRef) -> Option<(SideName, CallId)> {
        let trace = self.trace(reference.side)?;
        Some((reference.side, words::find(trace, reference)?))
    }

    pub(crate) fn slot_mut(&mut self, side: SideName) -> &mut Slot {
        &mut self.slots[side.index()]
    }

    pub(crate) fn slot(&self, side: SideName) -> &Slot {
        &self.slots[side.index()]
    }

    /// Versions of both sides: what an analysis of the pair was computed from.
    pub(crate) fn versions(&self) -> [u32; 2] {
        [self.slots[0].version, self.slots[1].version]
    }

    /// What an analysis of all runs was computed from.
    pub(crate) fn runs_version(&self) -> u32 {
        self.runs_version
    }

    fn next_version(&mut self) -> u32 {
        self.last_version += 1;
        self.runs_version += 1;
        self.last_version
    }
}
