//! Text of Linux's ftrace, as the kernel, trace-cmd and Android's *systrace* and *atrace* write it, plain or in the page
//! of HTML that systrace makes.
//!
//! Each line is an event with its thread, processor and time ([`line`]). Slices are marks that programs write to the
//! kernel's trace marker ([`crate::atrace`]). All other events are counted. Events of several processors may be out of
//! order, so marks are held and sorted by time.

mod line;
mod reader;
mod sniff;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "ftrace",
    name: "ftrace",
    extensions: &["ftrace", "systrace", "atrace", "html"],
    description: "Text and HTML of Android’s systrace and atrace, and of Linux’s ftrace: slices of the trace marker.",
    content: ContentKind::Text,
    calls_are: "lines of `tracing_mark_write` with `B|` or `S|`",
    sniff: sniff::sniff,
    open: || Box::<reader::Ftrace>::default(),
    sums: true,
    recall: None,
};
