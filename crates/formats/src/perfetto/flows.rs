//! Connects events by flows.
//!
//! Events list the ids of their flows, and a flow's direction follows from the times. So ids are held until the end of
//! the file. The first event of an id starts the flow; an event that lists the id as terminating ends it. An event
//! after that starts a new flow.

use diptych_trace::{Binding, FlowPoint, FlowRole, LaneId, Sink};

/// Points of flows, held until all are known.
#[derive(Debug, Default)]
pub(super) struct Flows {
    points: Vec<Point>,
}

/// An event's participation in a flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    /// Set for a legacy id (`bind_id`), clear for one of the format's own flows. Equal ids of both are different flows.
    pub(super) is_legacy: bool,
    pub(super) id: u64,
    pub(super) at: i64,
    /// Row of the event's track.
    pub(super) track: u32,
    /// Role of the event, if it states one.
    pub(super) role: Option<FlowRole>,
    pub(super) is_last: bool,
    pub(super) binding: Binding,
    pub(super) source: u64,
}

impl Flows {
    pub(super) fn push(&mut self, point: Point) {
        self.points.push(point);
    }

    /// Writes all flows. `lane` returns the lane of a track.
    pub(super) fn write(&mut self, lane: impl Fn(u32) -> Option<LaneId>, sink: &mut dyn Sink) {
        let mut points = std::mem::take(&mut self.points);
        points.sort_by_key(|point| (point.is_legacy, point.id, point.at));
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

    /// Returns the number of bytes held.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.points.capacity() * size_of::<Point>()) as u64
    }
}
