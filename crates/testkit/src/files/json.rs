//! Large JSON files.

use super::sizes::{FAN, FUNCTIONS};
use std::io::Write as _;

/// Writes a list in brackets: one item for each number, with commas between.
fn list(out: &mut Vec<u8>, count: u32, mut item: impl FnMut(&mut Vec<u8>, u32)) {
    out.push(b'[');
    for number in 0..count {
        if number > 0 {
            out.extend_from_slice(b",\n");
        }
        item(out, number);
    }
    out.push(b']');
}

/// Returns start and length of a call. One call out of [`FAN`] encloses the others.
fn span(number: u32) -> (u64, u32) {
    let start = u64::from(number) * 10;
    if number.is_multiple_of(FAN) { (start, FAN * 10 - 1) } else { (start, 8) }
}

/// Writes whole calls of a thread.
pub(super) fn chrome(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(b"{\"traceEvents\":");
    list(out, calls, |out, call| {
        let ((ts, dur), name) = (span(call), call % FUNCTIONS);
        write!(out, r#"{{"ph":"X","cat":"FEE","pid":7,"tid":9,"ts":{ts}.125,"dur":{dur}.5,"name":"f{name} (/srv/app/a{name}.py:{name})"}}"#)
            .unwrap();
    });
    out.extend_from_slice(b"}\n");
}

/// Writes begins and ends.
pub(super) fn speedscope(out: &mut Vec<u8>, calls: u32) {
    write!(out, r#"{{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{{"frames":"#)
        .unwrap();
    list(out, FUNCTIONS, |out, frame| {
        write!(out, r#"{{"name":"f{frame}","file":"/srv/app/a{frame}.py","line":{}}}"#, frame + 1).unwrap();
    });
    let end = u64::from(calls) * 10;
    write!(out, r#"}},"profiles":[{{"type":"evented","name":"run","unit":"microseconds","startValue":0,"endValue":{end},"events":"#)
        .unwrap();
    list(out, calls, |out, call| {
        let (frame, at) = (call % FUNCTIONS, u64::from(call) * 10);
        write!(
            out,
            r#"{{"type":"O","frame":{frame},"at":{at}}},{{"type":"C","frame":{frame},"at":{}}}"#,
            at + 8
        )
        .unwrap();
    });
    out.extend_from_slice(b"}]}\n");
}

/// Writes samples of which no two consecutive ones are equal, so that each is a call.
pub(super) fn firefox(out: &mut Vec<u8>, calls: u32) {
    write!(out, r#"{{"meta":{{"interval":1,"startTime":5,"preprocessedProfileVersion":57}},"threads":[{{"name":"t","pid":1,"tid":2,"samples":{{"stack":"#)
        .unwrap();
    list(out, calls, |out, sample| write!(out, "{}", sample * 7 % FUNCTIONS).unwrap());
    out.extend_from_slice(br#","time":"#);
    list(out, calls, |out, sample| write!(out, "{sample}.25").unwrap());
    write!(out, r#","length":{calls}}},"stackTable":{{"prefix":"#).unwrap();
    list(out, FUNCTIONS, |out, _| out.extend_from_slice(b"null"));
    for (table, column) in
        [("", r#","frame":"#), (r#","frameTable":{"#, r#""func":"#), (r#","funcTable":{"#, r#""name":"#)]
    {
        write!(out, "{table}{column}").unwrap();
        list(out, FUNCTIONS, |out, row| write!(out, "{row}").unwrap());
        write!(out, r#","length":{FUNCTIONS}}}"#).unwrap();
    }
    out.extend_from_slice(br#","stringArray":"#);
    list(out, FUNCTIONS, |out, name| write!(out, r#""f{name}""#).unwrap());
    out.extend_from_slice(b"}]}\n");
}

/// Writes such samples as V8 does.
pub(super) fn cpu_profile(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(br#"{"nodes":"#);
    list(out, FUNCTIONS + 1, |out, node| {
        let name = if node == 0 { "(root)".to_owned() } else { format!("f{node}") };
        write!(out, r#"{{"id":{},"callFrame":{{"functionName":"{name}","scriptId":"1","url":"file:///a.js","lineNumber":{node},"columnNumber":0}}"#, node + 1)
            .unwrap();
        if node == 0 {
            out.extend_from_slice(br#","children":"#);
            list(out, FUNCTIONS, |out, child| write!(out, "{}", child + 2).unwrap());
        }
        out.push(b'}');
    });
    write!(out, r#","startTime":1000,"endTime":{},"samples":"#, 1000 + u64::from(calls) * 125).unwrap();
    list(out, calls, |out, sample| write!(out, "{}", sample * 7 % FUNCTIONS + 2).unwrap());
    out.extend_from_slice(br#","timeDeltas":"#);
    list(out, calls, |out, _| out.extend_from_slice(b"125"));
    out.extend_from_slice(b"}\n");
}

/// Writes nodes that each allocate.
pub(super) fn heap_profile(out: &mut Vec<u8>, calls: u32) {
    let node = |out: &mut Vec<u8>, name: &str, line: u32, size: u32| {
        write!(out, r#"{{"callFrame":{{"functionName":"{name}","scriptId":"1","url":"file:///a.js","lineNumber":{line},"columnNumber":0}},"selfSize":{size},"id":{line},"children":"#)
            .unwrap();
    };
    out.extend_from_slice(br#"{"head":"#);
    node(out, "(root)", 0, 0);
    list(out, calls.div_ceil(FUNCTIONS), |out, outer| {
        node(out, &format!("g{outer}"), outer, 0);
        list(out, FUNCTIONS - 1, |out, inner| {
            node(out, &format!("f{inner}"), inner, 64);
            out.extend_from_slice(b"[]}");
        });
        out.push(b'}');
    });
    out.extend_from_slice(b"},\"samples\":[]}\n");
}

/// Writes stacks of a thread of Ruby, each seen once.
pub(super) fn stackprof(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(br#"{"version":1.2,"mode":"wall","interval":1000,"frames":{"#);
    for frame in 0..FUNCTIONS {
        let comma = if frame == 0 { "" } else { "," };
        let number = u64::from(frame) + RUBY_FRAME;
        write!(out, r#"{comma}"{number}":{{"name":"C#f{frame}","file":"a.rb","line":{frame},"total_samples":9,"samples":9}}"#)
            .unwrap();
    }
    out.extend_from_slice(br#"},"raw":"#);
    list(out, calls, |out, sample| {
        write!(out, "1,{},1", u64::from(sample * 7 % FUNCTIONS) + RUBY_FRAME).unwrap();
    });
    out.extend_from_slice(br#","raw_timestamp_deltas":"#);
    list(out, calls, |out, _| out.extend_from_slice(b"1000"));
    out.extend_from_slice(b"}\n");
}

/// Address of an object, which stackprof takes as the number of a frame.
const RUBY_FRAME: u64 = 140_163_329_781_040;

/// Returns the enclosing span, if any.
fn parent(number: u32) -> Option<u32> {
    (!number.is_multiple_of(FAN)).then(|| number / FAN * FAN)
}

/// Writes spans of a service.
pub(super) fn otlp(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(br#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"scope":{"name":"shop"},"spans":"#);
    list(out, calls, |out, call| {
        let ((start, length), name) = (span(call), call % FUNCTIONS);
        let parent = parent(call).map_or(String::new(), |parent| format!("{:016x}", parent + 1));
        write!(out, r#"{{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"{:016x}","parentSpanId":"{parent}","name":"GET /item/{name}","kind":2,"startTimeUnixNano":"{}","endTimeUnixNano":"{}","attributes":[{{"key":"http.method","value":{{"stringValue":"GET"}}}}]}}"#,
            call + 1, start * 1000, (start + u64::from(length)) * 1000).unwrap();
    });
    out.extend_from_slice(b"}]}]}\n");
}

/// Writes such spans as Jaeger's page saves them.
pub(super) fn jaeger(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(br#"{"data":[{"traceID":"5f1a","spans":"#);
    list(out, calls, |out, call| {
        let ((start, length), name) = (span(call), call % FUNCTIONS);
        let parent = parent(call).map_or(String::new(), |parent| {
            format!(r#"{{"refType":"CHILD_OF","traceID":"5f1a","spanID":"{:016x}"}}"#, parent + 1)
        });
        write!(out, r#"{{"traceID":"5f1a","spanID":"{:016x}","operationName":"GET /item/{name}","references":[{parent}],"startTime":{start},"duration":{length},"processID":"p1","tags":[],"logs":[]}}"#, call + 1)
            .unwrap();
    });
    out.extend_from_slice(b",\"processes\":{\"p1\":{\"serviceName\":\"shop\",\"tags\":[]}}}]}\n");
}

/// Writes such spans as Zipkin's API returns them.
pub(super) fn zipkin(out: &mut Vec<u8>, calls: u32) {
    list(out, calls, |out, call| {
        let ((start, length), name) = (span(call), call % FUNCTIONS);
        let parent =
            parent(call).map_or(String::new(), |parent| format!(r#""parentId":"{:016x}","#, parent + 1));
        write!(out, r#"{{"traceId":"5f1a","id":"{:016x}",{parent}"name":"GET /item/{name}","timestamp":{},"duration":{length},"localEndpoint":{{"serviceName":"shop"}},"tags":{{"http.method":"GET"}}}}"#, call + 1, start + 1)
            .unwrap();
    });
    out.push(b'\n');
}
