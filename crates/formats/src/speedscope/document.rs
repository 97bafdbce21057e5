//! Maps the document's members to frames and profiles.

use super::profile::{Frame, Profile};
use crate::json::{Document, Members, Value, text};
use crate::samples::StackId;
use diptych_trace::{OddityKind, Sink};

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    Shared,
    Frames,
    Frame,
    FrameName,
    FrameFile,
    FrameLine,
    Profiles,
    Profile,
    Name,
    Unit,
    StartValue,
    Samples,
    Sample,
    SampleFrame,
    Weights,
    Weight,
    Events,
    Event,
    EventType,
    EventFrame,
    EventAt,
}

/// Content of the document that is read but not written yet.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) frames: Vec<Frame>,
    /// Set once all frames are known.
    pub(super) has_frames: bool,
    pub(super) has_profiles: bool,
    frame: Frame,
    profile: Option<Profile>,
    /// Complete profiles that wait for the frames.
    waiting: Vec<Profile>,
    stack: StackId,
    event: Event,
    begins: u64,
}

/// The event being read.
#[derive(Debug, Default)]
struct Event {
    kind: Option<bool>,
    frame: Option<u32>,
    at: Vec<u8>,
    offset: u64,
}

impl Document for Contents {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        Some(match (object, name) {
            (Place::Root, b"shared") => Place::Shared,
            (Place::Root, b"profiles") => Place::Profiles,
            (Place::Shared, b"frames") => Place::Frames,
            (Place::Frame, b"name") => Place::FrameName,
            (Place::Frame, b"file") => Place::FrameFile,
            (Place::Frame, b"line") => Place::FrameLine,
            (Place::Profile, b"name") => Place::Name,
            (Place::Profile, b"unit") => Place::Unit,
            (Place::Profile, b"startValue") => Place::StartValue,
            (Place::Profile, b"samples") => Place::Samples,
            (Place::Profile, b"weights") => Place::Weights,
            (Place::Profile, b"events") => Place::Events,
            (Place::Event, b"type") => Place::EventType,
            (Place::Event, b"frame") => Place::EventFrame,
            (Place::Event, b"at") => Place::EventAt,
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        Some(match array {
            Place::Frames => Place::Frame,
            Place::Profiles => Place::Profile,
            Place::Samples => Place::Sample,
            Place::Sample => Place::SampleFrame,
            Place::Weights => Place::Weight,
            Place::Events => Place::Event,
            _ => return None,
        })
    }

    fn open(&mut self, place: Place, offset: u64, _: &mut dyn Sink) {
        match place {
            Place::Frame => self.frame = Frame::default(),
            Place::Profiles => self.has_profiles = true,
            Place::Profile => self.profile = Some(Profile::at(offset)),
            Place::Sample => {
                self.stack = StackId::EMPTY;
                self.profile_mut().begin_sample(offset);
            }
            Place::Event => self.event = Event { offset, ..Event::default() },
            Place::SampleFrame => self.not_by_schema("frame of a sample that is not a number", offset),
            Place::Weight => self.profile_mut().weights.push(b""),
            _ => {}
        }
    }

    fn close(&mut self, place: Place, sink: &mut dyn Sink) {
        match place {
            Place::Frame => self.frames.push(std::mem::take(&mut self.frame)),
            Place::Frames => {
                self.has_frames = true;
                for profile in std::mem::take(&mut self.waiting) {
                    self.write(profile, sink);
                }
            }
            Place::Profile => self.end_profile(sink),
            Place::Sample => {
                let stack = self.stack;
                self.profile_mut().end_sample(stack);
            }
            Place::Event => self.end_event(),
            _ => {}
        }
    }

    fn value(&mut self, place: Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        match place {
            Place::FrameName => self.frame.name = text(raw, offset, sink),
            Place::FrameFile => self.frame.file = text(raw, offset, sink),
            Place::FrameLine => self.frame.line = number(raw).unwrap_or(0),
            Place::Name => self.profile_mut().name = text(raw, offset, sink),
            Place::Unit => self.profile_mut().unit = text(raw, offset, sink),
            Place::StartValue => self.profile_mut().start_value = raw.to_vec(),
            Place::SampleFrame => {
                let below = self.stack;
                self.stack = self.profile_mut().push_frame(below, number(raw), offset);
            }
            Place::Weight => self.profile_mut().weights.push(raw),
            Place::EventType => {
                self.event.kind = match raw {
                    b"O" => Some(true),
                    b"C" => Some(false),
                    _ => None,
                }
            }
            Place::EventFrame => self.event.frame = number(raw),
            Place::EventAt => self.event.at = raw.to_vec(),
            // Every element of a list keeps its index, because others refer to it by that.
            Place::Frame => self.frames.push(Frame::default()),
            Place::Sample => {
                self.profile_mut().begin_sample(offset);
                self.not_by_schema("sample that is not a list", offset);
                self.profile_mut().end_sample(StackId::EMPTY);
            }
            Place::Event => self.not_by_schema("event that is not an object", offset),
            _ => {}
        }
    }

    /// Frames and samples are referred to by their index, so only events may be missing.
    fn members_of_records(&self, array: Place) -> Option<Members> {
        (array == Place::Events).then_some(&[&[b"type"], &[b"frame"], &[b"at"]])
    }
}

impl Contents {
    /// Writes all profiles that are left, even incomplete ones. Unknown frames are named by their numbers.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        if let Some(profile) = self.profile.take() {
            self.waiting.push(profile);
        }
        for profile in std::mem::take(&mut self.waiting) {
            self.write(profile, sink);
        }
    }

    /// Returns the number of calls written, and of those that can be written once the frames are known.
    pub(super) fn begins(&self) -> u64 {
        self.begins + self.waiting.iter().chain(&self.profile).map(Profile::begins).sum::<u64>()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let frames: usize = self.frames.len() * size_of::<Frame>();
        frames as u64 + self.waiting.iter().chain(&self.profile).map(Profile::held_bytes).sum::<u64>()
    }

    fn not_by_schema(&mut self, what: &'static str, offset: u64) {
        self.profile_mut().odd.note(OddityKind::BadEvent, what, offset);
    }

    fn write(&mut self, profile: Profile, sink: &mut dyn Sink) {
        self.begins += profile.begins();
        profile.write(&self.frames, sink);
    }

    fn profile_mut(&mut self) -> &mut Profile {
        self.profile.get_or_insert_default()
    }

    fn end_profile(&mut self, sink: &mut dyn Sink) {
        let Some(profile) = self.profile.take() else { return };
        if self.has_frames {
            self.write(profile, sink);
        } else {
            self.waiting.push(profile);
        }
    }

    fn end_event(&mut self) {
        let Event { kind, frame, at, offset } = std::mem::take(&mut self.event);
        let profile = self.profile_mut();
        match (kind, frame) {
            (Some(begins), Some(frame)) => profile.event(begins, frame, &at, offset),
            (None, _) => profile.odd.note(OddityKind::BadEvent, "event that is neither `O` nor `C`", offset),
            (_, None) => profile.odd.note(OddityKind::BadEvent, "event without frame", offset),
        }
    }
}

fn number(raw: &[u8]) -> Option<u32> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}
