//! Texts of a file as they stand, without quotes and escapes.

use diptych_trace::{OddKind, Sink};
use std::borrow::Cow;

/// Bytes as text; what is no UTF-8 of them is replaced and reported.
pub(crate) fn text<'a>(bytes: &'a [u8], offset: u64, sink: &mut dyn Sink) -> Cow<'a, str> {
    let text = String::from_utf8_lossy(bytes);
    if let Cow::Owned(damaged) = &text {
        sink.odd(OddKind::BadText, "", offset, damaged);
    }
    text
}
