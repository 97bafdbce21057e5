//! Decodes texts that have no quotes or escapes.

use diptych_trace::{OddityKind, Sink};
use std::borrow::Cow;

/// Decodes bytes as text. Invalid UTF-8 is replaced and reported.
pub(crate) fn text<'a>(bytes: &'a [u8], offset: u64, sink: &mut dyn Sink) -> Cow<'a, str> {
    let text = String::from_utf8_lossy(bytes);
    if let Cow::Owned(damaged) = &text {
        sink.odd(OddityKind::BadText, "", offset, damaged);
    }
    text
}
