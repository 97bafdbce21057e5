//! Damaged Parquet files are refused.
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

/// Reads every column, or returns the reason.
fn read(file: Vec<u8>) -> Result<(), String> {
    let file = Bytes::from(file);
    let _ = Columns::inputs_of(&file);
    let columns = Columns::read(file, None).map_err(|error| error.to_string())?;
    for name in &columns.names {
        let (_, _, _) = (columns.text(name), columns.as_text(name), columns.whole(name));
        let (_, _) = (columns.number(name), columns.truth(name));
    }
    Ok(())
}

/// Returns the place where the description of columns and row groups begins, behind the data.
fn description(file: &[u8]) -> usize {
    let (length, _) = file[file.len() - 8..].split_first_chunk().unwrap();
    file.len() - 8 - u32::from_le_bytes(*length) as usize
}

#[test]
fn columns_outside_the_file_are_refused() {
    let whole = file();
    assert_eq!(read(whole.clone()), Ok(()));
    let mut refused = 0;
    for place in description(&whole)..whole.len() {
        for value in [0x7f, 0x80, 0xff, whole[place] ^ 1] {
            let mut changed = whole.clone();
            changed[place] = value;
            // The library panics on other damage, such as dictionaries without values. Here only places count.
            let outcome = std::panic::catch_unwind(|| read(changed));
            let outside = |error: String| error.contains("a column lies outside the file");
            refused += usize::from(outcome.is_ok_and(|read| read.is_err_and(outside)));
        }
    }
    assert!(refused > 10, "{refused} refused");
}

#[test]
fn cut_files_are_refused() {
    let whole = file();
    for length in 0..whole.len() {
        assert!(read(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
}
