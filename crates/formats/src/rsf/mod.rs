//! Rigi Standard Format, as the exporters of Extravis write it: the structure of a program, and its calls in order.
//!
//! Each line is a tuple of words in quotation marks ([`reader`] has the table of those that are read). Ends of calls
//! are not recorded, so nesting is unknown. The axis is the order of events: call number i spans i to i + 1. A call's
//! tuple names the calling and the called element (a class, a module). The call is in the lane of the caller, and the
//! tree of lanes is that of the elements ([`elements`]). The whole structure is written, too, including elements that
//! never ran.

mod elements;
mod reader;
mod relations;
mod signatures;

use crate::format::{ContentKind, Format, Sniff};
use crate::paje::words::Words;

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "rsf",
    name: "RSF",
    extensions: &["rsf"],
    description: "Rigi Standard Format, as written for Extravis: the program’s structure, and calls in order.",
    content: ContentKind::Text,
    calls_are: "tuples `\"R\"` of a type with an order number",
    sniff,
    open: || Box::<reader::Rsf>::default(),
    sums: false,
    recall: None,
};

/// Tuples that a file may begin with.
const FIRST: [&[u8]; 7] =
    [b"LevelSeparator", b"ElmType", b"RelType", b"HierarchyDepth", b"HierarchyElements", b"Root", b"H"];

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Accepts a file whose first line, apart from comments, is a tuple that such files begin with.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    // The answer depends on the same bytes in whatever pieces the file comes.
    let is_over = complete || head.len() >= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut lines = head.split_inclusive(|&byte| byte == b'\n');
    match lines.find(|line| !line.trim_ascii().is_empty() && !line.trim_ascii_start().starts_with(b"#")) {
        Some(line) if !line.trim_ascii_start().starts_with(b"\"") => Sniff::No,
        Some(line) if line.ends_with(b"\n") || is_over => {
            let mut words = Words::of(line);
            let is_first = words.next().is_some_and(|word| FIRST.contains(&word));
            if is_first && words.next().is_some() { Sniff::Yes } else { Sniff::No }
        }
        _ if is_over => Sniff::No,
        _ => Sniff::NeedMore,
    }
}
