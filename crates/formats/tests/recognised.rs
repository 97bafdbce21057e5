//! Checks that the format recognised does not depend on the pieces in which the bytes come.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{FORMATS, Sniff};
use std::path::Path;
use support::{read, text};

/// Returns name and bytes of the fixtures of every format, and of those that no format takes.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces");
    let mut fixtures = Vec::new();
    for folder in FORMATS.iter().map(|format| format.id).chain(["refused"]) {
        for path in std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension != "expected") {
                fixtures.push((path.display().to_string(), std::fs::read(path).unwrap()));
            }
        }
    }
    fixtures.sort();
    fixtures
}

/// Returns the format recognised in pieces of a size.
fn taken_for(bytes: &[u8], size: usize) -> Result<&'static str, String> {
    read("", bytes.chunks(size)).map(|loaded| loaded.format).map_err(|error| error.to_string())
}

#[test]
fn format_does_not_depend_on_piece_size() {
    for (name, bytes) in fixtures() {
        let whole = taken_for(&bytes, bytes.len().max(1));
        for size in 1..=70 {
            assert_eq!(taken_for(&bytes, size), whole, "{name} in pieces of {size}");
        }
    }
}

#[test]
fn sure_format_stays_sure() {
    let mut sure = 0;
    for (name, bytes) in fixtures() {
        for format in FORMATS {
            let is_sure = |end: &usize| (format.sniff)(&bytes[..*end], false) == Sniff::Yes;
            let Some(first) = (0..=bytes.len()).find(is_sure) else { continue };
            sure += 1;
            let doubt = (first..=bytes.len()).find(|end| !is_sure(end));
            assert_eq!(doubt, None, "{} is sure of the first {first} bytes of {name}", format.id);
        }
    }
    assert!(sure >= FORMATS.len());
}

/// Two formats recognise such a file. Chrome's has priority, wherever its mark is.
#[test]
fn first_format_has_priority_over_sure_ones() {
    let schema = r#""$schema":"https://www.speedscope.app/file-format-schema.json""#;
    let frames = r#""shared":{"frames":[{"name":"f"}]}"#;
    let profiles = r#""profiles":[{"type":"evented","name":"p","unit":"none","startValue":0,"endValue":2,"events":
        [{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":2}]}]"#;
    let events = r#""traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"f"}]"#;
    let cases = [
        (format!("{{{schema},{events},{frames},{profiles}}}"), "chrome-json"),
        (format!("{{{events},{schema},{frames},{profiles}}}"), "chrome-json"),
        (format!("{{{frames},{events},{schema},{profiles}}}"), "chrome-json"),
        (format!("{{{schema},{frames},{profiles}}}"), "speedscope"),
    ];
    for (file, expected) in cases {
        for size in 1..=file.len() {
            assert_eq!(taken_for(file.as_bytes(), size), Ok(expected), "{file} in pieces of {size}");
        }
    }
}

/// Formats of text stop looking after this many bytes. The result is the same if a piece ends near there.
#[test]
fn leading_comments_do_not_depend_on_pieces() {
    const LOOKED_AT: usize = 1 << 16;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces");
    for format in ["paje", "rsf", "callgrind", "perf-script", "folded"] {
        let folder = std::fs::read_dir(root.join(format)).unwrap().map(|entry| entry.unwrap().path());
        let path = folder.filter(|path| path.extension().is_none_or(|end| end != "expected")).min().unwrap();
        let bytes = std::fs::read(path).unwrap();
        for missing in [1, 2, 7, 8, 9, 10, 30, 100, 1000] {
            let comment = format!("#{}\n", " ".repeat(LOOKED_AT - missing - 2));
            let file = [comment.as_bytes(), &bytes].concat();
            let whole = text(&read("", [file.as_slice()]));
            for first in (LOOKED_AT - 40..LOOKED_AT + 40).chain([1, LOOKED_AT / 2]) {
                let (before, behind) = file.split_at(first.min(file.len()));
                assert_eq!(text(&read("", [before, behind])), whole, "{format}, {missing} before the limit");
            }
        }
    }
}

/// A format that nearly any text may have is chosen only once a signature of another one would have been seen.
#[test]
fn signature_of_an_unread_format_is_seen_in_any_pieces() {
    let sample = "prog 1 2.0: 1 cycles:\n\t     4005a0 main (/bin/prog)\n\n";
    let file = format!("{}prog<trace-toc 1 2.0: 1 cycles:\n\n", sample.repeat(9));
    for size in 1..=file.len() {
        let taken = taken_for(file.as_bytes(), size);
        let error = taken.expect_err("a text with this signature is of no format that is read");
        assert!(error.contains("XML export of Instruments"), "{error} in pieces of {size}");
    }
}

/// A list of broken events may be one of Chrome's, unless another format is sure of what follows.
#[test]
fn sure_format_behind_broken_events_is_seen_in_any_pieces() {
    let broken = "[{\"ph\":'X',\"ts\":0,\"name\":\"f\"}\n";
    let file = format!("{broken}{}", "prog 1 2.0: 1 cycles:\n\t     4005a0 main (/bin/prog)\n\n".repeat(9));
    let whole = taken_for(file.as_bytes(), file.len());
    assert_eq!(whole, Ok("perf-script"));
    for size in 1..file.len() {
        assert_eq!(taken_for(file.as_bytes(), size), whole, "in pieces of {size}");
    }
}

#[test]
fn the_first_error_is_told_in_any_pieces() {
    let file = br#"{"traceEvents":[{"ph":"C","ts":1},{"ph"X,"ts":2},{"ph":"X","ts":1}],"samples":[]:  "#;
    let whole = text(&read("", [file.as_slice()]));
    assert!(whole.contains("Expected `:` behind a name"), "{whole}");
    for size in 1..file.len() {
        assert_eq!(text(&read("", file.chunks(size))), whole, "in pieces of {size}");
    }
}

/// Firefox up to version 67 wrote the profile behind lists of its own, and the libraries before the threads.
#[test]
fn firefox_profiles_cut_before_their_threads_are_named_as_cut() {
    let front = r#"{"label":"","duration":9.5,"markers":[{"name":"Styles"}],"frames":[],"memory":[],"ticks":[1,2],"profile":{"#;
    let libraries = r#""libs":[{"start":1,"end":2,"name":"xul","breakpadId":"A0"},{"start":3"#;
    let files = [front.to_owned(), format!("{front}{libraries}"), format!("{{{libraries}")];
    for file in files {
        for size in [1, 7, file.len()] {
            let error = taken_for(file.as_bytes(), size).unwrap_err();
            let expected = format!(
                "ends early, at byte {}. It is cut off before the end of its first thread",
                file.len()
            );
            assert!(error.contains(&expected), "{file}: {error}");
        }
    }
    // Other JSON with some of these members.
    for other in [r#"{"label":"","duration":9.5,"frames":[{"a""#, r#"{"libs":[{"name":"xul"},{"start":3"#] {
        let error = taken_for(other.as_bytes(), other.len()).unwrap_err();
        assert!(error.contains("holds no trace"), "{other}: {error}");
    }
}
