//! Packs records of OTF2 into an archive.

use diptych_testkit::tar_member;

/// Packs an archive into a tar. A location has its number, its definitions and its events.
pub(crate) fn archive(definitions: &[u8], locations: &[(u64, &[u8], &[u8])]) -> Vec<u8> {
    let chunk = (1_u64 << 20).to_le_bytes();
    let anchor = [b"\x03\x42OTF2\0\x03\x02\x03\0\x02".as_slice(), &chunk, &chunk, b"\x01\x01"].concat();
    let records = |bytes: &[u8]| [b"\x03\x42".as_slice(), &[0; 16], bytes, &[2]].concat();
    let mut tar = [tar_member("t.otf2", &anchor), tar_member("t.def", &records(definitions))].concat();
    for (location, own, events) in locations {
        tar.extend(tar_member(&format!("t/{location}.def"), &records(own)));
        tar.extend(tar_member(&format!("t/{location}.evt"), &records(events)));
    }
    tar
}
