//! Maps the document's members to nodes and samples.

use super::nodes::{CallFrame, CallFrames, Node};
use crate::decimal::Decimal;
use crate::json::{Document, Members, Value, text};
use crate::samples::{Numbers, Oddities, SampleSums};
use diptych_trace::{OddityKind, Sink, push_tight};
use std::ops::Range;

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Root,
    Nodes,
    /// A node of a CPU profile.
    Node,
    /// A node of a heap profile, or of a CPU profile before 2016. Such nodes are nested.
    HeapNode,
    HeapNodes,
    Frame,
    Name,
    Url,
    Line,
    Id,
    Parent,
    HitCount,
    SelfSize,
    /// The sampled allocations of a heap profile.
    Allocations,
    Allocation,
    AllocationSize,
    Children,
    Child,
    StartTime,
    EndTime,
    Samples,
    Sample,
    Deltas,
    Delta,
    /// A field of a node in a CPU profile before 2016, which has no call frame.
    OldName,
    OldUrl,
    OldLine,
    /// Before 2016, the samples' instants, in place of times since the sample before.
    Instants,
    Instant,
    /// The application of a node, in profiles of AL.
    Application,
    /// Times of samples with their callees, in profiles of AL in which every call was measured.
    ExecutionTimes,
    ExecutionTime,
}

/// Returns whether a member of the document holds the profile, as in the replies of an inspector.
pub(super) fn is_wrapper(name: &[u8]) -> bool {
    matches!(name, b"result" | b"params" | b"profile")
}

/// Kind of profile, as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Cpu,
    /// A CPU profile before 2016: seconds for start and end, instants for samples.
    OldCpu,
    Heap,
}

/// Content of the document read so far.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(super) frames: CallFrames,
    pub(super) nodes: Vec<Node>,
    /// Pairs of a node's index and the id of one of its children.
    pub(super) children: Vec<(u32, u32)>,
    /// Pairs of a node's index and the id of its parent.
    pub(super) parents: Vec<(u32, u32)>,
    pub(super) start_time: Vec<u8>,
    pub(super) end_time: Vec<u8>,
    /// Node id and file offset of each sample.
    pub(super) samples: Vec<(u32, u64)>,
    pub(super) has_samples: bool,
    pub(super) deltas: Numbers,
    /// Instants of the samples. Those of profiles since 2016 are ignored.
    pub(super) instants: Numbers,
    /// Set if nodes name their application, as in profiles of Business Central.
    pub(super) is_al: bool,
    pub(super) execution_times: Numbers,
    /// Number of samples that are objects, and the byte of the first. Heap profiles have such samples.
    objects: (u64, u64),
    pub(super) kind: Kind,
    pub(super) has_nodes: bool,
    /// Number of nodes whose weight is above zero.
    pub(super) weighed: u64,
    /// Sums over the sampled allocations of a heap profile, in bytes.
    pub(super) allocations: SampleSums,
    pub(super) odd: Oddities,
    /// Indices of the open nodes, outermost first.
    open: Vec<u32>,
    /// Call frame being read.
    frame: CallFrame,
    /// Frames that the open nodes state themselves, as before 2016.
    frames_open: Vec<CallFrame>,
}

impl Document for Contents {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        Some(match (object, name) {
            (Place::Root, b"nodes") => Place::Nodes,
            (Place::Root, b"head") => Place::HeapNode,
            (Place::Root, b"startTime") => Place::StartTime,
            (Place::Root, b"endTime") => Place::EndTime,
            (Place::Root, b"samples") if self.kind != Kind::Heap => Place::Samples,
            (Place::Root, b"samples") => Place::Allocations,
            (Place::Allocation, b"size") => Place::AllocationSize,
            (Place::Root, b"timeDeltas") => Place::Deltas,
            (Place::Root, b"timestamps") => Place::Instants,
            (Place::Root, b"sampleExecutionTimes") => Place::ExecutionTimes,
            (Place::Node, b"applicationDefinition" | b"declaringApplication") => Place::Application,
            (Place::Root, name) if is_wrapper(name) => Place::Root,
            (Place::HeapNode, b"functionName") => Place::OldName,
            (Place::HeapNode, b"url") => Place::OldUrl,
            (Place::HeapNode, b"lineNumber") => Place::OldLine,
            (Place::Node | Place::HeapNode, b"callFrame") => Place::Frame,
            (Place::Node | Place::HeapNode, b"id") => Place::Id,
            (Place::Node, b"parent") => Place::Parent,
            (Place::Node | Place::HeapNode, b"hitCount") => Place::HitCount,
            (Place::Node, b"children") => Place::Children,
            (Place::HeapNode, b"selfSize") => Place::SelfSize,
            (Place::HeapNode, b"children") => Place::HeapNodes,
            (Place::Frame, b"functionName") => Place::Name,
            (Place::Frame, b"url") => Place::Url,
            (Place::Frame, b"lineNumber") => Place::Line,
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        Some(match array {
            Place::Nodes => Place::Node,
            Place::HeapNodes => Place::HeapNode,
            Place::Allocations => Place::Allocation,
            Place::Children => Place::Child,
            Place::Samples => Place::Sample,
            Place::Deltas => Place::Delta,
            Place::Instants => Place::Instant,
            Place::ExecutionTimes => Place::ExecutionTime,
            _ => return None,
        })
    }

    fn open(&mut self, place: Place, offset: u64, _: &mut dyn Sink) {
        match place {
            Place::Node | Place::HeapNode => {
                if place == Place::HeapNode && self.kind == Kind::Cpu {
                    self.kind = Kind::Heap;
                }
                self.frames_open.push(CallFrame::default());
                self.has_nodes = true;
                let parent = self.open.last().copied();
                self.open.push(self.nodes.len() as u32);
                // A node without a call frame gets the frame that V8 uses for anonymous functions.
                let frame = self.frames.number(CallFrame::default());
                push_tight(&mut self.nodes, Node { frame, parent, offset, ..Node::default() });
            }
            Place::Frame => self.frame = CallFrame::default(),
            Place::Samples => self.has_samples = true,
            Place::Sample => {
                if self.objects.0 == 0 {
                    self.objects.1 = offset;
                }
                self.objects.0 += 1;
                self.samples.push((u32::MAX, offset));
            }
            Place::Delta => self.deltas.push(b""),
            Place::Instant => self.instants.push(b""),
            Place::ExecutionTime => self.execution_times.push(b""),
            Place::Application => self.is_al = true,
            _ => {}
        }
    }

    fn close(&mut self, place: Place, _: &mut dyn Sink) {
        match place {
            Place::Frame => {
                let frame = self.frames.number(std::mem::take(&mut self.frame));
                if let Some(node) = self.node() {
                    node.frame = frame;
                }
            }
            Place::Node | Place::HeapNode => {
                let is_weighed = self.node().is_some_and(|node| node.weight != Decimal::ZERO);
                self.weighed += u64::from(is_weighed);
                let frame = self.frames_open.pop().filter(|frame| *frame != CallFrame::default());
                if let Some(number) = frame.map(|frame| self.frames.number(frame))
                    && let Some(node) = self.node()
                {
                    node.frame = number;
                }
                self.open.pop();
            }
            _ => {}
        }
    }

    fn value(&mut self, place: Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        match place {
            Place::Name => self.frame.name = text(raw, offset, sink),
            Place::Url => self.frame.url = text(raw, offset, sink),
            // From 0 on; -1 for none.
            Place::Line => self.frame.line = number(raw).map_or(0, |line| line.saturating_add(1)),
            Place::OldName => {
                self.kind = Kind::OldCpu;
                let name = text(raw, offset, sink);
                self.open_frame().name = name;
            }
            Place::OldUrl => {
                let url = text(raw, offset, sink);
                self.open_frame().url = url;
            }
            // From 1 on, if known.
            Place::OldLine => {
                self.open_frame().line = number(raw).unwrap_or(0);
            }
            Place::Id => {
                let id = number(raw);
                match (id, self.node()) {
                    (Some(id), Some(node)) => node.id = id,
                    _ => self.odd.note(OddityKind::BadEvent, "node whose id is not a number", offset),
                }
            }
            Place::Parent => self.link(raw, offset, true),
            Place::Child => self.link(raw, offset, false),
            Place::HitCount | Place::SelfSize => {
                let weight = Decimal::scaled(raw, 0).ok().filter(|weight| !weight.is_negative());
                match (weight, self.node()) {
                    (Some(weight), Some(node)) => node.weight = weight,
                    _ => self.odd.note(OddityKind::BadEvent, "weight of a node that is not a number", offset),
                }
            }
            Place::AllocationSize => {
                if let Ok(size) = Decimal::scaled(raw, 0) {
                    self.allocations.add(size.to_f64());
                }
            }
            Place::StartTime => self.start_time = raw.to_vec(),
            Place::EndTime => self.end_time = raw.to_vec(),
            Place::Sample => self.sample(number(raw), offset),
            Place::Delta => self.deltas.push(raw),
            Place::Instant => self.instants.push(raw),
            Place::ExecutionTime => self.execution_times.push(raw),
            Place::Node | Place::HeapNode => {
                self.odd.note(OddityKind::BadEvent, "node that is not an object", offset);
            }
            _ => {}
        }
    }

    /// Nodes have ids. Samples and their times belong together by their index.
    fn members_of_records(&self, array: Place) -> Option<Members> {
        (array == Place::Nodes).then_some(&[&[b"id"], &[b"callFrame"]])
    }

    /// Keeps what was read of the node: its children may refer to it, or it to them.
    fn leave_out(&mut self, _: Place) {
        self.open.clear();
        self.frames_open.clear();
    }
}

impl Contents {
    /// Returns the number of samples with a time, or of nodes with a weight. `is_whole` once the document has ended.
    pub(crate) fn calls(&self, is_whole: bool) -> u64 {
        let timed = self.samples.len().min(self.deltas.len().max(self.instants.len()));
        match (self.counts_nodes(is_whole), is_whole && self.lacks_times()) {
            (true, _) => self.weighed,
            (false, true) => self.samples.len() as u64,
            (false, false) => timed as u64,
        }
    }

    /// Returns whether the document, which has ended, has samples but no time of any.
    pub(super) fn lacks_times(&self) -> bool {
        let times = if self.kind == Kind::OldCpu {
            self.deltas.len().max(self.instants.len())
        } else {
            self.deltas.len()
        };
        self.kind != Kind::Heap && !self.samples.is_empty() && times == 0
    }

    /// Returns whether nodes are counted instead of samples: by bytes of a heap, or by hits if there are no samples.
    pub(super) fn counts_nodes(&self, is_whole: bool) -> bool {
        self.kind == Kind::Heap || is_whole && !self.has_samples
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        let links = self.children.capacity() + self.parents.capacity();
        let lists = self.nodes.capacity() * size_of::<Node>() + links * 8 + self.samples.capacity() * 16;
        lists as u64
            + self.deltas.held_bytes()
            + self.instants.held_bytes()
            + self.execution_times.held_bytes()
            + self.frames.held_bytes()
    }

    /// Ends the document: takes what the kind of profile decides, which may be known only now.
    pub(super) fn settle_kind(&mut self) {
        if self.kind == Kind::Heap {
            (self.samples, self.has_samples) = (Vec::new(), false);
            return;
        }
        let (objects, first) = std::mem::take(&mut self.objects);
        for _ in 0..objects {
            self.odd.note(OddityKind::BadEvent, "sample that is not a number", first);
        }
        if self.kind == Kind::OldCpu {
            self.deltas = std::mem::take(&mut self.instants);
        }
    }

    /// Moves a profile that starts more than ten seconds away from `begun`, both in microseconds: its clock is another
    /// one. Without a valid `begun` the profile stays.
    pub(crate) fn start_near(&mut self, begun: &[u8]) {
        const MOST_MICROS: i64 = 10_000_000;
        let micros = |text: &[u8]| Decimal::scaled(text.trim_ascii(), 0).ok().map(Decimal::round);
        let Some(begun) = micros(begun) else { return };
        let start = micros(&self.start_time).unwrap_or(0);
        let by = begun.saturating_sub(start);
        if by.unsigned_abs() > MOST_MICROS.unsigned_abs() {
            self.start_time = begun.to_string().into_bytes();
            if let Some(end) = micros(&self.end_time) {
                self.end_time = end.saturating_add(by).to_string().into_bytes();
            }
        }
    }

    /// Ends a piece of the document: pads its samples or their times, so that those of the next piece match again.
    pub(crate) fn align(&mut self, offset: u64) {
        while self.deltas.len() < self.samples.len() {
            self.deltas.push(b"");
        }
        while self.samples.len() < self.deltas.len() {
            self.sample(None, offset);
        }
    }

    /// Returns the number of samples so far.
    pub(crate) fn sample_count(&self) -> usize {
        self.samples.len()
    }

    /// Puts samples with their times into another order, given by ranges of them.
    pub(crate) fn reorder(&mut self, ranges: impl Iterator<Item = Range<usize>>) {
        let mut deltas = Numbers::default();
        let mut samples = Vec::with_capacity(self.samples.len());
        for index in ranges.flatten() {
            samples.extend(self.samples.get(index));
            deltas.push(self.deltas.text(index));
        }
        (self.samples, self.deltas) = (samples, deltas);
    }

    /// Returns the call frame whose fields the current node states itself.
    fn open_frame(&mut self) -> &mut CallFrame {
        if self.frames_open.is_empty() {
            self.frames_open.push(CallFrame::default());
        }
        let last = self.frames_open.len() - 1;
        &mut self.frames_open[last]
    }

    /// Returns the node being read.
    fn node(&mut self) -> Option<&mut Node> {
        let place = *self.open.last()?;
        self.nodes.get_mut(place as usize)
    }

    fn link(&mut self, raw: &[u8], offset: u64, is_parent: bool) {
        match (number(raw), self.open.last()) {
            (Some(id), Some(&place)) => {
                if is_parent { &mut self.parents } else { &mut self.children }.push((place, id));
            }
            _ => self.odd.note(OddityKind::BadEvent, "id of a node that is not a number", offset),
        }
    }

    /// Adds a sample. Without a node, it does not say what ran.
    fn sample(&mut self, node: Option<u32>, offset: u64) {
        if node.is_none() {
            self.odd.note(OddityKind::BadEvent, "sample that is not a number", offset);
        }
        self.samples.push((node.unwrap_or(u32::MAX), offset));
    }
}

fn number(raw: &[u8]) -> Option<u32> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}
