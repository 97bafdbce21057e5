//! Instants and counters while a trace is built, and how they become tables.

use super::owners::Owners;
use crate::counters::Counters;
use crate::instants::Instants;
use crate::outliers::MAX_EXTENT;
use crate::{CounterId, LaneId, NameId, OddityKind, OwnerId, ReadReport, push_tight};

/// An instant as it was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct InstantDraft {
    pub(super) at: i64,
    pub(super) name: NameId,
    pub(super) owner: OwnerId,
}

/// A counter as it was declared.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterDraft {
    /// Name, series and unit.
    pub(super) texts: [NameId; 3],
    pub(super) owner: OwnerId,
}

/// A sample as it was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleDraft {
    pub(super) counter: CounterId,
    pub(super) at: i64,
    pub(super) value: f64,
}

/// The instants and the counters of one trace.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub(super) owners: Owners,
    pub(super) instants: Vec<InstantDraft>,
    pub(super) counters: Vec<CounterDraft>,
    pub(super) samples: Vec<SampleDraft>,
}

/// Relation of the tables to the drafts: the origin of times, and the row of each of the builder's lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placement<'a> {
    pub(super) origin: i64,
    pub(super) rows: &'a [LaneId],
}

impl Placement<'_> {
    /// Returns a time in ticks since the origin; `None` if no message could carry it.
    fn tick(self, at: i64) -> Option<i64> {
        at.checked_sub(self.origin).filter(|tick| tick.unsigned_abs() <= MAX_EXTENT.unsigned_abs())
    }
}

impl Drafts {
    pub(super) fn push_instant(&mut self, instant: InstantDraft) {
        push_tight(&mut self.instants, instant);
    }

    pub(super) fn push_sample(&mut self, sample: SampleDraft) {
        push_tight(&mut self.samples, sample);
    }

    /// Builds both tables. Instants and samples that are too far from the calls are left out and counted.
    pub(super) fn finish(self, placement: Placement<'_>, report: &mut ReadReport) -> (Instants, Counters) {
        let Self { owners, instants, counters, samples } = self;
        let instants = instant_table(instants, &owners, placement, report);
        (instants, counter_table(&counters, samples, &owners, placement, report))
    }
}

fn instant_table(
    mut drafts: Vec<InstantDraft>,
    owners: &Owners,
    placement: Placement<'_>,
    report: &mut ReadReport,
) -> Instants {
    let before = drafts.len();
    drafts.retain(|draft| placement.tick(draft.at).is_some());
    note_far("instant far from all calls", before - drafts.len(), report);
    // The sort is stable: instants of one time stay in the order of the file.
    if !drafts.is_sorted_by_key(|draft| draft.at) {
        drafts.sort_by_key(|draft| draft.at);
    }
    Instants {
        at: drafts.iter().map(|draft| draft.at - placement.origin).collect(),
        name: drafts.iter().map(|draft| draft.name).collect(),
        lane: drafts.iter().map(|draft| owners.row(draft.owner, placement.rows)).collect(),
    }
}

fn counter_table(
    drafts: &[CounterDraft],
    mut samples: Vec<SampleDraft>,
    owners: &Owners,
    placement: Placement<'_>,
    report: &mut ReadReport,
) -> Counters {
    let before = samples.len();
    samples.retain(|sample| placement.tick(sample.at).is_some() && sample.counter.index() < drafts.len());
    note_far("counter sample far from all calls", before - samples.len(), report);
    let key = |sample: &SampleDraft| (sample.counter, sample.at);
    if !samples.is_sorted_by_key(key) {
        samples.sort_by_key(key);
    }
    let mut counters = Counters {
        at: samples.iter().map(|sample| sample.at - placement.origin).collect(),
        value: samples.iter().map(|sample| sample.value).collect(),
        ..Counters::default()
    };
    let mut first = 0;
    for run in samples.chunk_by(|left, right| left.counter == right.counter) {
        let CounterDraft { texts: [name, series, unit], owner } = drafts[run[0].counter.index()];
        counters.name.push(name);
        counters.series.push(series);
        counters.unit.push(unit);
        counters.lane.push(owners.row(owner, placement.rows));
        counters.first_sample.push(first);
        first += run.len() as u32;
    }
    counters.close();
    counters
}

/// Counts events that lie too far from the calls to share an axis with them. They lose no call, so this is no warning.
fn note_far(subject: &str, count: usize, report: &mut ReadReport) {
    if count > 0 {
        report.note_many(OddityKind::SkippedEvent, subject, count as u64, 0, "");
    }
}
