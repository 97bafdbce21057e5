//! Sessions with small traces.

use diptych_engine::{Desks, Engine, InProcess};
use diptych_protocol::{SideName, ViewState};
use diptych_trace::{Run, Trace};

/// Returns a run of a trace, as a reader of the format `test` would.
pub fn run(trace: Trace) -> Run {
    let (name, format) = ("run.json".to_owned(), "test".to_owned());
    Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace }
}

/// Returns a session with traces in the notation of [`diptych_testkit::trace`], A's first.
pub fn of_texts(desks: Desks, sides: &[&str]) -> InProcess {
    let mut page = InProcess::new(Engine::new(desks));
    for (side, text) in SideName::BOTH.into_iter().zip(sides) {
        page.engine.load(side, run(diptych_testkit::trace(text)));
    }
    page
}

/// Returns a session with one trace or a compared pair.
pub fn holding(desks: Desks, sides: Vec<Trace>, state: &ViewState) -> InProcess {
    let mut session = InProcess::new(Engine::new(desks));
    let is_pair = sides.len() == 2;
    for (side, trace) in SideName::BOTH.into_iter().zip(sides) {
        session.engine.load(side, run(trace));
    }
    if is_pair {
        session.compare(state).unwrap();
    }
    session
}
