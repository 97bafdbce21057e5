//! Call trees that Instruments of macOS copies as text (*Edit › Deep Copy*): a heading line, then one row per call path,
//! in columns separated by tabs. The symbol is indented by one space per caller.
//!
//! A row has the weight of its path with all paths inside it, rounded for reading (`4.93 s`), and in most versions its
//! self weight. There are no times of calls, so the axis is one of weight ([`crate::samples`]) and each path becomes one
//! call. [`columns`] reads the heading, [`amount`] and [`number`] read weights. Rows of processes and threads become
//! lanes ([`lanes`]). [`balance`] notes weights that do not add up, as in a copy that lacks rows at its end.

mod amount;
mod balance;
mod columns;
mod faults;
mod lanes;
mod number;
mod reader;

use crate::format::{ContentKind, Format, Sniff};
use columns::Columns;

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "instruments",
    name: "Instruments call tree",
    extensions: &["txt"],
    description: "Text of a call tree that was copied in Apple’s Instruments with Edit › Deep Copy.",
    content: ContentKind::Text,
    calls_are: "rows with a weight and an indented symbol",
    sniff,
    open: || Box::<reader::CallTree>::default(),
    sums: false,
    recall: None,
};

/// Longest heading line that is looked for, in bytes.
const HEADING_BYTES: usize = 1 << 12;

/// Recognises the heading line.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    match memchr::memchr(b'\n', &head[..head.len().min(HEADING_BYTES)]) {
        Some(end) if Columns::of(&head[..end]).is_some() => Sniff::Yes,
        // A file that is cut off in its heading has nothing to read.
        None if !complete && head.len() < HEADING_BYTES => Sniff::NeedMore,
        _ => Sniff::No,
    }
}
