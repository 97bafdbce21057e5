//! Text of `perf script`: samples of Linux's profiler. Each has a heading, then one line per frame, the innermost
//! first. A recording without stacks has one line per sample.
//!
//! Each kind of event is a trace of its own, because each is sampled at its own rate. Samples whose headings have times
//! become calls in the lanes of their threads ([`crate::samples`]). Without times, and for off-CPU time, stacks are
//! summed by period. [`heading`] and [`frame`] parse lines. Options of `perf script` choose the parts of a heading, so any
//! part may be missing.

mod frame;
mod heading;
mod reader;
mod sniff;
mod words;
mod write;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "perf-script",
    name: "perf script",
    extensions: &["perf"],
    description: "Text that `perf script` prints from a recording of Linux’s perf.",
    content: ContentKind::Text,
    calls_are: "samples with the frames of their stacks under them",
    sniff: sniff::sniff,
    open: || Box::<reader::PerfScript>::default(),
    sums: false,
    recall: None,
};
