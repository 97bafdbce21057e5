//! Folded (collapsed) stacks, one per line: frames joined by `;`, a space and a weight. They are written by the
//! `FlameGraph` scripts, async-profiler (`.collapsed`), py-spy (`raw`), perf's `stackcollapse`, inferno, bpftrace and
//! Austin.
//!
//! Lines give a number, not a time. So the axis is one of weight ([`crate::samples`]), and lines with one path are one
//! call. A file with two weights per line, as difference tools write them, holds two traces. If every stack begins with
//! a thread ([`threads`]), threads are lanes.

mod reader;
mod sniff;
mod threads;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "folded",
    name: "Folded stacks",
    extensions: &["folded", "collapsed"],
    description: "Text of the FlameGraph scripts, async-profiler, py-spy, inferno, Austin and others: one stack and its weight per line.",
    content: ContentKind::Text,
    calls_are: "lines of frames joined by `;`, with a weight above 0 after them",
    sniff: sniff::sniff,
    open: || Box::<reader::Folded>::default(),
    sums: false,
    recall: None,
};

/// Parsed line.
#[derive(Debug, Clone, Copy)]
struct Stack<'a> {
    /// Frames joined by `;`.
    frames: &'a [u8],
    /// First number after the frames.
    first: &'a [u8],
    /// Second number, if there is one.
    second: Option<&'a [u8]>,
}

/// Parses a line. `None` if it has no weight.
fn split(line: &[u8]) -> Option<Stack<'_>> {
    let (rest, last) = number_behind(line)?;
    Some(match number_behind(rest).filter(|(frames, _)| !frames.is_empty()) {
        Some((frames, first)) => Stack { frames, first, second: Some(last) },
        None => Stack { frames: rest, first: last, second: None },
    })
}

/// Splits off a number after the last space. Returns the text before it, and the number.
fn number_behind(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let space = memchr::memrchr2(b' ', b'\t', line)?;
    let (frames, number) = (line[..space].trim_ascii_end(), &line[space + 1..]);
    is_number(number).then_some((frames, number))
}

/// Returns whether text is a number: digits and at most one point, without sign or exponent.
fn is_number(text: &[u8]) -> bool {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.iter().filter(|&&byte| byte != b'.').count() == digits && text.len() - digits <= 1
}
