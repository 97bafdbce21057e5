//! Rigi Standard Format as the exporters of Extravis write it: the structure of a program, and its calls in their order.
//!
//! A tuple a line, its words in quotation marks ([`reader`] has the table of those that are read). There are no ends of calls,
//! so nesting is not stored: the axis is the order of events, and call number i is the span from i to i + 1. A tuple of a call
//! says which element (a class, a module) calls and which is called: a call lies in the lane of the element that it comes from,
//! and the tree of lanes is that of the elements ([`elements`]). The whole structure is kept beside it, also what never ran.

mod elements;
mod reader;
mod relations;
mod signatures;

use crate::paje::words::Words;
use crate::registry::{ContentKind, Format, Sniff};

/// The row of the registry.
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

/// First bytes that are looked at.
const LOOKED_AT: usize = 1 << 16;

/// The first line but comments is a tuple that such files begin with.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    // By the same bytes whatever the pieces are that a file comes in.
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
