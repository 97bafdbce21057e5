//! Decodes the characters between quotes.

use diptych_trace::{OddityKind, Sink};
use std::borrow::Cow;

/// A text, and whether all of it could be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Set if `text` has U+FFFD in place of invalid UTF-8, a lone surrogate or an unknown escape.
    pub(crate) damaged: bool,
}

/// Decodes escapes. Controls, which JSON requires to be escaped, are accepted as they are.
pub(crate) fn decode(raw: &[u8]) -> Decoded<'_> {
    if memchr::memchr(b'\\', raw).is_none() {
        let text = String::from_utf8_lossy(raw);
        return Decoded { damaged: matches!(text, Cow::Owned(_)), text };
    }
    let mut out = String::with_capacity(raw.len());
    let mut damaged = false;
    let mut rest = raw;
    while let Some(slash) = memchr::memchr(b'\\', rest) {
        damaged |= push(&mut out, &rest[..slash]);
        let (c, length) = escape(&rest[slash + 1..]);
        out.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
        damaged |= c.is_none();
        rest = &rest[slash + 1 + length..];
    }
    damaged |= push(&mut out, rest);
    Decoded { text: Cow::Owned(out), damaged }
}

/// Decodes a text, and reports one that is damaged.
pub(crate) fn text(raw: &[u8], offset: u64, sink: &mut dyn Sink) -> String {
    let decoded = decode(raw);
    if decoded.damaged {
        sink.odd(OddityKind::BadText, "", offset, &decoded.text);
    }
    decoded.text.into_owned()
}

/// Appends bytes as text. Returns whether they are damaged.
fn push(out: &mut String, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    out.push_str(&text);
    matches!(text, Cow::Owned(_))
}

/// Decodes the escape after a backslash. Returns its character, if valid, and its number of bytes.
fn escape(rest: &[u8]) -> (Option<char>, usize) {
    let c = match rest.first() {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(&c @ (b'"' | b'\\' | b'/')) => char::from(c),
        Some(b'u') => return unicode(rest),
        // The byte itself stays in the text.
        _ => return (None, 0),
    };
    (Some(c), 1)
}

/// Decodes `uXXXX`, and a second one if the first is the first half of a surrogate pair.
fn unicode(rest: &[u8]) -> (Option<char>, usize) {
    let Some(high) = hex(rest.get(1..5)) else { return (None, 1) };
    if !(0xd800..0xdc00).contains(&high) {
        return (char::from_u32(high), 5);
    }
    let low = if rest.get(5..7) == Some(b"\\u") { hex(rest.get(7..11)) } else { None };
    match low.filter(|low| (0xdc00..0xe000).contains(low)) {
        Some(low) => (char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)), 11),
        None => (None, 5),
    }
}

fn hex(digits: Option<&[u8]>) -> Option<u32> {
    let digits = digits?;
    let mut value = 0;
    for &digit in digits {
        value = value * 16 + char::from(digit).to_digit(16)?;
    }
    Some(value)
}
