//! Links: messages and the like, from a container to another, told by a start and an end with one key.

use super::states::Meant;
use super::types::TypeId;
use diptych_trace::{Binding, FlowPoint, FlowRole, OddKind, Sink};
use std::collections::{BTreeMap, VecDeque};

/// Starts and ends that have not found their other half. By order, so that keys made to collide are read no slower.
#[derive(Debug, Default)]
pub(super) struct Links {
    halves: BTreeMap<Box<[u8]>, VecDeque<Half>>,
    /// Halves, and bytes of their keys.
    held: (u64, u64),
    /// Links that are whole.
    count: u32,
}

/// A start or an end.
#[derive(Debug, Clone, Copy)]
struct Half {
    starts: bool,
    /// The state of its container, if it had one.
    meant: Option<Meant>,
    offset: u64,
}

/// Bytes of a half beside its key, about.
const HALF_BYTES: u64 = 320;

impl Links {
    /// Takes a start or an end. Ends may come first. Links of one key follow each other in their order.
    pub(super) fn take(
        &mut self,
        (kind, key): (TypeId, &[u8]),
        starts: bool,
        meant: Option<Meant>,
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let own = [&kind.0.to_le_bytes(), key].concat();
        let half = Half { starts, meant, offset };
        let known = self.halves.get_mut(own.as_slice());
        let Some(halves) = known else {
            self.held = (self.held.0 + 1, self.held.1 + own.len() as u64);
            self.halves.insert(own.into(), VecDeque::from([half]));
            return;
        };
        if halves.front().is_some_and(|front| front.starts == starts) {
            self.held.0 += 1;
            halves.push_back(half);
            return;
        }
        let other = halves.pop_front();
        self.held.0 -= 1;
        if halves.is_empty() {
            self.held.1 -= own.len() as u64;
            self.halves.remove(own.as_slice());
        }
        if let Some(other) = other {
            let [start, end] = if starts { [half, other] } else { [other, half] };
            self.tie(start, end, sink);
        }
    }

    /// The file is over: reports what found no other half.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        let mut halves: Vec<(Half, Box<[u8]>)> = Vec::new();
        for (key, of_key) in std::mem::take(&mut self.halves) {
            halves.extend(of_key.into_iter().map(|half| (half, key.clone())));
        }
        halves.sort_by_key(|(half, _)| half.offset);
        for (half, key) in halves {
            let what = if half.starts { "link that does not end" } else { "link that does not start" };
            sink.odd(OddKind::SkippedEvent, what, half.offset, &crate::describe::quote(&key[4..]));
        }
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.held.0 * HALF_BYTES + self.held.1
    }

    fn tie(&mut self, start: Half, end: Half, sink: &mut dyn Sink) {
        let (Some(from), Some(to)) = (start.meant, end.meant) else {
            let offset = if start.meant.is_none() { start.offset } else { end.offset };
            let what = "link of a container that is in no state then";
            return sink.odd(OddKind::SkippedEvent, what, offset, "");
        };
        let key = self.count;
        self.count = self.count.wrapping_add(1);
        for (meant, role) in [(from, FlowRole::Start), (to, FlowRole::End)] {
            let Meant { lane, start: at, source } = meant;
            sink.flow(lane, FlowPoint { key, at, role, binding: Binding::Record, source });
        }
    }
}
