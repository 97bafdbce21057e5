//! The compute role: work that takes too long for the engine's thread, on its own copy of the traces.

use crate::comparison::{Named, SimilarAsked, Stages, align_stored, similar_stored, test_stored};
use diptych_profile::{Groups, percentiles, totals};
use diptych_protocol::SideName;
use diptych_protocol::compute::{FunctionTotals, Job, JobEvent, JobResult, SideTotals, Work};
use diptych_trace::{IdentityId, Sorting, Trace};
use diptych_views::words;

/// Holds the traces it was sent and does one job at a time. It is cancelled by ending its worker.
#[derive(Debug, Default)]
pub struct Compute {
    held: [Option<(u32, Trace)>; 2],
    /// What the functions of the last pair are known by: its next job needs the same.
    named: Option<(NamedKey, Named)>,
}

/// Versions of the sides, and rules.
type NamedKey = (Vec<u32>, String);

impl Compute {
    /// Takes a trace in, in place of what it held for that side.
    pub fn load(&mut self, side: SideName, version: u32, trace: Trace) {
        self.held[side.index()] = Some((version, trace));
    }

    /// Does a job: its answer, and the bytes beside it if it is stored. `input` is what lies beside the job. A side
    /// whose version is not the one needed counts as empty. `progress` is told about every 2¹⁶ calls.
    pub fn run(
        &mut self,
        job: &Job,
        input: Option<&[u8]>,
        progress: &mut dyn FnMut(JobEvent),
    ) -> (JobEvent, Option<Vec<u8>>) {
        let Self { held, named } = self;
        let traces = SideName::BOTH.map(|side| {
            let need = job.needs.iter().find(|need| need.side == side)?;
            let (version, trace) = held[side.index()].as_ref()?;
            (*version == need.version).then_some(trace)
        });
        let mut stages = |stage: &str, done: u64, of: u64| {
            let stage = stage.to_owned();
            progress(JobEvent::Progress { id: job.id, stage, done: done as u32, of: of as u32 });
        };
        let key = |rules: &str| (job.needs.iter().map(|need| need.version).collect(), rules.to_owned());
        if let Work::Totals { rules } = &job.work {
            let named = named_for(named, key(rules), traces, &mut stages);
            let functions = named.map_or_else(Vec::new, |named| function_totals(traces, named, &mut stages));
            return (JobEvent::Done { id: job.id, result: JobResult::Totals { functions } }, None);
        }
        // Without what it reads, or under rules that the engine did not check, nothing is stored.
        let stored = match (&job.work, traces) {
            (Work::Align { rules, .. } | Work::Similar { rules, .. }, [Some(a), Some(b)]) => {
                named_for(named, key(rules), traces, &mut stages)
                    .and_then(|named| compared([a, b], named, &job.work, &mut stages))
            }
            (Work::Test, _) => input.and_then(|input| test_stored(input, &mut stages).ok()),
            _ => None,
        };
        (JobEvent::Done { id: job.id, result: JobResult::Stored }, stored)
    }
}

/// The functions of a pair under rules, if those are right.
fn named_for<'a>(
    known: &'a mut Option<(NamedKey, Named)>,
    key: NamedKey,
    traces: [Option<&Trace>; 2],
    stages: Stages<'_>,
) -> Option<&'a Named> {
    if known.as_ref().is_none_or(|(of, _)| *of != key) {
        *known = None; // Before its memory is needed again.
        let named = Named::new(traces, &key.1, stages).ok()?;
        *known = Some((key, named));
    }
    known.as_ref().map(|(_, named)| named)
}

/// What a part of a comparison comes to, as stored bytes; none where its sets would not fit into memory.
fn compared(traces: [&Trace; 2], named: &Named, work: &Work, stages: Stages<'_>) -> Option<Vec<u8>> {
    match work {
        Work::Totals { .. } | Work::Test => None,
        Work::Align { lanes, chosen, .. } => Some(align_stored(traces, named, *lanes, chosen, stages)),
        Work::Similar { tau, measure, .. } => {
            similar_stored(traces, named, SimilarAsked { tau: *tau, measure: *measure }, stages).ok()
        }
    }
}

/// Totals of both sides, functions paired by identity, most self time (of both sides together) first.
fn function_totals(
    traces: [Option<&Trace>; 2],
    Named { identities, .. }: &Named,
    stages: Stages<'_>,
) -> Vec<FunctionTotals> {
    let of: u64 = traces.into_iter().flatten().map(|trace| trace.calls().len() as u64).sum();
    let row = |id: IdentityId| {
        let (name, file) = identities.name_and_file(id);
        let (name, file) = (words::name_or_unnamed(name), words::shown(file));
        FunctionTotals { name, file, a: None, b: None }
    };
    let mut rows: Vec<FunctionTotals> = (0..identities.count()).map(IdentityId).map(row).collect();
    let mut before = 0;
    for (side, trace) in SideName::BOTH.into_iter().zip(traces) {
        let Some(trace) = trace else { continue };
        let groups = Groups::new(identities.of(side.index()).iter().map(|identity| identity.0).collect());
        let sums = totals(trace, &groups, |done| stages("Adding up calls", before + u64::from(done), of));
        let durations = percentiles(trace, &groups, &[0.5, 0.99]);
        for (group, row) in rows.iter_mut().enumerate().take(groups.count()) {
            let one = SideTotals {
                calls: sums.calls[group],
                self_ticks: sums.self_ticks[group],
                total_ticks: sums.total_ticks[group],
                p50_ticks: durations[0][group],
                p99_ticks: durations[1][group],
            };
            let slot = match side {
                SideName::A => &mut row.a,
                SideName::B => &mut row.b,
            };
            *slot = (one.calls > 0).then_some(one);
        }
        before += trace.calls().len() as u64;
    }
    rows.retain(|row| row.a.is_some() || row.b.is_some());
    rows.order_by(|x, y| {
        self_of_both(y).cmp(&self_of_both(x)).then_with(|| (&x.name, &x.file).cmp(&(&y.name, &y.file)))
    });
    rows
}

fn self_of_both(row: &FunctionTotals) -> i64 {
    [row.a, row.b].into_iter().flatten().map(|side| side.self_ticks).sum()
}
