//! Recognises the three formats, in the containers in which tools write them.

use crate::format::Sniff;
use crate::json::outline::{any_element, any_member, any_of, search};
use crate::json::{LexError, Lexer};

/// A search at a value.
type Search = fn(&mut Lexer<'_>) -> Result<bool, LexError>;

/// Accepts documents in a row, one of which is of the format; metrics and logs may come first.
fn sniff(head: &[u8], complete: bool, is_one: Search) -> Sniff {
    let find = |lexer: &mut Lexer<'_>| {
        while matches!(lexer.peek()?, b'{' | b'[') {
            if is_one(&mut lexer.clone())? {
                return Ok(true);
            }
            let start = lexer.at;
            lexer.value()?;
            if lexer.at == start {
                return Ok(false);
            }
        }
        Ok(false)
    };
    search(head, complete, find, Sniff::NeedMore)
}

/// Accepts documents of OTLP, lists of them, and what wraps them: Tempo's `batches` and `trace`, Jaeger's `result`. Also
/// accepts spans as the SDKs print them to a console.
pub(super) fn otlp(head: &[u8], complete: bool) -> Sniff {
    sniff(head, complete, |lexer| is_otlp(lexer, MOST_WRAPPERS))
}

/// Accepts traces, alone, in a list, or in the member `data`. Also accepts single spans and lists of them, as Jaeger
/// stores them.
pub(super) fn jaeger(head: &[u8], complete: bool) -> Sniff {
    sniff(head, complete, |lexer| {
        any_of(&mut [
            &mut || is_jaeger(&mut lexer.clone()),
            &mut || any_element(&mut lexer.clone(), &mut is_jaeger),
            &mut || any_member(&mut lexer.clone(), &mut is_data),
            &mut || is_stored_span(&mut lexer.clone()),
            &mut || any_element(&mut lexer.clone(), &mut is_stored_span),
        ])
    })
}

/// Accepts a list of spans, a list of lists of them, and a single span.
pub(super) fn zipkin(head: &[u8], complete: bool) -> Sniff {
    sniff(head, complete, |lexer| {
        if lexer.peek()? == b'{' {
            return is_zipkin(lexer);
        }
        // Spans of other formats have `spanId`.
        let mut is_span = |lexer: &mut Lexer<'_>| {
            let (mut has_trace, mut has_id) = (false, false);
            any_member(lexer, &mut |name, _| {
                has_trace |= name == b"traceId";
                has_id |= name == b"id";
                Ok(has_trace && has_id)
            })
        };
        any_element(lexer, &mut |element| {
            Ok(is_span(&mut element.clone())? || any_element(element, &mut is_span)?)
        })
    })
}

/// Most objects and lists around a document.
const MOST_WRAPPERS: u32 = 3;

fn is_otlp(lexer: &mut Lexer<'_>, wrappers: u32) -> Result<bool, LexError> {
    if lexer.peek()? == b'[' {
        return Ok(wrappers > 0 && any_element(lexer, &mut |element| is_otlp(element, wrappers - 1))?);
    }
    any_member(lexer, &mut |name, value| match name {
        b"resourceSpans" | b"resource_spans" => Ok(true),
        b"batches" => any_element(value, &mut |batch| {
            any_member(
                batch,
                &mut |name, value| Ok(super::document::is_scopes(name) && value.peek()? == b'['),
            )
        }),
        b"trace" | b"result" if wrappers > 0 => is_otlp(value, wrappers - 1),
        b"context" | b"SpanContext" => {
            any_member(value, &mut |name, _| Ok(matches!(name, b"trace_id" | b"TraceID")))
        }
        _ => Ok(false),
    })
}

/// Returns whether a member lists traces, or is one.
fn is_data(name: &[u8], value: &mut Lexer<'_>) -> Result<bool, LexError> {
    match value.peek()? {
        b'[' if name == b"data" => any_element(value, &mut is_jaeger),
        _ if name == b"data" => is_jaeger(value),
        _ => Ok(false),
    }
}

/// Returns whether an object is a trace: its spans have the names that only Jaeger gives.
fn is_jaeger(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    any_member(lexer, &mut |name, value| {
        let mut is_span = |name: &[u8], _: &mut Lexer<'_>| Ok(matches!(name, b"spanID" | b"operationName"));
        Ok(name == b"spans" && any_element(value, &mut |span| any_member(span, &mut is_span))?)
    })
}

/// Returns whether an object is a span of Jaeger outside of a trace: it has the ids of its trace and of its own, and the
/// name that only Jaeger has.
fn is_stored_span(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    let mut has = [false; 3];
    any_member(lexer, &mut |name, _| {
        has[0] |= matches!(name, b"traceID" | b"traceId");
        has[1] |= matches!(name, b"spanID" | b"spanId");
        has[2] |= name == b"operationName";
        Ok(has == [true; 3])
    })
}

/// Returns whether an object is a span: it has the ids of its trace and of its own, and a time or an endpoint.
fn is_zipkin(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    let (mut has_trace, mut has_id, mut has_part) = (false, false, false);
    any_member(lexer, &mut |name, _| {
        has_trace |= name == b"traceId";
        has_id |= name == b"id";
        has_part |= matches!(name, b"timestamp" | b"duration" | b"localEndpoint");
        Ok(has_trace && has_id && has_part)
    })
}
