//! Makes the lanes of threads and processes.

use super::tables::Thread;
use diptych_trace::{LaneId, LaneKind, Sink};
use rustc_hash::FxHashMap;

/// Lanes of processes by their id.
#[derive(Default)]
pub(super) struct Processes<'a> {
    pub(super) lanes: FxHashMap<&'a str, LaneId>,
}

impl<'a> Processes<'a> {
    /// Makes the lane of a thread. Returns that of its process, too, and makes it first if there is none.
    pub(super) fn lane(&mut self, thread: &'a Thread, sink: &mut dyn Sink) -> (LaneId, LaneId) {
        let parent = *self.lanes.entry(&thread.pid).or_insert_with(|| {
            let name = if thread.process_name.is_empty() { "process" } else { &thread.process_name };
            sink.lane(None, LaneKind::Process, &format!("{name} {}", thread.pid))
        });
        let name = if thread.name.is_empty() { "thread" } else { &thread.name };
        (parent, sink.lane(Some(parent), LaneKind::Thread, &format!("{name} {}", thread.tid)))
    }
}
