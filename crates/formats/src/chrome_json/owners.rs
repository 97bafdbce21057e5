//! Owners of instants and counters: threads and processes by their ids, whose lanes may come to exist later or never.

use super::ids::ByKey;
use super::lanes::Lanes;
use diptych_trace::{OwnerId, Sink};

/// Owners by raw process and thread id.
#[derive(Debug, Default)]
pub(crate) struct Owners {
    by_key: ByKey<OwnerId>,
    rows: Vec<Row>,
    run: Option<OwnerId>,
}

#[derive(Debug)]
struct Row {
    owner: OwnerId,
    process: Box<[u8]>,
    /// `None` for a process.
    thread: Option<Box<[u8]>>,
}

/// Bytes of a row without its ids, estimated.
const ROW_BYTES: u64 = 96;

impl Owners {
    /// Returns the owner that stands for a thread.
    pub(crate) fn thread(&mut self, process: &[u8], thread: &[u8], sink: &mut dyn Sink) -> OwnerId {
        self.owner(process, Some(thread), sink)
    }

    /// Returns the owner that stands for a process.
    pub(crate) fn process(&mut self, process: &[u8], sink: &mut dyn Sink) -> OwnerId {
        self.owner(process, None, sink)
    }

    /// Returns the owner that stands for the whole run.
    pub(crate) fn run(&mut self, sink: &mut dyn Sink) -> OwnerId {
        *self.run.get_or_insert_with(|| sink.owner())
    }

    fn owner(&mut self, process: &[u8], thread: Option<&[u8]>, sink: &mut dyn Sink) -> OwnerId {
        let rows = &mut self.rows;
        let key: [&[u8]; 3] = [process, &[u8::from(thread.is_some())], thread.unwrap_or_default()];
        self.by_key.get_or_insert_with(&key, || {
            let owner = sink.owner();
            rows.push(Row { owner, process: process.into(), thread: thread.map(Into::into) });
            owner
        })
    }

    /// Ends the file: places each owner on its lane. A thread without calls has none, and its process takes its place.
    pub(crate) fn finish(&self, lanes: &Lanes, sink: &mut dyn Sink) {
        for Row { owner, process, thread } in &self.rows {
            let of_thread = thread.as_ref().and_then(|thread| lanes.existing_thread(process, thread));
            if let Some(lane) = of_thread.or_else(|| lanes.existing_process(process)) {
                sink.place_owner(*owner, lane);
            }
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.by_key.held_bytes() + self.rows.len() as u64 * ROW_BYTES
    }
}
