//! Maps the documents' members to spans.

use super::id::{Ids, of_base64};
use super::instant::{rfc3339, with_unit};
use super::table::{Span, SpanEvent, SpanSpec, Table};
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::json::{Document, Members, Value, decode};
use crate::samples::Oddities;
use diptych_trace::{OddityKind, Sink};

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanPlace {
    /// The document or an element of its list, in any of the formats, or a list of Zipkin's spans. An object may be a
    /// span itself.
    Item,
    /// OTLP: spans by resource and, within, by scope. A resource has attributes.
    Resources,
    ResourceSpans,
    Resource,
    Attributes,
    /// Name of a service, as the member of an object of attributes.
    AttributeOfName,
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
    /// Ids of a span, and those of its parent, in objects of their own.
    Context,
    ParentContext,
    /// Endpoint of a span, which names its service.
    Endpoint,
    EndpointName,
    Field(Field),
    /// Events of a span: logs in Jaeger, annotations in Zipkin.
    Events,
    Event,
    EventName,
    /// Time in a unit of 10 to this power of nanoseconds.
    EventTime(u8),
    /// Fields of a log, of which `event` and `message` say what happened.
    LogFields,
    LogField,
    LogKey,
    LogValue,
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
    event: EventDraft,
    log: [String; 2],
}

/// An event of a span being read.
#[derive(Debug, Default)]
struct EventDraft {
    name: String,
    at: Option<Decimal>,
    offset: u64,
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
    /// Events so far: time, and number of the name.
    events: Vec<(i64, u32)>,
}

impl Document for Contents {
    type Place = SpanPlace;

    fn member(&mut self, object: SpanPlace, name: &[u8]) -> Option<SpanPlace> {
        Some(match (object, name) {
            (SpanPlace::Item, name) if is_container(name) => {
                // What holds documents, traces or spans is no span. Processes are known within a trace.
                if self.span.take().is_some() && matches!(name, b"spans" | b"processes") {
                    self.known = ByText::default();
                }
                match name {
                    b"data" => SpanPlace::Data,
                    b"spans" => SpanPlace::Spans,
                    b"processes" => SpanPlace::Processes,
                    b"trace" | b"result" => SpanPlace::Item,
                    b"resourceMetrics" | b"resourceLogs" => SpanPlace::Passed("metrics or logs"),
                    _ => SpanPlace::Resources,
                }
            }
            (SpanPlace::ResourceSpans, b"resource") => SpanPlace::Resource,
            (SpanPlace::ResourceSpans, name) if is_scopes(name) => SpanPlace::Scopes,
            (SpanPlace::Resource, b"attributes") => SpanPlace::Attributes,
            (SpanPlace::Attributes, b"service.name") => SpanPlace::AttributeOfName,
            (SpanPlace::Attribute, b"key" | b"Key") => SpanPlace::AttributeKey,
            (SpanPlace::Attribute, b"value" | b"Value") => SpanPlace::AttributeValue,
            (SpanPlace::AttributeValue, b"stringValue" | b"string_value" | b"Value") => {
                SpanPlace::AttributeText
            }
            (SpanPlace::Scope | SpanPlace::Trace | SpanPlace::Data, b"spans") => SpanPlace::Spans,
            (SpanPlace::Trace | SpanPlace::Data, b"processes") => SpanPlace::Processes,
            (SpanPlace::Processes, name) => {
                self.service = self.known_service(name);
                SpanPlace::Process
            }
            (SpanPlace::Process, b"serviceName") => SpanPlace::ProcessName,
            (SpanPlace::Reference, b"refType") => SpanPlace::ReferenceKind,
            (SpanPlace::Reference, b"spanID" | b"spanId") => SpanPlace::ReferenceSpan,
            (SpanPlace::Endpoint, b"serviceName") => SpanPlace::EndpointName,
            (SpanPlace::Span | SpanPlace::Item, name) => part_of_span(name)?,
            (SpanPlace::Event, b"name" | b"Name" | b"value") => SpanPlace::EventName,
            (SpanPlace::Event, b"timeUnixNano" | b"time_unix_nano") => SpanPlace::EventTime(0),
            (SpanPlace::Event, b"timestamp" | b"time" | b"Time") => SpanPlace::EventTime(3),
            (SpanPlace::Event, b"fields") => SpanPlace::LogFields,
            (SpanPlace::LogField, b"key") => SpanPlace::LogKey,
            (SpanPlace::LogField, b"value" | b"vStr") => SpanPlace::LogValue,
            (SpanPlace::Context, b"trace_id" | b"TraceID") => SpanPlace::Field(Field::Trace),
            (SpanPlace::Context, b"span_id" | b"SpanID") => SpanPlace::Field(Field::Id),
            (SpanPlace::ParentContext, b"SpanID") => SpanPlace::Field(Field::Parent),
            _ => return None,
        })
    }

    fn element(&mut self, array: SpanPlace) -> Option<SpanPlace> {
        Some(match array {
            // Zipkin's API lists traces, each of them a list.
            SpanPlace::Item => {
                self.span = None;
                SpanPlace::Item
            }
            SpanPlace::Spans => SpanPlace::Span,
            SpanPlace::Resources => SpanPlace::ResourceSpans,
            // Go's console exporter lists the attributes of a resource without an object around them.
            SpanPlace::Attributes | SpanPlace::Resource => SpanPlace::Attribute,
            SpanPlace::Scopes => SpanPlace::Scope,
            SpanPlace::Data => SpanPlace::Trace,
            SpanPlace::References => SpanPlace::Reference,
            SpanPlace::Events => SpanPlace::Event,
            SpanPlace::LogFields => SpanPlace::LogField,
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
            SpanPlace::Span | SpanPlace::Item => {
                self.span = Some(SpanDraft { offset, ..SpanDraft::default() });
            }
            SpanPlace::ResourceSpans => self.service = self.new_service(),
            SpanPlace::Trace | SpanPlace::Data => self.known = ByText::default(),
            SpanPlace::Attribute => self.attribute = Default::default(),
            SpanPlace::Reference => self.reference = Default::default(),
            SpanPlace::Event => self.event = EventDraft { offset, ..EventDraft::default() },
            SpanPlace::LogField => self.log = Default::default(),
            _ => {}
        }
    }

    fn close(&mut self, place: SpanPlace, _: &mut dyn Sink) {
        match place {
            SpanPlace::Span | SpanPlace::Item => self.close_span(),
            SpanPlace::Attribute if self.attribute[0] == "service.name" => {
                let name = std::mem::take(&mut self.attribute[1]);
                self.name_resource(&name);
            }
            SpanPlace::Event => self.close_event(),
            SpanPlace::LogField => {
                let [key, value] = std::mem::take(&mut self.log);
                // A log may have both. The event is its short name.
                if key == "event" || (key == "message" && self.event.name.is_empty()) {
                    self.event.name = value;
                }
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
            SpanPlace::ReferenceSpan => self.reference[1] = self.id(raw, offset),
            SpanPlace::ProcessName => {
                let name = self.text(raw, offset);
                self.name_service(&name);
            }
            SpanPlace::AttributeOfName => {
                let name = self.text(raw, offset);
                self.name_resource(&name);
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
            SpanPlace::EventName => self.event.name = self.text(raw, offset),
            SpanPlace::EventTime(shift) => self.event.at = instant(raw, shift).ok(),
            SpanPlace::LogKey => self.log[0] = self.text(raw, offset),
            SpanPlace::LogValue => self.log[1] = self.text(raw, offset),
            SpanPlace::Span | SpanPlace::Item => {
                self.odd.note(OddityKind::BadEvent, "span that is not an object", offset);
            }
            _ => {}
        }
    }

    fn members_of_records(&self, array: SpanPlace) -> Option<Members> {
        // A span refers to others by their id and has a start. Zipkin's spans are the elements of a document's list.
        const SPAN: Members = &[
            &[b"spanId", b"spanID", b"span_id", b"id"],
            &[b"name", b"operationName"],
            &[b"startTimeUnixNano", b"start_time_unix_nano", b"startTime", b"start_time", b"timestamp"],
        ];
        matches!(array, SpanPlace::Spans | SpanPlace::Item).then_some(SPAN)
    }

    fn leave_out(&mut self, _: SpanPlace) {
        self.span = None;
    }
}

/// Returns whether a member holds documents, traces or spans.
fn is_container(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 10] = [
        b"resourceSpans",
        b"resource_spans",
        b"batches",
        b"data",
        b"spans",
        b"processes",
        b"trace",
        b"result",
        b"resourceMetrics",
        b"resourceLogs",
    ];
    NAMES.contains(&name)
}

/// Returns whether a member of a resource lists its spans by scope.
pub(super) fn is_scopes(name: &[u8]) -> bool {
    matches!(
        name,
        b"scopeSpans" | b"scope_spans" | b"instrumentationLibrarySpans" | b"instrumentation_library_spans"
    )
}

/// Returns the place of a member of a span. `None` if it is not read.
fn part_of_span(name: &[u8]) -> Option<SpanPlace> {
    Some(match name {
        b"references" => SpanPlace::References,
        b"localEndpoint" | b"process" => SpanPlace::Endpoint,
        b"events" | b"logs" | b"annotations" | b"Events" => SpanPlace::Events,
        b"links" | b"Links" => SpanPlace::Passed("link to another span"),
        b"context" | b"SpanContext" => SpanPlace::Context,
        b"Parent" => SpanPlace::ParentContext,
        b"resource" | b"Resource" => SpanPlace::Resource,
        _ => SpanPlace::Field(field(name)?),
    })
}

/// Returns the field of a span that a member is.
fn field(name: &[u8]) -> Option<Field> {
    Some(match name {
        b"traceId" | b"traceID" | b"trace_id" => Field::Trace,
        b"spanId" | b"spanID" | b"span_id" | b"id" => Field::Id,
        b"parentSpanId" | b"parentSpanID" | b"parent_span_id" | b"parentId" | b"parent_id" => Field::Parent,
        b"name" | b"operationName" | b"Name" => Field::Name,
        b"kind" => Field::Kind,
        b"startTimeUnixNano" | b"start_time_unix_nano" => Field::Start(0),
        b"endTimeUnixNano" | b"end_time_unix_nano" => Field::End(0),
        b"startTime" | b"timestamp" | b"start_time" | b"StartTime" => Field::Start(3),
        b"end_time" | b"EndTime" => Field::End(3),
        b"duration" => Field::Duration(3),
        b"processID" => Field::Process,
        b"shared" => Field::Shared,
        _ => return None,
    })
}

/// Parses a time: a date with a time of day, or a number in a unit of 10 to the power of `shift` nanoseconds.
fn instant(raw: &[u8], shift: u8) -> Result<Decimal, DecimalError> {
    rfc3339(raw).map_or_else(|| Decimal::scaled(raw, shift), Ok)
}

/// Parses a time of a span. Returns true with a number without a unit.
fn time(field: Field, raw: &[u8]) -> (bool, Result<Decimal, (OddityKind, &'static str)>) {
    let (exact, shift) = match field {
        Field::Start(shift) | Field::End(shift) => (rfc3339(raw), shift),
        Field::Duration(shift) => (with_unit(raw), shift),
        _ => return (false, Err((OddityKind::BadEvent, ""))),
    };
    let time = exact.map_or_else(|| Decimal::scaled(raw, shift), Ok);
    let time = time.map_err(|unusable| match unusable {
        DecimalError::NotANumber => (OddityKind::BadEvent, "time that is not a number"),
        DecimalError::OutOfRange => (OddityKind::TimeOutOfRange, "span"),
    });
    (exact.is_none(), time)
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

    fn id(&mut self, raw: &[u8], offset: u64) -> String {
        let id = self.text(raw, offset);
        of_base64(&id).unwrap_or(id)
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

    /// Names the service of the resource being read. That of a span is its own; those of other resources have spans.
    fn name_resource(&mut self, name: &str) {
        if self.span.is_some() {
            self.service = self.known_service(name.as_bytes());
        }
        self.name_service(name);
        if let Some(span) = &mut self.span {
            span.service = Some(self.service);
        }
    }

    fn field(&mut self, field: Field, raw: &[u8], offset: u64) {
        let (is_number, time) = time(field, raw);
        if let Field::Start(shift) | Field::Duration(shift) = field
            && shift > 0
            && is_number
        {
            self.table.rounding = ROUNDING_NS;
        }
        let service = if field == Field::Process { Some(self.known_service(raw)) } else { None };
        let text = match field {
            Field::Name => self.text(raw, offset),
            Field::Trace | Field::Id | Field::Parent => self.id(raw, offset),
            _ => String::new(),
        };
        let Some(span) = &mut self.span else { return };
        match field {
            Field::Trace => span.trace = text,
            Field::Id => span.id = text,
            Field::Parent => span.parent = text,
            Field::Name => span.name = text,
            Field::Kind => {
                span.is_consumer =
                    matches!(raw, b"5" | b"SPAN_KIND_CONSUMER" | b"CONSUMER" | b"SpanKind.CONSUMER");
            }
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

    /// Ends an event of the span being read.
    fn close_event(&mut self) {
        let EventDraft { name, at, offset } = std::mem::take(&mut self.event);
        let Some(span) = &mut self.span else { return };
        match at {
            Some(at) => span.events.push((at.round(), self.table.names.number(&name))),
            None => self.odd.note(OddityKind::SkippedEvent, "event of a span without a time", offset),
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
        let number = table.spans.len() as u32;
        table.spans.push(Span::new(spec, numbers, span.offset));
        for (at, name) in span.events {
            table.events.push(SpanEvent { at, name, span: number });
        }
    }
}
