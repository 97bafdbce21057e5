//! Checks files after bug reports of other tools: the exact values that a reader must find in each. Each stands for a
//! kind of fault, so sister files of the same kind are built beside it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadErrorKind};
use diptych_trace::{OddityKind, Unit};
use std::fmt::Write as _;
use support::read;
use support::values::{MS, calls, fixture, lanes, load, odd, one, shown, total};

/// Returns the text of samples 10 ms apart, each of `inner` in `main`.
fn perf_samples(count: u32, heading: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for sample in 0..count {
        let heading = heading(sample);
        writeln!(text, "{heading}\n\t          aaaa inner (/bin/prog)\n\t          bbbb main (/bin/prog)\n")
            .unwrap();
    }
    text
}

#[test]
fn perf_clock_without_period_takes_the_sampling_interval() {
    for event in ["cpu-clock", "task-clock", "cpu-clock:u", "cycles"] {
        for period in ["", "  10000000"] {
            let heading = |sample: u32| format!("prog  77  100.{:06}:{period} {event}: ", sample * 10_000);
            let trace = one(perf_samples(50, heading).as_bytes());
            let count = trace.report().total();
            assert_eq!((total(&trace, "main"), count), (500 * MS, 0), "{event} {period}");
        }
    }
}

#[test]
fn perf_weights_without_period_count_samples() {
    let trace = one(perf_samples(5, |_| "prog 77 cpu-clock: ".to_owned()).as_bytes());
    assert_eq!((trace.axis().unit, total(&trace, "main")), (Unit::Count, 5));
    let trace = one(perf_samples(5, |_| "prog 77 250000 cpu-clock: ".to_owned()).as_bytes());
    assert_eq!((trace.axis().unit, total(&trace, "main")), (Unit::Nanoseconds, 1_250_000));
}

#[test]
fn perf_last_sample_needs_no_empty_line() {
    let whole = fixture("perf-script/no-empty-line.perf");
    let trimmed = whole.trim_ascii_end();
    let crlf = String::from_utf8(trimmed.to_vec()).unwrap().replace('\n', "\r\n").into_bytes();
    for bytes in [&whole[..], trimmed, &crlf] {
        let trace = one(bytes);
        assert_eq!((total(&trace, "main"), total(&trace, "inner")), (50 * MS, 50 * MS));
        assert_eq!(trace.report().total(), 0);
    }
}

#[test]
fn perf_frames_without_symbol_are_unknown_in_their_module() {
    // perf prints an empty symbol between two spaces, or the word.
    let symbols = ["", "[unknown]"];
    let mut text = String::new();
    for sample in 0..40 {
        let address = 0xb72d_ea20_u32 + sample * 4;
        let symbol = symbols[sample as usize % 2];
        writeln!(
            text,
            "prog  77  100.{:06}: 10 cycles: \n\t{address:16x} {symbol} (/usr/lib/x.so)",
            sample * 10_000
        )
        .unwrap();
        writeln!(text, "\t{:16x}  (/usr/lib/y.so)\n\t            20 main (/bin/a)\n", address / 3).unwrap();
    }
    let trace = one(text.as_bytes());
    assert_eq!((trace.functions().len(), trace.report().total()), (3, 0));
    let whole = 400 * MS;
    assert_eq!((total(&trace, "main"), total(&trace, "[unknown]")), (whole, 2 * whole));
    let found = calls(&trace);
    assert_eq!(found, [(0, "main".to_owned()), (1, "[unknown]".to_owned()), (2, "[unknown]".to_owned())]);
}

#[test]
fn perf_without_stacks_is_read() {
    let bytes = fixture("perf-script/without-stacks.perf");
    let trace = one(&bytes);
    assert_eq!((trace.calls().len(), trace.functions().len(), trace.extent()), (12, 3, 3 * MS));
    assert_eq!((lanes(&trace), trace.report().total()), (vec!["bash 3706".to_owned()], 0));
    // The same samples in other sets of fields. Without times, samples are counted.
    let text = String::from_utf8(bytes).unwrap();
    let without = |parts: &[&str]| parts.iter().fold(text.clone(), |text, part| text.replace(part, ""));
    for (parts, lane) in [
        (&["    250000"][..], "bash 3706"),
        (&["    250000 cpu-clock:"], "bash 3706"),
        (&["  3706"], "bash"),
        (&["            bash"], "3706"),
        (&["            bash  3706"], "all samples"),
    ] {
        let trace = one(without(parts).as_bytes());
        assert_eq!((trace.extent(), lanes(&trace)), (3 * MS, vec![lane.to_owned()]), "{parts:?}");
    }
}

#[test]
fn perf_fields_may_be_left_out() {
    for (heading, lane) in [
        ("prog 77/78 [001] 100.5: cycles: ", "prog 78"),
        ("prog 77 [001] ", "prog 77"),
        ("prog 77 ", "prog 77"),
        ("prog ", "prog"),
        ("77/78 100.5: cycles:", "78"),
        ("100.5: cycles:", "all samples"),
        ("100.5: ", "all samples"),
        ("cycles: ", "all samples"),
        ("", "all samples"),
    ] {
        let heading = |sample: u32| heading.replace("100.5", &format!("100.{sample:03}"));
        let trace = one(perf_samples(5, heading).as_bytes());
        assert_eq!(trace.report().total(), 0);
        assert_eq!(lanes(&trace).last().map(String::as_str), Some(lane));
        assert_eq!(calls(&trace), [(0, "main".to_owned()), (1, "inner".to_owned())]);
    }
}

#[test]
fn perf_events_of_several_kinds_are_traces() {
    let text = perf_samples(6, |sample| {
        let event = ["cycles", "instructions"][sample as usize % 2];
        format!("prog  77  100.{:06}:  1000 {event}: ", sample * 10_000)
    });
    let listed = load(text.as_bytes()).listed;
    let names: Vec<&str> = listed.iter().map(|listed| listed.name.as_str()).collect();
    assert_eq!(names, ["cycles", "instructions"]);
}

#[test]
fn text_is_no_perf_script() {
    let error = read("", [fixture("refused/no-perf-script.txt").as_slice()]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::NotATrace);
}

#[test]
fn pprof_samples_may_precede_types() {
    let trace = one(&fixture("pprof/samples-before-types.pprof"));
    let found = ["main", "work", "idle"].map(|name| total(&trace, name) / MS);
    assert_eq!((trace.calls().len(), found), (3, [40, 30, 10]));
    assert_eq!(trace.axis().unit, Unit::Nanoseconds);
}

#[test]
fn pprof_type_may_lack_a_name() {
    let trace = one(&fixture("pprof/type-without-name.pprof"));
    assert_eq!((trace.extent(), total(&trace, "main")), (2, 2));
}

#[test]
fn pprof_shows_its_last_type() {
    let (name, trace) = shown(&fixture("pprof/last-type.pprof"));
    assert_eq!((name.as_str(), trace.axis().unit, trace.extent()), ("cpu", Unit::Nanoseconds, 40 * MS));
}

/// Values are counted in the unit of the file: a count of objects is no number of samples.
#[test]
fn pprof_units_are_those_of_the_file() {
    let heap = load(&fixture("pprof/go-heap.pb"));
    let unit = |name: &str| heap.traces.iter().find(|(own, _)| own == name).unwrap().1.axis().unit;
    let found = ["alloc_objects", "alloc_space", "inuse_objects", "inuse_space"].map(unit);
    assert_eq!(found, [Unit::Objects, Unit::Bytes, Unit::Objects, Unit::Bytes]);
    let mut profile = fixture("pprof/last-type.pprof");
    assert_eq!(load(&profile).traces[0].1.axis().unit, Unit::Count);
    let at = profile.windows(7).position(|text| text == b"samples").unwrap();
    profile[at..at + 7].copy_from_slice(b"delayed");
    assert_eq!(load(&profile).traces[0].1.axis().unit, Unit::Events);
}

#[test]
fn folded_names_may_end_in_numbers() {
    let trace = one(&fixture("folded/name-ends-in-number.folded"));
    let found = ["main", "HTTP 404", "other"].map(|name| total(&trace, name));
    assert_eq!(found, [60, 50, 10]);
    // A tool that writes two weights writes each stack once.
    let trace = one(b"main;HTTP 404 50\nmain;HTTP 200 10\n");
    assert_eq!(["HTTP 404", "HTTP 200"].map(|name| total(&trace, name)), [50, 10]);
    assert_eq!(load(b"main;load 12 15\nmain;new 0 4\n").traces.len(), 2);
}

#[test]
fn folded_noise_is_counted() {
    let noise = fixture("folded/noise.txt");
    let trace = one(&noise);
    assert_eq!(total(&trace, "a"), 14);
    assert_eq!(odd(&trace), [(OddityKind::BadEvent, "line without weight".to_owned(), 2)]);
    // A name that says what the file is helps with more noise, but not with other files.
    let noisy = ["a;b 3\n", "some words\n", "more words\n", "and more\n"].concat();
    let mut input = Input::new("run.folded.gz");
    input.feed(noisy.as_bytes()).unwrap();
    assert_eq!(input.finish().unwrap().traces[0].1.extent(), 3);
    assert!(read("notes.txt", [noisy.as_bytes()]).is_err());
}

#[test]
fn text_may_be_utf_16() {
    for name in ["folded/plain.folded", "perf-script/sqlite.perf.txt", "chrome-json/object.json"] {
        let bytes = fixture(name);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for other in [&little[..], &little[2..], &big, &big[2..]] {
            assert_eq!(
                support::text(&read("", [other])),
                support::text(&read("", [bytes.as_slice()])),
                "{name}"
            );
        }
    }
}

#[test]
fn remarks_in_parentheses_are_no_files() {
    let trace = one(&fixture("chrome-json/remarks.json"));
    let specs = trace.functions().specs(trace.names());
    let found: Vec<(&str, &str, u32)> = specs.iter().map(|spec| (spec.name, spec.file, spec.line)).collect();
    let expected = [
        ("Memcpy DtoD (Device -> Device)", "", 0),
        ("Javac a.jar (8 source files)", "", 0),
        ("f", "/srv/a.py", 12),
    ];
    assert_eq!(found, expected);
}

#[test]
fn perfetto_slices_of_atrace_are_calls() {
    let trace = one(&fixture("perfetto/atrace.pftrace"));
    assert_eq!(calls(&trace), [(0, "doFrame".to_owned()), (1, "measure".to_owned())]);
    assert_eq!(["doFrame", "measure"].map(|name| total(&trace, name) / MS), [8, 3]);
    assert_eq!(lanes(&trace), ["com.example.app", "thread 100"]);
}

fn field(number: u32, content: &[u8], out: &mut Vec<u8>) {
    out.push((number << 3 | 2) as u8);
    out.push(content.len() as u8);
    out.extend_from_slice(content);
}

/// Returns a bundle of the events of one processor: time, thread and text of each.
fn bundle(events: &[(u8, u8, &str)]) -> Vec<u8> {
    let (mut bundle, mut packet, mut file) = (Vec::new(), Vec::new(), Vec::new());
    for (time, thread, text) in events {
        let (mut print, mut event) = (Vec::new(), vec![8, *time, 16, *thread]);
        field(2, text.as_bytes(), &mut print);
        field(3, &print, &mut event);
        field(2, &event, &mut bundle);
    }
    field(1, &bundle, &mut packet);
    packet.extend([0x50, 1]);
    field(1, &packet, &mut file);
    file
}

/// A thread that moves to another processor, whose bundle comes first; async slices; an end without a process.
#[test]
fn perfetto_bundles_are_sorted_by_time() {
    let later = bundle(&[(30, 7, "E|5"), (40, 7, "B|5|c"), (50, 7, "E"), (60, 7, "F|5|load|1")]);
    let earlier = bundle(&[
        (10, 7, "B|5|a"),
        (15, 7, "S|5|load|1"),
        (20, 7, "B|5|b"),
        (25, 7, "E|5"),
        (26, 8, "C|5|n|3"),
    ]);
    let trace = one(&[later, earlier].concat());
    assert_eq!(["a", "b", "c", "load"].map(|name| total(&trace, name)), [20, 5, 10, 45]);
    assert_eq!(trace.report().total(), 0, "{:?}", trace.report());
}

#[test]
fn ftrace_header_states_the_number_of_events() {
    let of = |header: &str, page: &str| {
        let mark =
            |second, text: &str| format!("app-77 (77) [000] ...1 {second}.0: tracing_mark_write: {text}\n");
        let events =
            [mark(1, "B|77|doFrame"), mark(2, "E|77"), mark(3, "B|77|draw"), mark(4, "E|77")].concat();
        one(format!("{page}# tracer: nop\n#\n{header}{events}").as_bytes())
    };
    let header = |stated: &str| format!("# entries-in-buffer/entries-written: {stated}   #P:4\n");
    // A kernel that still records may add events. Events that left the buffer before it was read are not missing.
    for whole in ["4/4", "3/3", "4/900", "x"] {
        assert_eq!(odd(&of(&header(whole), "")), [], "{whole}");
    }
    let trace = of(&header("5/5"), "");
    let entry = &trace.report().entries()[0];
    assert_eq!(
        (entry.kind, entry.what()),
        (OddityKind::MuchMissing, "number of events (`entries-in-buffer`)")
    );
    assert_eq!((entry.first_offset, entry.example.as_str()), (16, "the file has 4 of 5"));
    assert_eq!(total(&trace, "doFrame"), 1_000 * MS);
    // Lines of a page may be of any kind.
    assert_eq!(odd(&of(&header("5/5"), "<html>\n")), []);
}

/// The interval between samples is unknown, so a sample has no length in time.
#[test]
fn single_perf_sample_is_counted() {
    let sample = |time: &str, event: &str| {
        format!("prog 1 [000] {time}: 1000 {event}:\n\t55 f (a)\n\t66 main (a)\n\n")
    };
    let one = load(sample("10.000000", "cycles").as_bytes()).traces.remove(0).1;
    assert_eq!((one.axis().unit, one.extent(), one.calls().len()), (Unit::Count, 1, 2));
    let clock = load(sample("10.000000", "task-clock").as_bytes()).traces.remove(0).1;
    assert_eq!((clock.axis().unit, clock.extent()), (Unit::Nanoseconds, 1_000));
    let two = sample("10.000000", "cycles") + &sample("10.001000", "cycles");
    assert_eq!(load(two.as_bytes()).traces.remove(0).1.extent(), 2_000_000);
}
