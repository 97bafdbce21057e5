//! Checks begins and ends at one instant, in every format that records them one by one. A call must have the depth at
//! which its file says it began, even if its times allow another.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/otf2.rs"]
mod otf2;
mod support;

use otf2::archive;
use proptest::prelude::*;
use std::fmt::Write as _;
use support::read;

/// An event, with its time in ticks: a call of a function begins (`Some`), or the innermost one ends (`None`).
type Mark = (Option<usize>, u64);

/// Function of a call, its depth, its start and its end.
type Call = (String, u32, i64, i64);

const FUNCTIONS: usize = 3;

/// Returns marks in order of time. Calls still open at the end get an end mark there.
fn marks(steps: &[(u64, Option<usize>)]) -> Vec<Mark> {
    let (mut at, mut open, mut marks) = (0, 0, Vec::new());
    for &(step, begins) in steps {
        at += step;
        if begins.is_some() || open > 0 {
            open = if begins.is_some() { open + 1 } else { open - 1 };
            marks.push((begins, at));
        }
    }
    marks.extend(std::iter::repeat_n((None, at), open));
    marks
}

/// Nests the calls in the obvious way, with a stack.
fn naive(marks: &[Mark]) -> Vec<Call> {
    let (mut open, mut calls): (Vec<usize>, Vec<Call>) = (Vec::new(), Vec::new());
    for &(begins, at) in marks {
        if let Some(function) = begins {
            calls.push((format!("f{function}"), open.len() as u32, at as i64, 0));
            open.push(calls.len() - 1);
        } else if let Some(call) = open.pop() {
            calls[call].3 = at as i64;
        }
    }
    calls
}

/// Reads a file with one lane and returns its calls. `tick` is the length of a tick in nanoseconds.
fn calls(format: &str, file: &[u8], tick: i64) -> Vec<Call> {
    let loaded = read("", file.chunks(100)).unwrap();
    assert_eq!(loaded.format, format);
    let trace = &loaded.traces[0].1;
    assert_eq!(trace.check(), Ok(()));
    assert!(trace.report().entries().is_empty(), "{format}: {:?}", trace.report().entries());
    let table = trace.calls();
    let ticks = |at: i64| (at + trace.origin()) / tick;
    (0..table.len())
        .map(|row| {
            let name = trace.call_name(diptych_trace::CallId(row as u32)).to_owned();
            (name, table.depth()[row], ticks(table.start()[row]), ticks(table.end()[row]))
        })
        .collect()
}

fn chrome(marks: &[Mark]) -> Vec<u8> {
    let event = |&(begins, at): &Mark| match begins {
        Some(function) => format!(r#"{{"ph":"B","pid":1,"tid":1,"ts":{at},"name":"f{function}"}}"#),
        None => format!(r#"{{"ph":"E","pid":1,"tid":1,"ts":{at}}}"#),
    };
    format!("[{}]", marks.iter().map(event).collect::<Vec<_>>().join(",")).into_bytes()
}

fn speedscope(marks: &[Mark]) -> Vec<u8> {
    let mut open = Vec::new();
    let mut event = |&(begins, at): &Mark| {
        let (kind, frame) = match begins {
            Some(function) => {
                open.push(function);
                ("O", function)
            }
            None => ("C", open.pop().unwrap()),
        };
        format!(r#"{{"type":"{kind}","frame":{frame},"at":{at}}}"#)
    };
    let events = marks.iter().map(&mut event).collect::<Vec<_>>().join(",");
    let frames = (0..FUNCTIONS).map(|function| format!(r#"{{"name":"f{function}"}}"#)).collect::<Vec<_>>();
    let schema = "https://www.speedscope.app/file-format-schema.json";
    let profile = format!(
        r#"{{"type":"evented","name":"p","unit":"nanoseconds","startValue":0,"endValue":999,"events":[{events}]}}"#
    );
    format!(r#"{{"$schema":"{schema}","shared":{{"frames":[{}]}},"profiles":[{profile}]}}"#, frames.join(","))
        .into_bytes()
}

const PAJE: &str = "%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajePushState 3
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 4
% Time date
% Type string
% Container string
%EndEventDef
0 T 0 thread
1 S T state
2 0.0 c T 0 main
";

fn paje(marks: &[Mark]) -> Vec<u8> {
    let mut file = PAJE.to_owned();
    for &(begins, at) in marks {
        match begins {
            Some(function) => writeln!(file, "3 0.{at:09} S c f{function}").unwrap(),
            None => writeln!(file, "4 0.{at:09} S c").unwrap(),
        }
    }
    file.into_bytes()
}

/// Encodes a protobuf field whose number and value are so small that each takes one byte.
fn field(number: u8, value: u8) -> [u8; 2] {
    [number << 3, value]
}

fn message(number: u16, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for mut value in [u32::from(number) << 3 | 2, content.len() as u32] {
        while value > 127 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }
    [out.as_slice(), content].concat()
}

/// Encodes the events on a thread's track, or on a custom track without a name, whose calls are async.
fn perfetto(marks: &[Mark], is_thread: bool) -> Vec<u8> {
    let thread = message(4, &[field(1, 5), field(2, 6)].concat());
    let track = [&field(1, 7)[..], if is_thread { &thread } else { &[] }].concat();
    let mut file = message(1, &[&field(10, 1)[..], &message(60, &track)].concat());
    for &(begins, at) in marks {
        let name = begins.map_or(Vec::new(), |function| message(23, format!("f{function}").as_bytes()));
        let kind = if begins.is_some() { 1 } else { 2 };
        let event = message(11, &[&field(9, kind)[..], &field(11, 7), &name].concat());
        file.extend(message(1, &[&field(8, at as u8)[..], &field(10, 1), &event].concat()));
    }
    file
}

fn otf2(marks: &[Mark]) -> Vec<u8> {
    // Strings 0 to 2 are the names of regions 0 to 2. The location reuses the first, for want of another.
    let mut defined = Vec::new();
    for function in 0..FUNCTIONS as u8 {
        defined.extend([10, 5, 1, function, b'f', b'0' + function, 0]);
    }
    // A region has its number and name; its other fields are undefined.
    for function in 0..FUNCTIONS as u8 {
        defined.extend([15, 13, 1, function, 1, function, 0xff, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0]);
    }
    defined.extend([14, 7, 0, 1, 0, 1, 1, 0, 0xff]);
    let (mut events, mut open) = (Vec::new(), Vec::new());
    for &(begins, at) in marks {
        events.push(5);
        events.extend(at.to_le_bytes());
        let (kind, region) = match begins {
            Some(function) => {
                open.push(function);
                (12, function)
            }
            None => (13, open.pop().unwrap()),
        };
        events.extend([kind, 1, region as u8]);
    }
    archive(&defined, &[(0, &[], &events)])
}

proptest! {
    #[test]
    fn calls_at_one_instant_keep_their_nesting(
        steps in prop::collection::vec((0u64..2, prop::option::of(0..FUNCTIONS)), 1..40),
    ) {
        let marks = marks(&steps);
        prop_assume!(!marks.is_empty());
        let expected = naive(&marks);
        prop_assert_eq!(calls("chrome-json", &chrome(&marks), 1_000), expected.clone());
        prop_assert_eq!(calls("speedscope", &speedscope(&marks), 1), expected.clone());
        prop_assert_eq!(calls("paje", &paje(&marks), 1), expected.clone());
        prop_assert_eq!(calls("perfetto", &perfetto(&marks, true), 1), expected.clone());
        prop_assert_eq!(calls("otf2", &otf2(&marks), 1), expected);
    }

    /// Outermost async calls get lanes by name, and their callees stay within.
    #[test]
    fn async_calls_keep_their_depth(
        steps in prop::collection::vec((0u64..2, prop::option::of(0..FUNCTIONS)), 1..40),
    ) {
        let marks = marks(&steps);
        prop_assume!(!marks.is_empty());
        let mut expected = naive(&marks);
        let mut found = calls("perfetto", &perfetto(&marks, false), 1);
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }
}
