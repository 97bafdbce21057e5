//! Reads a pprof profile.

use super::labels::Labels;
use super::message::{Function, Location, Mapping, Sample, ValueType};
use crate::protobuf::{Content, Field, Fields};
use crate::samples::{StackId, Stacks};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{Chunked, OddityKind, Sink};
use prost::Message;
use rustc_hash::FxHashMap;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Pprof {
    fields: Fields,
    profile: Profile,
    calls: u64,
    bytes: u64,
    /// Set once bytes came that are no message.
    is_malformed: bool,
}

/// Content of the profile.
#[derive(Debug, Default)]
pub(super) struct Profile {
    pub(super) types: Vec<ValueType>,
    /// Name of the type to show unless asked, as index of a text; 0 if the file names none.
    pub(super) default_type: i64,
    /// Stacks whose frames are indices of [`Self::location_ids`].
    pub(super) stacks: Stacks,
    /// Stack and file offset of each sample.
    pub(super) samples: Chunked<SampleRow>,
    /// Values of the samples, one list per sample type.
    pub(super) values: Vec<Chunked<i64>>,
    pub(super) labels: Labels,
    /// Ids of locations, each with the file offset of the first sample that has it.
    pub(super) location_ids: Vec<(u64, u64)>,
    /// Indices in that list by id.
    place_of: FxHashMap<u64, u32>,
    pub(super) locations: FxHashMap<u64, Location>,
    pub(super) functions: FxHashMap<u64, Function>,
    /// Functions that have no id, in the order of the file.
    pub(super) without_id: Vec<Function>,
    /// Addresses of functions without a name, by their ids; known once the file has ended.
    pub(super) addresses: FxHashMap<u64, u64>,
    pub(super) mappings: FxHashMap<u64, Mapping>,
    /// Type and length of the distance between two samples; 0 if not given.
    pub(super) period_type: Option<ValueType>,
    pub(super) period: i64,
    pub(super) texts: Vec<String>,
    text_bytes: u64,
}

/// A sample without its values.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleRow {
    pub(super) stack: StackId,
    /// Byte of the file at which the sample begins, in two halves, so that the struct needs no padding.
    offset: [u32; 2],
}

impl SampleRow {
    fn new(stack: StackId, offset: u64) -> Self {
        Self { stack, offset: [(offset >> 32) as u32, offset as u32] }
    }

    /// Returns the byte of the file at which the sample begins.
    pub(super) fn offset(self) -> u64 {
        u64::from(self.offset[0]) << 32 | u64::from(self.offset[1])
    }
}

impl Reader for Pprof {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes += bytes.len() as u64;
        let profile = &mut self.profile;
        let outcome = self.fields.feed(bytes, &mut |field| profile.take(field, sink));
        self.is_malformed |= outcome.is_err();
        outcome.map_err(malformed)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let profile = &mut self.profile;
        let outcome = self.fields.finish(&mut |field| profile.take(field, sink));
        let profile = std::mem::take(&mut self.profile);
        // What a profile lacks may have been behind the damage.
        if !self.is_malformed && outcome.is_ok() {
            profile.check()?;
        }
        self.calls = profile.samples.len() as u64;
        let has_texts = profile.has_texts();
        super::write::write(profile, self.bytes, sink)?;
        let cut_off = |at: u64, found: &str| Err(ReadError::new(ReadErrorKind::Truncated, at, found));
        match outcome.map_err(malformed)? {
            Some(end) => cut_off(end, "It is cut off inside a field of its message"),
            None if !has_texts => cut_off(self.bytes, "It ends before its last texts"),
            None => Ok(()),
        }
    }

    fn calls(&self) -> u64 {
        self.calls.max(self.profile.samples.len() as u64)
    }

    fn held_bytes(&self) -> u64 {
        let profile = &self.profile;
        let values: u64 = profile.values.iter().map(Chunked::held_bytes).sum();
        let functions = profile.functions.len() + profile.without_id.len();
        let tables = (profile.locations.len() * 128 + functions * 64) as u64;
        let samples = profile.samples.held_bytes() + values + profile.labels.held_bytes();
        self.fields.held_bytes() + profile.stacks.held_bytes() + samples + tables + profile.text_bytes
    }
}

fn malformed(at: u64) -> ReadError {
    ReadError::new(ReadErrorKind::Malformed, at, "Expected a field of a protobuf message, found other bytes")
}

impl Profile {
    fn take(&mut self, field: Field<'_>, sink: &mut dyn Sink) {
        let Field { number, value, offset } = field;
        let bytes = match value {
            Content::Bytes(bytes) => bytes,
            Content::TooLong => {
                return sink.odd(OddityKind::BadEvent, "field of more than 16 MiB", offset, "");
            }
            Content::Number(value) => {
                match number {
                    12 => self.period = value as i64,
                    14 => self.default_type = value as i64,
                    _ => (),
                }
                return;
            }
        };
        let is_read = match number {
            1 => ValueType::decode(bytes).map(|kind| self.types.push(kind)),
            2 => Sample::decode(bytes).map(|sample| self.sample(&sample, offset)),
            3 => Mapping::decode(bytes).map(|mapping| self.mappings.extend([(mapping.id, mapping)])),
            4 => Location::decode(bytes).map(|location| self.locations.extend([(location.id, location)])),
            5 => Function::decode(bytes).map(|function| self.function(function)),
            6 => {
                self.take_text(bytes, offset, sink);
                Ok(())
            }
            11 => ValueType::decode(bytes).map(|kind| self.period_type = Some(kind)),
            _ => Ok(()),
        };
        if is_read.is_err() {
            let what = match number {
                1 => "type of samples",
                2 => "sample",
                3 => "mapping",
                4 => "location",
                11 => "type of the period",
                _ => "function",
            };
            sink.odd(OddityKind::BadEvent, &format!("{what} that is not a valid message"), offset, "");
        }
    }

    /// Returns an error if this is no profile: it has nothing but samples, or its first text is not empty.
    fn check(&self) -> Result<(), ReadError> {
        let is_bare = self.locations.is_empty() && self.functions.is_empty() && self.texts.is_empty();
        let lacks = match self.texts.first() {
            Some(first) if !first.is_empty() => "its first text is not empty",
            None if is_bare => "it has no locations, functions and texts",
            _ => return Ok(()),
        };
        let found = format!("It begins like a pprof profile, but {lacks}");
        Err(ReadError::new(ReadErrorKind::NotATrace, 0, found))
    }

    /// Returns whether it has the texts that its types name. They come last, so a file that ends early lacks them.
    fn has_texts(&self) -> bool {
        let has = |text: i64| usize::try_from(text).is_ok_and(|text| text < self.texts.len());
        !self.texts.is_empty() && self.types.iter().all(|kind| has(kind.kind) && has(kind.unit))
    }

    fn function(&mut self, function: Function) {
        if function.id == 0 {
            self.without_id.push(function);
        }
        self.functions.insert(function.id, function);
    }

    fn sample(&mut self, sample: &Sample, offset: u64) {
        let mut stack = StackId::EMPTY;
        for id in sample.location_id.iter().rev() {
            let ids = &mut self.location_ids;
            let place = *self.place_of.entry(*id).or_insert_with(|| {
                ids.push((*id, offset));
                ids.len() as u32 - 1
            });
            stack = self.stacks.push(stack, place);
        }
        let index = self.samples.len();
        self.samples.push(SampleRow::new(stack, offset));
        self.labels.take(index as u32, &sample.label);
        for (column, value) in sample.value.iter().enumerate() {
            if self.values.len() <= column {
                self.values.push(Chunked::default());
            }
            let values = &mut self.values[column];
            // Earlier samples without a value of this type get 0.
            while values.len() < index {
                values.push(0);
            }
            values.push(*value);
        }
    }

    fn take_text(&mut self, bytes: &[u8], offset: u64, sink: &mut dyn Sink) {
        let text = String::from_utf8_lossy(bytes);
        if matches!(text, std::borrow::Cow::Owned(_)) {
            sink.odd(OddityKind::BadText, "", offset, &text);
        }
        self.text_bytes += text.len() as u64 + 24;
        self.texts.push(text.into_owned());
    }
}
