//! Files of Valgrind's Callgrind and Cachegrind and of Xdebug: costs of functions, and of calls from function to
//! function.
//!
//! The file summarises a run. For each function it gives the own cost; for each caller and callee, the number of calls
//! and their cost including callees. It has no call paths, so there is nothing to nest. Each function becomes one call,
//! as wide as its own cost ([`costs`]). Its cost including callees and its number of calls are further weights; caller
//! and callee are joined by flows. Each counted event (`Ir`, `Dr` …) is a trace of its own. The own costs must add up to
//! the totals that the file states ([`totals`]). The grammar is that of the *Callgrind Format Specification*.

mod costs;
mod names;
mod reader;
mod totals;
mod write;

use crate::format::{ContentKind, Format, Sniff};

/// Registry entry of the format.
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

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Keys of lines that may precede the `events:` line.
const HEAD: [&[u8]; 9] =
    [b"#", b"version:", b"creator:", b"pid:", b"cmd:", b"part:", b"thread:", b"desc:", b"positions:"];

/// Recognises the header lines up to the `events:` line, which names the counted events.
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
