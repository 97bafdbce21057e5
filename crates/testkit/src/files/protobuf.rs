//! Large files of protobuf messages. Field numbers are those of google/perfetto and google/pprof.

use super::sizes::FUNCTIONS;

pub(crate) fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes a numeric field.
pub(crate) fn number(out: &mut Vec<u8>, field: u32, value: u64) {
    varint(out, u64::from(field) << 3);
    varint(out, value);
}

/// Writes a field of bytes: a text or a message.
pub(crate) fn bytes(out: &mut Vec<u8>, field: u32, value: &[u8]) {
    varint(out, u64::from(field) << 3 | 2);
    varint(out, value.len() as u64);
    out.extend_from_slice(value);
}

/// Builds a message.
pub(crate) fn message(fields: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    fields(&mut out);
    out
}

/// Writes begins and ends of one thread, with interned names.
pub(super) fn perfetto(out: &mut Vec<u8>, calls: u32) {
    const TRACK: u64 = 77;
    let thread = message(|out| {
        number(out, 1, 12);
        number(out, 2, 13);
        bytes(out, 5, b"main");
    });
    let track = message(|out| {
        number(out, 1, TRACK);
        bytes(out, 4, &thread);
    });
    let names = message(|out| {
        for name in 1..=FUNCTIONS {
            let row = message(|out| {
                number(out, 1, u64::from(name));
                bytes(out, 2, format!("f{name}").as_bytes());
            });
            bytes(out, 2, &row);
        }
    });
    // Clears the incremental state, so the sequence is self-contained from here on.
    let first = message(|out| {
        number(out, 10, 1);
        number(out, 13, 1);
        bytes(out, 60, &track);
        bytes(out, 12, &names);
    });
    bytes(out, 1, &first);
    let mut event = |at: u64, kind: u64, name: Option<u64>| {
        let event = message(|out| {
            number(out, 9, kind);
            number(out, 11, TRACK);
            if let Some(name) = name {
                number(out, 10, name);
            }
        });
        let packet = message(|out| {
            number(out, 8, at);
            number(out, 10, 1);
            number(out, 13, 2);
            bytes(out, 11, &event);
        });
        bytes(out, 1, &packet);
    };
    for call in 0..calls {
        let at = u64::from(call) * 10;
        event(at, 1, Some(u64::from(call % FUNCTIONS + 1)));
        event(at + 8, 2, None);
    }
}

/// Writes samples that each have a path of their own.
pub(super) fn pprof(out: &mut Vec<u8>, calls: u32) {
    let outer = calls.div_ceil(FUNCTIONS);
    let functions = FUNCTIONS + outer;
    let value_type = message(|out| {
        number(out, 1, 1);
        number(out, 2, 2);
    });
    bytes(out, 1, &value_type);
    for call in 0..calls {
        let (leaf, root) = (call % FUNCTIONS + 1, call / FUNCTIONS + FUNCTIONS + 1);
        let locations = message(|out| {
            varint(out, u64::from(leaf));
            varint(out, u64::from(root));
        });
        let values = message(|out| varint(out, 1 + u64::from(call % 97)));
        bytes(
            out,
            2,
            &message(|out| {
                bytes(out, 1, &locations);
                bytes(out, 2, &values);
            }),
        );
    }
    for function in 1..=u64::from(functions) {
        let line = message(|out| number(out, 1, function));
        bytes(
            out,
            4,
            &message(|out| {
                number(out, 1, function);
                bytes(out, 4, &line);
            }),
        );
        bytes(
            out,
            5,
            &message(|out| {
                number(out, 1, function);
                number(out, 2, function + 2);
            }),
        );
    }
    for text in ["", "samples", "count"]
        .map(str::to_owned)
        .into_iter()
        .chain((1..=functions).map(|name| format!("f{name}")))
    {
        bytes(out, 6, text.as_bytes());
    }
}
