//! `.diptych` files: an opened file is sound, and is the same after it has been written again.

use diptych_store::{Columns, SavedFile, put_trace, trace};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink};
use std::sync::OnceLock;

/// Most bytes that the parts of a file may take.
const MOST: u64 = 1 << 24;

/// Returns a file with texts, columns and a trace.
fn file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "main");
        let function = builder.function(FunctionSpec { name: "f", file: "a.py", line: 3, category: "" });
        for (start, end) in [(0, 90), (10, 40), (20, 30), (50, 80)] {
            builder.call(lane, CallSpec { start, end, function, source: 7 });
        }
        let trace = builder.finish().remove(0).1;
        let (name, format) = ("a.json".to_owned(), String::new());
        let run = Run { name, format, bytes: 1, packed: false, trace, of_file: Vec::new() };
        let mut columns = Columns::default();
        columns.put_text("rules", "file /x/ -> ");
        columns.put_texts("keys", ["a function of some length"; 20]);
        put_trace(&mut columns, 0, &run);
        SavedFile::to_bytes(&columns, "1.0.0")
    })
}

/// Changes bytes of the sound file. A change is a place and its new byte.
fn changed(edits: &[u8]) -> Vec<u8> {
    let mut out = file().to_vec();
    for edit in edits.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % out.len();
        out[place] = edit[2];
    }
    out
}

fn check_bytes(bytes: &[u8]) {
    let Ok(file) = SavedFile::open(bytes, MOST) else { return };
    for side in 0..2 {
        if let Ok(Some(run)) = trace(&file.columns, side) {
            assert_eq!(run.trace.check(), Ok(()));
        }
    }
    // What was read is known and whole, so that it comes back from a new file.
    let again = SavedFile::to_bytes(&file.columns, &file.writer);
    let again = SavedFile::open(&again, u64::MAX).expect("a file that was just written opens");
    assert!(again.lost.is_empty());
}

/// Checks the file `bytes`, then the sound file with `bytes` as changes, whole and cut.
pub(crate) fn check(bytes: &[u8]) {
    check_bytes(bytes);
    check_bytes(&changed(bytes));
    if let Some((&cut, edits)) = bytes.split_first() {
        let damaged = changed(edits);
        check_bytes(&damaged[..damaged.len() * usize::from(cut) / 256]);
    }
}
