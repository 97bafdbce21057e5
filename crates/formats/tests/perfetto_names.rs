//! Checks names of threads that only the kernel's scheduler gives, in traces of Perfetto.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use support::protobuf::{bytes, message, number, varint};
use support::values::{lanes, one};

fn packet(parts: &[&[u8]]) -> Vec<u8> {
    message(1, &[&number(10, 1), &parts.concat()])
}

/// Events that begin and end a call in a thread of process 7.
fn call(thread: u64) -> Vec<u8> {
    let event = |at: u64, text: &str| {
        message(2, &[&number(1, at), &number(2, thread), &message(3, &[&bytes(2, text.as_bytes())])])
    };
    [event(100 + thread, "B|7|work"), event(200 + thread, "E|7")].concat()
}

fn packed(field: u64, numbers: &[u64]) -> Vec<u8> {
    let mut content = Vec::new();
    for &number in numbers {
        varint(number, &mut content);
    }
    bytes(field, &content)
}

/// Names of the threads' lanes, sorted.
fn named(bundles: &[Vec<u8>], others: &[Vec<u8>]) -> Vec<String> {
    let bundles: Vec<u8> = bundles.iter().flat_map(|bundle| packet(&[&message(1, &[bundle])])).collect();
    let mut names = lanes(&one(&[bundles, others.concat()].concat()));
    names.retain(|name| !name.starts_with("process"));
    names.sort();
    names
}

/// Columns of switches and of wakings: times as steps, threads, names by number.
fn columns(names: &[&str], switches: [&[u64]; 3], wakings: [&[u64]; 3]) -> Vec<u8> {
    let table: Vec<u8> = names.iter().flat_map(|name| bytes(5, name.as_bytes())).collect();
    let switches = [packed(1, switches[0]), packed(3, switches[1]), packed(6, switches[2])].concat();
    let wakings = [packed(7, wakings[0]), packed(8, wakings[1]), packed(11, wakings[2])].concat();
    message(4, &[&switches, &table, &wakings])
}

#[test]
fn columns_of_the_scheduler_name_threads() {
    let names = ["swapper", "reaper", "zygote", "app", "jit"];
    // Thread 11 is called `zygote` at 10 and `app` at 60; 12 is `reaper`; 13 only wakes up.
    let first = columns(&names, [&[50, 10, 5], &[12, 11, 0], &[1, 3, 0]], [&[55], &[13], &[4]]);
    let late = columns(&names, [&[10], &[11], &[2]], [&[], &[], &[]]);
    let calls: Vec<Vec<u8>> = [11, 12, 13, 14].map(call).into();
    let expected = ["app", "jit", "reaper", "thread 14"];
    // An earlier bundle of another processor may follow.
    for bundles in [[first.clone(), late.clone()], [late, first]] {
        assert_eq!(named(&[bundles.as_slice(), &calls].concat(), &[]), expected);
    }
}

#[test]
fn events_of_the_scheduler_name_threads() {
    let event = |at: u64, kind: u64, parts: &[&[u8]]| message(2, &[&number(1, at), &message(kind, parts)]);
    let bundle = [
        // A switch names both threads.
        event(10, 4, &[&bytes(1, b"before"), &number(2, 11), &bytes(5, b"next"), &number(6, 12)]),
        event(20, 17, &[&bytes(1, b"woken"), &number(2, 13)]),
        event(20, 20, &[&bytes(1, b"waking"), &number(2, 14)]),
        event(20, 114, &[&bytes(1, b"new"), &number(2, 15)]),
        event(30, 4, &[&bytes(1, b"swapper/0"), &number(2, 0), &bytes(5, b"later"), &number(6, 12)]),
        [11, 12, 13, 14, 15].map(call).concat(),
    ];
    assert_eq!(named(&[bundle.concat()], &[]), ["before", "later", "new", "waking", "woken"]);
}

#[test]
fn descriptors_and_the_process_tree_win() {
    let names = columns(&["comm"], [&[1, 1, 1], &[11, 12, 13], &[0, 0, 0]], [&[], &[], &[]]);
    let thread = message(4, &[&number(1, 7), &number(2, 11), &bytes(5, b"described")]);
    let descriptor = packet(&[&message(60, &[&number(1, 5), &thread])]);
    let thread = message(2, &[&number(1, 12), &bytes(2, b"in the tree"), &number(3, 7)]);
    let tree = packet(&[&message(2, &[&thread])]);
    let bundle = [names, [11, 12, 13].map(call).concat()].concat();
    assert_eq!(named(&[bundle], &[descriptor, tree]), ["comm", "described", "in the tree"]);
}
