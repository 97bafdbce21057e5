//! Compares random Chrome Trace Event JSON, with fields in any order, with a builder that gets the events directly.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_testkit::picture;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;
use support::read;

/// One event.
#[derive(Debug, Clone)]
struct Event {
    kind: Kind,
    process: u8,
    thread: u8,
    at: i64,
    function: Function,
    /// Form in which it is written.
    style: Style,
}

#[derive(Debug, Clone)]
enum Kind {
    Complete { duration: i64 },
    Begin,
    End { named: bool },
    Counter,
}

#[derive(Debug, Clone)]
struct Function {
    name: String,
    /// Source position, written after the name as in VizTracer.
    place: Option<(&'static str, u32)>,
}

#[derive(Debug, Clone)]
struct Style {
    /// Keys by which the fields are sorted.
    order: [u8; 7],
    /// Text between tokens.
    space: &'static str,
    quoted_numbers: bool,
    arguments: &'static str,
}

fn functions() -> impl Strategy<Value = Function> {
    let place = prop::option::of((prop::sample::select(vec!["/srv/a b/(x)/m.py", "m.py"]), 0..5u32));
    ("[a-c]|\\PC{1,6}|\"\\\\\n", place)
        .prop_map(|(name, place)| Function { name, place })
        .prop_filter("all name", |function| function.place.is_some() || !function.name.ends_with(')'))
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let kind = prop_oneof![
        4 => (0..200i64).prop_map(|duration| Kind::Complete { duration }),
        1 => Just(Kind::Begin),
        1 => any::<bool>().prop_map(|named| Kind::End { named }),
        1 => Just(Kind::Counter),
    ];
    let arguments = vec!["", "{}", r#"{"a":[1,{"ph":"X"},"}"],"line":7}"#, "null", r#""text""#];
    let style = (
        any::<[u8; 7]>(),
        prop::sample::select(vec!["", " ", "\n\t"]),
        any::<bool>(),
        prop::sample::select(arguments),
    );
    let style = style.prop_map(|(order, space, quoted_numbers, arguments)| Style {
        order,
        space,
        quoted_numbers,
        arguments,
    });
    let event = (kind, 0..2u8, 0..3u8, -1_000..1_000_000i64, functions(), style);
    let event = event.prop_map(|(kind, process, thread, at, function, style)| Event {
        kind,
        process,
        thread,
        at,
        function,
        style,
    });
    prop::collection::vec(event, 1..40)
}

/// Formats nanoseconds as decimal microseconds.
fn micros(ns: i64) -> String {
    let (sign, ns) = if ns < 0 { ("-", -ns) } else { ("", ns) };
    format!("{sign}{}.{:03}", ns / 1_000, ns % 1_000)
}

impl Event {
    fn write(&self, out: &mut String) {
        let number = |text: String| if self.style.quoted_numbers { format!("\"{text}\"") } else { text };
        let phase = match self.kind {
            Kind::Complete { .. } => "X",
            Kind::Begin => "B",
            Kind::End { .. } => "E",
            Kind::Counter => "C",
        };
        let mut fields = vec![
            ("ph", format!("\"{phase}\"")),
            ("pid", number(self.process.to_string())),
            ("tid", number(self.thread.to_string())),
            ("ts", number(micros(self.at))),
        ];
        if let Kind::Complete { duration } = self.kind {
            fields.push(("dur", number(micros(duration))));
        }
        if !matches!(self.kind, Kind::End { named: false }) {
            let place = self.function.place.map(|(file, line)| format!(" ({file}:{line})"));
            let name = format!("{}{}", self.function.name, place.unwrap_or_default());
            fields.push(("name", serde_json::to_string(&name).unwrap()));
        }
        if !self.style.arguments.is_empty() {
            fields.push(("args", self.style.arguments.to_owned()));
        }
        let mut keyed: Vec<_> = self.style.order.iter().zip(fields).collect();
        keyed.sort_by_key(|&(key, _)| key);
        let space = self.style.space;
        let fields = keyed.iter().map(|(_, (key, value))| format!("{space}\"{key}\"{space}:{space}{value}"));
        write!(out, "{{{}{space}}}", fields.collect::<Vec<_>>().join(",")).unwrap();
    }
}

/// Returns the file, and the offset of each event.
fn write_file(events: &[Event], object: bool) -> (String, Vec<u64>) {
    let mut out = String::from(if object { r#"{"a":{"traceEvents":[]},"traceEvents":["# } else { "[" });
    let mut offsets = Vec::new();
    for (index, event) in events.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        offsets.push(out.len() as u64);
        event.write(&mut out);
    }
    out.push_str(if object { "]}" } else { "]" });
    (out, offsets)
}

/// Builder with the lanes made so far.
#[derive(Default)]
struct Direct {
    builder: Builder,
    processes: HashMap<u8, LaneId>,
    threads: HashMap<(u8, u8), LaneId>,
}

impl Direct {
    fn lane(&mut self, event: &Event) -> LaneId {
        let (process, thread) = (event.process, event.thread);
        let builder = &mut self.builder;
        let parent = *self
            .processes
            .entry(process)
            .or_insert_with(|| builder.lane(None, LaneKind::Process, &format!("process {process}")));
        let name = format!("thread {thread}");
        let lane = || builder.lane(Some(parent), LaneKind::Thread, &name);
        *self.threads.entry((process, thread)).or_insert_with(lane)
    }

    fn function(&mut self, event: &Event) -> FunctionId {
        let (file, line) = event.function.place.unwrap_or_default();
        self.builder.function(FunctionSpec { name: &event.function.name, file, line, category: "" })
    }

    fn build(mut self, events: &[Event], offsets: &[u64]) -> Trace {
        for (event, &source) in events.iter().zip(offsets) {
            let start = event.at;
            match event.kind {
                Kind::Counter => {}
                Kind::Complete { duration } => {
                    let (function, lane) = (self.function(event), self.lane(event));
                    self.builder.call(lane, CallSpec { start, end: start + duration, function, source });
                }
                Kind::Begin => {
                    let (function, lane) = (self.function(event), self.lane(event));
                    self.builder.enter(lane, function, start, source);
                }
                Kind::End { named } => {
                    let function = named.then(|| self.function(event));
                    let lane = self.lane(event);
                    self.builder.leave(lane, function, start, source);
                }
            }
        }
        self.builder.finish().remove(0).1
    }
}

proptest! {
    #[test]
    fn events_are_read_as_written(events in events(), object: bool, piece in 1usize..200) {
        let (file, offsets) = write_file(&events, object);
        let expected = Direct::default().build(&events, &offsets);
        let outcome = read("", file.as_bytes().chunks(piece));
        if expected.calls().is_empty() {
            prop_assert!(outcome.is_err());
            return Ok(());
        }
        let loaded = outcome.unwrap();
        let trace = &loaded.traces[0].1;
        prop_assert_eq!(trace.check(), Ok(()));
        prop_assert_eq!(picture(trace), picture(&expected));
        prop_assert_eq!(trace.calls().source(), expected.calls().source());
        let skipped = |entry: &&diptych_trace::ReadReportEntry| {
            entry.subject != "counter (C) without a number" && entry.subject != "a"
        };
        let reported: Vec<_> = trace.report().entries().iter().filter(skipped).collect();
        let expected: Vec<_> = expected.report().entries().iter().collect();
        prop_assert_eq!(reported, expected);
        let is_sampled = |event: &&Event| matches!(event.kind, Kind::Counter) && event.style.arguments.contains("line");
        let mut sampled: Vec<i64> = events.iter().filter(is_sampled).map(|event| event.at).collect();
        let of = |id| trace.counters().samples(id);
        prop_assert!(trace.counters().ids().all(|id| of(id).value.iter().all(|value| value.to_bits() == 7f64.to_bits())));
        let at = trace.counters().ids().flat_map(|id| of(id).at.to_vec());
        let mut found: Vec<i64> = at.map(|at| at + trace.origin()).collect();
        sampled.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, sampled);
    }
}
