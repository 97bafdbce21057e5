//! Samples in a file of calls: events of phase `P`, the members `samples` and `stackFrames`, and V8's profiles in
//! pieces (`Profile`, `ProfileChunk`).
//!
//! They become calls ([`crate::samples`]) in a lane of their own beside the sampled thread, because they repeat what
//! the thread's calls say. A frame may come after the samples that refer to it, so samples are held until the document
//! ends.

mod document;
mod profiles;

use super::event::text;
use super::ids::{ByKey, RawId};
use super::lanes::Lanes;
use super::placed_event::EventAtOffset;
use crate::decimal::Decimal;
use crate::json::{LexError, Lexer, Stream, decode};
use crate::samples::{Oddities, Sampled, StackId, Tick, write_lanes};
use crate::v8::{CallFrame, CallFrames, Node, stacks};
use crate::{ReadError, ReadErrorKind};
use diptych_trace::{FunctionSpec, LaneId, OddityKind, Sink};
use document::Place;
use profiles::Profile;

/// Samples of one document.
#[derive(Debug, Default)]
pub(super) struct SampleCollector {
    /// Indices of frames in `frames` by id. A frame gets one even before it is described.
    frame_ids: ByKey<u32>,
    frames: Vec<Frame>,
    samples: Vec<Sample>,
    /// Owners of samples: process, thread and name.
    owner_keys: ByKey<u32>,
    owners: Vec<[Box<[u8]>; 3]>,
    profiles: Vec<Profile>,
    profile_keys: ByKey<u32>,
    odd: Oddities,
    /// Parser of the member being read.
    stream: Stream<Place>,
    /// Set if that member is `stackFrames`, clear if it is `samples`.
    is_frames: bool,
    /// Set if the member is malformed; the rest of it is skipped.
    is_broken: bool,
    /// Set while a member has begun and not ended.
    is_open: bool,
    offset: u64,
    frame: u32,
    draft: document::Draft,
}

/// A frame of `stackFrames`.
#[derive(Debug)]
struct Frame {
    /// Id by which others refer to it.
    id: Box<[u8]>,
    name: String,
    parent: Option<u32>,
    offset: u64,
}

#[derive(Debug)]
struct Sample {
    owner: u32,
    at: i64,
    stack: Stack,
    source: u64,
}

/// Call stack of a sample.
#[derive(Debug, Default)]
enum Stack {
    /// Not given. The sample's name stands for it.
    #[default]
    Unknown,
    /// A frame with all its ancestors.
    Frame(u32),
    /// Frames, the innermost first.
    List(Vec<u32>),
}

impl SampleCollector {
    /// Takes an event that is a sample or a piece of a profile.
    pub(super) fn event(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) {
        let event = placed.event;
        let name = text(event.name);
        if matches!(name, b"Profile" | b"ProfileChunk" | b"CpuProfile") && RawId::of(event).is_some()
            || name == b"CpuProfile"
        {
            return self.profile(placed, sink);
        }
        let stack = self.stack_of(placed.raw, placed.offset).unwrap_or_default();
        let owner = [text(event.process), text(event.thread), name];
        self.sample(owner, text(event.time), stack, placed.offset);
    }

    /// Begins one of the two members, at byte `offset` of the file.
    pub(super) fn begin_member(&mut self, is_frames: bool, offset: u64) {
        (self.is_frames, self.is_broken, self.is_open) = (is_frames, false, true);
        (self.offset, self.stream) = (offset, Stream::default());
    }

    /// Takes the member's next bytes. `is_over` if they are the last.
    pub(super) fn member(&mut self, bytes: &[u8], is_over: bool, sink: &mut dyn Sink) {
        if self.is_broken {
            return;
        }
        let root = if self.is_frames { Place::Frames } else { Place::Samples };
        let mut stream = std::mem::take(&mut self.stream);
        let fed = stream.feed(bytes, root, self, sink);
        let outcome = if is_over { fed.and_then(|()| stream.finish(root, self, sink)) } else { fed };
        self.stream = stream;
        self.is_open = !is_over;
        self.settle(outcome.is_err());
    }

    /// Writes the calls at the end of the document, which is part of a file of `bytes` so far. `is_alone` if the trace has
    /// no other calls.
    pub(super) fn write(
        &mut self,
        lanes: &mut Lanes,
        is_alone: bool,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if std::mem::take(&mut self.is_open) && !self.is_broken {
            // The document is cut off inside the member. Read the held bytes as if they had come at once.
            let root = if self.is_frames { Place::Frames } else { Place::Samples };
            let mut stream = std::mem::take(&mut self.stream);
            let outcome = stream.finish(root, self, sink);
            self.settle(outcome.is_err_and(|error| error.kind != ReadErrorKind::Truncated));
        }
        self.odd.write(sink);
        let mut sampled = if self.samples.is_empty() {
            Sampled::default()
        } else {
            self.write_samples(lanes, bytes, sink)?
        };
        for profile in std::mem::take(&mut self.profiles) {
            sampled.join(profile.write(lanes, bytes, sink)?);
        }
        // A trace with other calls is not marked as sampled.
        if is_alone {
            sampled.state(sink);
        }
        Ok(())
    }

    /// Returns the number of samples so far.
    pub(super) fn calls(&self) -> u64 {
        self.samples.len() as u64 + self.profiles.iter().map(Profile::calls).sum::<u64>()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let frames = self
            .frames
            .iter()
            .map(|frame| (size_of::<Frame>() + frame.name.capacity() + frame.id.len()) as u64);
        let profiles: u64 = self.profiles.iter().map(Profile::held_bytes).sum();
        let samples = (self.samples.capacity() * size_of::<Sample>()) as u64;
        frames.sum::<u64>() + samples + profiles + self.stream.held_bytes() + self.frame_ids.held_bytes()
    }
}

impl SampleCollector {
    /// Records whether the member is malformed, and reports it.
    fn settle(&mut self, is_broken: bool) {
        self.is_broken = is_broken;
        if self.is_broken {
            self.odd.note(OddityKind::BadEvent, "samples or frames that are not JSON", self.offset);
        }
    }

    /// Returns the index of a frame by its id, and adds the frame if it is not described yet.
    fn frame(&mut self, id: &[u8], offset: u64) -> u32 {
        let frames = &mut self.frames;
        self.frame_ids.get_or_insert_with(&[id], || {
            let name = decode(id).text.into_owned();
            frames.push(Frame { id: id.into(), name, parent: None, offset });
            frames.len() as u32 - 1
        })
    }

    fn sample(&mut self, owner: [&[u8]; 3], time: &[u8], stack: Stack, source: u64) {
        let Ok(at) = Decimal::from_micros(time.trim_ascii()) else {
            return self.odd.note(OddityKind::BadEvent, "sample without ts", source);
        };
        let owners = &mut self.owners;
        let owner = self.owner_keys.get_or_insert_with(&owner, || {
            owners.push(owner.map(Into::into));
            owners.len() as u32 - 1
        });
        self.samples.push(Sample { owner, at: at.round(), stack, source });
    }

    /// Reads the stack of an event.
    fn stack_of(&mut self, raw: &[u8], offset: u64) -> Result<Stack, LexError> {
        let mut lexer = Lexer::new(raw, 1);
        while let Some(key) = lexer.key()? {
            match key {
                b"sf" => {
                    let id = lexer.value()?.scalar();
                    return Ok(id.map_or(Stack::Unknown, |id| Stack::Frame(self.frame(id, offset))));
                }
                b"stack" if lexer.peek()? == b'[' => {
                    lexer.at += 1;
                    let mut list = Vec::new();
                    while lexer.peek()? != b']' {
                        let Some(id) = lexer.value()?.scalar() else { continue };
                        list.push(self.frame(id, offset));
                    }
                    return Ok(Stack::List(list));
                }
                _ => {
                    lexer.value()?;
                }
            }
        }
        Ok(Stack::Unknown)
    }

    /// Returns the owners by their first sample, then by name.
    fn sorted_owners(&self) -> Vec<usize> {
        let mut first = vec![i64::MAX; self.owners.len()];
        for sample in &self.samples {
            let own = &mut first[sample.owner as usize];
            *own = (*own).min(sample.at);
        }
        let mut sorted: Vec<usize> = (0..self.owners.len()).collect();
        sorted.sort_by_key(|&owner| (first[owner], &self.owners[owner]));
        sorted
    }

    /// Writes the samples that belong to no profile, each owner's to a lane. Returns their interval and sums.
    fn write_samples(
        &mut self,
        lanes: &mut Lanes,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> Result<Sampled, ReadError> {
        let mut names = CallFrames::default();
        let mut number =
            |name: &str| names.number(CallFrame { name: name.to_owned(), ..CallFrame::default() });
        // In the order of their ids, so that the result does not depend on which member of the file comes first.
        let mut sorted: Vec<u32> = (0..self.frames.len() as u32).collect();
        sorted.sort_by_key(|&frame| &self.frames[frame as usize].id);
        let mut place_of = vec![0; sorted.len()];
        for (place, &frame) in sorted.iter().enumerate() {
            place_of[frame as usize] = place as u32;
        }
        let nodes = sorted.iter().map(|&frame| &self.frames[frame as usize]).map(|frame| Node {
            frame: number(&frame.name),
            parent: frame.parent.map(|parent| place_of[parent as usize]),
            offset: frame.offset,
            ..Node::default()
        });
        let nodes: Vec<Node> = nodes.collect();
        let of_owner: Vec<u32> = self.owners.iter().map(|owner| number(&decode(&owner[2]).text)).collect();
        let found = stacks(&nodes, &names);
        for &offset in &found.circles {
            sink.odd(OddityKind::BadEvent, "frames that contain each other", offset, "");
        }
        let mut all = found.stacks;
        let mut ticks: Vec<(LaneId, Vec<Tick>)> = vec![(LaneId(0), Vec::new()); self.owners.len()];
        for owner in self.sorted_owners() {
            ticks[owner].0 = lane(lanes, &self.owners[owner], sink);
        }
        for Sample { owner, at, stack, source } in std::mem::take(&mut self.samples) {
            let stack = match stack {
                Stack::Unknown => StackId::EMPTY,
                Stack::Frame(frame) => found.of_node[place_of[frame as usize] as usize],
                Stack::List(list) => list
                    .iter()
                    .rev()
                    .map(|&frame| nodes[place_of[frame as usize] as usize].frame)
                    .fold(StackId::EMPTY, |stack, frame| all.push(stack, frame)),
            };
            let is_known = stack != StackId::EMPTY;
            let stack = if is_known { stack } else { all.push(StackId::EMPTY, of_owner[owner as usize]) };
            ticks[owner as usize].1.push(Tick { at, stack, source });
        }
        let (all, became) = all.renamed(|frame| {
            let name = names.get(frame).map_or("", |frame| &frame.name);
            sink.function(FunctionSpec { name, ..FunctionSpec::default() }).0
        });
        for tick in ticks.iter_mut().flat_map(|(_, ticks)| ticks) {
            tick.stack = became[tick.stack.0 as usize];
        }
        write_lanes(&all, &mut ticks, None, bytes, sink)
    }
}

/// Makes the lane of an owner's samples, beside its thread.
fn lane(lanes: &mut Lanes, [process, thread, name]: &[Box<[u8]>; 3], sink: &mut dyn Sink) -> LaneId {
    let known = if process.is_empty() { lanes.process_of(thread) } else { None };
    let name = decode(name).text;
    let name = if name.is_empty() { "samples" } else { &*name };
    lanes.beside(known.as_ref().unwrap_or(process), thread, name, sink)
}
