//! Text of `perf script`: samples of Linux's profiler. Each has a heading, then one line per frame, the innermost
//! first.
//!
//! Each kind of event is a trace of its own, because each is sampled at its own rate. Samples whose headings have times
//! become calls in the lanes of their threads ([`crate::samples`]). Without times, and for off-CPU time, stacks are
//! summed by period. [`line`] parses lines.

mod line;
mod reader;
mod write;

use crate::registry::{ContentKind, Format, Sniff};
use line::{Frame, Heading};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "perf-script",
    name: "perf script",
    extensions: &["perf"],
    description: "Text that `perf script` prints from a recording of Linux’s perf.",
    content: ContentKind::Text,
    calls_are: "samples with the frames of their stacks under them",
    sniff,
    open: || Box::<reader::PerfScript>::default(),
    sums: false,
    recall: None,
};

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Accepts perf's own header, or the heading of a sample followed by a frame.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    // A JSON string may contain such text. A heading begins with the name of a command.
    if head.trim_ascii_start().starts_with(b"{") {
        return Sniff::No;
    }
    let is_all = complete && head.len() <= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    let end = if is_all { head.len() } else { memchr::memrchr(b'\n', head).map_or(0, |end| end + 1) };
    let mut is_under_heading = false;
    for line in head[..end].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        if line.starts_with(b"# captured on") {
            return Sniff::Yes;
        }
        if is_under_heading
            && line.first().is_some_and(u8::is_ascii_whitespace)
            && Frame::of(line).has_address
        {
            return Sniff::Yes;
        }
        is_under_heading = Heading::of(line).is_some_and(|heading| heading.frame.is_none());
    }
    let is_open = !is_all && head.len() < LOOKED_AT && !head.contains(&0);
    if is_open { Sniff::NeedMore } else { Sniff::No }
}
