//! Writes tiles, in the layout of `diptych-tiles`.

use super::protobuf::varint;
use super::sizes::FUNCTIONS;

fn text(out: &mut Vec<u8>, text: &str) {
    varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

fn part(out: &mut Vec<u8>, letter: u8, bytes: &[u8]) {
    out.push(letter);
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Writes one tile of one lane, whose calls follow each other.
pub(super) fn tile(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(b"DIPTILE1");
    let mut head = vec![1];
    text(&mut head, "large");
    // Time in nanoseconds, one tick each.
    head.extend_from_slice(&[0, 0]);
    varint(&mut head, 1f64.to_bits());
    // No rounding, no sampling, the origin at 0.
    head.extend_from_slice(&[0, 1, 0, 0]);
    varint(&mut head, 20 * u64::from(calls));
    varint(&mut head, u64::from(calls));
    varint(&mut head, u64::from(FUNCTIONS));
    for function in 0..FUNCTIONS {
        text(&mut head, &format!("function{function}"));
        head.extend_from_slice(&[0, 0, 0, 0, 0]);
    }
    // A thread without a parent, and no oddities.
    head.extend_from_slice(&[1, 0, 1]);
    text(&mut head, "main");
    head.extend_from_slice(&[0, 0]);
    part(out, b'H', &head);
    let mut rows = vec![0];
    varint(&mut rows, 40 * u64::from(calls));
    rows.extend_from_slice(&[0, 1, 0]);
    varint(&mut rows, u64::from(calls));
    rows.extend(std::iter::repeat_n(0, calls as usize));
    (0..calls).for_each(|call| varint(&mut rows, 2 * u64::from(call % FUNCTIONS)));
    (0..calls).for_each(|call| rows.push(if call == 0 { 0 } else { 20 }));
    rows.extend(std::iter::repeat_n(20, calls as usize));
    rows.extend(std::iter::repeat_n(2, calls as usize));
    part(out, b'R', &rows);
}
