//! Flows: which event led to which.
//!
//! Events list the ids of the flows they are in, and direction follows from their times; so ids are held until the file is
//! over. The first event of an id begins it, one that lists it as its last ends it, and what comes behind begins anew.

use diptych_trace::{Binding, FlowPoint, FlowRole, LaneId, Sink, Sorting};

/// Points of flows until all are known.
#[derive(Debug, Default)]
pub(super) struct Flows {
    points: Vec<Point>,
}

/// An event in a flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    /// Ids of the format's own flows, and those of the older one (`bind_id`), which are others.
    pub(super) is_legacy: bool,
    pub(super) id: u64,
    pub(super) at: i64,
    /// Row of its track.
    pub(super) track: u32,
    /// What it is, where the event says so.
    pub(super) role: Option<FlowRole>,
    pub(super) is_last: bool,
    pub(super) binding: Binding,
    pub(super) source: u64,
}

impl Flows {
    pub(super) fn push(&mut self, point: Point) {
        self.points.push(point);
    }

    /// Writes all. `lane`: that of a track.
    pub(super) fn write(&mut self, lane: impl Fn(u32) -> Option<LaneId>, sink: &mut dyn Sink) {
        let mut points = std::mem::take(&mut self.points);
        points.order_by_key(|point| (point.is_legacy, point.id, point.at));
        let mut key = 0;
        for flow in points.chunk_by(|one, other| (one.is_legacy, one.id) == (other.is_legacy, other.id)) {
            let mut has_begun = false;
            for point in flow {
                let inferred = match (has_begun, point.is_last) {
                    (_, true) => FlowRole::End,
                    (true, false) => FlowRole::Step,
                    (false, false) => FlowRole::Start,
                };
                let role = point.role.unwrap_or(inferred);
                has_begun = role != FlowRole::End;
                let Some(lane) = lane(point.track) else { continue };
                let Point { at, binding, source, .. } = *point;
                sink.flow(lane, FlowPoint { key, at, role, binding, source });
            }
            key += 1;
        }
    }

    /// Bytes held.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.points.capacity() * size_of::<Point>()) as u64
    }
}
