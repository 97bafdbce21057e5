//! Checks names and units of pprof profiles as tools other than Go's write them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadErrorKind};
use diptych_trace::{OddityKind, Unit};
use support::protobuf::{bytes, number};
use support::values::{odd, one, total};

/// Texts from number 2 on, functions, each as fields, and the address of all locations.
struct Profile<'a> {
    unit: &'a str,
    functions: Vec<Vec<u8>>,
    address: u64,
    texts: Vec<&'a str>,
}

impl Profile<'_> {
    /// Writes a profile with one sample of value 3, whose stack is all functions, the first one outermost. Locations name
    /// functions by the numbers 1, 2, ….
    fn write(&self) -> Vec<u8> {
        let mut file = bytes(1, &[number(1, 1), number(2, 2)].concat());
        let count = self.functions.len() as u64;
        let mut sample: Vec<u8> = (1..=count).rev().flat_map(|location| number(1, location)).collect();
        sample.extend(number(2, 3));
        file.extend(bytes(2, &sample));
        for location in 1..=count {
            let line = bytes(4, &number(1, location));
            let address = number(3, self.address.wrapping_add(location - 1));
            file.extend(bytes(4, &[number(1, location), number(2, 1), address, line].concat()));
        }
        file.extend(bytes(3, &[number(1, 1), number(5, 3)].concat()));
        for function in &self.functions {
            file.extend(bytes(5, function));
        }
        for text in ["", "cpu", self.unit, "/bin/prog"].iter().chain(&self.texts) {
            file.extend(bytes(6, text.as_bytes()));
        }
        file
    }
}

#[test]
fn functions_without_ids_are_numbered_by_position() {
    let functions = vec![number(2, 4), number(2, 5)];
    let profile = Profile { unit: "count", functions, address: 0, texts: vec!["main", "work"] };
    let trace = one(&profile.write());
    assert_eq!(["main", "work"].map(|name| total(&trace, name)), [3, 3]);
    assert_eq!((trace.functions().len(), odd(&trace)), (2, vec![]));
}

/// A single function without an id is not numbered if others have one.
#[test]
fn functions_with_ids_keep_them() {
    let functions = vec![[number(1, 2), number(2, 4)].concat(), [number(1, 1), number(2, 5)].concat()];
    let profile = Profile { unit: "count", functions, address: 0, texts: vec!["work", "main"] };
    let trace = one(&profile.write());
    assert_eq!(["main", "work"].map(|name| total(&trace, name)), [3, 3]);
}

#[test]
fn function_without_a_name_is_named_after_its_address() {
    let functions =
        vec![[number(1, 1), number(2, 4)].concat(), number(1, 2), [number(1, 3), number(4, 5)].concat()];
    for (address, names) in [
        (0x1a0, [("main", ""), ("0x1a1", "/bin/prog"), ("0x1a2", "a.c")]),
        (u64::MAX, [("main", ""), ("(function 2)", "/bin/prog"), ("0x1", "a.c")]),
    ] {
        let texts = vec!["main", "a.c"];
        let profile = Profile { unit: "count", functions: functions.clone(), address, texts };
        let trace = one(&profile.write());
        let specs = trace.functions().specs(trace.names());
        let found: Vec<(&str, &str)> = specs.iter().map(|spec| (spec.name, spec.file)).collect();
        assert_eq!(found, names);
    }
}

/// A function is one, wherever its locations are, and functions inlined into each other stay apart.
#[test]
fn function_without_a_name_has_its_lowest_address() {
    let line = |function: u64| bytes(4, &number(1, function));
    let location = |id: u64, address: u64, lines: &[Vec<u8>]| {
        bytes(4, &[number(1, id), number(3, address), lines.concat()].concat())
    };
    let file = [
        bytes(1, &[number(1, 1), number(2, 2)].concat()),
        bytes(2, &[number(1, 1), number(2, 3)].concat()),
        bytes(2, &[number(1, 2), number(2, 4)].concat()),
        location(1, 0x20, &[line(1)]),
        location(2, 0x10, &[line(2), line(1)]),
        bytes(5, &number(1, 1)),
        bytes(5, &number(1, 2)),
        ["", "cpu", "count"].iter().flat_map(|text| bytes(6, text.as_bytes())).collect(),
    ];
    let trace = one(&file.concat());
    assert_eq!(["0x10", "(function 2)"].map(|name| total(&trace, name)), [7, 4]);
}

#[test]
fn values_have_the_units_of_pprof() {
    for (unit, axis, factor) in [
        ("μs", Unit::Nanoseconds, 1_000),
        ("us", Unit::Nanoseconds, 1_000),
        ("Milliseconds", Unit::Nanoseconds, 1_000_000),
        ("sec", Unit::Nanoseconds, 1_000_000_000),
        ("minutes", Unit::Nanoseconds, 60_000_000_000),
        ("hours", Unit::Nanoseconds, 3_600_000_000_000),
        ("KB", Unit::Bytes, 1 << 10),
        ("kilobytes", Unit::Bytes, 1 << 10),
        ("MB", Unit::Bytes, 1 << 20),
        ("GB", Unit::Bytes, 1 << 30),
        ("Bytes", Unit::Bytes, 1),
        ("cycles", Unit::Events, 1),
    ] {
        let functions = vec![[number(1, 1), number(2, 4)].concat()];
        let trace = one(&Profile { unit, functions, address: 0, texts: vec!["main"] }.write());
        let found = (trace.axis().unit, total(&trace, "main"));
        assert_eq!(found, (axis, 3 * factor), "{unit}");
    }
}

/// Texts come last, so a file without them is cut off.
#[test]
fn profile_without_the_texts_of_its_types_is_cut_off() {
    let functions = vec![[number(1, 1), number(2, 4)].concat()];
    let file = Profile { unit: "count", functions, address: 0x10, texts: vec!["main"] }.write();
    let ends = |file: &[u8]| odd(&one(file)).into_iter().map(|odd| odd.0).collect::<Vec<OddityKind>>();
    assert_eq!(ends(&file), []);
    // The texts are `main`, `/bin/prog`, `count`, `cpu` and the empty one, each with two bytes before it.
    let mut end = file.len();
    // The name of the function is lost first.
    let (name, rest) = (OddityKind::BadEvent, OddityKind::Truncated);
    for (text, expected) in [(4, &[name][..]), (9, &[name]), (5, &[name, rest]), (3, &[name, rest])] {
        end -= text + 2;
        assert_eq!(ends(&file[..end]), expected, "{end}");
    }
}

/// A message with fields of the same numbers is none without the texts that every profile has.
#[test]
fn message_without_the_texts_of_a_profile_is_refused() {
    let refused = |file: &[u8]| {
        let mut input = Input::new("");
        let error = input.feed(file).and_then(|()| input.finish()).unwrap_err();
        assert_eq!(error.kind, ReadErrorKind::NotATrace);
        error.to_string()
    };
    let kind = bytes(1, &[number(1, 1), number(2, 2)].concat());
    let sample = bytes(2, &[number(1, 1), number(2, 5)].concat());
    let bare = [kind.as_slice(), &sample].concat();
    let error = refused(&bare);
    let expected = "It begins like a pprof profile, but it has no locations, functions and texts.";
    assert!(error.contains(expected), "{error}");
    let named = [bare.as_slice(), &bytes(6, b"cpu")].concat();
    let error = refused(&named);
    assert!(error.contains("It begins like a pprof profile, but its first text is not empty."), "{error}");
    // A time where a profile has the index of a text.
    let time = bytes(1, &[number(1, 1_768_000_000), number(2, 7)].concat());
    assert!(!refused(&[time, sample].concat()).contains("pprof"));
}
