//! Parses the headers before and the data descriptors after the members of a zip (PKWARE's APPNOTE 6.3, sections 4.3.7
//! and 4.3.9).

/// Bytes in a local header before name and extra fields.
pub(super) const LOCAL: usize = 30;

/// Magic number of a local header.
pub(super) const LOCAL_MAGIC: [u8; 4] = *b"PK\x03\x04";

/// Magic number of an archive without members.
pub(super) const EMPTY_MAGIC: [u8; 4] = *b"PK\x05\x06";

/// Magic number that most archives put before the data descriptor of a member.
pub(super) const DESCRIPTOR_MAGIC: [u8; 4] = *b"PK\x07\x08";

/// Compression methods that are unpacked here.
pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

/// Parsed local header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    /// Set if a data descriptor follows the member.
    pub(super) has_descriptor: bool,
    /// Checksum and size of the unpacked member. Meaningless if a data descriptor states them.
    pub(super) sums: Sums,
    /// Packed size in bytes. `None` if only the data descriptor states it.
    pub(super) packed: Option<u64>,
}

/// Checksum and size of an unpacked member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) crc: u32,
    pub(super) size: u64,
}

impl Header {
    /// Returns the reason, as a predicate, why the member cannot be unpacked. `None` if it can.
    pub(super) fn obstacle(&self) -> Option<String> {
        let method = match self.method {
            _ if self.is_encrypted => return Some("is encrypted".to_owned()),
            // Method 93, Zstandard, is unpacked like any file that is packed with it.
            STORED | DEFLATED | 93 => return None,
            9 => "Deflate64",
            12 => "bzip2",
            14 => "LZMA",
            95 => "xz",
            98 => "PPMd",
            other => return Some(format!("is packed by method {other}")),
        };
        Some(format!("is packed by {method}"))
    }
}

/// Kind of the record that follows a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Member,
    /// The central directory, with which the archive ends.
    End,
    Neither,
}

pub(super) fn next(magic: &[u8]) -> Next {
    match magic {
        b"PK\x03\x04" => Next::Member,
        // In this order: a central directory entry, the end record (plain and zip64), and archive extra data.
        b"PK\x01\x02" | b"PK\x05\x06" | b"PK\x06\x06" | b"PK\x06\x08" => Next::End,
        _ => Next::Neither,
    }
}

/// Parses a local header. Returns it with its length in bytes, or `None` if more bytes are needed.
pub(super) fn local(bytes: &[u8]) -> Option<(Header, usize)> {
    let fixed = bytes.get(..LOCAL)?;
    let name_end = LOCAL + usize::from(u16_at(fixed, 26));
    let end = name_end + usize::from(u16_at(fixed, 28));
    let (name, extra) = bytes.get(LOCAL..end)?.split_at(name_end - LOCAL);
    let flags = u16_at(fixed, 6);
    let [crc, packed, size] = [14, 18, 22].map(|at| u32_at(fixed, at));
    let (mut packed, mut size) = (u64::from(packed), u64::from(size));
    if let Some(mut large) = zip64(extra) {
        // Each size is in the field only if its place in the header is all ones. The unpacked size comes first.
        for value in [&mut size, &mut packed] {
            if *value == u64::from(u32::MAX)
                && let Some((own, rest)) = large.split_at_checked(8)
            {
                *value = u64_at(own, 0);
                large = rest;
            }
        }
    }
    let has_descriptor = flags & 8 != 0;
    let header = Header {
        name: String::from_utf8_lossy(name).into_owned(),
        method: u16_at(fixed, 8),
        is_encrypted: flags & 1 != 0,
        has_descriptor,
        sums: Sums { crc, size },
        // A size in the header counts even if a descriptor follows.
        packed: (!has_descriptor || packed != 0).then_some(packed),
    };
    Some((header, end))
}

/// Most bytes needed to recognise a descriptor: the longest form and the magic number of the next record.
pub(super) const DESCRIPTOR: usize = 28;

/// Returns the length of the data descriptor of a member, or `None` if there is none at `bytes`.
///
/// Archives write it in four forms: with or without a magic number, and with sizes of 32 or 64 bits. `packed` is the
/// member's packed size. `found`, where known, is the unpacked checksum and size.
pub(super) fn descriptor(bytes: &[u8], packed: u64, found: Option<Sums>) -> Option<usize> {
    let begins = if bytes.starts_with(&DESCRIPTOR_MAGIC) { [4, 0] } else { [0, 0] };
    begins.into_iter().find_map(|begin| {
        let sums = bytes.get(begin..)?;
        let crc = u32_at(sums.get(..4)?, 0);
        let sizes = &sums[4..];
        let narrow = sizes.get(..8).map(|sizes| [0, 4].map(|at| u64::from(u32_at(sizes, at))));
        let wide = sizes.get(..16).map(|sizes| [0, 8].map(|at| u64_at(sizes, at)));
        let fits = |stated: Option<[u64; 2]>, length: usize, cut: fn(u64) -> u64| {
            let follows = next(sizes.get(length..length + 4)?) != Next::Neither;
            let [stated_packed, stated_size] = stated?;
            let same = stated_packed == cut(packed)
                && found.is_none_or(|found| found.crc == crc && cut(found.size) == stated_size);
            (follows && same).then_some(begin + 4 + length)
        };
        fits(narrow, 8, |value| value & u64::from(u32::MAX)).or_else(|| fits(wide, 16, |value| value))
    })
}

/// Returns the zip64 extra field, which holds sizes of 64 bits.
fn zip64(mut extra: &[u8]) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (id, length) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let field = extra.get(4..4 + length)?;
        if id == 1 {
            return Some(field);
        }
        extra = &extra[4 + length..];
    }
    None
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
