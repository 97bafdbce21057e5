//! The engine with its compute worker, jobs done as the page does them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test binary uses its part")]

use diptych_engine::{Answer, Compute, Engine};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::compute::Job;
use diptych_protocol::{Envelope, Event, Request, ViewState};
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

    /// Asks, and does all work that is asked for; the events but those. What waits for work is asked for again when that
    /// has come.
    pub(crate) fn ask(&mut self, request: Request) -> Vec<Event> {
        let envelope = Envelope { epoch: 3, request };
        let mut open: Vec<Answer> = self.engine.handle(&envelope);
        let mut events = Vec::new();
        while !open.is_empty() {
            let answer = open.remove(0);
            match answer.event {
                Event::Compute { job } => open.extend(self.work(job, &answer.input.unwrap())),
                Event::AnalysesChanged => open.extend(self.engine.handle(&envelope)),
                event => {
                    assert_eq!(answer.epoch, 3);
                    if events.last() != Some(&event) {
                        events.push(event);
                    }
                }
            }
        }
        events
    }

    fn work(&mut self, job: Job, query: &[u8]) -> Vec<Answer> {
        for need in &job.needs {
            let (version, trace) = self.engine.trace(need.side).unwrap();
            assert_eq!(version, need.version);
            self.compute.load(need.side, version, trace.clone());
        }
        let stored = self.compute.run(&job, query, &mut |_| ());
        self.kept.extend(stored.clone().map(|bytes| (job.key.clone(), bytes)));
        let id = job.id;
        self.jobs.push(job);
        self.engine.arrived(id, stored.as_deref())
    }

    /// The comparison under a state.
    pub(crate) fn compare(&mut self, state: &ViewState) -> ComparisonSummary {
        let mut events = self.ask(Request::Compare { state: state.clone() });
        let Some(Event::Comparison { summary: Some(summary) }) = events.pop() else { panic!("{events:?}") };
        *summary
    }

    /// All rows of a list.
    pub(crate) fn rows(&mut self, list: DifferenceList) -> Vec<DifferenceRow> {
        let request = Request::Differences { list, order: DifferenceOrder::Delta, first: 0, count: 100 };
        let Event::Differences { rows, of, .. } = self.ask(request).remove(0) else { panic!() };
        assert_eq!(rows.len(), of as usize);
        rows
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
