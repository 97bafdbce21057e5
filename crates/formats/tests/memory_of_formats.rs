//! What reading takes beyond the trace that comes of it, in every format: no more than 64 MB for 600,000 calls. And that no more
//! is taken than is foreseen, also where calls are made only at the end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/counting.rs"]
mod counting;

use diptych_formats::{ContentKind, FORMATS, Input};
use diptych_testkit::files::LARGE;
use std::fmt::Write as _;

/// Calls of each file; of Callgrind's functions.
const CALLS: u32 = 600_000;

/// Bytes beyond the trace.
const BEYOND: usize = 64_000_000;

/// How many times as much may be foreseen, before the end of the file, as is taken at most: begins and ends may be of a lane
/// each.
const FORESEEN: usize = 3;

/// Bytes whatever the file: the piece of it that is not yet recognised, and room for names.
const FIXED: usize = 1 << 20;

/// Formats whose files hold calls by the million, and what a call of them may take beyond the trace: 64 MB are then those of so
/// many calls.
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

/// Archives are what they hold; the events of OTF2 are held until the archive is whole, as is said of it; a list of paths holds
/// no calls.
#[test]
fn every_format_is_measured() {
    let measured = |id: &str| LARGE.iter().any(|large| large.format == id);
    let missing =
        FORMATS.iter().filter(|format| format.content != ContentKind::Archive && !measured(format.id));
    assert_eq!(missing.map(|format| format.id).collect::<Vec<_>>(), ["otf2", "paths"]);
}
