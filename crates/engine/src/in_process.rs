//! A session in one process: the engine and its compute role, without the workers of the page.

use crate::compute::SideInputs;
use crate::{Compute, DeskAnalyses, Engine, EngineEvent, PairAnalysis, PairRequest};
use diptych_aggregate::Workers;
use diptych_protocol::compute::{Job, JobProgress};
use diptych_protocol::{Ask, CompareRequest, ComparisonReply, Event, Failure, SideName, ViewState};

/// The engine with its compute role. Work waits until [`Self::work`] is called.
#[derive(Debug)]
pub struct InProcess {
    /// The engine, for loading runs and asking.
    pub engine: Engine,
    compute: Compute,
}

/// A finished job.
#[derive(Debug)]
pub struct FinishedJob {
    /// The job.
    pub job: Job,
    /// Result as stored bytes; `None` if the job failed.
    pub stored: Option<Vec<u8>>,
}

impl InProcess {
    /// Creates a session with the sides of an engine, and the analyses of its desks.
    pub fn new(engine: Engine, of_desks: DeskAnalyses) -> Self {
        let compute = Compute::new(of_desks);
        Self { engine, compute }
    }

    /// Lets analyses use a pool of workers.
    #[must_use]
    pub fn with_workers(mut self, workers: &'static dyn Workers) -> Self {
        self.compute.set_workers(workers);
        self
    }

    /// Asks the engine.
    ///
    /// # Errors
    ///
    /// Fails with the failure of the engine.
    pub fn ask<A: Ask>(&mut self, ask: &A) -> Result<A::Reply, Failure> {
        self.engine.ask(ask)
    }

    /// Does all pending work, and the work that follows from it. Returns the jobs in the order in which they were done.
    pub fn work(&mut self) -> Vec<FinishedJob> {
        self.work_with(&mut |_| ())
    }

    /// Like [`Self::work`], with a callback for the progress.
    fn work_with(&mut self, progress: &mut dyn FnMut(JobProgress)) -> Vec<FinishedJob> {
        let mut done = Vec::new();
        loop {
            let events = self.engine.take_events();
            if events.is_empty() {
                return done;
            }
            for EngineEvent { event, query } in events {
                if let (Event::WorkWanted { job }, Some(query)) = (event, query) {
                    done.push(self.run(job, &query, progress));
                }
            }
        }
    }

    /// Runs a job on the traces of the engine. In the page, the compute role has copies of them.
    fn run(&mut self, job: Job, query: &[u8], progress: &mut dyn FnMut(JobProgress)) -> FinishedJob {
        let traces = SideName::BOTH.map(|side| {
            let need = job.needs.iter().find(|need| need.side == side && !need.runs)?;
            let (version, trace) = self.engine.trace(side)?;
            (version == need.version).then_some(trace)
        });
        let runs = SideName::BOTH.map(|side| {
            let need = job.needs.iter().find(|need| need.side == side && need.runs);
            let (version, runs) = self.engine.packed_runs(side);
            if need.is_some_and(|need| need.version == version) { runs } else { Vec::new() }
        });
        let stored = self.compute.run_on(&job, query, SideInputs { traces, runs }, progress);
        self.engine.arrived(job.id, stored.as_deref());
        FinishedJob { job, stored }
    }

    /// Returns the comparison under a state, with all its work done.
    ///
    /// # Errors
    ///
    /// Fails with the failure of the engine.
    pub fn compare(&mut self, state: &ViewState) -> Result<ComparisonReply, Failure> {
        let ask = CompareRequest { state: state.clone(), proposals: false };
        loop {
            let reply = self.ask(&ask)?;
            if !reply.pending || self.work().is_empty() {
                return Ok(reply);
            }
        }
    }

    /// Returns the correspondence of the sides, for a program that ranks by itself. `progress` is called during the
    /// work.
    pub fn pair(
        &mut self,
        request: &PairRequest,
        progress: &mut dyn FnMut(JobProgress),
    ) -> Result<PairAnalysis, Failure> {
        loop {
            match self.engine.pair(request)? {
                Some(pair) => return Ok(pair),
                None => {
                    self.work_with(progress);
                }
            }
        }
    }
}
