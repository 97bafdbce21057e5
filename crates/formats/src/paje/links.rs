//! Pairs links: messages and the like from one container to another, given by a start and an end with one key.

use super::states::LinkedCall;
use super::types::TypeId;
use crate::by_text::ByText;
use diptych_trace::{Binding, FlowPoint, FlowRole, OddityKind, Sink};
use std::collections::VecDeque;

/// Starts and ends that wait for their other half.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Waiting halves by type and key.
    halves: ByText<Halves>,
    /// Number of halves queued after the first of their key.
    queued: u64,
    /// Number of complete links.
    count: u32,
    /// Type and key of the current half.
    own: Vec<u8>,
}

/// Waiting halves of one key, all of them starts or all of them ends, in file order. Most keys have only one.
#[derive(Debug)]
struct Halves {
    first: Half,
    others: VecDeque<Half>,
}

/// A start or an end of a link.
#[derive(Debug, Clone, Copy)]
struct Half {
    starts: bool,
    /// State of its container at that time, if there was one.
    meant: Option<LinkedCall>,
    offset: u64,
}

/// Bytes of a key besides its text, estimated, with room for lists that double as they grow.
const KEY_BYTES: u64 = 3 * size_of::<Halves>() as u64;
/// Bytes of a half queued after the first of its key, estimated in the same way.
const HALF_BYTES: u64 = 3 * size_of::<Half>() as u64;

impl Links {
    /// Takes a start or an end; the end may come first. Halves of one key are paired in file order.
    pub(super) fn take(
        &mut self,
        kind: TypeId,
        key: &[u8],
        starts: bool,
        meant: Option<LinkedCall>,
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let half = Half { starts, meant, offset };
        self.own.clear();
        self.own.extend_from_slice(&kind.0.to_le_bytes());
        self.own.extend_from_slice(key);
        let (mut other, mut queued) = (None, self.queued);
        let change = |halves: &mut Halves| {
            if halves.first.starts == starts {
                queued += 1;
                halves.others.push_back(half);
                return true;
            }
            other = Some(halves.first);
            let next = halves.others.pop_front();
            queued -= u64::from(next.is_some());
            halves.first = next.unwrap_or(half);
            next.is_some()
        };
        self.halves.change_or_insert_with(
            &self.own,
            || Halves { first: half, others: VecDeque::new() },
            change,
        );
        self.queued = queued;
        let Some(other) = other else { return };
        let [start, end] = if starts { [half, other] } else { [other, half] };
        self.tie(start, end, sink);
    }

    /// Ends the file: reports halves without a partner.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        let mut halves: Vec<(Half, Box<[u8]>)> = Vec::new();
        for (key, Halves { first, others }) in self.halves.drain_unsorted() {
            halves.extend(others.into_iter().map(|half| (half, key.clone())));
            halves.push((first, key));
        }
        halves.sort_by_key(|(half, _)| half.offset);
        for (half, key) in halves {
            let what = if half.starts { "link that does not end" } else { "link that does not start" };
            sink.odd(OddityKind::SkippedEvent, what, half.offset, &crate::quote::quote(&key[4..]));
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.halves.held_bytes() + self.halves.len() * KEY_BYTES + self.queued * HALF_BYTES
    }

    fn tie(&mut self, start: Half, end: Half, sink: &mut dyn Sink) {
        let (Some(from), Some(to)) = (start.meant, end.meant) else {
            let offset = if start.meant.is_none() { start.offset } else { end.offset };
            let what = "link of a container without a state at that time";
            return sink.odd(OddityKind::SkippedEvent, what, offset, "");
        };
        let key = self.count;
        self.count = self.count.wrapping_add(1);
        for (meant, role) in [(from, FlowRole::Start), (to, FlowRole::End)] {
            let LinkedCall { lane, start: at, source } = meant;
            sink.flow(lane, FlowPoint { key, at, role, binding: Binding::Record, source });
        }
    }
}
