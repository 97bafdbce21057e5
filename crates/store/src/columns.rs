//! The file: named columns and texts.

use crate::StoreError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// First bytes of every file.
const MAGIC: &[u8; 8] = b"diptych\n";
/// Rises when a column changes its meaning. Files of other versions are refused; what is in them can be computed
/// anew.
pub const VERSION: u32 = 1;
/// Magic, version and checksum.
const HEAD_BYTES: usize = 8 + 4 + 8;

/// Columns and texts by name. As a file: magic (8 bytes), version (`u32`), checksum of the rest (XXH3, `u64`), then
/// `MessagePack`. All numbers are little-endian. Columns that were read stay in the bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Columns<'a> {
    texts: BTreeMap<String, String>,
    #[serde(borrow)]
    columns: BTreeMap<String, Column<'a>>,
}

/// The bytes of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Column<'a>(#[serde(borrow, with = "serde_bytes")] Cow<'a, [u8]>);

impl<'a> Columns<'a> {
    /// The file as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(
            HEAD_BYTES + self.columns.values().map(|column| column.0.len() + 64).sum::<usize>(),
        );
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&[0; 8]);
        // Writing to memory does not fail, and every type here can be written.
        let _ = rmp_serde::encode::write(&mut out, self);
        let sum = xxh3_64(&out[HEAD_BYTES..]);
        out[12..HEAD_BYTES].copy_from_slice(&sum.to_le_bytes());
        out
    }

    /// Reads a file. Anything but a whole, undamaged file of this version is an error.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, StoreError> {
        let head =
            bytes.get(..HEAD_BYTES).filter(|head| head.starts_with(MAGIC)).ok_or(StoreError::NotOurs)?;
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if version != VERSION {
            return Err(StoreError::Version { found: version });
        }
        let (sum, body) = (&head[12..], &bytes[HEAD_BYTES..]);
        if sum != xxh3_64(body).to_le_bytes() {
            return Err(StoreError::Damaged);
        }
        rmp_serde::from_slice(body).map_err(|_| StoreError::Damaged)
    }

    /// Puts a text in.
    pub fn put_text(&mut self, name: &str, text: impl Into<String>) {
        self.texts.insert(name.to_owned(), text.into());
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<&str, StoreError> {
        self.texts.get(name).map(String::as_str).ok_or_else(|| missing(name))
    }

    /// Puts a column of numbers in.
    pub fn put<T: bytemuck::NoUninit>(&mut self, name: &str, column: &[T]) {
        self.put_bytes(name, bytemuck::cast_slice(column).to_vec());
    }

    /// A column of numbers.
    pub fn get<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(
        &self,
        name: &str,
    ) -> Result<Vec<T>, StoreError> {
        let bytes = self.bytes(name)?;
        // The bytes of a file lie anywhere: copied to where numbers may lie.
        let size = size_of::<T>();
        if bytes.len() % size != 0 {
            return Err(StoreError::Damaged);
        }
        let mut column = vec![T::zeroed(); bytes.len() / size];
        bytemuck::cast_slice_mut::<T, u8>(&mut column).copy_from_slice(bytes);
        Ok(column)
    }

    /// Whether a column of this name is there.
    pub fn has(&self, name: &str) -> bool {
        self.columns.contains_key(name)
    }

    /// Puts texts in as a column.
    pub fn put_texts<'t>(&mut self, name: &str, texts: impl IntoIterator<Item = &'t str>) {
        let mut bytes = Vec::new();
        for text in texts {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        self.put_bytes(name, bytes);
    }

    /// A column of texts.
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
        self.columns.insert(name.to_owned(), Column(Cow::Owned(bytes)));
    }

    fn bytes(&self, name: &str) -> Result<&[u8], StoreError> {
        self.columns.get(name).map(|column| &*column.0).ok_or_else(|| missing(name))
    }
}

fn missing(name: &str) -> StoreError {
    StoreError::Missing { name: name.to_owned() }
}
