//! What reading takes beyond the trace that comes of it, in every format: no more than 64 MB.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/counting.rs"]
mod counting;

use diptych_formats::{ContentKind, FORMATS, Input};
use diptych_testkit::files::LARGE;
use std::fmt::Write as _;

/// Lists that double are at their largest just behind a power of two.
const CALLS: u32 = (1 << 17) + 100;

/// Bytes beyond the trace.
const BEYOND: usize = 64_000_000;

/// Bytes whatever the file: the piece of it that is not yet recognised, and room for names.
const FIXED: usize = 1 << 20;

/// Formats whose files hold calls by the million, and what a call of them may take beyond the trace: 64 MB are then those of so
/// many calls.
const LARGEST: [(&str, usize); 2] = [("chrome-json", 64), ("paje", 64)];

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
        let loaded = input.finish().unwrap();
        assert_eq!(loaded.format, large.format);
        let (most, model) = (counting::most() - before, counting::held() - before);
        let calls = loaded.traces[0].1.calls().len();
        assert!(calls >= CALLS as usize / 2, "{}: {calls} calls", large.format);
        let beyond = most - model;
        writeln!(
            told,
            "{}: {} bytes, {calls} calls, {} a call and {} beyond at most",
            large.format,
            file.len(),
            model / calls,
            beyond / calls
        )
        .unwrap();
        let by_call = LARGEST.iter().find(|(format, _)| *format == large.format);
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
