//! Checks that each reader finds the instants and the counters of its format, on their lanes and with their units.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::Trace;
use prost::encoding::{WireType, encode_key, encode_varint};
use support::{counters, instants, read};

fn trace(file: &[u8]) -> Trace {
    read("", [file]).unwrap().traces.remove(0).1
}

/// Returns the instants and counters of a file as lines.
fn found(file: &[u8]) -> Vec<String> {
    let trace = trace(file);
    (instants(&trace) + &counters(&trace)).lines().map(str::to_owned).collect()
}

#[test]
fn chrome_instants_have_their_scope() {
    let file = r#"[{"ph":"i","pid":1,"tid":2,"ts":1,"name":"of the thread","s":"t"},
        {"ph":"I","pid":1,"tid":2,"ts":2,"name":"no scope"},
        {"ph":"R","pid":1,"tid":2,"ts":3,"name":"navigationStart"},
        {"ph":"i","pid":1,"tid":2,"ts":4,"name":"of the process","s":"p"},
        {"ph":"i","pid":1,"tid":2,"ts":5,"name":"of the run \u0001","s":"g"},
        {"ph":"n","pid":1,"tid":2,"ts":6,"id":1,"name":"of a request"},
        {"ph":"i","pid":1,"tid":9,"ts":7,"name":"thread without calls","s":"t"},
        {"ph":"i","pid":8,"tid":9,"ts":8,"name":"process without calls","s":"t"},
        {"ph":"X","pid":1,"tid":2,"ts":2,"dur":9,"name":"f"}]"#;
    let expected = [
        "instant 1000 of the thread [thread 2]",
        "instant 2000 no scope [thread 2]",
        "instant 3000 navigationStart [thread 2]",
        "instant 4000 of the process [process 1]",
        "instant 5000 of the run \u{1} [run]",
        "instant 6000 of a request [process 1]",
        "instant 7000 thread without calls [process 1]",
        "instant 8000 process without calls [run]",
    ];
    assert_eq!(found(file.as_bytes()), expected);
    assert_eq!(trace(file.as_bytes()).report().total(), 0);
}

#[test]
fn chrome_counters_have_series_and_ids() {
    let file = r#"[{"ph":"C","pid":1,"ts":5,"name":"heap","args":{"used":1.5,"free":"2","name":"x"}},
        {"ph":"C","pid":1,"ts":3,"name":"heap","args":{"used":-4e2}},
        {"ph":"C","pid":2,"ts":4,"name":"heap","args":{"used":7}},
        {"ph":"C","pid":1,"ts":4,"name":"frames","id":"0x7","args":{"value":60}},
        {"ph":"C","pid":1,"ts":4,"name":"broken","args":{"value":{"a":1}}},
        {"ph":"C","pid":1,"ts":4,"name":"infinite","args":{"value":1e999}},
        {"ph":"X","pid":1,"tid":2,"ts":2,"dur":9,"name":"f"}]"#;
    let expected = [
        "counter heap|used| [process 1] 3000=-400 5000=1.5",
        "counter heap|free| [process 1] 5000=2",
        "counter heap|used| [run] 4000=7",
        "counter frames 0x7|| [process 1] 4000=60",
    ];
    assert_eq!(found(file.as_bytes()), expected);
    assert_eq!(trace(file.as_bytes()).report().total(), 2);
}

#[test]
fn ftrace_counters_and_instants_are_read() {
    let file = "# tracer: nop\n\
        app-10 (10) [001] ...1 5.000000: tracing_mark_write: B|10|frame\n\
        app-11 (10) [001] ...1 5.000001: tracing_mark_write: C|10|buffers|3\n\
        app-10 (10) [001] ...1 5.000002: tracing_mark_write: I|10|vsync\n\
        app-10 (10) [001] ...1 5.000003: tracing_mark_write: N|10|track|of a track\n\
        app-11 (10) [001] ...1 5.000004: tracing_mark_write: C|10|buffers|x\n\
        app-10 (10) [001] ...1 5.000005: tracing_mark_write: C|10|buffers|-1.5\n\
        app-10 (10) [001] ...1 5.000009: tracing_mark_write: E|10\n";
    let expected = [
        "instant 5000002000 vsync [app]",
        "instant 5000003000 of a track [app]",
        "counter buffers|| [app] 5000001000=3 5000005000=-1.5",
    ];
    assert_eq!(found(file.as_bytes()), expected);
    assert_eq!(trace(file.as_bytes()).report().total(), 1, "the value that is no number");
}

/// Appends a field of bytes.
fn bytes(number: u32, content: &[u8], out: &mut Vec<u8>) {
    encode_key(number, WireType::LengthDelimited, out);
    encode_varint(content.len() as u64, out);
    out.extend_from_slice(content);
}

/// Appends a field of a number.
fn number(field: u32, value: u64, out: &mut Vec<u8>) {
    encode_key(field, WireType::Varint, out);
    encode_varint(value, out);
}

/// Returns a Perfetto packet with a time and a field, all in one sequence.
fn packet(time: u64, field: u32, content: &[u8]) -> Vec<u8> {
    let (mut packet, mut file) = (Vec::new(), Vec::new());
    number(8, time, &mut packet);
    number(10, 1, &mut packet);
    bytes(field, content, &mut packet);
    bytes(1, &packet, &mut file);
    file
}

/// Returns the descriptor of a Perfetto track within another one; `content` is added to it.
fn track(uuid: u64, parent: u64, name: &str, content: &[u8]) -> Vec<u8> {
    let mut track = Vec::new();
    number(1, uuid, &mut track);
    bytes(2, name.as_bytes(), &mut track);
    number(5, parent, &mut track);
    track.extend_from_slice(content);
    packet(0, 60, &track)
}

/// Returns a Perfetto event of a type on a track; `content` is added to it.
fn event(time: u64, kind: u64, track: u64, content: &[u8]) -> Vec<u8> {
    let mut event = Vec::new();
    number(9, kind, &mut event);
    number(11, track, &mut event);
    event.extend_from_slice(content);
    packet(time, 11, &event)
}

fn with(write: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut content = Vec::new();
    write(&mut content);
    content
}

#[test]
fn perfetto_counters_have_units_and_may_add_up() {
    let name = |text: &str| with(|out| bytes(23, text.as_bytes(), out));
    let value = |value: i64| with(|out| number(30, value as u64, out));
    let counter = |unit: u64, multiplier: u64, adds_up: u64| {
        let inner = with(|out| {
            number(3, unit, out);
            number(4, multiplier, out);
            number(5, adds_up, out);
        });
        with(|out| bytes(8, &inner, out))
    };
    let thread = with(|out| {
        let inner = with(|out| {
            number(1, 7, out);
            number(2, 8, out);
            bytes(5, b"main", out);
        });
        bytes(4, &inner, out);
    });
    let double = with(|out| {
        encode_key(44, WireType::SixtyFourBit, out);
        out.extend_from_slice(&2.5f64.to_le_bytes());
    });
    let fps = with(|out| {
        let inner = with(|out| bytes(6, b"fps", out));
        bytes(8, &inner, out);
    });
    let file = [
        track(1, 0, "", &thread),
        track(2, 1, "rss", &counter(3, 1024, 0)),
        track(3, 1, "allocated", &counter(3, 0, 1)),
        track(4, 0, "rate", &fps),
        event(10, 1, 1, &name("f")),
        event(11, 3, 1, &name("vsync")),
        event(12, 4, 2, &value(2)),
        event(13, 4, 3, &value(5)),
        event(14, 4, 3, &value(-2)),
        event(15, 4, 4, &double),
        // The descriptor of this counter comes after its sample.
        event(16, 4, 5, &value(9)),
        event(17, 4, 2, &[]),
        track(5, 1, "late", &counter(1, 1, 0)),
        event(20, 2, 1, &[]),
    ];
    let expected = [
        "instant 11 vsync [main]",
        "counter rss||bytes [main] 12=2048",
        "counter allocated||bytes [main] 13=5 14=3",
        "counter rate||fps [run] 15=2.5",
        "counter late||ns [main] 16=9",
    ];
    assert_eq!(found(&file.concat()), expected);
    let report = trace(&file.concat()).report().clone();
    assert_eq!(report.entries()[0].subject, "counter (TYPE_COUNTER) without a value");
}

#[test]
fn firefox_markers_and_counters_are_read() {
    let threads = r#""threads":[{"name":"Main","pid":1,"tid":2,"samples":{"stack":[0,0],"time":[1,2]},
        "stackTable":{"frame":[0],"prefix":[null]},"frameTable":{"func":[0]},"funcTable":{"name":[0]},
        "markers":{"name":[1,1],"startTime":[1.5,null],"endTime":[null,null],"phase":[0,0]},
        "stringTable":["f","paint"]}]"#;
    let file = format!(
        r#"{{"meta":{{"interval":1}},"counters":[
        {{"name":"malloc","category":"Memory","pid":"1","samples":{{"time":[1,2,3],"count":[10,-4,null]}}}},
        {{"name":"CPU 0","category":"power","pid":"9","samples":{{"timeDeltas":[1,1],"count":[10,4]}}}},
        {{"name":"old","category":"Memory","pid":"1","sample_groups":[{{"id":0,"samples":
            {{"schema":{{"time":0,"count":1}},"data":[[1,3],[2.5,4],7]}}}}]}}],{threads}}}"#
    );
    let expected = [
        "instant 1500000 paint [Main 2]",
        "counter malloc||bytes [process 1] 1000000=10 2000000=6",
        "counter CPU 0||pWh [run] 1000000=10 2000000=4",
        "counter old||bytes [process 1] 1000000=3 2500000=7",
    ];
    assert_eq!(found(file.as_bytes()), expected);
    let report = trace(file.as_bytes()).report().clone();
    let subjects: Vec<&str> = report.entries().iter().map(|entry| entry.subject.as_str()).collect();
    let of_counters = "sample of a counter without a time or a number";
    assert_eq!(subjects, ["instant without a time", of_counters, "row that is not a list"]);
}

#[test]
fn events_of_spans_are_instants_of_their_services() {
    let otlp = r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},
        "scopeSpans":[{"spans":[{"traceId":"01","spanId":"02","name":"buy","startTimeUnixNano":"100",
        "endTimeUnixNano":"900","events":[{"timeUnixNano":"300","name":"retry","attributes":[]},{"name":"no time"},
        {"timeUnixNano":"200","name":"exception"}]}]}]}]}"#;
    assert_eq!(found(otlp.as_bytes()), ["instant 200 exception [shop]", "instant 300 retry [shop]"]);
    assert_eq!(trace(otlp.as_bytes()).report().total(), 1);
    let jaeger = r#"{"data":[{"traceID":"1","spans":[{"traceID":"1","spanID":"2","operationName":"buy","startTime":100,
        "duration":50,"processID":"p1","logs":[{"timestamp":120,"fields":[{"key":"message","value":"long"},
        {"key":"event","value":"retry"}]},{"timestamp":130,"fields":[{"key":"message","value":"only this"}]}]}],
        "processes":{"p1":{"serviceName":"shop"}}}]}"#;
    let expected = ["instant 120000 retry [shop]", "instant 130000 only this [shop]"];
    assert_eq!(found(jaeger.as_bytes()), expected);
    let zipkin = r#"[{"traceId":"1","id":"2","name":"buy","timestamp":100,"duration":50,
        "localEndpoint":{"serviceName":"shop"},"annotations":[{"timestamp":110,"value":"cs"}]}]"#;
    assert_eq!(found(zipkin.as_bytes()), ["instant 110000 cs [shop]"]);
}

#[test]
fn paje_variables_and_events_are_read() {
    let header = "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeDefineVariableType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeDefineStateType 2\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeDefineEventType 3\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeDefineEntityValue 4\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeCreateContainer 5\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n\
        %EventDef PajeSetVariable 6\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n\
        %EventDef PajeAddVariable 7\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n\
        %EventDef PajeSubVariable 8\n% Time date\n% Type string\n% Container string\n% Value double\n%EndEventDef\n\
        %EventDef PajeNewEvent 9\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePushState 10\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePopState 11\n% Time date\n% Type string\n% Container string\n%EndEventDef\n";
    let body = "0 HOST 0 Host\n1 P HOST \"power used\"\n2 S HOST state\n3 E HOST event\n4 e1 E retry\n\
        5 0 h1 HOST 0 node-1\n10 1 S h1 run\n6 1 P h1 2.5\n7 2 P h1 1\n8 3 P h1 0.5\n\
        9 2.5 E h1 e1\n9 2.6 E h1 plain\n6 2 P 0 7\n6 2 P nowhere 7\n6 2 P h1 many\n11 4 S h1\n";
    let file = format!("{header}{body}");
    let expected = [
        "instant 2500000000 retry [node-1]",
        "instant 2600000000 plain [node-1]",
        "counter power used|| [node-1] 1000000000=2.5 2000000000=3.5 3000000000=3",
        "counter power used|| [run] 2000000000=7",
    ];
    assert_eq!(found(file.as_bytes()), expected);
    assert_eq!(trace(file.as_bytes()).report().total(), 2);
}
