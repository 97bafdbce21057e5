//! What Valgrind's Callgrind and Cachegrind write, and Xdebug: costs of functions, and of calls from function to function.
//!
//! The file sums up a run: what each function cost itself, and for each pair of functions how often the one called the other
//! and what that cost with all below. It has no paths, so there is nothing to nest: each function is one call, as wide as its
//! own cost ([`costs`]), with its cost including callees and the number of its calls as further weights; who called whom are
//! flows. Each event that was counted (`Ir`, `Dr` …) is a trace of its own. Grammar as in *Callgrind Format Specification*.

mod costs;
mod names;
mod reader;
mod write;

use crate::registry::{ContentKind, Format, Sniff};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "callgrind",
    name: "Callgrind",
    extensions: &["callgrind", "cachegrind", "out"],
    description: "Costs of functions as Valgrind’s Callgrind and Cachegrind and PHP’s Xdebug write them.",
    content: ContentKind::Text,
    calls_are: "functions (`fn=`) with costs",
    sniff,
    open: || Box::<reader::Callgrind>::default(),
    sums: false,
    recall: None,
};

/// First bytes that are looked at.
const LOOKED_AT: usize = 1 << 16;

/// What may stand before the line that says what was counted.
const HEAD: [&[u8]; 9] =
    [b"#", b"version:", b"creator:", b"pid:", b"cmd:", b"part:", b"thread:", b"desc:", b"positions:"];

/// Lines of a header up to the one that says what was counted.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_all = complete && head.len() <= LOOKED_AT;
    let is_over = is_all || head.len() >= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    for line in head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).split_inclusive(|&byte| byte == b'\n') {
        if !line.ends_with(b"\n") && !is_all {
            break;
        }
        if line.starts_with(b"events:") {
            return Sniff::Yes;
        }
        if !line.trim_ascii().is_empty()
            && !line.starts_with(b"event:")
            && !HEAD.iter().any(|key| line.starts_with(key))
        {
            return Sniff::No;
        }
    }
    if is_over { Sniff::No } else { Sniff::NeedMore }
}
