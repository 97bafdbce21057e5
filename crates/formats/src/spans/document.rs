//! Maps the documents' members to spans.

use super::id::Ids;
use super::table::{Span, SpanSpec, Table};
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::json::{Document, Value, decode};
use crate::samples::Oddities;
use diptych_trace::{OddityKind, Sink};

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanPlace {
    /// An object of OTLP or Jaeger, or Zipkin's list.
    Root,
    /// OTLP: spans by resource and, within, by scope. A resource has attributes.
    Resources,
    ResourceSpans,
    Resource,
    Attributes,
    Attribute,
    AttributeKey,
    AttributeValue,
    AttributeText,
    Scopes,
    Scope,
    /// Jaeger: traces with spans, and with processes by name, which spans refer to.
    Data,
    Trace,
    Processes,
    Process,
    ProcessName,
    References,
    Reference,
    ReferenceKind,
    ReferenceSpan,
    Spans,
    Span,
    /// Endpoint of a span, which names its service.
    Endpoint,
    EndpointName,
    Field(Field),
    /// A list whose elements are only counted.
    Passed(&'static str),
}

/// Field of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Trace,
    Id,
    Parent,
    Name,
    Kind,
    /// Start in a unit of 10 to this power of nanoseconds; so are end and duration.
    Start(u8),
    End(u8),
    Duration(u8),
    Process,
    Shared,
}

/// Content of the document read so far.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) table: Table,
    ids: Ids,
    pub(super) odd: Oddities,
    /// The span being read.
    span: Option<SpanDraft>,
    /// Services by key, within a file (Zipkin) or a trace (Jaeger).
    known: ByText<u32>,
    /// Service being read.
    service: u32,
    attribute: [String; 2],
    reference: [String; 2],
}

/// A span being read.
#[derive(Debug, Default)]
struct SpanDraft {
    trace: String,
    id: String,
    parent: String,
    /// Id of the span that it follows from, if it has no parent.
    follows: String,
    name: String,
    service: Option<u32>,
    is_consumer: bool,
    is_shared: bool,
    start: Option<Decimal>,
    end: Option<Decimal>,
    duration: Option<Decimal>,
    offset: u64,
}

impl Document for Contents {
    type Place = SpanPlace;

    fn member(&mut self, object: SpanPlace, name: &[u8]) -> Option<SpanPlace> {
        Some(match (object, name) {
            (SpanPlace::Root, b"resourceSpans") => SpanPlace::Resources,
            (SpanPlace::Root, b"data") => SpanPlace::Data,
            (SpanPlace::Root, b"resourceMetrics" | b"resourceLogs") => SpanPlace::Passed("metrics or logs"),
            (SpanPlace::ResourceSpans, b"resource") => SpanPlace::Resource,
            (SpanPlace::ResourceSpans, b"scopeSpans" | b"instrumentationLibrarySpans") => SpanPlace::Scopes,
            (SpanPlace::Resource, b"attributes") => SpanPlace::Attributes,
            (SpanPlace::Attribute, b"key") => SpanPlace::AttributeKey,
            (SpanPlace::Attribute, b"value") => SpanPlace::AttributeValue,
            (SpanPlace::AttributeValue, b"stringValue") => SpanPlace::AttributeText,
            (SpanPlace::Scope | SpanPlace::Trace, b"spans") => SpanPlace::Spans,
            (SpanPlace::Trace, b"processes") => SpanPlace::Processes,
            (SpanPlace::Processes, name) => {
                self.service = self.known_service(name);
                SpanPlace::Process
            }
            (SpanPlace::Process, b"serviceName") => SpanPlace::ProcessName,
            (SpanPlace::Reference, b"refType") => SpanPlace::ReferenceKind,
            (SpanPlace::Reference, b"spanID") => SpanPlace::ReferenceSpan,
            (SpanPlace::Endpoint, b"serviceName") => SpanPlace::EndpointName,
            (SpanPlace::Span, b"references") => SpanPlace::References,
            (SpanPlace::Span, b"localEndpoint" | b"process") => SpanPlace::Endpoint,
            (SpanPlace::Span, b"events" | b"logs" | b"annotations") => SpanPlace::Passed("event of a span"),
            (SpanPlace::Span, b"links") => SpanPlace::Passed("link to another span"),
            (SpanPlace::Span, name) => SpanPlace::Field(field(name)?),
            _ => return None,
        })
    }

    fn element(&mut self, array: SpanPlace) -> Option<SpanPlace> {
        Some(match array {
            // Zipkin's API lists traces, each of them a list.
            SpanPlace::Root | SpanPlace::Spans | SpanPlace::Span => SpanPlace::Span,
            SpanPlace::Resources => SpanPlace::ResourceSpans,
            SpanPlace::Attributes => SpanPlace::Attribute,
            SpanPlace::Scopes => SpanPlace::Scope,
            SpanPlace::Data => SpanPlace::Trace,
            SpanPlace::References => SpanPlace::Reference,
            SpanPlace::Passed(what) => {
                let offset = self.span.as_ref().map_or(0, |span| span.offset);
                self.odd.note(OddityKind::SkippedEvent, what, offset);
                return None;
            }
            _ => return None,
        })
    }

    fn open(&mut self, place: SpanPlace, offset: u64, _: &mut dyn Sink) {
        match place {
            SpanPlace::Span => self.span = Some(SpanDraft { offset, ..SpanDraft::default() }),
            SpanPlace::ResourceSpans => self.service = self.new_service(),
            SpanPlace::Trace => self.known = ByText::default(),
            SpanPlace::Attribute => self.attribute = Default::default(),
            SpanPlace::Reference => self.reference = Default::default(),
            _ => {}
        }
    }

    fn close(&mut self, place: SpanPlace, _: &mut dyn Sink) {
        match place {
            SpanPlace::Span => self.close_span(),
            SpanPlace::Attribute if self.attribute[0] == "service.name" => {
                let name = std::mem::take(&mut self.attribute[1]);
                self.name_service(&name);
            }
            SpanPlace::Reference => {
                let [kind, id] = std::mem::take(&mut self.reference);
                let Some(span) = &mut self.span else { return };
                let own = if kind == "FOLLOWS_FROM" { &mut span.follows } else { &mut span.parent };
                if own.is_empty() {
                    *own = id;
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, place: SpanPlace, value: Value<'_>, offset: u64, _: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        match place {
            SpanPlace::AttributeKey => self.attribute[0] = self.text(raw, offset),
            SpanPlace::AttributeText => self.attribute[1] = self.text(raw, offset),
            SpanPlace::ReferenceKind => self.reference[0] = self.text(raw, offset),
            SpanPlace::ReferenceSpan => self.reference[1] = self.text(raw, offset),
            SpanPlace::ProcessName => {
                let name = self.text(raw, offset);
                self.name_service(&name);
            }
            SpanPlace::EndpointName => {
                self.service = self.known_service(raw);
                let name = self.text(raw, offset);
                self.name_service(&name);
                if let Some(span) = &mut self.span {
                    span.service = Some(self.service);
                }
            }
            SpanPlace::Field(field) => self.field(field, raw, offset),
            SpanPlace::Span => self.odd.note(OddityKind::BadEvent, "span that is not an object", offset),
            _ => {}
        }
    }
}

/// Returns the field of a span that a member is.
fn field(name: &[u8]) -> Option<Field> {
    Some(match name {
        b"traceId" | b"traceID" => Field::Trace,
        b"spanId" | b"spanID" | b"id" => Field::Id,
        b"parentSpanId" | b"parentSpanID" | b"parentId" => Field::Parent,
        b"name" | b"operationName" => Field::Name,
        b"kind" => Field::Kind,
        b"startTimeUnixNano" => Field::Start(0),
        b"endTimeUnixNano" => Field::End(0),
        b"startTime" | b"timestamp" => Field::Start(3),
        b"duration" => Field::Duration(3),
        b"processID" => Field::Process,
        b"shared" => Field::Shared,
        _ => return None,
    })
}

/// Rounding of instants in microseconds: a start may be off by half a microsecond, and an end by twice that.
const ROUNDING_NS: i64 = 2_000;

impl Contents {
    fn text(&mut self, raw: &[u8], offset: u64) -> String {
        let decoded = decode(raw);
        if decoded.damaged {
            self.odd.note(OddityKind::BadText, "", offset);
        }
        decoded.text.into_owned()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.table.held_bytes() + self.ids.held_bytes()
    }

    fn new_service(&mut self) -> u32 {
        let unnamed = self.table.service_names.number("");
        self.table.services.push(unnamed);
        self.table.services.len() as u32 - 1
    }

    /// Returns the service of a key, and makes it first if there is none.
    fn known_service(&mut self, key: &[u8]) -> u32 {
        if let Some(&known) = self.known.get(key) {
            return known;
        }
        let service = self.new_service();
        *self.known.get_or_insert_with(key, || service)
    }

    fn name_service(&mut self, name: &str) {
        let name = self.table.service_names.number(name);
        if let Some(service) = self.table.services.get_mut(self.service as usize) {
            *service = name;
        }
    }

    fn field(&mut self, field: Field, raw: &[u8], offset: u64) {
        let instant = |shift: u8| match Decimal::scaled(raw, shift) {
            Ok(time) => Ok(time),
            Err(DecimalError::NotANumber) => Err((OddityKind::BadEvent, "time that is not a number")),
            Err(DecimalError::OutOfRange) => Err((OddityKind::TimeOutOfRange, "span")),
        };
        let time = match field {
            Field::Start(shift) | Field::End(shift) | Field::Duration(shift) => instant(shift),
            _ => Err((OddityKind::BadEvent, "")),
        };
        if let Field::Start(shift) | Field::Duration(shift) = field
            && shift > 0
        {
            self.table.rounding = ROUNDING_NS;
        }
        let service = if field == Field::Process { Some(self.known_service(raw)) } else { None };
        let text = match field {
            Field::Trace | Field::Id | Field::Parent | Field::Name => self.text(raw, offset),
            _ => String::new(),
        };
        let Some(span) = &mut self.span else { return };
        match field {
            Field::Trace => span.trace = text,
            Field::Id => span.id = text,
            Field::Parent => span.parent = text,
            Field::Name => span.name = text,
            Field::Kind => span.is_consumer = matches!(raw, b"5" | b"SPAN_KIND_CONSUMER" | b"CONSUMER"),
            Field::Process => span.service = service,
            Field::Shared => span.is_shared = raw == b"true",
            Field::Start(_) | Field::End(_) | Field::Duration(_) => {
                let own = match field {
                    Field::Start(_) => &mut span.start,
                    Field::End(_) => &mut span.end,
                    _ => &mut span.duration,
                };
                match time {
                    Ok(time) => *own = Some(time),
                    Err((kind, subject)) => self.odd.note(kind, subject, offset),
                }
            }
        }
    }

    fn close_span(&mut self) {
        // Zipkin's nested lists end here, too.
        let Some(span) = self.span.take() else { return };
        let Some(start) = span.start else {
            self.odd.note(OddityKind::BadEvent, "span without a start", span.offset);
            return;
        };
        // In OTLP, an end of 0 stands for none.
        let end = span.end.filter(|&end| end != Decimal::ZERO);
        let end = end.or_else(|| start.plus(span.duration?).ok()).map(Decimal::round);
        let start = start.round();
        if end.is_some_and(|end| end < start) {
            self.odd.note(OddityKind::NegativeDuration, "", span.offset);
        }
        let table = &mut self.table;
        let trace = table.traces.number(&span.trace);
        let follows = span.parent.is_empty() && !span.follows.is_empty() || span.is_consumer;
        let parent = if span.parent.is_empty() { span.follows } else { span.parent };
        // Some tools write zeros for no parent.
        let has_parent = parent.bytes().any(|byte| byte != b'0');
        let ids = &mut self.ids;
        let spec = SpanSpec {
            id: ids.of(&span.id),
            parent: has_parent.then(|| ids.of(&parent)),
            start,
            end: end.map(|end| end.max(start)),
            follows,
            is_shared: span.is_shared,
        };
        let numbers = [trace, table.names.number(&span.name), span.service.unwrap_or(self.service)];
        table.spans.push(Span::new(spec, numbers, span.offset));
    }
}
