//! Checks that metrics of OTF2 are counters, with names, units, scales and lanes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/otf2.rs"]
mod otf2;
mod support;

use diptych_trace::Trace;
use otf2::archive;
use support::{counters, read};

/// Writes a number as OTF2 does: its number of bytes, then the bytes.
fn long(number: u64) -> Vec<u8> {
    let size = (64 - number.leading_zeros()).div_ceil(8) as usize;
    [&[size as u8], &number.to_le_bytes()[..size]].concat()
}

fn record(kind: u8, parts: &[Vec<u8>]) -> Vec<u8> {
    let content = parts.concat();
    [vec![kind, content.len() as u8], content].concat()
}

fn string(id: u64, text: &str) -> Vec<u8> {
    record(10, &[long(id), text.as_bytes().to_vec(), vec![0]])
}

/// Defines a metric member: number, name and unit, its base (0 is 2, 1 is 10) and its exponent.
fn member(id: u64, [name, unit]: [u64; 2], base: u8, exponent: i64) -> Vec<u8> {
    let exponent = if exponent == -1 { vec![0xff] } else { long(exponent as u64) };
    record(19, &[long(id), long(name), vec![0xff, 0, 3, 4, base], exponent, long(unit)])
}

fn class(id: u64, members: &[u64]) -> Vec<u8> {
    let count = vec![members.len() as u8];
    record(20, &[long(id), count, members.iter().flat_map(|&member| long(member)).collect(), vec![0, 0]])
}

/// Defines an instance of a class, for a group of locations.
fn instance(id: u64, class: u64) -> Vec<u8> {
    record(21, &[long(id), long(class), vec![0], vec![1], long(5)])
}

/// A thread with calls and a location of metrics, both in group 5.
fn locations() -> Vec<u8> {
    let node = record(12, &[long(4), long(1), long(1), vec![0xff]]);
    let group = record(13, &[long(5), long(2), vec![1], long(4)]);
    let region = [15, 13, 1, 7, 1, 3, 0xff, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0].to_vec();
    let location =
        |id: u64, name: u64, kind: u8| record(14, &[long(id), long(name), vec![kind], long(1), long(5)]);
    [node, group, region, location(1, 4, 1), location(2, 5, 3)].concat()
}

fn time(at: u64) -> Vec<u8> {
    [&[5], &at.to_le_bytes()[..]].concat()
}

/// Writes an event with values: their type and their bits.
fn metric(id: u64, values: &[(u8, u64)]) -> Vec<u8> {
    let bits = |&(kind, bits): &(u8, u64)| {
        [vec![kind], if bits == u64::MAX { vec![0xff] } else { long(bits) }].concat()
    };
    record(31, &[long(id), vec![values.len() as u8], values.iter().flat_map(bits).collect()])
}

fn calls() -> Vec<u8> {
    [time(10), vec![12, 1, 7], time(90), vec![13, 1, 7]].concat()
}

fn trace(definitions: &[Vec<u8>], locations: &[(u64, &[u8], &[u8])]) -> Trace {
    let file = archive(&definitions.concat(), locations);
    read("t.tar", [&file[..]]).unwrap().traces.remove(0).1
}

fn names() -> Vec<u8> {
    let names = ["", "node", "rank 0", "main", "thread 0", "power", "PAPI_TOT_CYC", "cycles", "energy", "J"];
    (0..).zip(names).flat_map(|(id, name)| string(id, name)).collect()
}

#[test]
fn metrics_are_counters_of_their_location_or_its_group() {
    let defined = [
        names(),
        locations(),
        member(0, [6, 7], 0, 10),
        member(1, [8, 9], 1, -1),
        class(3, &[0, 1]),
        class(4, &[1]),
        instance(9, 4),
    ];
    let thread = [
        calls(),
        time(95),
        // Events may give the later time first; the builder sorts samples.
        metric(3, &[(4, 2), (8, -30_i64 as u64)]),
        time(20),
        metric(3, &[(4, 1), (10, 2.5_f64.to_bits())]),
    ];
    let power = [time(50), metric(9, &[(8, u64::MAX)])];
    let trace = trace(&defined, &[(1, &[], &thread.concat()), (2, &[], &power.concat())]);
    let expected = "counter PAPI_TOT_CYC||cycles [thread 0] 20=1024 95=2048\n\
                    counter energy||J [thread 0] 20=0.25 95=-3\n\
                    counter energy||J [rank 0] 50=-0.1\n";
    assert_eq!(counters(&trace), expected);
    assert_eq!(trace.report().total(), 0);
}

#[test]
fn metrics_of_local_numbers_are_mapped() {
    let defined = [names(), locations(), member(0, [6, 7], 0, 0), class(3, &[0])];
    // Table 5 maps metrics; pairs of a local and a global number.
    let local = record(5, &[vec![5], long(1), vec![1], long(77), long(3)]);
    let events = [calls(), time(20), metric(77, &[(4, 5)])].concat();
    let trace = trace(&defined, &[(1, &local, &events)]);
    assert_eq!(counters(&trace), "counter PAPI_TOT_CYC||cycles [thread 0] 20=5\n");
}

#[test]
fn undefined_metrics_have_names_from_their_numbers() {
    let defined = [names(), locations(), member(0, [6, 7], 0, 0), class(3, &[0])];
    let events = [calls(), time(20), metric(3, &[(4, 5), (4, 6)]), metric(8, &[(4, 7)])].concat();
    let trace = trace(&defined, &[(1, &[], &events)]);
    let expected = "counter PAPI_TOT_CYC||cycles [thread 0] 20=5\n\
                    counter metric 3.1|| [thread 0] 20=6\n\
                    counter metric 8.0|| [thread 0] 20=7\n";
    assert_eq!(counters(&trace), expected);
}

#[test]
fn values_that_cannot_be_read_are_reported() {
    let defined = [names(), locations(), member(0, [6, 7], 0, 0), class(3, &[0])];
    let cut = record(31, &[long(3), vec![2], vec![4], long(1)]);
    let events =
        [calls(), time(20), metric(3, &[(99, 5)]), cut, metric(3, &[(10, f64::NAN.to_bits())])].concat();
    let trace = trace(&defined, &[(1, &[], &events)]);
    assert_eq!(counters(&trace), "counter PAPI_TOT_CYC||cycles [thread 0] 20=1\n");
    assert_eq!(trace.report().total(), 3);
}
