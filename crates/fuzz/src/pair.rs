//! A small pair, and changes to stored results of it.

use diptych_engine::Engine;
use diptych_engine::trace::{Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink};
use diptych_protocol::SideName;
use diptych_store::{HEAD_BYTES, seal};

/// Builds a run of a few nested calls, the longer the larger the scale.
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

/// Returns a session with a small pair.
pub(crate) fn opened() -> Engine {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run(1));
    engine.load(SideName::B, run(2_000));
    engine
}

/// Changes bytes of the body of stored results, and seals them again. A change is a place and its new byte.
pub(crate) fn changed(bytes: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for edit in edits.chunks_exact(3) {
        let body = &mut out[HEAD_BYTES..];
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % body.len();
        body[place] = edit[2];
    }
    seal(&mut out);
    out
}
