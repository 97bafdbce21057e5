//! Recognises the format.

use super::numbers::packet as number;
use crate::format::Sniff;
use crate::protobuf::{Content, Fields, fields};

/// Most fields before the first known packet that are none. A file may begin with damage or with other packets.
const OTHERS: u32 = 8;

/// Looks for a packet with at least one known field, among packets of other kinds.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let (mut answer, mut others) = (None, 0);
    let outcome = Fields::default().feed(head, &mut |field| {
        let is_found = matches!((field.number, field.value), (1, Content::Bytes(bytes)) if is_packet(bytes));
        others += u32::from(!matches!((field.number, field.value), (1, Content::Bytes([]))));
        let given_up = (others > OTHERS).then_some(false);
        answer = answer.or(if is_found { Some(true) } else { given_up });
    });
    match answer {
        Some(true) => Sniff::Yes,
        Some(false) => Sniff::No,
        // Text may begin like a field whose length reaches past the end.
        None if outcome.is_err() || complete => Sniff::No,
        None => Sniff::NeedMore,
    }
}

/// Returns whether a message is a packet. The first message of a pprof profile has numbers in fields 1 and 2, where
/// packets have messages.
fn is_packet(bytes: &[u8]) -> bool {
    let mut is_known = false;
    for field in fields(bytes) {
        match field {
            Ok((number, Content::Number(_))) if NUMBERS.contains(&number) => is_known = true,
            Ok((number, Content::Bytes(_))) if MESSAGES.contains(&number) => is_known = true,
            // Other contents of packets.
            Ok((1..=2000, Content::Bytes(_))) => {}
            _ => return false,
        }
    }
    is_known
}

/// Fields of packets that hold numbers.
const NUMBERS: [u32; 10] = [
    number::TIMESTAMP,
    number::SEQUENCE_ID,
    number::SEQUENCE_FLAGS,
    number::TRUSTED_UID,
    number::STATE_CLEARED,
    number::PREVIOUS_DROPPED,
    number::CLOCK_ID,
    number::TRUSTED_PID,
    number::FIRST_ON_SEQUENCE,
    number::MACHINE_ID,
];

/// Fields of packets that hold messages.
const MESSAGES: [u32; 6] = [
    number::TRACK_EVENT,
    number::TRACK_DESCRIPTOR,
    number::CLOCK_SNAPSHOT,
    number::INTERNED_DATA,
    number::COMPRESSED,
    number::ZSTD_COMPRESSED,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_recognised_and_other_messages_refused() {
        let packet = [0x0a, 9, 0x40, 0xe8, 0x07, 0x50, 0x01, 0x5a, 0x02, 0x48, 0x01];
        assert_eq!(sniff(&packet, true), Sniff::Yes);
        assert_eq!(sniff(&[&[0x0a, 0], &packet[..]].concat(), false), Sniff::Yes);
        assert_eq!(sniff(&packet[..6], false), Sniff::NeedMore);
        assert_eq!(sniff(&packet[..6], true), Sniff::No);
        for other in
            [&[0x0a, 4, 8, 1, 16, 2][..], b"\n\nplain text\n", b"\x0a\x03abc\x00\x01", b"{}", b"\0asm"]
        {
            assert_eq!(sniff(other, true), Sniff::No, "{other:?}");
        }
        let damaged = [&[0x0a, 2, 0xff, 0xff, 0x12, 1, 0][..], &packet].concat();
        assert_eq!(sniff(&damaged, false), Sniff::Yes, "behind other fields");
        assert_eq!(sniff(&[&[0x12, 1, 0].repeat(9)[..], &packet].concat(), false), Sniff::No);
    }
}
