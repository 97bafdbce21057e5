//! Support for tests: the engine with its compute role, running jobs as the page does.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test binary uses its part")]

use diptych_engine::{Engine, FinishedJob, InProcess};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::compute::Job;
use diptych_protocol::{
    Ask, CompareRequest, DeskId, DifferencesRequest, LayoutRequest, SideName, ThemeChoice, ViewState,
};
use diptych_store::{HEAD_BYTES, seal};
use diptych_testkit::{Rng, trace};
use diptych_trace::Run;

/// Returns a run from a picture of a trace.
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

/// Replaces thin spaces by ordinary ones.
pub(crate) fn plain(text: &str) -> String {
    text.replace(['\u{202f}', '\u{2009}'], " ")
}

/// A session, with the jobs and results so far.
pub(crate) struct Page {
    pub(crate) session: InProcess,
    /// Jobs handed out, in order.
    pub(crate) jobs: Vec<Job>,
    /// Stored results by key.
    pub(crate) kept: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// Creates a page with the sides of an engine.
    pub(crate) fn new(engine: Engine) -> Self {
        Self { session: InProcess::new(engine, diptych_desks::ANALYSES), jobs: Vec::new(), kept: Vec::new() }
    }

    /// Asks, and does all work that follows.
    pub(crate) fn ask<A: Ask>(&mut self, ask: &A) -> A::Reply {
        let reply = self.session.ask(ask).unwrap_or_else(|failure| panic!("{failure:?}"));
        self.work();
        reply
    }

    /// Does all pending work. Returns the number of jobs.
    pub(crate) fn work(&mut self) -> usize {
        let done = self.session.work();
        let count = done.len();
        for FinishedJob { job, stored } in done {
            self.kept.extend(stored.map(|bytes| (job.key.clone(), bytes)));
            self.jobs.push(job);
        }
        count
    }

    /// Asks for the comparison under a state until it is complete.
    pub(crate) fn compare(&mut self, state: &ViewState) -> ComparisonSummary {
        let ask = CompareRequest { state: state.clone(), proposals: false };
        loop {
            let reply = self.ask(&ask);
            if !reply.pending {
                return *reply.summary.unwrap();
            }
        }
    }

    /// Returns all rows of a list.
    pub(crate) fn rows(&mut self, list: DifferenceList) -> Vec<DifferenceRow> {
        let ask = DifferencesRequest { list, order: DifferenceOrder::SelfTime, first: 0, count: 100 };
        let reply = self.ask(&ask);
        assert_eq!(reply.rows.len(), reply.total as usize);
        reply.rows
    }

    /// Returns the number of computed alignments.
    pub(crate) fn aligned(&self) -> usize {
        self.jobs.iter().filter(|job| job.key.starts_with("align-")).count()
    }

    /// Returns the names of the functions in a list.
    pub(crate) fn names(&mut self, list: DifferenceList) -> Vec<String> {
        self.rows(list).into_iter().map(|row| row.name).collect()
    }
}

/// A run of a small program.
pub(crate) const A: &str = "
    main
      0..100000000 run @app/main.py:1
        1000000..41000000 parse @lib/parse.py:7
          2000000..12000000 token @lib/parse.py:9
          13000000..23000000 token @lib/parse.py:9
        50000000..90000000 render @lib/render.py:3
        92000000..93000000 close @lib/render.py:30
";
/// Another version: `parse` has more self time, one `token` is gone, `render` became `draw`, `flush` is new.
pub(crate) const B: &str = "
    main
      0..140000000 run @app/main.py:1
        1000000..81000000 parse @lib/parse.py:8
          2000000..12000000 token @lib/parse.py:19
        90000000..130000000 draw @lib/render.py:3
        132000000..133000000 close @lib/render.py:31
          132100000..132900000 flush @lib/render.py:40
";

/// Creates a page with both sides.
pub(crate) fn opened(a: &str, b: &str) -> Page {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", a));
    engine.load(SideName::B, run("b.json", b));
    Page::new(engine)
}

/// Returns a layout request for the Compare desk with default settings.
pub(crate) fn layout() -> LayoutRequest {
    LayoutRequest {
        desk: DeskId::Compare,
        state: ViewState::default(),
        theme: ThemeChoice::Light,
        width: 900.0,
        height: 600.0,
        tubes: None,
        held: 0,
    }
}

/// Returns stored bytes with a few bytes changed and a valid checksum.
pub(crate) fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let at = HEAD_BYTES + rng.below((out.len() - HEAD_BYTES) as u64) as usize;
        let length = [1, 4, 8][rng.below(3) as usize].min(out.len() - at);
        match rng.below(3) {
            0 => out[at] ^= 1 << rng.below(8),
            1 => out[at..at + length].fill(0xff),
            _ => out[at..at + length].fill(0),
        }
    }
    seal(&mut out);
    out
}
