//! Tests of the reader role: the side after reading, refused files, and memory limits.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::{MemoryBudget, Reader};
use diptych_protocol::reader::ReadAmount;
use diptych_protocol::{FailureKind, SideName};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn file_without_trace_explains_what_to_do() {
    let mut reader = Reader::new(Some(SideName::B), "report.json", 15);
    reader.feed(b"{\"status\":\"ok\"}");
    let failure = reader.finish().unwrap_err();
    assert_eq!((failure.side, failure.kind), (Some(SideName::B), FailureKind::NotATrace));
    assert_eq!(failure.title, "report.json holds no trace.");
    assert!(failure.body.starts_with("It is JSON"), "{}", failure.body);
    assert!(
        failure.body.contains("It looks like none of the formats that Diptych reads. Choose another file."),
        "{}",
        failure.body
    );
}

#[test]
fn reading_counts_bytes_and_calls() {
    let text = br#"[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"f"},{"ph":"X","ts":5,"dur":1,"pid":1,"tid":1,"name":"g"}]"#;
    let mut reader = Reader::new(None, "t.json", text.len() as u64);
    assert!(reader.feed(text));
    let progress = reader.progress();
    assert_eq!((progress.bytes_in, progress.calls), (text.len() as u64, 2));
    let run = reader.finish().unwrap();
    assert_eq!((run.format.as_str(), run.trace.calls().len()), ("chrome-json", 2));
}

#[test]
fn side_names_its_trace_and_lists_all() {
    let file = br#"[{"ph":"X","ts":1,"dur":2,"name":"f"}][{"ph":"X","ts":1,"dur":2,"name":"g"},{"ph":"X","ts":9,"dur":1,"name":"h"}]"#;
    let read = |trace: Option<&str>| {
        let mut reader = Reader::new(Some(SideName::A), "t.json", 0).taking(trace.map(str::to_owned));
        assert!(reader.feed(file));
        reader.finish()
    };
    let said = |trace| {
        let summary = diptych_desks::engine().load(SideName::A, read(trace).unwrap()).unwrap();
        let listed =
            summary.of_file.iter().map(|of_file| (of_file.name.clone(), of_file.calls, of_file.shown));
        (summary.name.clone(), listed.collect::<Vec<_>>())
    };
    let listed = |shown: [bool; 2]| {
        [("1", 1), ("2", 2)].map(|(name, calls)| (name.to_owned(), calls)).into_iter().zip(shown)
    };
    let listed = |shown| listed(shown).map(|((name, calls), shown)| (name, calls, shown)).collect::<Vec<_>>();
    assert_eq!(said(None), ("t.json#2".to_owned(), listed([false, true])));
    assert_eq!(said(Some("1")), ("t.json#1".to_owned(), listed([true, false])));
    let failure = read(Some("cpu")).unwrap_err();
    assert_eq!(
        (failure.kind, failure.title.as_str()),
        (FailureKind::NotATrace, "t.json holds no trace of that name.")
    );
    assert!(failure.body.starts_with("It holds `1`, `2`."), "{}", failure.body);
}

/// Returns a trace of so many calls, 60 bytes each.
fn long_file(calls: usize) -> String {
    let event =
        |n: usize| format!("{{\"ph\":\"X\",\"ts\":{n:09},\"dur\":1,\"pid\":1,\"tid\":1,\"name\":\"f\"}}");
    format!("[{}]", (0..calls).map(event).collect::<Vec<_>>().join(",\n"))
}

fn feed_all(reader: &mut Reader, text: &str) {
    let _wanted = text.as_bytes().chunks(100_000).all(|chunk| reader.feed(chunk));
}

#[test]
fn too_large_file_is_refused_early() {
    let text = long_file(100_000);
    let budget = MemoryBudget { bytes: 9_000_000, amount: ReadAmount::Whole };
    let mut reader = Reader::new(Some(SideName::A), "big.json", text.len() as u64).within(budget);
    feed_all(&mut reader, &text);
    assert!(reader.progress().bytes_in < text.len() as u64, "it stops early");
    let failure = reader.finish().unwrap_err();
    assert_eq!((failure.kind, failure.side), (FailureKind::TooBig, Some(SideName::A)));
    let title = failure.title.replace('\u{202f}', " ");
    assert_eq!(title, "big.json is 6.20 MB and needs about 11.2 MB of memory.");
    assert!(
        failure
            .body
            .replace('\u{202f}', " ")
            .starts_with("This tab may use 9.00 MB. Read the part that fits, ")
    );
}

#[test]
fn part_that_fits_is_read_and_its_end_reported() {
    let text = long_file(100_000);
    let budget = MemoryBudget { bytes: 4_000_000, amount: ReadAmount::Part };
    let mut reader = Reader::new(None, "big.json", text.len() as u64).within(budget);
    feed_all(&mut reader, &text);
    let run = reader.finish().unwrap();
    let calls = run.trace.calls().len();
    assert!((35_000..38_000).contains(&calls), "{calls} calls");
    let entry = &run.trace.report().entries()[0];
    assert_eq!((entry.kind, entry.count), (diptych_trace::OddityKind::Stopped, 1));
    assert!(entry.first_offset > 2_000_000);
}

#[test]
fn stored_comparison_is_not_a_trace() {
    let stored = diptych_store::Columns::default().to_bytes();
    let whole = |bytes: &[u8], size: usize| {
        let mut reader = Reader::new(Some(SideName::A), "pair.diptych", 0);
        assert!(bytes.chunks(size).all(|piece| reader.feed(piece)));
        reader
    };
    for size in [1, 7, 8, stored.len()] {
        let mut reader = whole(&stored, size);
        assert_eq!(reader.progress().bytes_in, stored.len() as u64);
        assert_eq!(reader.take_stored(), Some(("pair.diptych".to_owned(), stored.clone())), "{size}");
        let failure = whole(&stored, size).finish().unwrap_err();
        assert_eq!(failure.title, "pair.diptych is a stored comparison, not a trace.");
    }
    // A compressed stored comparison is recognised too. Other compressed files are read as usual.
    let packed = [gzip(&stored), gzip(&gzip(&stored))];
    for (bytes, size) in packed.iter().flat_map(|bytes| [1, 9, bytes.len()].map(|size| (bytes, size))) {
        assert_eq!(whole(bytes, size).take_stored(), Some(("pair.diptych".to_owned(), stored.clone())));
    }
    let cut = whole(&packed[0][..packed[0].len() - 9], 5).take_stored();
    assert!(cut.is_none_or(|(_, bytes)| bytes.len() < stored.len() || bytes == stored));
    let trace = gzip(b"[{\"ph\":\"X\",\"ts\":0,\"dur\":1}]");
    for size in [1, trace.len()] {
        let mut reader = whole(&trace, size);
        assert_eq!(reader.take_stored(), None);
        let run = reader.finish().unwrap();
        assert!(run.packed && run.trace.calls().len() == 1);
    }
    // A file that only begins like a stored comparison is read as what it is.
    let mut other = whole(b"dipt", 1);
    assert_eq!(other.take_stored(), None);
    assert!(other.finish().unwrap_err().title.starts_with("pair.diptych "));
    let budget = MemoryBudget { bytes: 10, amount: ReadAmount::Whole };
    let mut reader = Reader::new(None, "pair.diptych", 0).within(budget);
    assert!(!reader.feed(&stored));
    assert_eq!(reader.take_stored(), None);
}
