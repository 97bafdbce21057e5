//! Sessions with small traces.

use diptych_engine::{DeskAnalyses, Desks, Engine, InProcess};
use diptych_protocol::{SideName, ViewState};
use diptych_trace::{Run, Trace};

/// The desks of a test, with their analyses.
#[derive(Debug, Clone, Copy)]
pub struct TestDesks {
    /// The desks; the first one is drawn.
    pub desks: Desks,
    /// Their analyses.
    pub analyses: DeskAnalyses,
}

impl TestDesks {
    /// Returns a session with both sides empty.
    fn session(self) -> InProcess {
        InProcess::new(Engine::new(self.desks), self.analyses)
    }
}

/// Returns a run of a trace, as a reader of the format `test` would.
pub fn run(trace: Trace) -> Run {
    let (name, format) = ("run.json".to_owned(), "test".to_owned());
    Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace }
}

/// Returns a session with traces in the notation of [`diptych_testkit::trace`], A's first.
pub fn of_texts(desks: TestDesks, sides: &[&str]) -> InProcess {
    let mut page = desks.session();
    for (side, text) in SideName::BOTH.into_iter().zip(sides) {
        page.engine.load(side, run(diptych_testkit::trace(text)));
    }
    page
}

/// Returns a session with one trace or a compared pair.
pub fn holding(desks: TestDesks, sides: Vec<Trace>, state: &ViewState) -> InProcess {
    let mut session = desks.session();
    let is_pair = sides.len() == 2;
    for (side, trace) in SideName::BOTH.into_iter().zip(sides) {
        session.engine.load(side, run(trace));
    }
    if is_pair {
        session.compare(state).unwrap();
    }
    session
}
