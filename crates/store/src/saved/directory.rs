//! The directory of a `.diptych` file: who wrote it, who can read it, and its parts.
//!
//! It is `MessagePack` with named fields. Fields that this version does not know are skipped, so that later versions can
//! add some.

use rmp::{Marker, decode, encode};

/// The directory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Directory {
    /// Version of the program that wrote the file.
    pub(super) writer: String,
    /// Least version of the reader that understands the file.
    pub(super) min_reader: u32,
    /// The parts in file order.
    pub(super) parts: Vec<Part>,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) kind: PartKind,
    pub(super) codec: Codec,
    /// Length of the content.
    pub(super) bytes: u64,
    /// Length in the file.
    pub(super) packed: u64,
    /// XXH64 of the bytes in the file.
    pub(super) sum: u64,
}

/// The type of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum PartKind {
    #[default]
    Column,
    Text,
}

/// The compression of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Codec {
    Raw,
    Deflate,
    /// A compression that this version cannot undo.
    #[default]
    Unknown,
}

/// Most levels of nesting that [`skip`] follows.
const MOST_NESTED: u32 = 16;

impl Directory {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write(&mut out);
        out
    }

    /// Reads a directory; `None` for bytes that are none.
    pub(super) fn from_bytes(mut rest: &[u8]) -> Option<Self> {
        let mut directory = Self::default();
        for _ in 0..decode::read_map_len(&mut rest).ok()? {
            match take_text(&mut rest)? {
                "writer" => take_text(&mut rest)?.clone_into(&mut directory.writer),
                "min_reader" => directory.min_reader = decode::read_int(&mut rest).ok()?,
                "parts" => {
                    for _ in 0..decode::read_array_len(&mut rest).ok()? {
                        directory.parts.push(Part::read(&mut rest)?);
                    }
                }
                _ => skip(&mut rest, MOST_NESTED)?,
            }
        }
        rest.is_empty().then_some(directory)
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<(), encode::ValueWriteError> {
        encode::write_map_len(out, 3)?;
        encode::write_str(out, "writer")?;
        encode::write_str(out, &self.writer)?;
        encode::write_str(out, "min_reader")?;
        encode::write_uint(out, u64::from(self.min_reader))?;
        encode::write_str(out, "parts")?;
        encode::write_array_len(out, self.parts.len() as u32)?;
        self.parts.iter().try_for_each(|part| part.write(out))
    }
}

impl Part {
    fn read(rest: &mut &[u8]) -> Option<Self> {
        let mut part = Self::default();
        for _ in 0..decode::read_map_len(rest).ok()? {
            match take_text(rest)? {
                "name" => take_text(rest)?.clone_into(&mut part.name),
                "kind" if take_text(rest)? == "text" => part.kind = PartKind::Text,
                "kind" => part.kind = PartKind::Column,
                "codec" => {
                    part.codec = match take_text(rest)? {
                        "raw" => Codec::Raw,
                        "deflate" => Codec::Deflate,
                        _ => Codec::Unknown,
                    }
                }
                "bytes" => part.bytes = decode::read_int(rest).ok()?,
                "packed" => part.packed = decode::read_int(rest).ok()?,
                "xxh64" => part.sum = decode::read_int(rest).ok()?,
                _ => skip(rest, MOST_NESTED)?,
            }
        }
        Some(part)
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<(), encode::ValueWriteError> {
        encode::write_map_len(out, 6)?;
        let kind = if self.kind == PartKind::Text { "text" } else { "column" };
        let codec = if self.codec == Codec::Deflate { "deflate" } else { "raw" };
        for (field, text) in [("name", self.name.as_str()), ("kind", kind), ("codec", codec)] {
            encode::write_str(out, field)?;
            encode::write_str(out, text)?;
        }
        for (field, number) in [("bytes", self.bytes), ("packed", self.packed), ("xxh64", self.sum)] {
            encode::write_str(out, field)?;
            encode::write_uint(out, number)?;
        }
        Ok(())
    }
}

fn take<'a>(rest: &mut &'a [u8], length: u32) -> Option<&'a [u8]> {
    rest.split_off(..length as usize)
}

fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let length = decode::read_str_len(rest).ok()?;
    std::str::from_utf8(take(rest, length)?).ok()
}

/// Skips a value of any type.
fn skip(rest: &mut &[u8], nested: u32) -> Option<()> {
    let nested = nested.checked_sub(1)?;
    let ahead = *rest;
    let values = match decode::read_marker(rest).ok()? {
        Marker::FixPos(_) | Marker::FixNeg(_) | Marker::Null | Marker::True | Marker::False => 0,
        Marker::U8 | Marker::I8 => take(rest, 1).map(|_| 0)?,
        Marker::U16 | Marker::I16 => take(rest, 2).map(|_| 0)?,
        Marker::U32 | Marker::I32 | Marker::F32 => take(rest, 4).map(|_| 0)?,
        Marker::U64 | Marker::I64 | Marker::F64 => take(rest, 8).map(|_| 0)?,
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => {
            *rest = ahead;
            let length = decode::read_str_len(rest).ok()?;
            take(rest, length).map(|_| 0)?
        }
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
            *rest = ahead;
            let length = decode::read_bin_len(rest).ok()?;
            take(rest, length).map(|_| 0)?
        }
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
            *rest = ahead;
            decode::read_array_len(rest).ok()?
        }
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
            *rest = ahead;
            decode::read_map_len(rest).ok()?.checked_mul(2)?
        }
        // Extension types: nothing of ours writes them.
        _ => return None,
    };
    // Each value takes a byte at least, so the loop ends with the bytes.
    (0..values).try_for_each(|_| skip(rest, nested))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Directory {
        let part = |name: &str, kind, codec| Part {
            name: name.to_owned(),
            kind,
            codec,
            bytes: 300,
            packed: 70_000,
            sum: u64::MAX,
        };
        let parts =
            vec![part("rules", PartKind::Text, Codec::Raw), part("keys", PartKind::Column, Codec::Deflate)];
        Directory { writer: "0.6.0".to_owned(), min_reader: 6, parts }
    }

    #[test]
    fn directory_round_trips() {
        assert_eq!(Directory::from_bytes(&sample().to_bytes()), Some(sample()));
    }

    #[test]
    fn unknown_fields_are_skipped() {
        let mut bytes = sample().to_bytes();
        assert_eq!(bytes[0], 0x83, "a map of three fields");
        bytes[0] = 0x84;
        encode::write_str(&mut bytes, "note").unwrap();
        encode::write_map_len(&mut bytes, 1).unwrap();
        encode::write_str(&mut bytes, "by").unwrap();
        encode::write_array_len(&mut bytes, 3).unwrap();
        encode::write_bin(&mut bytes, b"x").unwrap();
        encode::write_f64(&mut bytes, 0.5).unwrap();
        encode::write_sint(&mut bytes, -70_000).unwrap();
        assert_eq!(Directory::from_bytes(&bytes), Some(sample()));
    }

    #[test]
    fn deep_or_cut_values_are_refused() {
        let mut deep = sample().to_bytes();
        deep[0] = 0x84;
        encode::write_str(&mut deep, "note").unwrap();
        deep.extend([0x91; 100]);
        assert_eq!(Directory::from_bytes(&deep), None);
        let whole = sample().to_bytes();
        for end in 0..whole.len() {
            assert_eq!(Directory::from_bytes(&whole[..end]), None, "cut at {end}");
        }
    }
}
