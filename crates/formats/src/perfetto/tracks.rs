//! Turns tracks into lanes and strands.
//!
//! A thread's track becomes the lane of that thread. A named custom track becomes a lane within its parent. Of several
//! tracks with one name (such as one per request), the first is the lane and the others are strands in it, one for each
//! track. A custom track without a name becomes a strand of its process: Chrome makes one for every async id. A lane
//! must know its parent when it is made. So events of a track without a descriptor are held until it comes, or the file
//! ends.

use super::instants::CounterKind;
use super::slice::{Slice, TrackTarget};
use crate::chrome_json::lanes::Lanes;
use diptych_trace::{LaneId, LaneKind, OddityKind, Sink};
use std::collections::BTreeMap;

/// All tracks of a file.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    pub(super) lanes: Lanes,
    rows: Vec<Track>,
    by_uuid: BTreeMap<u64, u32>,
    /// Lanes of named tracks by parent lane and name.
    named: BTreeMap<(Option<LaneId>, String), LaneId>,
    /// Lane of strands without a parent.
    loose: Option<LaneId>,
    held: u64,
    bytes: u64,
}

/// Meaning of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TrackKind {
    /// No descriptor so far.
    #[default]
    Unknown,
    /// A thread: ids of its process and itself.
    Thread(i64, i64),
    Process(i64),
    /// A custom track with the uuid of its parent, or 0 without one.
    Custom(u64),
}

/// One track.
#[derive(Debug, Default)]
pub(super) struct Track {
    uuid: u64,
    pub(super) kind: TrackKind,
    pub(super) name: String,
    pub(super) order: Option<i64>,
    /// True once a descriptor has come.
    pub(super) is_described: bool,
    /// Description of its counter, if it is the track of one.
    pub(super) counter: Option<CounterKind>,
    /// Name of the counter's unit, if the descriptor spells it out.
    pub(super) unit_name: Option<String>,
    /// Byte of the file at which its descriptor begins.
    pub(super) offset: u64,
    place: Option<TrackTarget>,
    held: Vec<WaitingSlice>,
    /// Category of its first event, if that is held.
    category: String,
}

/// An event held until its track has a descriptor.
#[derive(Debug, Clone, Copy)]
struct WaitingSlice {
    slice: Slice,
    at: i64,
    source: u64,
}

/// Error while a required descriptor may still come.
#[derive(Debug)]
struct MissingDescriptor;

/// Most levels of nested tracks. The limit also ends cycles.
const DEPTH: usize = 16;

impl Tracks {
    /// Returns the row of a track, and adds it if there is none.
    pub(super) fn row(&mut self, uuid: u64) -> u32 {
        let rows = &mut self.rows;
        *self.by_uuid.entry(uuid).or_insert_with(|| {
            rows.push(Track { uuid, ..Track::default() });
            rows.len() as u32 - 1
        })
    }

    pub(super) fn track(&mut self, row: u32) -> &mut Track {
        &mut self.rows[row as usize]
    }

    /// Takes a track's name from a descriptor. An empty one keeps the earlier name.
    pub(super) fn name(&mut self, row: u32, name: String, sink: &mut dyn Sink) {
        let track = &mut self.rows[row as usize];
        if name.is_empty() || name == track.name {
            return;
        }
        self.bytes += name.len() as u64;
        if let (TrackKind::Custom(_) | TrackKind::Unknown, Some(TrackTarget::Lane(lane))) =
            (track.kind, track.place)
        {
            sink.name_lane(lane, &name);
        }
        track.name = name;
    }

    /// Writes a slice event of a track, or holds it. `category` returns that of the event.
    pub(super) fn give(
        &mut self,
        row: u32,
        slice: Slice,
        at: i64,
        source: u64,
        sink: &mut dyn Sink,
        category: impl FnOnce() -> String,
    ) {
        let track = &self.rows[row as usize];
        if let Some(place) = track.place {
            return place.write(slice, at, source, sink);
        }
        let is_first = track.held.is_empty();
        let category = if is_first { category() } else { String::new() };
        let place = if is_first { self.place(row, &category, false, sink) } else { None };
        let Some(place) = place else {
            let track = &mut self.rows[row as usize];
            track.held.push(WaitingSlice { slice, at, source });
            if is_first {
                self.bytes += category.len() as u64;
                track.category = category;
            }
            self.held += 1;
            return;
        };
        place.write(slice, at, source, sink);
    }

    /// Returns the lane of a track's events, or of its strand. `None` if the track has not been placed.
    pub(super) fn lane(&self, row: u32) -> Option<LaneId> {
        match self.rows[row as usize].place? {
            TrackTarget::Lane(lane) | TrackTarget::Strand(_, lane) => Some(lane),
        }
    }

    /// Returns the lane that stands for a track without making one: its own, or else that of the innermost thread or
    /// process around it that has one.
    pub(super) fn existing_lane(&self, row: u32) -> Option<LaneId> {
        let mut row = row;
        for _ in 0..DEPTH {
            if let Some(lane) = self.lane(row) {
                return Some(lane);
            }
            match self.rows[row as usize].kind {
                TrackKind::Thread(process, thread) => {
                    let [process, thread] = [process, thread].map(|id| id.to_string());
                    let of_thread = self.lanes.existing_thread(process.as_bytes(), thread.as_bytes());
                    return of_thread.or_else(|| self.lanes.existing_process(process.as_bytes()));
                }
                TrackKind::Process(process) => {
                    return self.lanes.existing_process(process.to_string().as_bytes());
                }
                TrackKind::Custom(parent) => row = *self.by_uuid.get(&parent)?,
                TrackKind::Unknown => return None,
            }
        }
        None
    }

    /// Returns whether the track's events form a strand, as far as known.
    pub(super) fn is_strand(&self, row: u32) -> bool {
        matches!(self.rows[row as usize].place, Some(TrackTarget::Strand(..)))
    }

    /// Returns the process of a track; 0 if unknown.
    pub(super) fn process(&self, row: u32) -> i64 {
        let mut row = row;
        for _ in 0..DEPTH {
            match self.rows[row as usize].kind {
                TrackKind::Thread(process, _) | TrackKind::Process(process) => return process,
                TrackKind::Custom(parent) => match self.by_uuid.get(&parent) {
                    Some(&parent) => row = parent,
                    None => return 0,
                },
                TrackKind::Unknown => return 0,
            }
        }
        0
    }

    /// Returns the lane of a thread.
    pub(super) fn thread_lane(&mut self, process: i64, thread: i64, sink: &mut dyn Sink) -> LaneId {
        self.lanes.lane(process.to_string().as_bytes(), thread.to_string().as_bytes(), sink)
    }

    /// Returns the lane of a process.
    pub(super) fn process_lane(&mut self, process: i64, sink: &mut dyn Sink) -> LaneId {
        self.lanes.process_lane(process.to_string().as_bytes(), sink)
    }

    /// Ends the file: writes held events and names the lanes.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        for row in 0..self.rows.len() as u32 {
            let held = std::mem::take(&mut self.track(row).held);
            let Some(first) = held.first() else { continue };
            let track = self.track(row);
            if track.kind == TrackKind::Unknown {
                let uuid = track.uuid.to_string();
                sink.odd(
                    OddityKind::SkippedPart,
                    "track without a descriptor; its calls have a lane of their own",
                    first.source,
                    &uuid,
                );
            }
            let category = std::mem::take(&mut track.category);
            let Some(place) = self.place(row, &category, true, sink) else { continue };
            for WaitingSlice { slice, at, source } in held {
                place.write(slice, at, source, sink);
            }
        }
        self.lanes.finish(sink);
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = self.rows.len() * (size_of::<Track>() + 64) + self.named.len() * 96;
        // Three times, because a list that doubles briefly exists twice, once at double length.
        let held = self.held * 3 * size_of::<WaitingSlice>() as u64;
        self.lanes.held_bytes() + rows as u64 + held + self.bytes * 2
    }

    /// Returns the destination of a track's events. `None` if it is not known yet; never if `is_end`.
    fn place(&mut self, row: u32, category: &str, is_end: bool, sink: &mut dyn Sink) -> Option<TrackTarget> {
        let track = &self.rows[row as usize];
        if track.place.is_some() {
            return track.place;
        }
        let place = match track.kind {
            TrackKind::Thread(process, thread) => TrackTarget::Lane(self.thread_lane(process, thread, sink)),
            TrackKind::Process(process) => {
                let parent = self.process_lane(process, sink);
                TrackTarget::Lane(sink.lane(Some(parent), LaneKind::Group, "process track"))
            }
            // Events without a track are on track 0, which needs no descriptor.
            TrackKind::Unknown if track.uuid == 0 => {
                let name = if track.name.is_empty() { "default track" } else { &track.name };
                TrackTarget::Lane(sink.lane(None, LaneKind::Group, name))
            }
            TrackKind::Unknown if !is_end => return None,
            TrackKind::Unknown => self.custom(row, None, category, sink),
            TrackKind::Custom(parent) => {
                let container = self.container(parent, is_end, sink).ok()?;
                self.custom(row, container, category, sink)
            }
        };
        self.rows[row as usize].place = Some(place);
        Some(place)
    }

    /// Returns the lane that contains the children of a track. `Ok(None)` if there is none.
    fn container(
        &mut self,
        parent: u64,
        is_end: bool,
        sink: &mut dyn Sink,
    ) -> Result<Option<LaneId>, MissingDescriptor> {
        let offset = self.by_uuid.get(&parent).map_or(0, |&row| self.rows[row as usize].offset);
        let mut named: Vec<u32> = Vec::new();
        let mut uuid = parent;
        let mut container = None;
        for depth in 0.. {
            let Some(&row) = self.by_uuid.get(&uuid).filter(|_| uuid != 0 && depth < DEPTH) else {
                if uuid != 0 && depth < DEPTH && !is_end {
                    return Err(MissingDescriptor);
                }
                if depth == DEPTH {
                    let subject = "tracks nested more than 16 deep; the outermost is shown on its own";
                    sink.odd(OddityKind::SkippedPart, subject, offset, &uuid.to_string());
                }
                break;
            };
            let track = &self.rows[row as usize];
            match track.kind {
                TrackKind::Thread(process, _) | TrackKind::Process(process) => {
                    container = Some(self.process_lane(process, sink));
                    break;
                }
                TrackKind::Unknown if is_end => break,
                TrackKind::Unknown => return Err(MissingDescriptor),
                TrackKind::Custom(parent) => {
                    if !track.name.is_empty() {
                        named.push(row);
                    }
                    uuid = parent;
                }
            }
        }
        for row in named.into_iter().rev() {
            let place = self.rows[row as usize].place;
            let place = place.unwrap_or_else(|| self.custom(row, container, "", sink));
            self.rows[row as usize].place = Some(place);
            container = match place {
                TrackTarget::Lane(lane) | TrackTarget::Strand(_, lane) => Some(lane),
            };
        }
        Ok(container)
    }

    /// Makes the destination of a custom track.
    fn custom(
        &mut self,
        row: u32,
        container: Option<LaneId>,
        category: &str,
        sink: &mut dyn Sink,
    ) -> TrackTarget {
        let track = &self.rows[row as usize];
        if track.name.is_empty() {
            let loose = &mut self.loose;
            let lane = container
                .unwrap_or_else(|| *loose.get_or_insert_with(|| sink.lane(None, LaneKind::Group, "tracks")));
            return TrackTarget::Strand(sink.strand(lane, category), lane);
        }
        let key = (container, track.name.clone());
        if let Some(&lane) = self.named.get(&key) {
            return TrackTarget::Strand(sink.strand(lane, ""), lane);
        }
        let lane = sink.lane(container, LaneKind::Group, &track.name);
        if let Some(order) = track.order {
            sink.order_lane(lane, order);
        }
        self.named.insert(key, lane);
        TrackTarget::Lane(lane)
    }
}
