//! pprof's protobuf profiles (`profile.proto` of google/pprof), as Go, and tools for many languages, write them; nearly always
//! packed by gzip.
//!
//! One message: what is counted (sample types), samples with a value of each, and tables of locations, functions and texts
//! that they mean by number and that come behind them. Each type of sample is a trace; samples have no times, so the axis
//! is the weight ([`crate::samples`]). What samples say more of themselves ([`labels`]) is a further trace for each label,
//! with a lane for each of its values. Messages are declared by hand in [`message`], with the published numbers of the fields
//! that are read and no others.

mod labels;
mod message;
mod reader;
mod sniff;
mod write;

use crate::registry::{ContentKind, Format};

/// The row of the registry.
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
