//! OTF2: an archive of one location, written here as a tar file.

use crate::oracle;
use diptych_testkit::tar_member;

/// Reads an archive of one location. `bytes` are its definitions and events behind sound beginnings.
pub(crate) fn check(bytes: &[u8]) {
    let Some((&[cut, chunk], rest)) = bytes.split_first_chunk() else { return };
    let chunk_bytes = [64_u64, 1 << 20][usize::from(chunk % 2)].to_le_bytes();
    let anchor =
        [b"\x03\x42OTF2\0\x03\x02\x03\0\x02".as_slice(), &chunk_bytes, &chunk_bytes, b"\x01\x01"].concat();
    // Location 0, named by string 1, without a group.
    let defined = b"\x0a\x05\x01\x01run\0\x0e\x07\0\x01\x01\x01\0\xff\xff".as_slice();
    let begun = |bytes: &[u8]| [b"\x03\x42".as_slice(), &[0; 16], bytes].concat();
    let third = rest.len() / 3;
    let (definitions, rest) = rest.split_at(third * usize::from(cut % 3));
    let (local, events) = rest.split_at(rest.len() / 3);
    let tar = [
        tar_member("t.otf2", &anchor),
        tar_member("t.def", &begun(&[defined, definitions].concat())),
        tar_member("t/0.def", &begun(local)),
        tar_member("t/0.evt", &begun(events)),
    ];
    oracle::check(&tar.concat(), 1 + bytes.len() % 37);
}
