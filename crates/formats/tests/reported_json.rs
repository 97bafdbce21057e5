//! Checks documents after bug reports of other tools: the exact values that a reader must find in each. Each stands for a
//! kind of fault, so sister documents of the same kind are built beside it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::ReadErrorKind;
use diptych_trace::{CallId, OddityKind};
use support::read;
use support::values::{MS, calls, fixture, lanes, load, odd, one, total};

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

/// Jaeger's own programs and their storage write the JSON form of Protocol Buffers.
#[test]
fn jaeger_spans_may_be_protobuf_json() {
    let span = |id: &str, references: &str, start: &str, duration: &str| {
        format!(
            r#"{{"traceId": "AAAAAAAAAABSlpqJVVcaPw==", "spanId": "{id}", "operationName": "op {id}",
            "references": [{references}], "startTime": "2017-01-26T16:46:31.{start}-05:00", "duration": "{duration}",
            "process": {{"serviceName": "api"}},
            "logs": [{{"timestamp": "2017-01-26T16:46:31.{start}-05:00", "fields": [{{"key": "event", "vStr": "hit"}}]}}]}}"#
        )
    };
    let to_root = r#"{"traceId": "AAAAAAAAAABSlpqJVVcaPw==", "spanId": "AAAAAABkfZg="}"#;
    let root = span("AAAAAABkfZg=", "", "639875139", "5000ns");
    let kid = span("AAAAAAAAAAM=", to_root, "639876139", "0.0000025s");
    for text in [
        format!("{{\"spans\": [{root},{kid}]}}"),
        format!("{{\"spans\": [{kid},{root}]}}"),
        format!("[{root},{kid}]"),
        format!("{root}\n{kid}\n"),
        format!("{root}\n{kid}\n").replace("AAAAAABkfZg=", "0000000000647d98"),
    ] {
        let loaded = load(text.as_bytes());
        assert_eq!(loaded.format, "jaeger", "{text}");
        let trace = one(text.as_bytes());
        let found: Vec<(u32, i64)> = (0..2)
            .map(CallId)
            .map(|call| (trace.calls().depth()[call.index()], trace.calls().duration(call)))
            .collect();
        assert_eq!((found, odd(&trace)), (vec![(0, 5_000), (1, 2_500)], vec![]), "{text}");
        assert_eq!(lanes(&trace)[0], "api", "{text}");
        assert!(support::instants(&trace).contains("hit"), "{}", support::instants(&trace));
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
