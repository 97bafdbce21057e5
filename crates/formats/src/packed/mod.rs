//! Unpacks compressed input, recognised by content. Text in UTF-16 counts as packed, too. There is one file per kind of
//! packing; [`PACKINGS`] lists them all.

mod crc32;
mod gzip;
mod gzip_header;
mod packing;
mod unpacking;
mod utf16;
mod zstd;

pub(crate) use crc32::Crc32;
pub(crate) use packing::{Damage, Packing, Unpack};
pub(crate) use unpacking::{PackingFault, UnpackError, Unpacking};

/// Bytes that suffice to distinguish all packings.
pub(crate) const MAGIC_BYTES: usize = 4;

/// All packings that can be unpacked.
pub(crate) const PACKINGS: &[Packing] = &[gzip::PACKING, zstd::PACKING, utf16::PACKING];

/// Returns the packing that bytes begin with, if any.
pub(crate) fn detect(head: &[u8]) -> Option<&'static Packing> {
    PACKINGS.iter().find(|packing| (packing.matches)(head))
}
