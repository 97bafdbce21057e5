//! Unpacking, by content. One file per kind of packing; [`PACKINGS`] is the one list of them.

mod crc32;
mod gzip;
mod gzip_header;
mod unpacking;
mod zstd;

pub(crate) use crc32::Crc32;
pub(crate) use unpacking::{Broken, Fault, Unpacking};

/// One kind of packing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packing {
    /// Name for people, also the name of the program that makes it.
    pub(crate) name: &'static str,
    /// Whether bytes begin so; at least [`MAGIC_BYTES`] of them, fewer only when there are no more.
    pub(crate) matches: fn(&[u8]) -> bool,
    /// A decoder for one input.
    pub(crate) open: fn() -> Box<dyn Unpack>,
}

/// Bytes that tell every packing apart.
pub(crate) const MAGIC_BYTES: usize = 4;

/// Every packing that is unpacked.
pub(crate) const PACKINGS: &[Packing] = &[gzip::PACKING, zstd::PACKING];

/// Unpacks one input, fed in pieces.
pub(crate) trait Unpack {
    /// Takes packed bytes and appends what they unpack to; what comes before damage is appended too. `true`:
    /// enough for now, call again with no bytes for the rest, so that what is held stays bounded.
    fn feed(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage>;

    /// The input is over.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Damage>;
}

/// Packed data that cannot be unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Byte of the packed input up to which it is sound; where in what was fed last the damage is, is not
    /// known.
    pub(crate) offset: u64,
    /// What is wrong, no full stop.
    pub(crate) reason: String,
}

/// The packing that bytes begin with, if any.
pub(crate) fn detect(head: &[u8]) -> Option<&'static Packing> {
    PACKINGS.iter().find(|packing| (packing.matches)(head))
}
