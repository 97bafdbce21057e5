//! The engine with its compute worker, jobs done as the page does them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test binary uses its part")]

use diptych_engine::{Answer, Compute, Emitted, Engine};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::compute::Job;
use diptych_protocol::{Ask, CompareRequest, DifferencesRequest, Event, ViewState};
use diptych_testkit::trace;
use diptych_trace::Run;

/// A run from a picture.
pub(crate) fn run(name: &str, picture: &str) -> Run {
    let trace = trace(picture);
    Run {
        name: name.to_owned(),
        format: "picture".to_owned(),
        bytes: 10,
        packed: false,
        trace,
        of_file: Vec::new(),
    }
}

/// Thin spaces as ordinary ones.
pub(crate) fn plain(text: &str) -> String {
    text.replace(['\u{202f}', '\u{2009}'], " ")
}

/// An engine with its compute worker.
pub(crate) struct Page {
    pub(crate) engine: Engine,
    compute: Compute,
    /// Jobs handed out, in order.
    pub(crate) jobs: Vec<Job>,
    /// Stored results by key.
    pub(crate) kept: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// With both sides as the engine has them.
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine, compute: Compute::default(), jobs: Vec::new(), kept: Vec::new() }
    }

    /// Asks, and does all work that this calls for.
    pub(crate) fn ask<A: Ask>(&mut self, ask: &A) -> A::Reply
    where
        Engine: Answer<A>,
    {
        let reply = self.engine.ask(ask).unwrap_or_else(|failure| panic!("{failure:?}"));
        self.work();
        reply
    }

    /// Does all work that is called for, as the compute role does it; how many jobs that were.
    pub(crate) fn work(&mut self) -> usize {
        let before = self.jobs.len();
        loop {
            let events = self.engine.take_events();
            if events.is_empty() {
                return self.jobs.len() - before;
            }
            for Emitted { event, query } in events {
                if let Event::WorkWanted { job } = event {
                    self.run(job, &query.unwrap());
                }
            }
        }
    }

    fn run(&mut self, job: Job, query: &[u8]) {
        for need in &job.needs {
            let (version, trace) = self.engine.trace(need.side).unwrap();
            assert_eq!(version, need.version);
            self.compute.load(need.side, version, trace.clone());
        }
        let stored = self.compute.run(&job, query, &mut |_| ());
        let id = job.id;
        self.kept.extend(stored.clone().map(|bytes| (job.key.clone(), bytes)));
        self.jobs.push(job);
        self.engine.arrived(id, stored.as_deref());
    }

    /// The comparison under a state, asked for until all of it is known.
    pub(crate) fn compare(&mut self, state: &ViewState) -> ComparisonSummary {
        let ask = CompareRequest { state: state.clone() };
        loop {
            let reply = self.ask(&ask);
            if !reply.pending {
                return *reply.summary.unwrap();
            }
        }
    }

    /// All rows of a list.
    pub(crate) fn rows(&mut self, list: DifferenceList) -> Vec<DifferenceRow> {
        let ask = DifferencesRequest { list, order: DifferenceOrder::Delta, first: 0, count: 100 };
        let reply = self.ask(&ask);
        assert_eq!(reply.rows.len(), reply.of as usize);
        reply.rows
    }

    /// Alignments that were worked out.
    pub(crate) fn aligned(&self) -> usize {
        self.jobs.iter().filter(|job| job.key.starts_with("align-")).count()
    }

    /// Names of the functions of a list.
    pub(crate) fn names(&mut self, list: DifferenceList) -> Vec<String> {
        self.rows(list).into_iter().map(|row| row.name).collect()
    }
}
