//! The open runs of both sides, and the data derived from each.

use crate::ranges::run_in_range;
use crate::run_profile::RunProfile;
use crate::structure_file::StructureFile;
use diptych_compare::ranking::{run_of_median_total, runs_by_total};
use diptych_profile::{Groups, Totals, totals};
use diptych_protocol::{CallRef, RunRow, SideName, SideSummary, Sides, Window};
use diptych_trace::{Axis, CallId, Run, Sorting, Trace};
use diptych_views::icicle::LaneOrder;
use diptych_views::{numbers, words};
use std::cell::OnceCell;
use std::sync::Arc;

/// The open runs of both sides.
#[derive(Debug, Default)]
pub struct Session {
    slots: [Slot; 2],
    /// Time range of each side that is compared, in ticks of the whole run; `None` for the whole run.
    ranges: Sides<Option<Window>>,
    /// Version given out last. A version tells the compute role which trace it holds.
    last_version: u32,
    /// Counter that rises whenever the runs of a side change.
    runs_version: u32,
}

/// One side: several recordings of one program, one of which is displayed.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    shown: Option<ShownRun>,
    /// Runs that are not displayed, with their numbers, in ascending order. There are none unless a run is displayed.
    other_runs: Vec<(u32, RunProfile)>,
    pub(crate) version: u32,
    /// Program structure. It stays while runs change and goes when the side is closed.
    pub(crate) structure: Option<Box<StructureFile>>,
}

/// The displayed run, which is drawn and aligned.
#[derive(Debug)]
struct ShownRun {
    number: u32,
    /// Run as it was read.
    whole: Arc<Run>,
    /// Compared range of `whole`, or `whole` itself.
    part: Arc<Run>,
    /// `part`, or its copy in shares.
    run: Arc<Run>,
    form: Form,
    derived: Derived,
}

/// The form in which a run is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Form {
    /// Range of the run that is displayed; `None` for the whole run.
    range: Option<Window>,
    /// True if the run is displayed in shares of its whole.
    in_shares: bool,
}

impl ShownRun {
    fn new(number: u32, run: Arc<Run>) -> Self {
        let derived = Derived::new(&run.trace);
        Self { number, whole: Arc::clone(&run), part: Arc::clone(&run), run, form: Form::default(), derived }
    }

    /// Displays the run in another form. O(calls).
    fn put_in(&mut self, form: Form) {
        if form.range != self.form.range {
            let part = form.range.and_then(|range| run_in_range(&self.whole, range));
            self.part = part.map_or_else(|| Arc::clone(&self.whole), Arc::new);
        }
        self.run = if form.in_shares { Arc::new(self.part.in_shares()) } else { Arc::clone(&self.part) };
        self.form = form;
        self.derived = Derived::new(&self.run.trace);
    }
}

/// Data computed as soon as a run is displayed. Both tables are O(calls), and the first picture needs them.
#[derive(Debug)]
pub(crate) struct Derived {
    pub(crate) lanes: LaneOrder,
    pub(crate) totals: Totals,
    /// Fingerprint, computed at the first request for a comparison.
    fingerprint: OnceCell<u128>,
}

impl Derived {
    fn new(trace: &Trace) -> Self {
        let totals = totals(trace, &Groups::by_function(trace), |_| ());
        let lanes = LaneOrder::new(trace);
        Self { lanes, totals, fingerprint: OnceCell::new() }
    }

    /// Returns the fingerprint of the trace's content. O(calls) the first time.
    pub(crate) fn fingerprint(&self, trace: &Trace) -> u128 {
        *self.fingerprint.get_or_init(|| diptych_store::fingerprint(trace))
    }
}

impl Slot {
    /// Returns the displayed run.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.shown.as_ref().map(|shown| &*shown.run)
    }

    /// Returns the trace, if it holds its calls. Code that looks at calls must not see a trace that holds only their
    /// sums.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.times().filter(|trace| trace.summed().is_none())
    }

    /// Returns the trace, even if it holds only sums of its calls.
    pub(crate) fn times(&self) -> Option<&Trace> {
        self.run().map(|run| &run.trace)
    }

    /// Returns the fingerprint of the displayed trace as it was read, even if it is displayed in shares. O(calls) the
    /// first time.
    pub(crate) fn fingerprint(&self) -> Option<u128> {
        let shown = self.shown.as_ref()?;
        Some(if shown.form == Form::default() {
            shown.derived.fingerprint(&shown.run.trace)
        } else {
            diptych_store::fingerprint(&shown.whole.trace)
        })
    }

    /// Returns the trace with its derived data. With `sums`, the trace may hold only sums of its calls.
    pub(crate) fn derived_of(&self, sums: bool) -> Option<(&Trace, &Derived)> {
        let shown = self.shown.as_ref().filter(|shown| sums || shown.run.trace.summed().is_none())?;
        Some((&shown.run.trace, &shown.derived))
    }

    /// Returns the trace with its derived data, if it holds its calls.
    pub(crate) fn derived(&self) -> Option<(&Trace, &Derived)> {
        self.derived_of(false)
    }

    /// Returns the runs that are not displayed.
    pub(crate) fn other_runs(&self) -> impl ExactSizeIterator<Item = &RunProfile> {
        self.other_runs.iter().map(|(_, run)| run)
    }

    /// Returns the packed calls of the runs that are not displayed, as far as they have any.
    pub(crate) fn packed_runs(&self) -> Vec<&[u8]> {
        self.other_runs.iter().filter_map(|(_, run)| run.packed.as_deref()).collect()
    }

    /// Turns the displayed run into one of the other runs, with its call tree only. Removes the run of `number`.
    fn make_room(&mut self, number: u32) {
        // A trace of sums has no call paths to keep.
        if let Some(before) = self.shown.take().filter(|before| before.run.trace.summed().is_none()) {
            self.other_runs.push((before.number, RunProfile::new(&before.whole)));
        }
        self.other_runs.retain(|(other, _)| *other != number);
        self.sort();
    }

    fn sort(&mut self) {
        self.other_runs.order_by_key(|(number, _)| *number);
    }

    /// Returns the summary that the side card shows; `None` for an empty side.
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
            trace.recorded_calls(),
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
        Some(words::summary(side, &shown.run, rows, shown.form.in_shares.then_some(&shown.part.trace)))
    }
}

impl Session {
    /// Opens a run on a side and removes all its other runs. The program structure stays.
    pub fn open(&mut self, side: SideName, number: u32, run: Arc<Run>) {
        let slot = &mut self.slots[side.index()];
        *slot = Slot { structure: slot.structure.take(), ..Slot::default() };
        self.show(side, number, run);
    }

    /// Displays a run that replaces the run of that number, or is added. The run displayed before keeps its call tree
    /// only. O(calls).
    pub fn show(&mut self, side: SideName, number: u32, run: Arc<Run>) {
        let version = self.next_version();
        let slot = &mut self.slots[side.index()];
        slot.make_room(number);
        (slot.shown, slot.version) = (Some(ShownRun::new(number, run)), version);
    }

    /// Sets the time ranges that are compared. [`Self::settle`] then displays them.
    pub(crate) fn set_ranges(&mut self, ranges: Sides<Option<Window>>) {
        self.ranges = ranges;
    }

    /// Displays each side in the form in which both are compared: its [range](Self::set_ranges), and in shares if both
    /// measure different things that are comparable as shares. Both need two open sides of one run each, with their
    /// calls. Otherwise the runs are displayed as read. Returns, for each side, whether it changed. O(calls) of changed
    /// sides.
    pub(crate) fn settle(&mut self) -> [bool; 2] {
        let holds_one_run = |slot: &Slot| slot.trace().is_some() && slot.other_runs.is_empty();
        let are_single = self.slots.iter().all(holds_one_run);
        let in_shares = are_single && self.axes_as_read().is_some_and(|[a, b]| a.has_shares_with(b));
        SideName::BOTH.map(|side| {
            let version = self.last_version + 1;
            let form = Form { range: self.ranges[side].filter(|_| are_single), in_shares };
            let slot = &mut self.slots[side.index()];
            let Some(shown) = slot.shown.as_mut().filter(|shown| shown.form != form) else {
                return false;
            };
            shown.put_in(form);
            (slot.version, self.last_version) = (version, version);
            self.runs_version += 1;
            true
        })
    }

    /// Returns the sides that have no call in their compared range. They are displayed whole.
    pub(crate) fn sides_without_calls_in_range(&self) -> impl Iterator<Item = SideName> + '_ {
        SideName::BOTH.into_iter().filter(|&side| {
            let shown = self.slots[side.index()].shown.as_ref();
            shown.is_some_and(|shown| shown.form.range.is_some() && Arc::ptr_eq(&shown.part, &shown.whole))
        })
    }

    /// Returns the ticks of the whole run at which the displayed part of a side starts; 0 for a whole run.
    pub(crate) fn range_start(&self, side: SideName) -> i64 {
        let shown = self.slots[side.index()].shown.as_ref();
        let range =
            shown.filter(|shown| !Arc::ptr_eq(&shown.part, &shown.whole)).and_then(|shown| shown.form.range);
        range.map_or(0, |range| range.start.max(0))
    }

    /// Returns the axes of both traces as read, if both sides are open.
    pub(crate) fn axes_as_read(&self) -> Option<[Axis; 2]> {
        let of = |side: usize| Some(self.slots[side].shown.as_ref()?.whole.trace.axis());
        Some([of(0)?, of(1)?])
    }

    /// Adds a run without displaying it. Returns false, and adds nothing, if the side displays no run.
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

    /// Removes a run that is not displayed.
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
        std::mem::swap(&mut self.ranges.a, &mut self.ranges.b);
        for slot in 0..2 {
            self.slots[slot].version = self.next_version();
        }
    }

    /// Returns the displayed trace of a side, if it holds its calls.
    pub fn trace(&self, side: SideName) -> Option<&Trace> {
        self.slot(side).trace()
    }

    /// Returns the runs of a side that are not displayed.
    pub fn other_runs(&self, side: SideName) -> impl ExactSizeIterator<Item = &RunProfile> {
        self.slot(side).other_runs()
    }

    /// Returns the displayed run of a side.
    pub fn run(&self, side: SideName) -> Option<&Run> {
        self.slot(side).run()
    }

    /// Returns the displayed trace of a side, even if it holds only sums of its calls.
    pub fn times(&self, side: SideName) -> Option<&Trace> {
        self.slot(side).times()
    }

    /// Finds the call of a reference, if its side is open and has the call.
    pub fn find(&self, reference: &CallRef) -> Option<(SideName, CallId)> {
        let trace = self.trace(reference.side)?;
        Some((reference.side, words::find(trace, reference)?))
    }

    pub(crate) fn slot_mut(&mut self, side: SideName) -> &mut Slot {
        &mut self.slots[side.index()]
    }

    pub(crate) fn slot(&self, side: SideName) -> &Slot {
        &self.slots[side.index()]
    }

    /// Returns the versions of both sides, which are part of the key of every analysis of the pair.
    pub(crate) fn versions(&self) -> [u32; 2] {
        [self.slots[0].version, self.slots[1].version]
    }

    /// Returns the version of all runs, for results computed from all of them.
    pub fn runs_version(&self) -> u32 {
        self.runs_version
    }

    fn next_version(&mut self) -> u32 {
        self.last_version += 1;
        self.runs_version += 1;
        self.last_version
    }

    /// Returns the structure that a side uses, and the side that it belongs to. This is its own structure, or that of
    /// the other side.
    pub fn structure(&self, side: SideName) -> Option<(SideName, &StructureFile)> {
        let own = |side: SideName| Some((side, &**self.slot(side).structure.as_ref()?));
        own(side).or_else(|| own(side.other()))
    }
}
