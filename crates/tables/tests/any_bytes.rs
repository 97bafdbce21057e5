//! Damaged and hostile Parquet files are read or refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use bytes::Bytes;
use diptych_tables::{Columns, FileFacts, TraceTables, write};
use diptych_trace::Run;

/// Returns a file of the lanes of a small trace.
fn file() -> Vec<u8> {
    let trace = diptych_testkit::trace("main\n  0..90 f\n  10..40 g");
    let (name, format) = ("a.json".to_owned(), String::new());
    let run = Run { name, format, bytes: 1, packed: false, trace, of_file: Vec::new() };
    let (subject, unit) = ("a.json".to_owned(), "ns".to_owned());
    let facts = FileFacts { subject, unit, inputs: Some("0123".to_owned()), program: "1".to_owned() };
    let mut out = Vec::new();
    write(&mut out, &facts, TraceTables::new(&run).lanes()).unwrap();
    out
}

fn read(file: Vec<u8>) -> bool {
    let file = Bytes::from(file);
    let _ = Columns::inputs_of(&file);
    let Ok(columns) = Columns::read(file, None) else { return false };
    for name in &columns.names {
        let (_, _, _) = (columns.text(name), columns.as_text(name), columns.whole(name));
        let (_, _) = (columns.number(name), columns.truth(name));
    }
    true
}

#[test]
fn every_changed_byte_is_read_or_refused() {
    let whole = file();
    assert!(read(whole.clone()));
    let mut refused = 0;
    for place in 0..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, whole[place] ^ 1, whole[place].wrapping_add(1)] {
            let mut changed = whole.clone();
            changed[place] = value;
            let outcome = std::panic::catch_unwind(|| read(changed));
            refused += usize::from(!outcome.unwrap_or_else(|_| panic!("byte {place} as {value}")));
        }
    }
    assert!(refused > whole.len());
}

#[test]
fn cut_files_are_refused() {
    let whole = file();
    for length in 0..whole.len() {
        assert!(!read(whole[..length].to_vec()), "{length} bytes");
    }
}
