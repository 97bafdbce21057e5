//! Checks the memory that reading takes beyond the resulting trace, in every format: at most 64 MB for 600,000 calls.
//! Also checks that the estimate covers the peak, even in formats whose calls are made only at the end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/counting.rs"]
mod counting;

use diptych_formats::{ContentKind, FORMATS, Input};
use diptych_testkit::files::LARGE;
use std::fmt::Write as _;

/// Calls of each file; functions for Callgrind.
const CALLS: u32 = 600_000;

/// Most bytes beyond the trace.
const BEYOND: usize = 64_000_000;

/// Greatest allowed ratio of the estimate before the end of the file to the peak. The estimate must assume that every
/// begin and end may have its own lane.
const FORESEEN: usize = 3;

/// Bytes allowed for any file: the part whose format is not recognised yet, and room for names.
const FIXED: usize = 1 << 20;

/// Formats whose files have millions of calls, and the bytes per call allowed beyond the trace.
const LARGEST: [(&str, usize); 2] = [("chrome-json", 40), ("paje", 50)];

#[test]
fn reading_takes_little_beyond_the_trace() {
    let mut told = String::new();
    let mut is_over = false;
    for large in LARGE {
        let file = large.file(CALLS);
        let before = counting::begin();
        let mut input = Input::new("");
        for piece in file.chunks(1 << 18) {
            input.feed(piece).unwrap();
        }
        let foreseen = input.progress().peak_bytes as usize;
        let loaded = input.finish().unwrap();
        assert_eq!(loaded.format, large.format);
        let (most, model) = (counting::most() - before, counting::held() - before);
        let calls = loaded.traces[0].1.calls().len();
        assert!(calls >= CALLS as usize / 2, "{}: {calls} calls", large.format);
        let beyond = most - model;
        writeln!(
            told,
            "{}: {} bytes, {calls} calls, {} a call and {} beyond at most, {:.2} times as much foreseen",
            large.format,
            file.len(),
            model / calls,
            beyond / calls,
            foreseen as f64 / most as f64
        )
        .unwrap();
        let by_call = LARGEST.iter().find(|(format, _)| *format == large.format);
        is_over |= foreseen + FIXED < most || foreseen > FORESEEN * most;
        is_over |= beyond > BEYOND || by_call.is_some_and(|(_, bytes)| beyond > bytes * calls + FIXED);
    }
    assert!(!is_over, "{told}");
    println!("{told}");
}

/// Excludes archives, which consist of their members, and lists of paths, which have no calls. Also excludes OTF2,
/// whose reader holds all events until the archive is complete, as its module says, and Python's profiles, which have
/// functions and no calls: their reader holds the file, because its values refer to earlier ones.
#[test]
fn every_format_is_measured() {
    let measured = |id: &str| LARGE.iter().any(|large| large.format == id);
    let missing =
        FORMATS.iter().filter(|format| format.content != ContentKind::Archive && !measured(format.id));
    let missing: Vec<_> = missing.map(|format| format.id).collect();
    assert_eq!(
        missing,
        ["otf2", "pstats", "paths"],
        "add a generator to `LARGE` in crates/testkit/src/files"
    );
}
