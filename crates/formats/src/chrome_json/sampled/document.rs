//! Reads the members `stackFrames` and `samples`.

use super::{SampleCollector, Stack};
use crate::json::{Document, Value, decode};
use diptych_trace::{OddityKind, Sink};

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::chrome_json) enum Place {
    #[default]
    Frames,
    Frame,
    FrameName,
    FrameParent,
    Samples,
    Sample,
    Name,
    Thread,
    Time,
    StackFrame,
    /// Any other member of a sample. It is read so that the sample is well-formed JSON and can be read again.
    Other,
}

/// The sample being read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    name: Vec<u8>,
    thread: Vec<u8>,
    time: Vec<u8>,
    frame: Option<Vec<u8>>,
    offset: u64,
}

impl Document for SampleCollector {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        Some(match (object, name) {
            (Place::Frames, id) => {
                self.frame = self.frame(id, self.offset);
                Place::Frame
            }
            (Place::Frame, b"name") => Place::FrameName,
            (Place::Frame, b"parent") => Place::FrameParent,
            (Place::Sample, b"name") => Place::Name,
            (Place::Sample, b"tid") => Place::Thread,
            (Place::Sample, b"ts") => Place::Time,
            (Place::Sample, b"sf") => Place::StackFrame,
            (Place::Sample, _) => Place::Other,
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        (array == Place::Samples).then_some(Place::Sample)
    }

    fn open(&mut self, place: Place, offset: u64, _: &mut dyn Sink) {
        if place == Place::Sample {
            self.draft = Draft { offset: self.offset + offset, ..Draft::default() };
        }
    }

    fn close(&mut self, place: Place, _: &mut dyn Sink) {
        if place == Place::Sample {
            let Draft { name, thread, time, frame, offset } = std::mem::take(&mut self.draft);
            let stack = frame.map_or(Stack::Unknown, |id| Stack::Frame(self.frame(&id, offset)));
            self.sample([b"", &thread, &name], &time, stack, offset);
        }
    }

    fn value(&mut self, place: Place, value: Value<'_>, offset: u64, _: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        let offset = self.offset + offset;
        match place {
            Place::FrameName => self.frames[self.frame as usize].name = decode(raw).text.into_owned(),
            Place::FrameParent => {
                let parent = self.frame(raw, offset);
                self.frames[self.frame as usize].parent = Some(parent);
            }
            Place::Name => self.draft.name = raw.to_vec(),
            Place::Thread => self.draft.thread = raw.to_vec(),
            Place::Time => self.draft.time = raw.to_vec(),
            Place::StackFrame => self.draft.frame = value.scalar().map(<[u8]>::to_vec),
            Place::Frame | Place::Sample => {
                self.odd.note(OddityKind::BadEvent, "sample or frame that is not an object", offset);
            }
            Place::Frames | Place::Samples | Place::Other => {}
        }
    }
}
