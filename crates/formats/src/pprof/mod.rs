//! pprof's protobuf profiles (`profile.proto` of google/pprof), as written by Go and tools for many languages; nearly
//! always packed by gzip.
//!
//! A profile is one message. It has sample types, samples with one value per type, and tables of locations, functions
//! and texts. Samples refer to the tables by number, and the tables come after them. Each sample type becomes a trace.
//! Samples have no times, so the axis is the weight ([`crate::samples`]). Each label of samples ([`labels`]) gives a
//! further trace, with a lane for each of its values. [`message`] declares the messages by hand, with the published
//! numbers of the fields that are read, and no others.

mod counts;
mod labels;
mod message;
mod reader;
mod sniff;
mod units;
mod write;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "pprof",
    name: "pprof",
    extensions: &["pb", "pprof", "prof"],
    description: "Profiles of Go’s runtime, and of the many tools that write for `go tool pprof`.",
    content: ContentKind::Binary,
    calls_are: "samples with a value above 0",
    sniff: sniff::sniff,
    open: || Box::<reader::Pprof>::default(),
    sums: false,
    recall: None,
};
