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
mod reader;
mod table;
mod tree;
mod write;

use crate::json::{LexError, Lexer, has_member};
use crate::registry::{ContentKind, Format, Sniff};

/// Registry entry for OTLP.
pub(crate) const OTLP_FORMAT: Format = Format {
    id: "otlp",
    name: "OTLP JSON",
    extensions: &["json", "jsonl"],
    description: "OpenTelemetry spans from file exporters and collectors, as one document or one per line.",
    sniff: |head, complete| sniff(head, complete, is_otlp),
    ..ZIPKIN_FORMAT
};

/// Registry entry for Jaeger.
pub(crate) const JAEGER_FORMAT: Format = Format {
    id: "jaeger",
    name: "Jaeger JSON",
    extensions: &["json"],
    description: "Spans saved by Jaeger’s page or its API.",
    sniff: |head, complete| sniff(head, complete, is_jaeger),
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
    sniff: |head, complete| sniff(head, complete, is_zipkin),
    open: || Box::<reader::Spans>::default(),
    sums: false,
    recall: None,
};

fn sniff(head: &[u8], complete: bool, found: fn(&mut Lexer<'_>) -> Result<bool, LexError>) -> Sniff {
    match found(&mut Lexer::new(head, if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 })) {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

/// Recognises objects in a row, one of which has spans; metrics and logs may come first.
fn is_otlp(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    while lexer.peek()? == b'{' {
        if has_member(lexer, b"resourceSpans")? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Recognises an object whose `data` lists traces, which are objects with spans.
fn is_jaeger(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    Ok(lexer.peek()? == b'{' && has_member(lexer, b"data")? && enters(lexer)? && has_member(lexer, b"spans")?)
}

/// Recognises a list of spans, or of lists of them.
fn is_zipkin(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    Ok(lexer.peek()? == b'[' && (enters(lexer)? || enters(lexer)?) && has_member(lexer, b"traceId")?)
}

/// Consumes the opening bracket of an array. Returns whether there is one and its first element is an object.
fn enters(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    let is_array = lexer.peek()? == b'[';
    lexer.at += usize::from(is_array);
    Ok(is_array && lexer.peek()? == b'{')
}
