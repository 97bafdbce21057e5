//! Encodes messages of Protocol Buffers.

#![allow(dead_code, reason = "not every test writes every kind of field")]

/// Appends a number in as few bytes as it needs.
pub(crate) fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Encodes a field that holds a number.
pub(crate) fn number(field: u64, value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3, &mut out);
    varint(value, &mut out);
    out
}

/// Encodes a field that holds bytes: a text or a message.
pub(crate) fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3 | 2, &mut out);
    varint(content.len() as u64, &mut out);
    out.extend_from_slice(content);
    out
}

/// Encodes a field that holds a message of these parts.
pub(crate) fn message(field: u64, parts: &[&[u8]]) -> Vec<u8> {
    bytes(field, &parts.concat())
}
