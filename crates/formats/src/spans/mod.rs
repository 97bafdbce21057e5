//! Spans of distributed tracing: OpenTelemetry's OTLP as JSON, Jaeger's downloads, and Zipkin's list (v2).
//!
//! In all three, a span has an id, the id of its parent, a service and two instants; only names and units differ
//! ([`document`]). Spans come in any order, and parents may come later. So spans are held, 56 bytes each, and written
//! at the end ([`write`]). A service is a lane. A span and its descendants in the same service form a strand, so calls
//! nest as the spans say, and never by coincidence in time. Some spans do not fit into their parent's strand: they
//! overlap a sibling, start before their parent, end after it, or belong to another service. Such a span begins a
//! strand of its own, and a flow leads to it.

mod by_id;
mod document;
mod id;
mod instant;
mod reader;
mod sniff;
mod table;
mod tree;
mod write;

use crate::format::{ContentKind, Format};

/// Registry entry for OTLP.
pub(crate) const OTLP_FORMAT: Format = Format {
    id: "otlp",
    name: "OTLP JSON",
    extensions: &["json", "jsonl"],
    description: "OpenTelemetry spans from file exporters and collectors, as one document or one per line.",
    sniff: sniff::otlp,
    ..ZIPKIN_FORMAT
};

/// Registry entry for Jaeger.
pub(crate) const JAEGER_FORMAT: Format = Format {
    id: "jaeger",
    name: "Jaeger JSON",
    extensions: &["json"],
    description: "Spans saved by Jaeger’s page or its API.",
    sniff: sniff::jaeger,
    ..ZIPKIN_FORMAT
};

/// Registry entry for Zipkin.
pub(crate) const ZIPKIN_FORMAT: Format = Format {
    id: "zipkin",
    name: "Zipkin JSON",
    extensions: &["json"],
    description: "Spans written by Zipkin’s page, its API (v2) or its exporters.",
    content: ContentKind::Json,
    calls_are: "spans with a start",
    sniff: sniff::zipkin,
    open: || Box::<reader::Spans>::default(),
    sums: false,
    recall: None,
};
