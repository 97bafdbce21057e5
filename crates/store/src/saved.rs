//! The `.diptych` file: everything that is kept of a comparison, in one file that survives damage.
//!
//! A file begins with a head of fixed size and a [`Directory`] of all its parts. The parts follow, each compressed by
//! itself, and the directory again. So a file that was cut off still has its first directory, and a file whose
//! beginning was overwritten still has its second. Each part has a checksum of its own: damage costs the parts that it
//! touches and no others.
//!
//! [`Columns`] alone are the form in which results travel between workers. They have one checksum and no compression.

mod directory;
pub(crate) mod names;
mod trace;

pub use trace::{put_run_profile, put_trace, run_profiles, trace};

use crate::columns::MAGIC;
use crate::{Columns, StoreError, VERSION};
use directory::{Codec, Directory, Part, PartKind};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;
use xxhash_rust::xxh64::xxh64;

/// Version of the file format that this reader understands. It increases when an older reader would misread a file,
/// never because a column is added.
pub const READER: u32 = 6;
/// Bytes of the head: magic, least reader version, length and checksum of the directory.
const HEAD: usize = 8 + 4 + 4 + 8;
/// Bytes behind the second directory: its length, its checksum and the magic.
const TAIL: usize = 4 + 8 + 8;
/// Parts of this many bytes are stored as they are, because compression would make them larger.
const TOO_SMALL: usize = 64;
/// Most bytes of a directory after decompression: more than twenty runs a side need.
const MOST_DIRECTORY: u64 = 1 << 22;

/// A `.diptych` file that was opened, with everything that its checksums vouch for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedFile<'a> {
    /// All whole parts that this version knows.
    pub columns: Columns<'a>,
    /// Version of the program that wrote the file; empty for files from before version 6.
    pub writer: String,
    /// Names of the parts that damage destroyed.
    pub lost: Vec<String>,
    /// Names of the parts that a newer version added. They are ignored.
    pub newer: Vec<String>,
}

impl<'a> SavedFile<'a> {
    /// Opens a file. `most` is the number of bytes that all its parts together may take.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no such file, if the file needs a newer reader, if both directories are damaged, or if
    /// its parts would take more than `most` bytes.
    pub fn open(bytes: &'a [u8], most: u64) -> Result<Self, StoreError> {
        let head = bytes.get(..12).filter(|head| head.starts_with(MAGIC)).ok_or(StoreError::NotOurs)?;
        let needs = number(&head[8..]) as u32;
        if needs <= VERSION {
            let columns = Columns::from_bytes(bytes)?;
            return Ok(Self { columns, ..Self::default() });
        }
        let (directory, start) = first(bytes)
            .or_else(|| last(bytes))
            .ok_or(StoreError::NoDirectory { bytes: bytes.len() as u64, needs })?;
        let needs = needs.max(directory.min_reader);
        if needs > READER {
            return Err(StoreError::NeedsNewer { needs, writer: directory.writer });
        }
        let needed = directory.parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.bytes));
        if needed > most {
            return Err(StoreError::TooBig { needed, most });
        }
        let mut file = Self { writer: directory.writer, ..Self::default() };
        let mut place = start;
        for part in directory.parts {
            let end = place.saturating_add(part.packed);
            file.take(part, slice(bytes, place, end));
            place = end;
        }
        file.drop_torn_families();
        Ok(file)
    }

    /// Drops the parts that are of no use without a lost one, so that they read like those of a file that never had them.
    fn drop_torn_families(&mut self) {
        for family in self.lost.iter().filter_map(|name| names::family(name)) {
            self.columns.retain(|name| !names::is_of(family, name));
        }
    }

    /// Says of a missing part that damage destroyed it, if that is the reason.
    pub fn blame(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Missing { name } if self.lost.contains(&name) => {
                StoreError::Lost { name, others: self.lost.len() - 1 }
            }
            other => other,
        }
    }

    /// Returns what is not in [`Self::columns`] and why, in words for people; empty if nothing is missing.
    pub fn gaps(&self) -> String {
        let lost = list("Damage destroyed", &self.lost);
        let newer =
            list(&format!("A newer diptych ({}) added, and this one ignores,", self.writer), &self.newer);
        [lost, newer].into_iter().filter(|text| !text.is_empty()).collect::<Vec<String>>().join(" ")
    }

    /// Returns true if the bytes begin like a file that [`Self::open`] reads and [`Columns::from_bytes`] does not.
    pub fn begins(bytes: &[u8]) -> bool {
        Columns::begins(bytes) && bytes.get(8..12).is_some_and(|version| number(version) as u32 > VERSION)
    }

    /// Takes a part, or notes its name.
    fn take(&mut self, part: Part, packed: Option<&[u8]>) {
        if !names::is_known(&part.name) {
            return self.newer.push(part.name);
        }
        let whole = packed.filter(|packed| xxh64(packed, 0) == part.sum);
        let Some(content) = whole.and_then(|packed| unpack(part.codec, packed, part.bytes)) else {
            return self.lost.push(part.name);
        };
        match part.kind {
            PartKind::Column => self.columns.put(&part.name, &content),
            PartKind::Text => match String::from_utf8(content) {
                Ok(text) => self.columns.put_text(&part.name, text),
                Err(_) => self.lost.push(part.name),
            },
        }
    }

    /// Returns the file of these columns. `writer` is the version of the program.
    pub fn to_bytes(columns: &Columns<'_>, writer: &str) -> Vec<u8> {
        let texts = columns.all_texts().map(|(name, text)| (name, PartKind::Text, text.as_bytes()));
        let binary = columns.all_columns().map(|(name, bytes)| (name, PartKind::Column, bytes));
        let mut contents: Vec<(&str, PartKind, &[u8])> = texts.chain(binary).collect();
        // A file that is cut off loses its end: what nothing can be shown without comes first, and traces come last.
        contents.sort_by_key(|&(name, ..)| (names::rank(name), name));
        let mut directory = Directory { writer: writer.to_owned(), min_reader: READER, parts: Vec::new() };
        let mut body = Vec::new();
        for (name, kind, content) in contents {
            let (codec, packed) = pack(content);
            directory.parts.push(Part {
                name: name.to_owned(),
                kind,
                codec,
                bytes: content.len() as u64,
                packed: packed.len() as u64,
                sum: xxh64(&packed, 0),
            });
            body.extend_from_slice(&packed);
        }
        let directory = deflate(&directory.to_bytes());
        let length = (directory.len() as u32).to_le_bytes();
        let sum = xxh64(&directory, 0).to_le_bytes();
        let head = [&MAGIC[..], &READER.to_le_bytes(), &length, &sum].concat();
        [&head[..], &directory, &body, &directory, &length, &sum, MAGIC].concat()
    }
}

/// Returns a sentence that lists the parts with these names in words; empty without names. Words that fit several parts
/// are listed once.
fn list(what: &str, names: &[String]) -> String {
    let mut words: Vec<String> = Vec::new();
    for name in names {
        let word = names::in_words(name);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() { String::new() } else { format!("{what} {}.", words.join(", ")) }
}

/// Returns the directory at the beginning, and the place of the first part.
fn first(bytes: &[u8]) -> Option<(Directory, u64)> {
    let length = number(bytes.get(12..16)?);
    let end = HEAD as u64 + length;
    let packed = slice(bytes, HEAD as u64, end)?;
    Some((directory(packed, number(bytes.get(16..24)?))?, end))
}

/// Returns the directory at the end, and the place of the first part.
fn last(bytes: &[u8]) -> Option<(Directory, u64)> {
    let tail_start = bytes.len().checked_sub(TAIL)?;
    let tail = &bytes[tail_start..];
    if !tail.ends_with(MAGIC) {
        return None;
    }
    let end = tail_start as u64;
    let start = end.checked_sub(number(&tail[..4]))?;
    let directory = directory(slice(bytes, start, end)?, number(&tail[4..12]))?;
    let parts = directory.parts.iter().try_fold(0u64, |sum, part| sum.checked_add(part.packed))?;
    Some((directory, start.checked_sub(parts)?))
}

fn directory(packed: &[u8], sum: u64) -> Option<Directory> {
    let whole = Some(packed).filter(|packed| xxh64(packed, 0) == sum)?;
    let mut bytes = Vec::new();
    let read = DeflateDecoder::new(whole).take(MOST_DIRECTORY + 1).read_to_end(&mut bytes).ok()?;
    if read as u64 > MOST_DIRECTORY { None } else { Directory::from_bytes(&bytes) }
}

fn slice(bytes: &[u8], start: u64, end: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// Returns the little-endian number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn pack(content: &[u8]) -> (Codec, Vec<u8>) {
    if content.len() > TOO_SMALL {
        let packed = deflate(content);
        if packed.len() < content.len() {
            return (Codec::Deflate, packed);
        }
    }
    (Codec::Raw, content.to_vec())
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = DeflateEncoder::new(content, Compression::new(7)).read_to_end(&mut packed);
    packed
}

/// Returns the content of a part; `None` if it does not have the length that the directory states.
fn unpack(codec: Codec, packed: &[u8], bytes: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    match codec {
        Codec::Raw => content.extend_from_slice(packed),
        // One byte more than stated is enough to see that the content is too long.
        Codec::Deflate => {
            DeflateDecoder::new(packed).take(bytes.saturating_add(1)).read_to_end(&mut content).ok()?;
        }
        Codec::Unknown => return None,
    }
    (content.len() as u64 == bytes).then_some(content)
}
