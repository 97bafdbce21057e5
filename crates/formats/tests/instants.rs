//! Checks that each reader finds the instants and the counters of its format, on their lanes and with their units.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::Trace;
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
