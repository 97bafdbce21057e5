//! Files of protobuf messages.

use super::samples::{Samples, below, name, stack_count};
use crate::files::protobuf::{bytes, message, number, varint};

/// Texts before the names of functions.
const TEXTS: [&str; 10] =
    ["", "samples", "count", "cpu", "nanoseconds", "alloc_objects", "alloc_space", "bytes", "space", "main"];

/// Bytes between two samples of a heap profile.
const HEAP_PERIOD: u64 = 524_288;

/// The kind of a value and its unit, as numbers of texts.
#[derive(Clone, Copy)]
struct ValueType {
    kind: u64,
    unit: u64,
}

fn value_type(ValueType { kind, unit }: ValueType) -> Vec<u8> {
    message(|out| {
        number(out, 1, kind);
        number(out, 2, unit);
    })
}

/// Writes a profile with the values of each stack. `period` is between two samples, in the unit of `of_period`.
fn profile(out: &mut Vec<u8>, types: [ValueType; 2], of_period: ValueType, period: u64, values: &[[u64; 2]]) {
    for of in types {
        bytes(out, 1, &value_type(of));
    }
    for (stack, values) in values.iter().enumerate().filter(|(_, values)| values[0] > 0) {
        let locations = message(|out| {
            for frame in std::iter::successors(Some(stack), |&stack| below(stack)) {
                varint(out, frame as u64 + 1);
            }
        });
        let values = message(|out| values.iter().for_each(|&value| varint(out, value)));
        let sample = message(|out| {
            bytes(out, 1, &locations);
            bytes(out, 2, &values);
        });
        bytes(out, 2, &sample);
    }
    for function in 1..=stack_count() as u64 {
        let line = message(|out| number(out, 1, function));
        let location = message(|out| {
            number(out, 1, function);
            bytes(out, 4, &line);
        });
        bytes(out, 4, &location);
        let function = message(|out| {
            number(out, 1, function);
            number(out, 2, function - 1 + TEXTS.len() as u64);
        });
        bytes(out, 5, &function);
    }
    let names = (0..stack_count()).map(name);
    for text in TEXTS.map(str::to_owned).into_iter().chain(names) {
        bytes(out, 6, text.as_bytes());
    }
    bytes(out, 11, &value_type(of_period));
    number(out, 12, period);
}

/// Writes numbers of samples, and processor time.
pub(super) fn cpu(out: &mut Vec<u8>, samples: &Samples) {
    let values: Vec<[u64; 2]> =
        samples.sums().iter().map(|&(count, _)| [count, count * 10_000_000]).collect();
    let (samples, time) = (ValueType { kind: 1, unit: 2 }, ValueType { kind: 3, unit: 4 });
    profile(out, [samples, time], time, 10_000_000, &values);
}

/// Writes objects of 512 bytes and their bytes, scaled up as Go does.
pub(super) fn heap(out: &mut Vec<u8>, samples: &Samples) {
    let values: Vec<[u64; 2]> =
        samples.sums().iter().map(|&(count, _)| [count * HEAP_PERIOD / 512, count * HEAP_PERIOD]).collect();
    let [objects, space, period] = [(5, 2), (6, 7), (8, 7)].map(|(kind, unit)| ValueType { kind, unit });
    profile(out, [objects, space], period, HEAP_PERIOD, &values);
}
