//! A file that is broken in the middle: reading goes on behind the broken part, which is counted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{OddityKind, Trace};
use proptest::prelude::*;
use support::read;
use support::values::{MS, calls, fixture, odd, one, shown, total};

const BROKEN: &str = "part that breaks the syntax of JSON";

fn is_reported(trace: &Trace, subject: &str) -> bool {
    odd(trace).iter().any(|(kind, own, count)| *kind == OddityKind::BadEvent && own == subject && *count == 1)
}

fn is_lost(trace: &Trace) -> bool {
    odd(trace).iter().any(|(kind, ..)| matches!(kind, OddityKind::Lost | OddityKind::MuchLost))
}

/// Speedscope's events: `main` from 0 to 100, `f` in it ten times for 5 ms each.
fn speedscope(broken: Option<&str>) -> String {
    let mut events = vec![r#"{"type":"O","frame":0,"at":0}"#.to_owned()];
    for n in 0..10 {
        events.push(format!(r#"{{"type":"O","frame":1,"at":{}}}"#, n * 10));
        events.push(format!(r#"{{"type":"C","frame":1,"at":{}}}"#, n * 10 + 5));
        if n == 4 {
            events.extend(broken.map(str::to_owned));
        }
    }
    events.push(r#"{"type":"C","frame":0,"at":100}"#.to_owned());
    format!(
        r#"{{"$schema":"https://www.speedscope.app/file-format-schema.json",
        "shared":{{"frames":[{{"name":"main"}},{{"name":"f"}}]}},
        "profiles":[{{"type":"evented","name":"p","unit":"milliseconds","startValue":0,"endValue":100,
        "events":[{}]}}]}}"#,
        events.join(",")
    )
}

#[test]
fn speedscope_goes_on_at_the_next_event() {
    for broken in [
        r#"{"type" "O","frame":1,"at":2}"#,
        r#"{"type":"O","frame":1,"at":"a"b"}"#,
        "}",
        r#"{"a":{"b"},"c"}"#,
    ] {
        let trace = one(speedscope(Some(broken)).as_bytes());
        assert_eq!(total(&trace, "main"), 100 * MS, "{broken}");
        assert!(total(&trace, "f") >= 45 * MS, "{broken}");
        assert!(is_reported(&trace, BROKEN) && is_lost(&trace), "{broken}: {:?}", odd(&trace));
    }
}

#[test]
fn speedscope_frames_end_the_reading() {
    // Events refer to frames by their index, so a frame must not be missing.
    let file = speedscope(None).replace(r#"{"name":"f"}"#, r#"{"name" "f"},{"name":"g"}"#);
    let error = read("", [file.as_bytes()]).unwrap_err();
    assert!(error.to_string().contains("Expected"), "{error}");
}

fn otlp_span(n: u32) -> String {
    let (start, end) = (n * 1000 + 1, n * 1000 + 901);
    format!(
        r#"{{"traceId":"t","spanId":"{n:016x}","name":"op{n}","startTimeUnixNano":"{start}","endTimeUnixNano":"{end}",
        "attributes":[{{"key":"k","value":{{"stringValue":"v"}}}}],"links":[{{"traceId":"t","spanId":"1"}}]}}"#
    )
}

fn otlp(spans: &[String], others: &[String]) -> String {
    let of = |service: &str, spans: &[String]| {
        format!(
            r#"{{"resource":{{"attributes":[{{"key":"service.name","value":{{"stringValue":"{service}"}}}}]}},
            "scopeSpans":[{{"spans":[{}]}}]}}"#,
            spans.join(",\n")
        )
    };
    format!(r#"{{"resourceSpans":[{},{}]}}"#, of("shop", spans), of("bank", others))
}

#[test]
fn spans_go_on_at_the_next_span() {
    for broken in [
        r#"{"traceId":"t","spanId":"77","name":"a "quoted" name","startTimeUnixNano":"1"}"#,
        r#"{"traceId":"t","spanId":"77","events":[{"name" "k"},{"name":"l","timeUnixNano":"1"}],"name":"x"}"#,
        r#"{"traceId":"t","spanId":"77","name" "x"}"#,
    ] {
        let spans: Vec<String> = vec![otlp_span(1), broken.to_owned(), otlp_span(2)];
        let trace = one(otlp(&spans, &[otlp_span(3)]).as_bytes());
        let names: Vec<String> = calls(&trace).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names.len(), 3, "{broken}: {names:?}");
        assert!(["op1", "op2", "op3"].iter().all(|name| names.iter().any(|own| own == name)));
        assert!(is_reported(&trace, BROKEN), "{:?}", odd(&trace));
    }
}

#[test]
fn spans_of_another_list_are_not_taken_for_those_of_the_broken_one() {
    let broken = r#"{"traceId":"t","spanId":"77","name":"x" "y"}"#.to_owned();
    let trace = one(otlp(&[otlp_span(1), broken], &[otlp_span(3)]).as_bytes());
    // The spans of `bank` would be shown under `shop`.
    assert_eq!(calls(&trace), [(0, "op1".to_owned())]);
    assert!(odd(&trace).iter().any(|(kind, ..)| *kind == OddityKind::SyntaxError));
}

#[test]
fn jaeger_and_zipkin_go_on_at_the_next_span() {
    let jaeger = r#"{"data":[{"traceID":"t","spans":[
        {"traceID":"t","spanID":"1","operationName":"a","startTime":1000,"duration":50},
        {"traceID":"t","spanID":"2","references":[{"refType" "CHILD_OF"}],"operationName":"b"},
        {"traceID":"t","spanID":"3","operationName":"c","startTime":2000,"duration":50}],"processes":{}}]}"#;
    let zipkin = r#"[{"traceId":"t","id":"1","name":"a","timestamp":1000,"duration":50},
        {"traceId":"t","id":"2","name":"b","timestamp":1500,"annotations":[{"timestamp":1,"value" "x"}]},
        {"traceId":"t","id":"3","name":"c","timestamp":2000,"duration":50}]"#;
    for file in [jaeger, zipkin] {
        let trace = one(file.as_bytes());
        let names: Vec<String> = calls(&trace).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["a", "c"]);
        assert!(is_reported(&trace, BROKEN), "{:?}", odd(&trace));
    }
}

#[test]
fn v8_goes_on_at_the_next_node() {
    let node = |id: u32, name: &str, children: &str| {
        format!(
            r#"{{"id":{id},"callFrame":{{"functionName":"{name}","url":"","lineNumber":0}},"children":[{children}]}}"#
        )
    };
    let file = format!(
        r#"{{"nodes":[{},{},{},{}],"startTime":0,"endTime":4000,"samples":[4,4,4,4],"timeDeltas":[0,1000,1000,1000]}}"#,
        node(1, "(root)", "2,3"),
        node(2, "f", "4"),
        node(3, "a \"quoted\" name", ""),
        node(4, "g", "")
    );
    let trace = one(file.as_bytes());
    assert_eq!(total(&trace, "g"), 4 * MS);
    assert_eq!(calls(&trace), [(0, "f".to_owned()), (1, "g".to_owned())]);
    assert!(is_reported(&trace, BROKEN), "{:?}", odd(&trace));
}

#[test]
fn perfetto_goes_on_at_the_next_packet() {
    let whole = fixture("perfetto/viztracer.pftrace");
    let sound = shown(&whole).1;
    // Behind the first packets, which name processes and threads.
    let mut starts = vec![];
    let mut at = 0;
    while at < whole.len() {
        starts.push(at);
        let (mut length, mut shift) = (0usize, 0);
        at += 1;
        loop {
            let byte = whole[at];
            at += 1;
            length |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        at += length;
    }
    let middle = starts[starts.len() / 2];
    let broken = [&whole[..middle], &[0xff; 40], &whole[middle..]].concat();
    let trace = shown(&broken).1;
    assert_eq!(trace.calls().len(), sound.calls().len());
    assert!(is_reported(&trace, "part that is no packet"), "{:?}", odd(&trace));
    assert!(is_lost(&trace));
}

proptest! {
    /// A broken file gives the same calls and the same report however it is cut.
    #[test]
    fn pieces_do_not_change_what_is_left_out(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        size in 1usize..200,
        kind in 0..3,
    ) {
        let mut bytes = match kind {
            0 => speedscope(None).into_bytes(),
            1 => otlp(&[otlp_span(1), otlp_span(2)], &[otlp_span(3), otlp_span(4)]).into_bytes(),
            _ => fixture("perfetto/viztracer.pftrace"),
        };
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let facts = |read: Result<diptych_formats::LoadedFile, diptych_formats::ReadError>| {
            read.map(|loaded| {
                let of = |(name, trace): &(String, Trace)| (name.clone(), calls(trace), odd(trace));
                loaded.traces.iter().map(of).collect::<Vec<_>>()
            })
        };
        prop_assert_eq!(facts(read("", [&bytes[..]])), facts(read("", bytes.chunks(size))));
    }
}
