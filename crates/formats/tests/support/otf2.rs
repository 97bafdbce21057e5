//! Packs records of OTF2 into an archive.

/// Returns a tar header and the content of a member, padded to whole blocks.
fn member(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut block = vec![0; 512];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
    block[148..156].fill(b' ');
    block[156] = b'0';
    block[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block.extend_from_slice(bytes);
    block.resize(block.len().next_multiple_of(512), 0);
    block
}

/// Packs an archive into a tar. A location has its number, its definitions and its events.
pub(crate) fn archive(definitions: &[u8], locations: &[(u64, &[u8], &[u8])]) -> Vec<u8> {
    let chunk = (1_u64 << 20).to_le_bytes();
    let anchor = [b"\x03\x42OTF2\0\x03\x02\x03\0\x02".as_slice(), &chunk, &chunk, b"\x01\x01"].concat();
    let records = |bytes: &[u8]| [b"\x03\x42".as_slice(), &[0; 16], bytes, &[2]].concat();
    let mut tar = [member("t.otf2", &anchor), member("t.def", &records(definitions))].concat();
    for (location, own, events) in locations {
        tar.extend(member(&format!("t/{location}.def"), &records(own)));
        tar.extend(member(&format!("t/{location}.evt"), &records(events)));
    }
    tar
}
