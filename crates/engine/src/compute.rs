//! The compute role: work that takes too long for the engine's thread, on its own copy of the traces.

use crate::analyses::{Computed, DeskAnalyses, JobInput, Reads};
use crate::memory::Memory;
use diptych_aggregate::{Sequential, Workers};
use diptych_protocol::SideName;
use diptych_protocol::compute::{Job, JobProgress};
use diptych_store::Columns;
use diptych_trace::Trace;

/// The traces that the role was sent, and the work on them, one job at a time. Ending its worker cancels the job.
#[derive(Debug)]
pub struct Compute {
    of_desks: DeskAnalyses,
    held: [Option<(u32, Trace)>; 2],
    /// Packed runs that are not displayed, by side, with their version.
    runs: [(u32, Vec<Vec<u8>>); 2],
    between_jobs: Memory,
    workers: &'static dyn Workers,
}

impl Compute {
    /// Creates the role for these analyses besides those that no desk owns, without traces.
    pub fn new(of_desks: DeskAnalyses) -> Self {
        let between_jobs = Memory::default();
        Self { of_desks, held: [None, None], runs: Default::default(), between_jobs, workers: &Sequential }
    }

    /// Lets jobs use a pool of workers.
    pub(crate) fn set_workers(&mut self, workers: &'static dyn Workers) {
        self.workers = workers;
    }

    /// Stores the trace of a side and drops the one before.
    pub fn load(&mut self, side: SideName, version: u32, trace: Trace) {
        self.held[side.index()] = Some((version, trace));
    }

    /// Stores the packed other runs of a side and drops those before.
    pub fn load_runs(&mut self, side: SideName, version: u32, runs: Vec<Vec<u8>>) {
        self.runs[side.index()] = (version, runs);
    }

    /// Runs a job and returns its result as stored bytes. `query` is the query of the job, as stored bytes. A side
    /// whose version is not the needed one counts as empty. `progress` is called about every 2¹⁶ calls. Returns `None`
    /// if the data are missing or damaged, or need too much memory.
    pub fn run(&mut self, job: &Job, query: &[u8], progress: &mut dyn FnMut(JobProgress)) -> Option<Vec<u8>> {
        let traces = SideName::BOTH.map(|side| {
            let need = job.needs.iter().find(|need| need.side == side && !need.runs)?;
            let (version, trace) = self.held[side.index()].as_ref()?;
            (*version == need.version).then_some(trace)
        });
        let runs = SideName::BOTH.map(|side| {
            let need = job.needs.iter().find(|need| need.side == side && need.runs);
            let (version, runs) = &self.runs[side.index()];
            let is_meant = need.is_some_and(|need| need.version == *version);
            if is_meant { runs.iter().map(Vec::as_slice).collect() } else { Vec::new() }
        });
        let held = SideInputs { traces, runs };
        work(self.of_desks, self.workers, &mut self.between_jobs, job, query, held, progress)
    }

    /// Like [`Self::run`], on traces and packed runs of the caller, in the versions that the job needs.
    pub(crate) fn run_on(
        &mut self,
        job: &Job,
        query: &[u8],
        held: SideInputs<'_>,
        progress: &mut dyn FnMut(JobProgress),
    ) -> Option<Vec<u8>> {
        work(self.of_desks, self.workers, &mut self.between_jobs, job, query, held, progress)
    }
}

/// The inputs of a job, by side.
pub(crate) struct SideInputs<'a> {
    pub(crate) traces: [Option<&'a Trace>; 2],
    /// Packed other runs.
    pub(crate) runs: [Vec<&'a [u8]>; 2],
}

fn work(
    of_desks: DeskAnalyses,
    workers: &dyn Workers,
    memory: &mut Memory,
    job: &Job,
    query: &[u8],
    SideInputs { traces, runs }: SideInputs<'_>,
    progress: &mut dyn FnMut(JobProgress),
) -> Option<Vec<u8>> {
    let analysis = Computed::find(&job.analysis, of_desks)?;
    let query = Columns::from_bytes(query).ok()?;
    let needs = |runs: bool| job.needs.iter().filter(move |need| need.runs == runs);
    let lacks_runs = needs(true).any(|need| runs[need.side.index()].is_empty());
    if analysis.reads == Reads::Open && (traces.iter().flatten().count() < needs(false).count() || lacks_runs)
    {
        return None;
    }
    let mut stages = |stage: &'static str, done: u64, total: u64| {
        let stage = stage.to_owned();
        progress(JobProgress { id: job.id, stage, done: done as u32, total: total as u32 });
    };
    let versions = job.needs.iter().map(|need| need.version).collect();
    let mut bench = JobInput { traces, runs, versions, memory, workers, stages: &mut stages };
    (analysis.compute)(&query, &mut bench).ok()
}
