//! Parquet files of earlier results, as a fleet that goes on reads them.

use bytes::Bytes;
use diptych_tables::{Columns, FileFacts, TraceTables, write};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink};
use std::sync::OnceLock;

/// Returns a file of the lanes of a trace.
fn file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let mut builder = Builder::default();
        for name in ["main", "pool", "main"] {
            let lane = builder.lane(None, LaneKind::Thread, name);
            let function = builder.function(FunctionSpec { name, file: "a.py", line: 3, category: "" });
            builder.call(lane, CallSpec { start: 0, end: 90, function, source: 7 });
        }
        let trace = builder.finish().remove(0).1;
        let (name, format) = ("a.json".to_owned(), String::new());
        let run = Run { name, format, bytes: 1, packed: false, trace, of_file: Vec::new() };
        let subject = "a.json".to_owned();
        let facts = FileFacts {
            subject,
            unit: "ns".to_owned(),
            inputs: Some("0123".to_owned()),
            program: "1".to_owned(),
        };
        let mut out = Vec::new();
        write(&mut out, &facts, TraceTables::new(&run).lanes()).expect("memory takes all bytes");
        out
    })
}

/// Reads `edits` as a file, then a sound file with `edits` as changes. A change is a place and its new byte.
pub(crate) fn check(edits: &[u8]) {
    read(edits.to_vec());
    let mut changed = file().to_vec();
    for edit in edits.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % changed.len();
        changed[place] = edit[2];
    }
    read(changed);
}

fn read(file: Vec<u8>) {
    let file = Bytes::from(file);
    let _ = Columns::inputs_of(&file);
    let Ok(columns) = Columns::read(file, None) else { return };
    for name in &columns.names {
        let (_, _) = (columns.text(name), columns.as_text(name));
        let (_, _, _) = (columns.whole(name), columns.number(name), columns.truth(name));
    }
}
