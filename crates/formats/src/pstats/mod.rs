//! Profiles of Python's cProfile and profile, as `pstats` saves them.
//!
//! The file is a dictionary in Python's own form of values (*marshal*). For each function it gives the number of calls,
//! the self time, the time with callees, and for each caller the number of calls and their times. It has no call paths,
//! so there is nothing to nest: each function becomes one call, as wide as its self time, as in Callgrind files.
//! [`marshal`] reads values, and only those that such a file holds: code and other objects are refused.

mod marshal;
mod profile;
mod reader;

use crate::format::{ContentKind, Format, Sniff};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "pstats",
    name: "Python profile",
    extensions: &["prof", "pstats", "pstat", "profile"],
    description: "Sums by function of Python’s `cProfile` and `profile`.",
    content: ContentKind::Binary,
    calls_are: "functions with self time or callees",
    sniff,
    open: || Box::<reader::Pstats>::default(),
    sums: false,
    recall: None,
};

/// Recognises a dictionary whose first key is a tuple of three values that begins with a text.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    // The highest bit says that later values may refer to this one.
    let kind = |at: usize| head.get(at).map(|byte| byte & 0x7f);
    let open = if complete { Sniff::No } else { Sniff::NeedMore };
    match (kind(0), kind(1)) {
        (Some(b'{'), Some(b')')) if head.len() > 3 && head[2] == 3 => is_text(head[3]),
        (Some(b'{'), Some(b'(')) if head.len() > 6 && head[2..6] == [3, 0, 0, 0] => is_text(head[6]),
        (Some(b'{'), Some(b')')) if head.len() <= 3 && head.get(2).is_none_or(|&count| count == 3) => open,
        (Some(b'{'), Some(b'(')) if head.len() <= 6 && [3, 0, 0, 0].starts_with(&head[2..]) => open,
        (Some(b'{'), None) => open,
        _ => Sniff::No,
    }
}

fn is_text(kind: u8) -> Sniff {
    if matches!(kind & 0x7f, b's' | b't' | b'u' | b'a' | b'A' | b'z' | b'Z') { Sniff::Yes } else { Sniff::No }
}
