//! Maps the document's members to frames and stacks.

use crate::json::{Document, Value, decode};
use crate::samples::{Numbers, Oddities};
use diptych_trace::{OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    Mode,
    Interval,
    Frames,
    Frame,
    Name,
    File,
    Line,
    Raw,
    Number,
    Deltas,
    Delta,
}

/// A function, as the document names it.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame {
    pub(super) name: String,
    pub(super) file: String,
    pub(super) line: u32,
}

/// A stack that was seen several times in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Index of its first frame in [`Contents::stacked`].
    pub(super) first: usize,
    /// Number of frames.
    pub(super) len: usize,
    /// Number of samples.
    pub(super) count: u64,
    /// Byte of the file at which it begins.
    pub(super) offset: u64,
}

/// Content of the document read so far.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) mode: Vec<u8>,
    pub(super) interval: Vec<u8>,
    /// Frames by number.
    pub(super) frames: FxHashMap<u64, Frame>,
    /// Numbers of the frames of all stacks, from the root.
    pub(super) stacked: Vec<u64>,
    pub(super) entries: Vec<Entry>,
    /// Times before the samples.
    pub(super) deltas: Numbers,
    pub(super) has_raw: bool,
    pub(super) odd: Oddities,
    /// Number of the frame being read.
    frame: u64,
    /// Stack being read, once its number of frames is known.
    open: Option<Entry>,
    /// Bytes of names, for [`Contents::held_bytes`].
    name_bytes: usize,
}

impl Document for Contents {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        Some(match (object, name) {
            (Place::Root, b"mode") => Place::Mode,
            (Place::Root, b"interval") => Place::Interval,
            (Place::Root, b"frames") => Place::Frames,
            (Place::Root, b"raw") => Place::Raw,
            (Place::Root, b"raw_timestamp_deltas") => Place::Deltas,
            (Place::Frames, number) => {
                self.frame = whole(number)?;
                Place::Frame
            }
            (Place::Frame, b"name") => Place::Name,
            (Place::Frame, b"file") => Place::File,
            (Place::Frame, b"line") => Place::Line,
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        match array {
            Place::Raw => Some(Place::Number),
            Place::Deltas => Some(Place::Delta),
            _ => None,
        }
    }

    fn open(&mut self, place: Place, _: u64, _: &mut dyn Sink) {
        match place {
            Place::Raw => self.has_raw = true,
            Place::Delta => self.deltas.push(b""),
            _ => {}
        }
    }

    fn close(&mut self, _: Place, _: &mut dyn Sink) {}

    fn value(&mut self, place: Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        match place {
            Place::Mode => self.mode = raw.to_vec(),
            Place::Interval => self.interval = raw.to_vec(),
            Place::Name => {
                let name = text(raw, offset, sink);
                self.name_bytes += name.len();
                self.named().name = name;
            }
            Place::File => {
                let file = text(raw, offset, sink);
                self.name_bytes += file.len();
                self.named().file = file;
            }
            // Frames of C functions have none.
            Place::Line => self.named().line = whole(raw).and_then(|line| line.try_into().ok()).unwrap_or(0),
            Place::Number => match whole(raw) {
                Some(number) => self.number(number, offset),
                None => {
                    self.odd.note(OddityKind::BadEvent, "stack with something other than numbers", offset);
                }
            },
            Place::Delta => self.deltas.push(raw),
            _ => {}
        }
    }
}

impl Contents {
    /// Returns the number of samples.
    pub(super) fn samples(&self) -> u64 {
        self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let frames = self.frames.capacity() * (size_of::<(u64, Frame)>() + 1) + self.name_bytes;
        let stacks = self.stacked.capacity() * 8 + self.entries.capacity() * size_of::<Entry>();
        (frames + stacks) as u64 + self.deltas.held_bytes()
    }

    /// Returns the frame being read.
    fn named(&mut self) -> &mut Frame {
        self.frames.entry(self.frame).or_default()
    }

    /// Takes the next number of `raw`: a number of frames, a frame, or a number of samples.
    fn number(&mut self, number: u64, offset: u64) {
        match &mut self.open {
            None => {
                let (first, len) = (self.stacked.len(), usize::try_from(number).unwrap_or(usize::MAX));
                self.open = Some(Entry { first, len, count: 0, offset });
            }
            Some(open) if self.stacked.len() - open.first < open.len => self.stacked.push(number),
            Some(open) => {
                open.count = number;
                self.entries.extend(self.open.take());
            }
        }
    }
}

fn text(raw: &[u8], offset: u64, sink: &mut dyn Sink) -> String {
    let decoded = decode(raw);
    if decoded.damaged {
        sink.odd(OddityKind::BadText, "", offset, &decoded.text);
    }
    decoded.text.into_owned()
}

fn whole(raw: &[u8]) -> Option<u64> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}
