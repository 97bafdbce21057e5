//! Any bytes as changes to the stored comparison of a small pair: the session takes it, or computes anew.

#![no_main]

use diptych_engine::trace::{Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink};
use diptych_engine::{Compute, Engine};
use diptych_protocol::compute::Job;
use diptych_protocol::{
    CompareRequest, CsvRequest, DeskId, Event, LayoutRequest, SideName, ThemeChoice, ViewId, ViewState,
};
use diptych_store::{HEAD_BYTES, seal};
use std::sync::OnceLock;

fn run(scale: i64) -> Run {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "main");
    for (name, start, end) in
        [("run", 0, 90), ("parse", 10, 40), ("token", 20, 30), ("token", 30, 35), ("close", 50, 80)]
    {
        let function = builder.function(FunctionSpec { name, file: "a.py", line: 3, category: "" });
        let (start, end) = (start * 1_000_000, end * 1_000_000 + start * scale);
        builder.call(lane, CallSpec { start, end, function, source: 0 });
    }
    let trace = builder.finish().remove(0).1;
    Run {
        name: "a.json".to_owned(),
        format: String::new(),
        bytes: 1,
        packed: false,
        trace,
        of_file: Vec::new(),
    }
}

fn opened() -> Engine {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run(1));
    engine.load(SideName::B, run(2_000));
    engine
}

/// Compares as far as the session can by itself: what work that takes, each with its query.
fn compare(engine: &mut Engine) -> Vec<(Job, Vec<u8>)> {
    let _ = engine.ask(&CompareRequest { state: ViewState::default(), proposals: true });
    wanted(engine)
}

fn wanted(engine: &mut Engine) -> Vec<(Job, Vec<u8>)> {
    let told = engine.take_events().into_iter();
    told.filter_map(|told| match (told.event, told.query) {
        (Event::WorkWanted { job }, Some(query)) => Some((job, query)),
        _ => None,
    })
    .collect()
}

/// What is stored of the pair, by key.
fn stored() -> &'static [(String, Vec<u8>)] {
    static STORED: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    STORED.get_or_init(|| {
        let (mut engine, mut compute) = (opened(), diptych_desks::compute());
        let asked = compare(&mut engine);
        let work = |(job, query): (Job, Vec<u8>)| {
            for need in &job.needs {
                let (version, trace) = engine.trace(need.side).expect("both sides are open");
                compute.load(need.side, version, trace.clone());
            }
            (job.key.clone(), compute.run(&job, &query, &mut |_| ()).expect("the pair is whole"))
        };
        asked.into_iter().map(work).collect()
    })
}

/// Each change is a place in the body, and a byte for it.
fn changed(bytes: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for edit in edits.chunks_exact(3) {
        let body = &mut out[HEAD_BYTES..];
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % body.len();
        body[place] = edit[2];
    }
    seal(&mut out);
    out
}

libfuzzer_sys::fuzz_target!(|edits: &[u8]| {
    let mut engine = opened();
    let mut open = compare(&mut engine);
    while let Some((job, _)) = open.pop() {
        let Some((_, bytes)) = stored().iter().find(|(key, _)| *key == job.key) else { continue };
        let bytes = if job.anew { bytes.clone() } else { changed(bytes, edits) };
        engine.arrived(job.id, Some(&bytes));
        open.extend(wanted(&mut engine));
    }
    compare(&mut engine);
    let (state, theme) = (ViewState::default(), ThemeChoice::Light);
    let layout = LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme,
        width: 900.0,
        height: 600.0,
        tubes: None,
        held: 0,
    };
    let _ = engine.ask(&layout);
    let _ = engine.ask(&CsvRequest { view: ViewId::Matches });
});
