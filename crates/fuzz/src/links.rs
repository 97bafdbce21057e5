//! Links: what a hash says is written again and means the same.

use diptych_protocol::Sides;
use diptych_protocol::link::{
    LANE_EXAMPLE_LANES, LaneNames, MAX_LINK_BYTES, SideLanes, decode, encode, note_target, unpack,
};

/// Returns both sides as open, with lanes whose names have to be escaped.
fn example_lanes() -> SideLanes {
    Sides::both(Some(LaneNames::new(LANE_EXAMPLE_LANES.iter().copied())))
}

/// Reads any bytes as a hash, as a packed value and as the place of a note.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for lanes in [&SideLanes::default(), &example_lanes()] {
        let link = decode(&text, lanes);
        let written = encode(&link, lanes);
        // Escapes can lengthen a link beyond what is read.
        if written.len() <= MAX_LINK_BYTES {
            assert_eq!(encode(&decode(&written, lanes), lanes), written);
        }
        let _ = note_target(&text, lanes);
    }
    let _ = unpack(&text);
}
