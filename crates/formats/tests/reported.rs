//! Checks files after bug reports of other tools: the exact values that a reader must find in each. Each stands for a
//! kind of fault, so sister files of the same kind are built beside it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, LoadedFile, ReadErrorKind};
use diptych_trace::{CallId, Keep, OddityKind, Trace, Unit};
use std::fmt::Write as _;
use std::path::Path;
use support::read;

/// Returns a fixture's bytes.
fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(name)).unwrap()
}

fn load(bytes: &[u8]) -> LoadedFile {
    let loaded = read("", [bytes]).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()));
    }
    loaded
}

/// Reads a file that holds one trace.
fn one(bytes: &[u8]) -> Trace {
    let mut loaded = load(bytes);
    assert_eq!(loaded.traces.len(), 1, "{:?}", loaded.listed);
    loaded.traces.remove(0).1
}

/// Reads the trace that is shown unless another one is asked for. Returns its name, too.
fn shown(bytes: &[u8]) -> (String, Trace) {
    let mut input = Input::new("").keeping(Keep::MostCalls);
    input.feed(bytes).unwrap();
    input.finish().unwrap().traces.remove(0)
}

/// Returns the ticks that a function takes with its callees.
fn total(trace: &Trace, name: &str) -> i64 {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.filter(|&call| trace.call_name(call) == name).map(|call| trace.calls().duration(call)).sum()
}

/// Returns each call as its depth and its name, in the order of the trace.
fn calls(trace: &Trace) -> Vec<(u32, String)> {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.map(|call| (trace.calls().depth()[call.index()], trace.call_name(call).to_owned())).collect()
}

fn lanes(trace: &Trace) -> Vec<String> {
    trace.lanes().ids().map(|lane| trace.lanes().name(trace.names(), lane).to_owned()).collect()
}

const MS: i64 = 1_000_000;

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

/// Returns how often each kind and subject was reported.
fn odd(trace: &Trace) -> Vec<(OddityKind, String, u64)> {
    let entries = trace.report().entries().iter();
    entries.map(|entry| (entry.kind, entry.subject.clone(), entry.count)).collect()
}

/// Chrome events with one broken in the middle, wherever the surplus quote is and however events are separated.
#[test]
fn broken_event_costs_only_itself() {
    for broken in [
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":"say "hi"" }"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":"5" disk"}"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":"x","args":{"a":{"b":"5" disk"}}}"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":"x","args":{"a":["5" disk"]}}"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":"unclosed}"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name" "x"}"#,
        r#"{"ph":"X","pid":1,"tid":1,"ts":7,"dur":1,"name":'x'}"#,
    ] {
        for separator in [",", ",\n", "\n", ", \r\n  "] {
            let event = |number: u64| {
                format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{},"dur":10,"name":"f{number}"}}"#, number * 10)
            };
            let before: Vec<String> = (0..20).map(event).collect();
            let behind: Vec<String> = (20..400).map(event).collect();
            let all = [before.join(separator), broken.to_owned(), behind.join(separator)].join(separator);
            for text in [format!("[{all}]"), format!("{{\"traceEvents\":[{all}]}}")] {
                let trace = one(text.as_bytes());
                assert!(trace.calls().len() >= 399, "{}: {text}", trace.calls().len());
                let kinds: Vec<OddityKind> = odd(&trace).into_iter().map(|odd| odd.0).collect();
                assert_eq!(kinds, [OddityKind::BadEvent, OddityKind::Lost], "{broken} {separator:?}");
                let pieces = read("", text.as_bytes().chunks(7)).unwrap();
                assert_eq!(pieces.traces[0].1.report(), trace.report(), "{broken} {separator:?}");
            }
        }
    }
}

#[test]
fn lost_bytes_are_counted_in_every_format() {
    let last_entry = |bytes: &[u8]| one(bytes).report().entries().last().unwrap().clone();
    let mut speedscope = String::from(
        r#"{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"}]},"#,
    );
    speedscope.push_str(
        r#""profiles":[{"type":"sampled","name":"p","unit":"none","samples":[[0]],"weights":[1]}],"#,
    );
    speedscope.push_str(r#""name":"a"b","exporter":"tool of which the rest is lost, many bytes"}"#);
    let entry = last_entry(speedscope.as_bytes());
    assert_eq!(
        (entry.kind, entry.what()),
        (OddityKind::MuchLost, "bytes that could not be read, over 1 % of the file")
    );
    assert!(entry.example.contains(" bytes, "), "{}", entry.example);
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
fn gecko_tables_may_precede_their_schema() {
    let trace = one(&fixture("firefox/data-before-schema.json"));
    let found = ["main", "f"].map(|name| total(&trace, name) / MS);
    assert_eq!((found, trace.sampling()), ([4, 2], Some(MS)));
}

#[test]
fn chrome_elements_may_be_empty() {
    let trace = one(&fixture("chrome-json/first-element-empty.json"));
    let found = ["event1", "event2"].map(|name| total(&trace, name) / MS);
    assert_eq!((found, trace.origin(), trace.extent()), ([1, 2], MS, 2_002_000));
}

/// The mark of a format may come behind more than a MiB of anything else.
#[test]
fn mark_of_a_format_may_come_last() {
    let many = |element: &str| vec![element; 40_000].join(",");
    let frames = many(r#"{"name": "a function with a long name"}"#);
    let schema = r#""$schema": "https://www.speedscope.app/file-format-schema.json""#;
    let profile = r#"{"type": "sampled", "name": "p", "unit": "microseconds", "startValue": 0, "endValue": 30,
        "samples": [[0, 1], [0, 2]], "weights": [10, 20]}"#;
    let gecko = String::from_utf8(fixture("firefox/data-before-schema.json")).unwrap();
    let inner = gecko.trim().strip_prefix('{').unwrap();
    let node = r#"{"id": 1, "callFrame": {"functionName": "f", "url": "", "lineNumber": 1}}"#;
    let span = |key: &str| format!(r#""{key}": [{}]"#, many(r#"{"tags of a span": "and more of them"}"#));
    for (text, format, calls) in [
        (
            format!(r#"{{"shared": {{"frames": [{frames}]}}, "profiles": [{profile}], {schema}}}"#),
            "speedscope",
            2,
        ),
        (
            format!(
                r#"{{"other": [{frames}], {schema}, "profiles": [{profile}], "shared": {{"frames": []}}}}"#
            ),
            "speedscope",
            3,
        ),
        (format!(r#"{{"libs": [{frames}], {inner}"#), "firefox", 2),
        (
            format!(
                r#"{{"timeDeltas": [{}], "samples": [{}], "startTime": 0, "nodes": [{node}]}}"#,
                many("10000000000000000000000000000"),
                many("1")
            ),
            "v8-cpuprofile",
            0,
        ),
        (
            format!(
                r#"{{"otherData": [{frames}], "traceEvents": [{{"ph": "X", "ts": 1, "dur": 1, "name": "f"}}]}}"#
            ),
            "chrome-json",
            1,
        ),
        (
            format!(
                r#"{{{}, "resourceSpans": [{{"scopeSpans": [{{"spans": [{{"spanId": "1", "name": "s", "startTimeUnixNano": "1", "endTimeUnixNano": "2"}}]}}]}}]}}"#,
                span("x")
            ),
            "otlp",
            1,
        ),
    ] {
        assert!(text.len() > 1 << 20);
        let size = [1 << 12, 1 << 16, 1 << 22];
        for size in size {
            let outcome = read("", text.as_bytes().chunks(size));
            if calls == 0 {
                // The times are out of range, but the format is known.
                assert!(matches!(outcome, Err(error) if error.kind == ReadErrorKind::NoCalls), "{format}");
                continue;
            }
            let loaded = outcome.unwrap();
            assert_eq!(
                (loaded.format, loaded.traces[0].1.calls().len()),
                (format, calls),
                "pieces of {size}"
            );
        }
    }
}

/// Returns the calls of the only trace with the total of each, in microseconds.
fn timed(text: &str) -> Vec<(u32, String, i64)> {
    let trace = one(text.as_bytes());
    let durations = (0..trace.calls().len() as u32).map(|call| trace.calls().duration(CallId(call)) / 1_000);
    let timed = calls(&trace).into_iter().zip(durations);
    timed.map(|((depth, name), micros)| (depth, name, micros)).collect()
}

#[test]
fn documents_of_spans_may_be_in_containers() {
    let expected = [(0, "op".to_owned(), 1_000), (1, "db".to_owned(), 500)];
    let list = String::from_utf8(fixture("otlp/list-of-documents.json")).unwrap();
    assert_eq!(timed(&list), expected);
    let documents: Vec<&str> = list.trim().trim_matches(['[', ']']).split("]}]}]}, ").collect();
    assert_eq!(documents.len(), 2);
    let first = &list[list.find("[{\"resource\"").unwrap()..];
    let resources = &first[..first.find("]}]}]}").unwrap() + "]}]}]".len()];
    let op = [(0, "op".to_owned(), 1_000)];
    for text in [
        format!(r#"{{"resourceSpans": {resources}}}"#),
        format!(r#"{{"batches": {resources}}}"#),
        format!(r#"{{"batches": {}}}"#, resources.replace("scopeSpans", "instrumentationLibrarySpans")),
        format!(r#"{{"trace": {{"resourceSpans": {resources}}}}}"#),
        format!(r#"{{"trace": {{"batches": {resources}}}}}"#),
        format!(r#"[{{"trace": {{"resourceSpans": {resources}}}}}]"#),
        format!(r#"{{"result": {{"resourceSpans": {resources}}}}}"#),
        snake_case(&format!(r#"{{"resourceSpans": {resources}}}"#)),
        format!("{{\"resourceMetrics\": []}}\n{{\"resourceSpans\": {resources}}}"),
    ] {
        assert_eq!(timed(&text), op, "{text}");
        assert_eq!(lanes(&one(text.as_bytes()))[0], "api", "{text}");
    }
}

fn snake_case(text: &str) -> String {
    let names = [
        ("resourceSpans", "resource_spans"),
        ("scopeSpans", "scope_spans"),
        ("traceId", "trace_id"),
        ("spanId", "span_id"),
        ("parentSpanId", "parent_span_id"),
        ("startTimeUnixNano", "start_time_unix_nano"),
        ("endTimeUnixNano", "end_time_unix_nano"),
        ("stringValue", "string_value"),
    ];
    names.iter().fold(text.to_owned(), |text, (camel, snake)| text.replace(camel, snake))
}

#[test]
fn jaeger_trace_may_be_bare() {
    let expected = [(0, "root".to_owned(), 100), (1, "kid".to_owned(), 50)];
    let bare = String::from_utf8(fixture("jaeger/bare-trace.json")).unwrap();
    for text in [
        bare.clone(),
        format!("[{bare}]"),
        format!(r#"{{"data": {bare}}}"#),
        format!(r#"{{"data": [{bare}], "total": 0}}"#),
        bare.replace(r#""traceID": "1", "spans""#, r#""spans""#),
    ] {
        assert_eq!(timed(&text), expected, "{text}");
        assert_eq!(lanes(&one(text.as_bytes()))[0], "svc", "{text}");
    }
}

#[test]
fn zipkin_span_may_stand_alone() {
    let span = r#"{"traceId": "1", "id": "2", "name": "s", "timestamp": 10, "duration": 5, "localEndpoint": {"serviceName": "web"}}"#;
    for text in [span.to_owned(), format!("[{span}]"), format!("[[{span}]]"), format!("{span}\n")] {
        assert_eq!(timed(&text), [(0, "s".to_owned(), 5)], "{text}");
        assert_eq!(lanes(&one(text.as_bytes()))[0], "web", "{text}");
    }
}

/// OpenTelemetry's SDKs for Python and Go print spans to a console, one document each.
#[test]
fn console_exporters_are_read() {
    let python = |name: &str, id: &str, parent: &str, end: &str| {
        format!(
            r#"{{"name": "{name}", "context": {{"trace_id": "0x5b8efff7", "span_id": "{id}", "trace_state": "[]"}},
            "kind": "SpanKind.INTERNAL", "parent_id": {parent}, "start_time": "2022-04-29T18:52:58.114201Z",
            "end_time": "2022-04-29T18:52:58.{end}Z", "status": {{"status_code": "UNSET"}}, "attributes": {{}},
            "events": [], "links": [], "resource": {{"attributes": {{"service.name": "api"}}}}}}"#
        )
    };
    let op = python("op", "0x1", "null", "115201");
    let db = python("db", "0x2", "\"0x1\"", "114701");
    let expected = [(0, "op".to_owned(), 1_000), (1, "db".to_owned(), 500)];
    for text in [format!("{op}\n{db}"), format!("{db}\n{op}"), format!("[{op},{db}]")] {
        assert_eq!(timed(&text), expected, "{text}");
        assert_eq!(lanes(&one(text.as_bytes()))[0], "api", "{text}");
    }
    let go = r#"{"Name": "op", "SpanContext": {"TraceID": "01", "SpanID": "02"}, "Parent": {"TraceID": "00", "SpanID": "00"},
        "SpanKind": 1, "StartTime": "2022-04-29T18:52:58.114201+02:00", "EndTime": "2022-04-29T18:52:58.115201+02:00",
        "Resource": [{"Key": "service.name", "Value": {"Type": "STRING", "Value": "api"}}]}"#;
    assert_eq!(
        (timed(go), &lanes(&one(go.as_bytes()))[0]),
        (vec![(0, "op".to_owned(), 1_000)], &"api".to_owned())
    );
}

/// Old libraries pass on only the lower 64 bits of a trace's id, or leave out leading zeros.
#[test]
fn long_and_short_ids_are_one_trace() {
    let span = |trace: &str, id: u32, parent: u32| {
        format!(
            r#"{{"traceId": "{trace}", "id": "{id}", "parentId": "{parent}", "name": "s{id}", "timestamp": {id}, "duration": 1}}"#
        )
    };
    let long = "463ac35c9f6413ad48485a3953bb6124";
    for (one_id, other, count) in [
        (long, "48485a3953bb6124", 1),
        ("48485a3953bb6124", long, 1),
        ("00000000000000000000000000000abc", "abc", 1),
        ("ABC", "0xabc", 1),
        (long, "48485a3953bb6125", 2),
    ] {
        let text = format!("[{},{}]", span(one_id, 1, 0), span(other, 2, 1));
        assert_eq!(load(text.as_bytes()).traces.len(), count, "{text}");
    }
}

#[test]
fn v8_profile_may_lie_in_an_inspector_reply() {
    let profile = String::from_utf8(fixture("v8-cpuprofile/node20.cpuprofile")).unwrap();
    let expected = diptych_testkit::picture(&one(profile.as_bytes()));
    for text in [
        format!(r#"{{"profile": {profile}}}"#),
        format!(r#"{{"id": 3, "result": {{"profile": {profile}}}}}"#),
        format!(
            r#"{{"method": "Profiler.consoleProfileFinished", "params": {{"id": "1", "profile": {profile}}}}}"#
        ),
    ] {
        assert_eq!(diptych_testkit::picture(&one(text.as_bytes())), expected);
    }
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
