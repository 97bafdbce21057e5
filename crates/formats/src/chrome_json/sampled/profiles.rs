//! Reads V8 profiles that come in pieces: a `Profile` event gives the start, each `ProfileChunk` adds nodes and
//! samples.

use super::SampleCollector;
use crate::ReadError;
use crate::chrome_json::event::text;
use crate::chrome_json::ids::RawId;
use crate::chrome_json::lanes::Lanes;
use crate::chrome_json::placed_event::{EventAtOffset, time};
use crate::json::{Document, Stream, Value};
use crate::samples::Sampled;
use crate::v8::{Contents, Place as V8, write_in};
use diptych_trace::{OddityKind, Sink};
use std::ops::Range;

/// One profile.
#[derive(Debug, Default)]
pub(super) struct Profile {
    process: Box<[u8]>,
    thread: Box<[u8]>,
    /// Time of its `Profile` event, in microseconds.
    begun: Box<[u8]>,
    contents: Contents,
    /// Time of each piece, and the index of its first sample.
    pieces: Vec<(i64, usize)>,
}

impl SampleCollector {
    /// Takes a piece of a profile. The pieces of one profile share process and id. Its `Profile` event is on the
    /// sampled thread.
    pub(super) fn profile(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) {
        let event = placed.event;
        let [process, thread] = [event.process, event.thread].map(text);
        let id = RawId::of(event).map_or(&b""[..], |id| id.id);
        let profiles = &mut self.profiles;
        let number = self.profile_keys.get_or_insert_with(&[process, id], || {
            let (process, thread) = (process.into(), thread.into());
            profiles.push(Profile { process, thread, ..Profile::default() });
            profiles.len() as u32 - 1
        });
        let Some(profile) = self.profiles.get_mut(number as usize) else { return };
        if text(event.name) == b"Profile" {
            profile.thread = thread.into();
            profile.begun = text(event.time).into();
        }
        let contents = &mut profile.contents;
        let at = time(event.time, "").ok().map(|(at, _)| at.round());
        // A piece without a time follows the one before it.
        let at = at.or_else(|| profile.pieces.last().map(|(at, _)| *at)).unwrap_or(i64::MIN);
        profile.pieces.push((at, contents.sample_count()));
        let mut piece = Piece { contents, offset: placed.offset };
        let mut stream = Stream::default();
        let outcome = stream.feed(placed.raw, Place::Event, &mut piece, sink);
        if outcome.and_then(|()| stream.finish(Place::Event, &mut piece, sink)).is_err() {
            self.odd.note(OddityKind::BadEvent, "piece of a profile that cannot be read", placed.offset);
        }
        contents.align(placed.offset);
    }
}

impl Profile {
    /// Writes the profile to a lane of its own. Returns the interval and the sums of its samples.
    pub(super) fn write(
        mut self,
        lanes: &mut Lanes,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> Result<Sampled, ReadError> {
        if self.contents.calls(true) == 0 {
            return Ok(Sampled::default());
        }
        self.sort_pieces();
        // Some tools write times of a clock of their own, which starts at 0. The event has the time of the other events.
        self.contents.start_near(&self.begun);
        let lane = lanes.beside(&self.process, &self.thread, "CPU profile", sink);
        write_in(self.contents, lane, bytes, sink)
    }

    /// Brings the samples of all pieces into the order of time. A sample has only the time since the one before it.
    fn sort_pieces(&mut self) {
        let starts = std::mem::take(&mut self.pieces);
        if starts.is_sorted_by_key(|(at, _)| *at) {
            return;
        }
        let ends = starts.iter().skip(1).map(|(_, first)| *first).chain([self.contents.sample_count()]);
        let mut pieces: Vec<(i64, Range<usize>)> =
            starts.iter().zip(ends).map(|(&(at, first), end)| (at, first..end)).collect();
        pieces.sort_by_key(|(at, _)| *at);
        self.contents.reorder(pieces.into_iter().map(|(_, samples)| samples));
    }

    pub(super) fn calls(&self) -> u64 {
        self.contents.calls(false)
    }

    pub(super) fn held_bytes(&self) -> u64 {
        self.contents.held_bytes() + (self.pieces.capacity() * size_of::<(i64, usize)>()) as u64
    }
}

/// Position of a value in the event.
#[derive(Debug, Clone, Copy)]
enum Place {
    Event,
    Arguments,
    Data,
    Of(V8),
}

/// Part of a profile that one event holds.
struct Piece<'a> {
    contents: &'a mut Contents,
    /// Byte offset of the event, which is the record of all samples in it.
    offset: u64,
}

impl Document for Piece<'_> {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        Some(match (object, name) {
            (Place::Event, b"args") => Place::Arguments,
            (Place::Arguments, b"data") => Place::Data,
            (Place::Data, b"cpuProfile") => Place::Of(V8::Root),
            (Place::Data, b"timeDeltas") => Place::Of(V8::Deltas),
            (Place::Data, b"startTime") => Place::Of(V8::StartTime),
            (Place::Data, b"endTime") => Place::Of(V8::EndTime),
            (Place::Of(object), name) => Place::Of(self.contents.member(object, name)?),
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        let Place::Of(array) = array else { return None };
        self.contents.element(array).map(Place::Of)
    }

    fn open(&mut self, place: Place, _: u64, sink: &mut dyn Sink) {
        if let Place::Of(place) = place {
            self.contents.open(place, self.offset, sink);
        }
    }

    fn close(&mut self, place: Place, sink: &mut dyn Sink) {
        if let Place::Of(place) = place {
            self.contents.close(place, sink);
        }
    }

    fn value(&mut self, place: Place, value: Value<'_>, _: u64, sink: &mut dyn Sink) {
        if let Place::Of(place) = place {
            self.contents.value(place, value, self.offset, sink);
        }
    }
}
