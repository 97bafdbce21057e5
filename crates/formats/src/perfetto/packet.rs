//! Reads the envelope of a packet.

use super::numbers::packet as number;
use crate::protobuf::{Content, fields};

/// A packet whose parts are not decoded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Packet<'a> {
    pub(super) time: Option<u64>,
    /// Clock of that time, if the packet names it.
    pub(super) clock: Option<u32>,
    pub(super) sequence: u32,
    /// Set if the packet clears the state of its sequence.
    pub(super) is_cleared: bool,
    /// Set if the packet depends on the state of its sequence.
    pub(super) needs_state: bool,
    /// Set if packets before it were lost.
    pub(super) is_after_loss: bool,
    pub(super) interned: Option<&'a [u8]>,
    pub(super) defaults: Option<&'a [u8]>,
    /// Field number and bytes of the packet's content.
    pub(super) data: Option<(u32, &'a [u8])>,
}

impl<'a> Packet<'a> {
    /// Parses a packet. `None` if it is not a valid message.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut packet = Self::default();
        for field in fields(bytes) {
            match field.ok()? {
                (number::TIMESTAMP, Content::Number(time)) => packet.time = Some(time),
                (number::CLOCK_ID, Content::Number(clock)) => packet.clock = u32::try_from(clock).ok(),
                (number::SEQUENCE_ID, Content::Number(sequence)) => packet.sequence = sequence as u32,
                (number::SEQUENCE_FLAGS, Content::Number(flags)) => {
                    packet.is_cleared |= flags & 1 != 0;
                    packet.needs_state |= flags & 2 != 0;
                }
                (number::STATE_CLEARED, Content::Number(is)) => packet.is_cleared |= is != 0,
                (number::PREVIOUS_DROPPED, Content::Number(is)) => packet.is_after_loss |= is != 0,
                (number::INTERNED_DATA, Content::Bytes(bytes)) => packet.interned = Some(bytes),
                (number::DEFAULTS, Content::Bytes(bytes)) => packet.defaults = Some(bytes),
                (number, Content::Bytes(bytes)) => packet.data = Some((number, bytes)),
                // Fields about the writer, and unknown ones.
                (_, Content::Number(_) | Content::TooLong) => {}
            }
        }
        Some(packet)
    }
}
