//! Reads the fields of a protobuf message from bytes that come in pieces.

use crate::pending::Pending;
use crate::protobuf_recovery::{NextRecord, Recovery};
use crate::record::MAX_RECORD_BYTES;
use prost::encoding::{WireType, decode_key, decode_varint};

/// A field of the outermost message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    pub(crate) number: u32,
    pub(crate) value: Content<'a>,
    /// Byte of the file at which the field begins.
    pub(crate) offset: u64,
}

/// Value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content<'a> {
    /// A number: a varint, or one of four or eight bytes.
    Number(u64),
    /// A text, a message, or packed numbers.
    Bytes(&'a [u8]),
    /// More than 16 MiB of bytes, which were skipped.
    TooLong,
}

/// Reason why a field could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldError {
    Incomplete,
    /// The bytes are no field of protobuf.
    Wrong,
}

/// Splitter of a file's bytes into the fields of its message. It holds no more than the field cut by the end of a
/// piece.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pending: Pending,
    /// Bytes of a field still to skip.
    skip: u64,
    /// Byte from which the file is no valid protobuf.
    wrong_at: Option<u64>,
    /// Search for the next record behind bytes that are no field. `None` if reading ends there.
    recovery: Option<Recovery>,
    /// Byte from which the next record is looked for.
    broken_from: Option<u64>,
    /// Parts without a field: the first byte of each, and the number of its bytes.
    gaps: Vec<(u64, u64)>,
    /// Set once no more bytes will come.
    is_last: bool,
}

impl Fields {
    /// Makes a splitter that goes on at the next record behind bytes that are no field.
    pub(crate) fn recovering(recovery: Recovery) -> Self {
        Self { recovery: Some(recovery), ..Self::default() }
    }

    /// Returns the parts without a field that were found since the last call.
    pub(crate) fn take_gaps(&mut self) -> Vec<(u64, u64)> {
        std::mem::take(&mut self.gaps)
    }

    /// Takes the next bytes and hands on every complete field. An error is the byte from which the file is no valid
    /// protobuf. It stays once returned.
    pub(crate) fn feed(&mut self, bytes: &[u8], take: &mut dyn FnMut(Field<'_>)) -> Result<(), u64> {
        if self.wrong_at.is_some() || !self.pending.push(bytes) {
            return self.wrong_at.map_or(Ok(()), Err);
        }
        let bytes = self.pending.take();
        let mut at = 0;
        loop {
            let passed = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len() - at);
            at += passed;
            self.skip -= passed as u64;
            if !self.recover(&bytes, &mut at) {
                break;
            }
            let offset = self.pending.offset() + at as u64;
            match field(&bytes[at..]) {
                Ok((number, Length::Whole(value, length))) => {
                    take(Field { number, value, offset });
                    at += length;
                }
                Ok((number, Length::Long(length))) => {
                    take(Field { number, value: Content::TooLong, offset });
                    self.skip = length;
                }
                Err(FieldError::Incomplete) => break,
                Err(FieldError::Wrong) if self.recovery.is_some() => self.broken_from = Some(offset),
                Err(FieldError::Wrong) => {
                    self.wrong_at = Some(offset);
                    break;
                }
            }
        }
        self.pending.put_back(bytes, at);
        self.wrong_at.map_or(Ok(()), Err)
    }

    /// Looks for the next record, if bytes before it were no field. Returns false if there is none among the bytes.
    fn recover(&mut self, bytes: &[u8], at: &mut usize) -> bool {
        let (Some(from), Some(recovery)) = (self.broken_from, &mut self.recovery) else { return true };
        let is_first = self.pending.offset() + *at as u64 == from;
        match recovery.next(bytes, *at + usize::from(is_first), self.is_last) {
            NextRecord::At(next) => {
                self.gaps.push((from, self.pending.offset() + next as u64 - from));
                (*at, self.broken_from) = (next, None);
                true
            }
            NextRecord::NotBefore(next) => {
                *at = next.min(bytes.len());
                false
            }
            NextRecord::None => {
                (self.wrong_at, self.broken_from) = (Some(from), None);
                false
            }
        }
    }

    /// Takes the end of the bytes. Returns the end of the file if that is inside a field.
    pub(crate) fn finish(&mut self, take: &mut dyn FnMut(Field<'_>)) -> Result<Option<u64>, u64> {
        // Reads the bytes held, however few they are.
        self.pending.try_now();
        self.is_last = true;
        self.feed(&[], take)?;
        // A wrong length reaches beyond the end of the file. Other records may lie within it.
        while self.recovery.is_some() && self.pending.len() > 0 && self.skip == 0 {
            let from = self.pending.offset();
            self.broken_from = Some(from);
            self.pending.try_now();
            if self.feed(&[], take).is_err() {
                (self.wrong_at, self.skip) = (None, 0);
                return Ok(Some(from + self.pending.len()));
            }
        }
        let rest = self.pending.take().len() as u64;
        Ok((rest > 0 || self.skip > 0).then_some(self.pending.offset() + rest))
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.pending.held_bytes()
    }
}

/// Extent of a field in the bytes.
enum Length<'a> {
    Whole(Content<'a>, usize),
    /// Number of bytes to skip, which need not be there yet.
    Long(u64),
}

/// Reads the first field of bytes.
fn field(bytes: &[u8]) -> Result<(u32, Length<'_>), FieldError> {
    let mut rest = bytes;
    let stop = |rest: &[u8]| if rest.len() < 10 { FieldError::Incomplete } else { FieldError::Wrong };
    let ends_open = |bytes: &[u8]| bytes.iter().take(10).all(|byte| byte & 0x80 != 0);
    if ends_open(rest) {
        return Err(stop(rest));
    }
    let (number, wire_type) = decode_key(&mut rest).map_err(|_| FieldError::Wrong)?;
    let fixed = |size: usize| rest.get(..size).ok_or(FieldError::Incomplete);
    let whole = |value: Content<'static>, behind: usize| Length::Whole(value, bytes.len() - behind);
    let length = match wire_type {
        WireType::Varint | WireType::LengthDelimited if ends_open(rest) => return Err(stop(rest)),
        WireType::Varint => {
            let value = decode_varint(&mut rest).map_err(|_| FieldError::Wrong)?;
            whole(Content::Number(value), rest.len())
        }
        WireType::SixtyFourBit => {
            let value = fixed(8)?.try_into().map_or(0, u64::from_le_bytes);
            whole(Content::Number(value), rest.len() - 8)
        }
        WireType::ThirtyTwoBit => {
            let value = fixed(4)?.try_into().map_or(0, u32::from_le_bytes);
            whole(Content::Number(u64::from(value)), rest.len() - 4)
        }
        WireType::LengthDelimited => {
            let length = decode_varint(&mut rest).map_err(|_| FieldError::Wrong)?;
            let head = bytes.len() - rest.len();
            // Check complete fields, too: the result must not depend on how the file is cut.
            if length > MAX_RECORD_BYTES as u64 {
                Length::Long(length.saturating_add(head as u64))
            } else {
                let value = rest.get(..length as usize).ok_or(FieldError::Incomplete)?;
                Length::Whole(Content::Bytes(value), head + value.len())
            }
        }
        WireType::StartGroup | WireType::EndGroup => return Err(FieldError::Wrong),
    };
    Ok((number, length))
}

/// Iterates over number and value of each field of a complete message. An error is the byte from which the message is
/// invalid; it ends the iteration.
pub(crate) fn fields(message: &[u8]) -> impl Iterator<Item = Result<(u32, Content<'_>), usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = message.get(at..).filter(|rest| !rest.is_empty())?;
        if let Ok((number, Length::Whole(value, length))) = field(rest) {
            at += length;
            return Some(Ok((number, value)));
        }
        let broken = std::mem::replace(&mut at, message.len());
        Some(Err(broken))
    })
}

/// Reads the numbers of a list, which are fields of their own or packed into one. Packed numbers have `width` bytes
/// each, or are varints if it is `None`.
pub(crate) fn numbers(value: Content<'_>, width: Option<usize>, take: &mut dyn FnMut(u64)) {
    let mut bytes = match value {
        Content::Number(number) => return take(number),
        Content::TooLong => return,
        Content::Bytes(bytes) => bytes,
    };
    match width {
        Some(width) => {
            for number in bytes.chunks_exact(width) {
                take(number.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
            }
        }
        None => {
            while let Ok(number) = decode_varint(&mut bytes) {
                take(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use prost::encoding::{encode_key, encode_varint};

    /// Number, value and offset of each field, and the outcome of the end.
    type Found = (Vec<(u32, Vec<u8>, u64)>, Result<Option<u64>, u64>);

    fn cut<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Found {
        let (mut fields, mut found) = (Fields::default(), Vec::new());
        let mut take = |field: Field<'_>| {
            let value = match field.value {
                Content::Number(number) => number.to_le_bytes().to_vec(),
                Content::Bytes(bytes) => bytes.to_vec(),
                Content::TooLong => b"too long".to_vec(),
            };
            found.push((field.number, value, field.offset));
        };
        for piece in pieces {
            if let Err(at) = fields.feed(piece, &mut take) {
                return (found, Err(at));
            }
        }
        let end = fields.finish(&mut take);
        (found, end)
    }

    proptest! {
        #[test]
        fn fields_match_encoded_ones_in_any_pieces(
            given in prop::collection::vec((1u32..2000, prop_oneof![
                any::<u64>().prop_map(Ok),
                prop::collection::vec(any::<u8>(), 0..200).prop_map(Err),
            ]), 0..20),
            size in 1usize..50,
        ) {
            let (mut file, mut expected) = (Vec::new(), Vec::new());
            for (number, value) in given {
                let offset = file.len() as u64;
                match value {
                    Ok(value) => {
                        encode_key(number, WireType::Varint, &mut file);
                        encode_varint(value, &mut file);
                        expected.push((number, value.to_le_bytes().to_vec(), offset));
                    }
                    Err(bytes) => {
                        encode_key(number, WireType::LengthDelimited, &mut file);
                        encode_varint(bytes.len() as u64, &mut file);
                        file.extend_from_slice(&bytes);
                        expected.push((number, bytes, offset));
                    }
                }
            }
            prop_assert_eq!(cut([file.as_slice()]), (expected.clone(), Ok(None)));
            prop_assert_eq!(cut(file.chunks(size)), (expected, Ok(None)));
        }

        /// Compares with reading the message as a file.
        #[test]
        fn whole_message_has_the_fields_of_a_file(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let whole: Vec<_> = fields(&bytes).collect();
            let read: Vec<u32> = whole.iter().flatten().map(|field| field.0).collect();
            let (found, end) = cut([bytes.as_slice()]);
            let is_long = found.iter().any(|field| field.1 == b"too long");
            if !is_long {
                prop_assert_eq!(read, found.iter().map(|field| field.0).collect::<Vec<_>>());
                prop_assert_eq!(whole.iter().all(Result::is_ok), end == Ok(None));
            }
        }

        #[test]
        fn fields_do_not_depend_on_pieces(bytes in prop::collection::vec(any::<u8>(), 0..300), size in 1usize..20) {
            prop_assert_eq!(cut(bytes.chunks(size)), cut([bytes.as_slice()]));
        }
    }

    #[test]
    fn packed_lists_are_decoded() {
        let list = |value, width| {
            let mut list = Vec::new();
            numbers(value, width, &mut |number| list.push(number));
            list
        };
        assert_eq!(list(Content::Number(7), Some(8)), [7]);
        assert_eq!(list(Content::Bytes(&[1, 0, 0, 0, 0, 0, 0, 2, 9]), Some(8)), [2 << 56 | 1]);
        assert_eq!(list(Content::Bytes(&[1, 0x80, 1, 0x80]), None), [1, 128]);
    }

    #[test]
    fn overlong_field_is_skipped() {
        let mut file = vec![0x0a];
        encode_varint(17 << 20, &mut file);
        file.extend(std::iter::repeat_n(7, 17 << 20));
        file.extend([0x10, 5]);
        for size in [1 << 16, usize::MAX] {
            let (found, end) = cut(file.chunks(size));
            assert_eq!(end, Ok(None));
            assert_eq!(found[0], (1, b"too long".to_vec(), 0));
            assert_eq!((found.len(), found[1].0), (2, 2));
        }
        assert_eq!(
            cut([&[0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1][..]]).1,
            Ok(Some(11))
        );
    }
}
