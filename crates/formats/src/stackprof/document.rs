//! Maps the document's members to frames and stacks.

use crate::json::{Document, Value, text};
use crate::samples::{Numbers, Oddities};
use diptych_trace::{OddityKind, Sink, push_tight};
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
    /// Number of its frames in [`Contents::stacked`]. They follow those of the entry before.
    pub(super) len: u32,
    /// Number of samples.
    pub(super) count: u32,
    /// Byte of the file at which it begins.
    pub(super) offset: u64,
}

/// Content of the document read so far.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) mode: Vec<u8>,
    pub(super) interval: Vec<u8>,
    pub(super) frames: Vec<Frame>,
    /// Indices of frames by their number in the file.
    indices: FxHashMap<u64, u32>,
    /// Frames of all stacks, from the root.
    pub(super) stacked: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Times before the samples.
    pub(super) deltas: Numbers,
    pub(super) has_raw: bool,
    pub(super) odd: Oddities,
    /// Frame being read.
    frame: u32,
    /// Stack being read, and how many of its frames are still to come.
    open: Option<(Entry, u32)>,
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
                self.frame = self.index(whole(number)?);
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
        self.entries.iter().map(|entry| u64::from(entry.count)).sum()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let frames =
            self.frames.capacity() * size_of::<Frame>() + self.indices.capacity() * 17 + self.name_bytes;
        let stacks =
            self.stacked.capacity() * size_of::<u32>() + self.entries.capacity() * size_of::<Entry>();
        (frames + stacks) as u64 + self.deltas.held_bytes()
    }

    /// Returns the frame being read.
    fn named(&mut self) -> &mut Frame {
        &mut self.frames[self.frame as usize]
    }

    /// Returns the index of a frame. One that nothing names has no name.
    fn index(&mut self, number: u64) -> u32 {
        let next = self.frames.len() as u32;
        let index = *self.indices.entry(number).or_insert(next);
        if index == next {
            self.frames.push(Frame::default());
        }
        index
    }

    /// Takes the next number of `raw`: a number of frames, a frame, or a number of samples.
    fn number(&mut self, number: u64, offset: u64) {
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match &mut self.open {
            None => self.open = Some((Entry { len: small, count: 0, offset }, small)),
            Some((entry, 0)) => {
                push_tight(&mut self.entries, Entry { count: small, ..*entry });
                self.open = None;
            }
            Some((_, left)) => {
                *left -= 1;
                let index = self.index(number);
                push_tight(&mut self.stacked, index);
            }
        }
    }
}

fn whole(raw: &[u8]) -> Option<u64> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}
