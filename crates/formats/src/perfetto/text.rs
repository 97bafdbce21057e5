//! Texts of the file.

use diptych_trace::Sink;

/// Decodes a text of the file. Invalid UTF-8 is replaced and reported.
pub(super) fn text(bytes: &[u8], offset: u64, sink: &mut dyn Sink) -> String {
    crate::text::text(bytes, offset, sink).into_owned()
}
