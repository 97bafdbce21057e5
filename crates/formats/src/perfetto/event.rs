//! Reads one track event, and looks up its function.

use super::legacy::Legacy;
use super::numbers::event as number;
use super::sequence::{Sequence, SourcePosition};
use super::text::text;
use crate::place;
use crate::protobuf::{Content, fields, numbers};
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};

/// An event, partly decoded.
#[derive(Debug, Clone, Default)]
pub(super) struct Event<'a> {
    raw: &'a [u8],
    /// Number of the type, `TYPE_…`; 0 if only the legacy phase gives the kind.
    pub(super) kind: u64,
    pub(super) track: Option<u64>,
    name_iid: u64,
    name: Option<&'a [u8]>,
    place_iid: u64,
    place: Option<&'a [u8]>,
    pub(super) legacy: Option<Legacy<'a>>,
    /// Value of a counter.
    pub(super) value: Option<f64>,
    /// The event's own time, in microseconds, if the packet has none.
    pub(super) micros: Option<Micros>,
    pub(super) flows: Vec<u64>,
    /// Flows that end with this event.
    pub(super) last_flows: Vec<u64>,
}

/// Time that an event carries itself, in microseconds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Micros {
    /// Time since the event before.
    Step(i64),
    At(i64),
}

impl<'a> Event<'a> {
    /// Parses an event. `None` if it is not a valid message.
    pub(super) fn read(raw: &'a [u8]) -> Option<Self> {
        let mut event = Self { raw, ..Self::default() };
        for field in fields(raw) {
            match field.ok()? {
                (number::TYPE, Content::Number(kind)) => event.kind = kind,
                (number::TRACK, Content::Number(track)) => event.track = Some(track),
                (number::NAME_IID, Content::Number(name)) => event.name_iid = name,
                (number::NAME, Content::Bytes(name)) => event.name = Some(name),
                (number::PLACE_IID, Content::Number(place)) => event.place_iid = place,
                (number::PLACE, Content::Bytes(place)) => event.place = Some(place),
                (number::LEGACY, Content::Bytes(legacy)) => event.legacy = Some(Legacy::read(legacy)?),
                (number::STEP_MICROS, Content::Number(step)) => {
                    event.micros = Some(Micros::Step(step as i64));
                }
                (number::MICROS, Content::Number(at)) => event.micros = Some(Micros::At(at as i64)),
                (number::COUNTER, Content::Number(value)) => event.value = Some(value as i64 as f64),
                (number::DOUBLE_COUNTER, Content::Number(bits)) => event.value = Some(f64::from_bits(bits)),
                (number::FLOWS, ids) => numbers(ids, Some(8), &mut |id| event.flows.push(id)),
                (number::FLOWS_OLD, ids) => numbers(ids, None, &mut |id| event.flows.push(id)),
                (number::LAST_FLOWS, ids) => numbers(ids, Some(8), &mut |id| event.last_flows.push(id)),
                (number::LAST_FLOWS_OLD, ids) => numbers(ids, None, &mut |id| event.last_flows.push(id)),
                _ => {}
            }
        }
        if event.name_iid == 0 {
            event.name_iid = event.legacy.map_or(0, |legacy| legacy.name_iid);
        }
        Some(event)
    }

    /// Returns the categories, joined by commas as in Chrome's JSON.
    pub(super) fn category(&self, sequence: &Sequence) -> String {
        let mut joined = String::new();
        let mut push = |category: &str| {
            joined.push_str(if joined.is_empty() { "" } else { "," });
            joined.push_str(category);
        };
        for (number, value) in fields(self.raw).flatten() {
            match (number, value) {
                (number::CATEGORY_IIDS, ids) => {
                    numbers(ids, None, &mut |id| push(sequence.category(id).unwrap_or_default()));
                }
                (number::CATEGORIES, Content::Bytes(category)) => push(&String::from_utf8_lossy(category)),
                _ => {}
            }
        }
        joined
    }

    /// Returns the event's name.
    pub(super) fn title(&self, sequence: &Sequence) -> String {
        match self.name {
            Some(name) => String::from_utf8_lossy(name).into_owned(),
            None => sequence.name(self.name_iid).unwrap_or_default().to_owned(),
        }
    }

    /// Returns the function of the event.
    pub(super) fn function(&self, sequence: &mut Sequence, offset: u64, sink: &mut dyn Sink) -> FunctionId {
        let is_by_number = self.name.is_none() && self.place.is_none();
        let key = (self.name_iid, self.place_iid);
        if is_by_number && let Some(&function) = sequence.functions.get(&key) {
            return function;
        }
        let name = match self.name {
            Some(name) => text(name, offset, sink),
            None => match sequence.name(self.name_iid) {
                Some(name) => name.to_owned(),
                None if self.name_iid == 0 => String::new(),
                None => {
                    let subject = "name that the file does not hold; shown by its number";
                    sink.odd(OddityKind::SkippedPart, subject, offset, &self.name_iid.to_string());
                    format!("(name {})", self.name_iid)
                }
            },
        };
        let own = self.place.and_then(|place| SourcePosition::read(place, offset, sink));
        let category = self.category(sequence);
        let place = own.as_ref().map(|own| &own.1).or_else(|| sequence.place(self.place_iid));
        let placed = match place.filter(|place| !place.file.is_empty()) {
            Some(SourcePosition { file, line }) => place::PositionedName { name: &name, file, line: *line },
            None => place::split(&name),
        };
        let place::PositionedName { name, file, line } = placed;
        let function = sink.function(FunctionSpec { name, file, line, category: &category });
        if is_by_number {
            sequence.functions.insert(key, function);
        }
        function
    }
}
