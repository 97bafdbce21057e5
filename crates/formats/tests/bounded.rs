//! Checks that a file becomes calls, and takes memory, in proportion to its size: a small file that would become many
//! calls is refused before they are made, with their number.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/counting.rs"]
mod counting;

use diptych_formats::{Input, LoadedFile, ReadError, ReadErrorKind};
use diptych_testkit::files::LARGE;
use prost::encoding::{WireType, encode_key, encode_varint};
use std::fmt::Write as _;
use std::sync::Mutex;

/// Calls that any file may become, and calls for each of its bytes.
const CALLS: usize = 4_000_000;
const CALLS_PER_BYTE: usize = 16;

/// Bytes of memory for each byte of a file that is refused, and for any file.
const BYTES_PER_BYTE: usize = 200;
const FIXED: usize = 8 << 20;

/// Held by each test, because memory is counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

fn read(bytes: &[u8]) -> Result<LoadedFile, ReadError> {
    let mut input = Input::new("");
    input.feed(bytes)?;
    input.finish()
}

fn list(count: usize, mut element: impl FnMut(usize) -> String) -> String {
    (0..count).map(&mut element).collect::<Vec<_>>().join(",")
}

/// A chain of frames, each called by the one before, with samples that alternate between the last and the first.
fn firefox(depth: usize) -> Vec<u8> {
    let stack = |row: usize| [0, depth - 1][row % 2].to_string();
    format!(
        r#"{{"meta":{{"interval":1}},"threads":[{{"name":"t","pid":1,"tid":1,"samples":{{"stack":[{}],"time":[{}]}},
        "stackTable":{{"frame":[{}],"prefix":[{}]}},"frameTable":{{"func":[{}]}},"funcTable":{{"name":[{}]}},
        "stringTable":[{}]}}]}}"#,
        list(depth, stack),
        list(depth, |sample| sample.to_string()),
        list(depth, |row| row.to_string()),
        list(depth, |row| if row == 0 { "null".to_owned() } else { (row - 1).to_string() }),
        list(depth, |row| row.to_string()),
        list(depth, |row| row.to_string()),
        list(depth, |row| format!("\"f{row}\"")),
    )
    .into_bytes()
}

fn v8(depth: usize) -> Vec<u8> {
    let node = |id: usize| {
        let children = if id + 1 < depth { format!(r#","children":[{}]"#, id + 1) } else { String::new() };
        format!(r#"{{"id":{id},"callFrame":{{"functionName":"f{id}"}}{children}}}"#)
    };
    let nodes = list(depth, node);
    let samples = list(depth, |sample| [0, depth - 1][sample % 2].to_string());
    let deltas = list(depth, |_| "1".to_owned());
    format!(r#"{{"nodes":[{nodes}],"startTime":0,"samples":[{samples}],"timeDeltas":[{deltas}]}}"#)
        .into_bytes()
}

/// The profile of V8 as an event of a Chrome trace.
fn v8_in_chrome(depth: usize) -> Vec<u8> {
    let profile = String::from_utf8(v8(depth)).unwrap();
    let deltas = list(depth, |_| "1".to_owned());
    format!(
        r#"[{{"ph":"P","name":"ProfileChunk","id":1,"pid":1,"tid":1,"ts":0,"args":{{"data":{{"cpuProfile":{profile},"timeDeltas":[{deltas}]}}}}}}]"#
    )
    .into_bytes()
}

fn chrome_samples(depth: usize) -> Vec<u8> {
    let frame = |id: usize| {
        let parent = if id > 0 { format!(r#","parent":{}"#, id - 1) } else { String::new() };
        format!(r#""{id}":{{"name":"f{id}"{parent}}}"#)
    };
    let sample =
        |at: usize| format!(r#"{{"name":"s","pid":1,"tid":1,"ts":{at},"sf":{}}}"#, [0, depth - 1][at % 2]);
    let (frames, samples) = (list(depth, frame), list(depth, sample));
    format!(r#"{{"traceEvents":[],"stackFrames":{{{frames}}},"samples":[{samples}]}}"#).into_bytes()
}

fn field(number: u32, content: &[u8], out: &mut Vec<u8>) {
    encode_key(number, WireType::LengthDelimited, out);
    encode_varint(content.len() as u64, out);
    out.extend_from_slice(content);
}

/// A profile of samples, each with its stack and a label, of one location with many inlined functions.
fn pprof_of(lines: usize, samples: impl Iterator<Item = (usize, u64)>) -> Vec<u8> {
    let (mut file, mut location) = (Vec::new(), vec![8, 1]);
    field(1, &[8, 1, 16, 2], &mut file);
    for (depth, number) in samples {
        let (mut sample, mut label) = (Vec::new(), vec![8, 3, 24]);
        field(1, &vec![1; depth], &mut sample);
        field(2, &[5], &mut sample);
        if number > 0 {
            encode_varint(number, &mut label);
            field(3, &label, &mut sample);
        }
        field(2, &sample, &mut file);
    }
    for _ in 0..lines {
        field(4, &[8, 1], &mut location);
    }
    field(4, &location, &mut file);
    field(5, &[8, 1, 16, 3], &mut file);
    for text in ["", "samples", "count", "f"] {
        field(6, text.as_bytes(), &mut file);
    }
    file
}

/// A sample that names a location of many inlined functions as many times.
fn pprof(lines: usize) -> Vec<u8> {
    pprof_of(lines, std::iter::once((lines, 0)))
}

/// Kinds of small files that become many calls: name, file of a size, and calls of it.
type Bomb = (&'static str, fn(usize) -> Vec<u8>, fn(usize) -> usize);

const BOMBS: [Bomb; 5] = [
    ("firefox", firefox, |depth| depth * depth / 2),
    ("v8-cpuprofile", v8, |depth| depth * depth / 2),
    ("chrome-json profile", v8_in_chrome, |depth| depth * depth / 2),
    ("chrome-json samples", chrome_samples, |depth| depth * depth / 2),
    ("pprof", pprof, |lines| lines * lines),
];

#[test]
fn small_files_of_many_calls_are_refused_with_their_number() {
    let _alone = ALONE.lock().unwrap();
    for (name, file, calls) in BOMBS {
        for size in [10_000, 20_000, 40_000] {
            let bytes = file(size);
            let before = counting::begin();
            let error = read(&bytes).map(|_| name).unwrap_err();
            let most = counting::most() - before;
            assert_eq!(error.kind, ReadErrorKind::TooLarge, "{name} {size}: {error}");
            let number: usize = error.found.split(' ').nth(3).unwrap().replace(',', "").parse().unwrap();
            let expected = calls(size);
            assert!(number.abs_diff(expected) <= 2 * size, "{name} {size}: {number} calls, not {expected}");
            assert!(
                most <= bytes.len() * BYTES_PER_BYTE + FIXED,
                "{name} {size}: {most} for {}",
                bytes.len()
            );
            assert!(error.to_string().contains("GB of memory"), "{error}");
        }
    }
}

#[test]
fn files_of_many_calls_are_read_up_to_the_bound() {
    let _alone = ALONE.lock().unwrap();
    for (name, file, calls) in BOMBS {
        let loaded = read(&file(1_000)).unwrap();
        let found = loaded.traces[0].1.calls().len();
        assert!(found.abs_diff(calls(1_000)) <= 2_000, "{name}: {found}");
    }
}

/// Samples that differ in their labels alone, of a location with many inlined functions: each label would have a copy.
#[test]
fn labels_of_deep_stacks_make_no_trace() {
    let _alone = ALONE.lock().unwrap();
    let read = |count: u64| read(&pprof_of(3_000, (1..=count).map(|number| (2, number)))).unwrap();
    let names =
        |loaded: &LoadedFile| loaded.listed.iter().map(|listed| listed.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&read(20)), ["samples", "samples by f"]);
    let large = read(3_000);
    assert_eq!(names(&large), ["samples"]);
    assert_eq!(large.traces[0].1.calls().len(), 6_000);
    let entries = large.traces[0].1.report().entries();
    assert!(entries.iter().any(|entry| entry.subject.contains("too deep to be split")), "{entries:?}");
}

#[test]
fn calls_of_every_format_follow_from_the_size() {
    let _alone = ALONE.lock().unwrap();
    let mut told = String::new();
    for large in LARGE {
        let bytes = large.file(20_000);
        let loaded = read(&bytes).unwrap();
        let calls: usize = loaded.traces.iter().map(|(_, trace)| trace.calls().len()).sum();
        writeln!(told, "{}: {calls} calls of {} bytes", large.format, bytes.len()).unwrap();
        assert!(calls <= CALLS.max(bytes.len() * CALLS_PER_BYTE), "{told}");
        assert!(calls <= bytes.len(), "{told}");
    }
}
