//! The stored file: named columns and texts.

use crate::StoreError;
use rmp::{decode, encode};
use std::borrow::Cow;
use std::collections::BTreeMap;
use xxhash_rust::xxh64::xxh64;

/// First bytes of every stored file.
pub(crate) const MAGIC: &[u8; 8] = b"diptych\n";
/// Version of the bytes of [`Columns`]. It increases when a column changes its meaning. Bytes of other versions are
/// refused, because their content can be computed again. Files that people kept before version 6 have this form too.
pub const VERSION: u32 = 5;
/// Bytes before the body of a file: magic, version and checksum.
pub const HEAD_BYTES: usize = 8 + 4 + 8;

/// Corrects the checksum after a change of the file's body. The file must be at least [`HEAD_BYTES`] long.
pub fn seal(file: &mut [u8]) {
    let (head, body) = file.split_at_mut(HEAD_BYTES);
    head[12..].copy_from_slice(&xxh64(body, 0).to_le_bytes());
}

/// Columns and texts by name.
///
/// The file format: magic (8 bytes), version (`u32`), checksum of the rest (XXH64, `u64`), then `MessagePack`: a map of
/// texts by name, and a map of columns by name, as binaries. Numbers in columns are little-endian. Columns that were
/// read borrow from the bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns<'a> {
    texts: BTreeMap<String, String>,
    columns: BTreeMap<String, Cow<'a, [u8]>>,
}

impl<'a> Columns<'a> {
    /// Returns the file as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(
            HEAD_BYTES + self.columns.values().map(|column| column.len() + 64).sum::<usize>(),
        );
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&[0; 8]);
        // Writing to memory cannot fail.
        let _ = self.write(&mut out);
        seal(&mut out);
        out
    }

    /// Reads a file. Returns an error for anything but a whole, undamaged file of this version.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, StoreError> {
        let head =
            bytes.get(..HEAD_BYTES).filter(|head| head.starts_with(MAGIC)).ok_or(StoreError::NotOurs)?;
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if version != VERSION {
            return Err(StoreError::Version { found: version });
        }
        let (sum, body) = (&head[12..], &bytes[HEAD_BYTES..]);
        if sum == xxh64(body, 0).to_le_bytes() {
            return Self::read(body, &mut String::new()).ok_or(StoreError::Damaged);
        }
        let (bytes, mut within) = (bytes.len() as u64, String::new());
        Err(match Self::read(body, &mut within) {
            Some(_) => StoreError::Changed { bytes },
            None => StoreError::CutOff { bytes, within },
        })
    }

    /// Returns true if bytes begin like a stored file.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Returns true if the bytes so far may be the beginning of a stored file.
    pub fn may_begin(bytes: &[u8]) -> bool {
        let known = bytes.len().min(MAGIC.len());
        bytes[..known] == MAGIC[..known]
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<(), encode::ValueWriteError> {
        encode::write_map_len(out, self.texts.len() as u32)?;
        for (name, text) in &self.texts {
            encode::write_str(out, name)?;
            encode::write_str(out, text)?;
        }
        encode::write_map_len(out, self.columns.len() as u32)?;
        for (name, bytes) in &self.columns {
            encode::write_str(out, name)?;
            encode::write_bin(out, bytes)?;
        }
        Ok(())
    }

    /// Reads what [`Self::write`] wrote, with nothing after it. Returns `None` for any other bytes. `within` receives
    /// the name of the part read last.
    fn read(mut rest: &'a [u8], within: &mut String) -> Option<Self> {
        let mut all = Self::default();
        for _ in 0..decode::read_map_len(&mut rest).ok()? {
            let name = take_text(&mut rest)?;
            within.clone_from(&name);
            all.texts.insert(name, take_text(&mut rest)?);
        }
        for _ in 0..decode::read_map_len(&mut rest).ok()? {
            let name = take_text(&mut rest)?;
            within.clone_from(&name);
            let length = decode::read_bin_len(&mut rest).ok()?;
            all.columns.insert(name, Cow::Borrowed(take(&mut rest, length)?));
        }
        rest.is_empty().then_some(all)
    }

    /// Adds a text.
    pub fn put_text(&mut self, name: &str, text: impl Into<String>) {
        self.texts.insert(name.to_owned(), text.into());
    }

    /// Returns a text.
    pub fn text(&self, name: &str) -> Result<&str, StoreError> {
        self.texts.get(name).map(String::as_str).ok_or_else(|| missing(name))
    }

    /// Adds a column of numbers.
    pub fn put<T: bytemuck::NoUninit>(&mut self, name: &str, column: &[T]) {
        self.put_bytes(name, bytemuck::cast_slice(column).to_vec());
    }

    /// Returns a column of numbers.
    pub fn get<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(
        &self,
        name: &str,
    ) -> Result<Vec<T>, StoreError> {
        let bytes = self.bytes(name)?;
        // The bytes of a file have no alignment, so they are copied to memory that has.
        let size = size_of::<T>();
        if bytes.len() % size != 0 {
            return Err(StoreError::Damaged);
        }
        let mut column = vec![T::zeroed(); bytes.len() / size];
        bytemuck::cast_slice_mut::<T, u8>(&mut column).copy_from_slice(bytes);
        Ok(column)
    }

    /// Returns true if there is a column of this name.
    pub fn has(&self, name: &str) -> bool {
        self.columns.contains_key(name)
    }

    /// Drops the traces of a `.diptych` file, once they were read.
    pub fn drop_saved_traces(&mut self) {
        self.retain(|name| !name.starts_with("trace."));
    }

    /// Drops the texts and columns whose names `is_kept` refuses.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.texts.retain(|name, _| is_kept(name));
        self.columns.retain(|name, _| is_kept(name));
    }

    /// Returns all texts by name, in the order of their names.
    pub(crate) fn all_texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Returns the bytes of all columns by name, in the order of their names.
    pub(crate) fn all_columns(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.columns.iter().map(|(name, bytes)| (name.as_str(), &**bytes))
    }

    /// Adds texts as a column.
    pub fn put_texts<'t>(&mut self, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        let mut bytes = Vec::new();
        for text in texts {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        self.put_bytes(name, bytes);
    }

    /// Returns a column of texts.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, StoreError> {
        let mut bytes = self.bytes(name)?;
        let mut texts = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length) as usize;
            let (text, rest) = rest.split_at_checked(length).ok_or(StoreError::Damaged)?;
            texts.push(String::from_utf8(text.to_vec()).map_err(|_| StoreError::Damaged)?);
            bytes = rest;
        }
        if bytes.is_empty() { Ok(texts) } else { Err(StoreError::Damaged) }
    }

    fn put_bytes(&mut self, name: &str, bytes: Vec<u8>) {
        self.columns.insert(name.to_owned(), Cow::Owned(bytes));
    }

    fn bytes(&self, name: &str) -> Result<&[u8], StoreError> {
        self.columns.get(name).map(|column| &**column).ok_or_else(|| missing(name))
    }
}

fn missing(name: &str) -> StoreError {
    StoreError::Missing { name: name.to_owned() }
}

/// Splits the next bytes off `rest`.
fn take<'a>(rest: &mut &'a [u8], length: u32) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length as usize)?;
    *rest = left;
    Some(taken)
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = decode::read_str_len(rest).ok()?;
    String::from_utf8(take(rest, length)?.to_vec()).ok()
}
