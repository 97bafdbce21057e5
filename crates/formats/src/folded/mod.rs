//! Folded (collapsed) stacks: a line a stack, frames joined by `;`, a space and a weight, as the `FlameGraph` scripts,
//! async-profiler (`.collapsed`), py-spy (`raw`), perf's `stackcollapse`, inferno, bpftrace and Austin write them.
//!
//! Lines say how often, not when: the axis is one of weight ([`crate::samples`]), and lines of one path are one call. With
//! two weights a line, as difference tools write them, the file holds two traces. Where every stack begins with a thread
//! ([`threads`]), threads are lanes.

mod reader;
mod sniff;
mod threads;

use crate::registry::{ContentKind, Format};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "folded",
    name: "Folded stacks",
    extensions: &["folded", "collapsed"],
    description: "Text of the FlameGraph scripts, async-profiler, py-spy, inferno, Austin and others: one stack and its weight per line.",
    content: ContentKind::Text,
    calls_are: "lines of frames joined by `;`, with a weight above 0 behind them",
    sniff: sniff::sniff,
    open: || Box::<reader::Folded>::default(),
    sums: false,
    recall: None,
};

/// A line taken apart.
#[derive(Debug, Clone, Copy)]
struct Stack<'a> {
    /// Joined by `;`.
    frames: &'a [u8],
    /// The number behind them.
    first: &'a [u8],
    /// A further one, where there are two.
    second: Option<&'a [u8]>,
}

/// `None`: the line has no weight.
fn split(line: &[u8]) -> Option<Stack<'_>> {
    let (rest, last) = number_behind(line)?;
    Some(match number_behind(rest).filter(|(frames, _)| !frames.is_empty()) {
        Some((frames, first)) => Stack { frames, first, second: Some(last) },
        None => Stack { frames: rest, first: last, second: None },
    })
}

/// A number behind the last space, and what stands before that.
fn number_behind(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let space = memchr::memrchr2(b' ', b'\t', line)?;
    let (frames, number) = (line[..space].trim_ascii_end(), &line[space + 1..]);
    is_number(number).then_some((frames, number))
}

/// Digits, with a fraction or without; no sign, no exponent.
fn is_number(text: &[u8]) -> bool {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.iter().filter(|&&byte| byte != b'.').count() == digits && text.len() - digits <= 1
}
