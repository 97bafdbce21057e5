//! Compares states of Pajé traces with a naive reading, and reads hostile files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{CallId, OddityKind, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use support::read;

const HEADER: &str = "\
%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef
%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef
%EventDef PajeCreateContainer 2\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef
%EventDef PajeDestroyContainer 3\n% Time date\n% Name string\n%EndEventDef
%EventDef PajeSetState 4\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef
%EventDef PajePushState 5\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef
%EventDef PajePopState 6\n% Time date\n% Type string\n% Container string\n%EndEventDef
%EventDef PajeResetState 7\n% Time date\n% Type string\n% Container string\n%EndEventDef
%EventDef PajeStartLink 8\n% Time date\n% Type string\n% StartContainer string\n% Key string\n%EndEventDef
%EventDef PajeEndLink 9\n% Time date\n% Type string\n% EndContainer string\n% Key string\n%EndEventDef
";

fn load(body: &str) -> Trace {
    let file = format!("{HEADER}{body}");
    let mut loaded = read("", file.as_bytes().chunks(1 << 16)).unwrap();
    let trace = loaded.traces.remove(0).1;
    assert_eq!(trace.check(), Ok(()));
    trace
}

fn count(trace: &Trace, kind: OddityKind) -> u64 {
    trace.report().entries().iter().filter(|entry| entry.kind == kind).map(|entry| entry.count).sum()
}

/// Calls of each lane in the order of the trace: start, end, depth and name.
type Calls = BTreeMap<String, Vec<(i64, i64, u32, String)>>;

fn calls(trace: &Trace) -> Calls {
    let mut found = Calls::new();
    for lane in trace.lanes().ids() {
        for call in trace.lanes().calls(lane).map(CallId) {
            let (row, calls) = (call.index(), trace.calls());
            let at = |relative: i64| (relative + trace.origin()) / 1_000_000_000;
            let call = (
                at(calls.start()[row]),
                at(calls.end()[row]),
                calls.depth()[row],
                trace.call_name(call).to_owned(),
            );
            found.entry(trace.lanes().name(trace.names(), lane).to_owned()).or_default().push(call);
        }
    }
    found
}

/// An event of a state: its kind, container and value, and the seconds since the event before.
type Step = (u8, usize, u8, i64);

/// Start, end and name of a state, and the states around it.
type Begun = (i64, i64, String, Vec<usize>);

/// Reads the states in the obvious way: a list of open states for each container.
fn naive(steps: &[Step]) -> Calls {
    let mut all: [Vec<Begun>; 2] = Default::default();
    let mut begun: [Vec<usize>; 2] = Default::default();
    let last = steps.iter().map(|step| step.3).sum();
    let mut at = 0;
    for &(kind, container, value, step) in steps {
        at += step;
        let (open, calls) = (&mut begun[container], &mut all[container]);
        let leave = match kind {
            0 | 3 => open.len(),
            2 => open.len().min(1),
            _ => 0,
        };
        for _ in 0..leave {
            calls[open.pop().unwrap()].1 = at;
        }
        if kind < 2 {
            calls.push((at, last, format!("f{value}"), open.clone()));
            open.push(calls.len() - 1);
        }
    }
    let mut found = Calls::new();
    for (container, calls) in all.iter().enumerate().filter(|(_, calls)| !calls.is_empty()) {
        let shown =
            calls.iter().map(|(start, end, name, around)| (*start, *end, around.len() as u32, name.clone()));
        found.insert(format!("c{container}"), shown.collect());
    }
    found
}

proptest! {
    #[test]
    fn states_match_a_naive_reading(
        steps in prop::collection::vec((0u8..4, 0usize..2, 0u8..3, 0i64..3), 1..60),
    ) {
        // Without any begin there is no trace.
        prop_assume!(steps.iter().any(|step| step.0 < 2));
        let mut body = String::from("0 P 0 P\n1 S P S\n2 0 a P 0 c0\n2 0 b P 0 c1\n");
        let mut at = 0;
        for (kind, container, value, step) in &steps {
            at += step;
            writeln!(body, "{} {at} S {} f{value}", kind + 4, ["a", "b"][*container]).unwrap();
        }
        // States open at the end last until the final event.
        prop_assert_eq!(calls(&load(&body)), naive(&steps));
    }
}

#[test]
fn call_ending_as_another_begins_is_no_callee() {
    let trace = load("2 0 a P 0 a\n5 1 S a send\n6 1 S a\n5 1 S a receive\n5 1 S a copy\n6 1 S a\n6 3 S a\n");
    let found = &calls(&trace)["a"];
    let expected = [(1, 1, 0, "send"), (1, 3, 0, "receive"), (1, 1, 1, "copy")];
    assert_eq!(*found, expected.map(|(start, end, depth, name)| (start, end, depth, name.to_owned())));
}

#[test]
fn containers_and_states_may_be_of_any_depth() {
    let deep = 20_000;
    let mut body = String::from("0 P 0 P\n2 0 c0 P 0 c0\n");
    for level in 1..deep {
        writeln!(body, "2 0 c{level} P c{} c{level}", level - 1).unwrap();
    }
    for level in 0..deep {
        writeln!(body, "5 {level} S c{} f", deep - 1).unwrap();
    }
    writeln!(body, "7 {deep} S c0").unwrap();
    let trace = load(&body);
    assert_eq!((trace.lanes().len(), trace.max_depth() as usize), (deep, deep - 1));
    assert_eq!(count(&trace, OddityKind::UnclosedCall), deep as u64);
}

#[test]
fn container_may_name_itself_as_parent() {
    let trace = load("2 0 a P a a\n2 0 b P c b\n2 0 c P b c\n4 1 S a f\n4 2 S b f\n4 3 S c f\n7 4 S c\n");
    assert_eq!(trace.calls().len(), 3);
    assert_eq!(count(&trace, OddityKind::Undefined), 4);
}

#[test]
fn many_of_everything_take_linear_time() {
    let many = 60_000;
    let mut body = String::from("4 0 S a f\n4 0 S b f\n");
    for number in 0..many {
        // Each round has types in one container, values, links of one key, and links of other keys that do not end.
        writeln!(body, "5 {number} t{number} a v{number}\n8 {number} L a k\n8 {number} L a k{number}")
            .unwrap();
        writeln!(body, "6 {number} none a").unwrap();
    }
    for number in 0..many {
        writeln!(body, "9 {} L b k", many + number).unwrap();
    }
    let trace = load(&body);
    assert_eq!(trace.calls().len(), many + 2);
    assert_eq!(count(&trace, OddityKind::UnmatchedEnd), many as u64);
    let loose = trace.report().entries().iter().find(|entry| entry.subject == "link that does not end");
    assert_eq!(loose.unwrap().count, many as u64);
    assert_eq!(trace.flows().len(), many);
}

#[test]
fn container_created_again_goes_on() {
    let trace = load(
        "0 P 0 P\n2 0 a P 0 a\n4 1 S a f\n3 2 a\n2 3 a P 0 a\n4 3 S a g\n3 4 a\n2 5 a P 0 other\n4 5 S a h\n3 6 a\n",
    );
    let found: Vec<(String, usize)> =
        calls(&trace).into_iter().map(|(lane, calls)| (lane, calls.len())).collect();
    assert_eq!(found, [("a".to_owned(), 2), ("other".to_owned(), 1)]);
}
