//! A session in one process and one thread: the engine and its compute role, and what runs between them in the page.

use crate::{Answer, Compute, Emitted, Engine};
use diptych_protocol::compute::Job;
use diptych_protocol::{Ask, CompareRequest, ComparisonReply, Event, Failure, ViewState};

/// The engine with its compute role. What the engine calls for is worked out where [`Self::work`] is called.
#[derive(Debug, Default)]
pub struct InProcess {
    /// The engine, to be loaded and asked.
    pub engine: Engine,
    compute: Compute,
    /// Versions of the traces that the compute role holds.
    held: [Option<u32>; 2],
}

/// A job that was done.
#[derive(Debug)]
pub struct Done {
    /// What was called for.
    pub job: Job,
    /// The result as it is stored; `None` if there is none.
    pub stored: Option<Vec<u8>>,
}

impl InProcess {
    /// With the sides that an engine holds.
    pub fn new(engine: Engine) -> Self {
        Self { engine, ..Self::default() }
    }

    /// Asks the engine.
    ///
    /// # Errors
    ///
    /// Those of the engine.
    pub fn ask<A: Ask>(&mut self, ask: &A) -> Result<A::Reply, Failure>
    where
        Engine: Answer<A>,
    {
        self.engine.ask(ask)
    }

    /// Does all work that is called for, and what that calls for; in the order in which it was done.
    pub fn work(&mut self) -> Vec<Done> {
        let mut done = Vec::new();
        loop {
            let events = self.engine.take_events();
            if events.is_empty() {
                return done;
            }
            for Emitted { event, query } in events {
                if let (Event::WorkWanted { job }, Some(query)) = (event, query) {
                    done.push(self.run(job, &query));
                }
            }
        }
    }

    fn run(&mut self, job: Job, query: &[u8]) -> Done {
        for need in &job.needs {
            let held = &mut self.held[need.side.index()];
            match self.engine.trace(need.side) {
                Some((version, trace)) if *held != Some(version) => {
                    self.compute.load(need.side, version, trace.clone());
                    *held = Some(version);
                }
                _ => {}
            }
        }
        let stored = self.compute.run(&job, query, &mut |_| ());
        self.engine.arrived(job.id, stored.as_deref());
        Done { job, stored }
    }

    /// The comparison under a state, worked out until nothing of it is missing.
    ///
    /// # Errors
    ///
    /// Those of the engine.
    pub fn compare(&mut self, state: &ViewState) -> Result<ComparisonReply, Failure> {
        let ask = CompareRequest { state: state.clone() };
        loop {
            let reply = self.ask(&ask)?;
            if !reply.pending || self.work().is_empty() {
                return Ok(reply);
            }
        }
    }
}
