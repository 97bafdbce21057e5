//! Reads values in Python's marshal form, of the kinds that a profile holds.

/// A value. Texts are their place in the file, so that a value is small and copies nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Int(i64),
    Float(f64),
    /// Range of the text's bytes.
    Text(usize, usize),
    /// Number of items that follow.
    Tuple(usize),
    /// Pairs of keys and values follow, up to [`Value::End`].
    Dict,
    /// A reference to an earlier tuple, by its number among the values that may be referred to.
    TupleAgain(usize),
    End,
}

/// Fault in a file: its byte, and the content that was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MarshalFault {
    pub(super) at: usize,
    /// Set if the file ends too early.
    pub(super) is_cut: bool,
    pub(super) expected: &'static str,
}

/// Reader of one value after the other. A tuple or a dictionary is only its beginning: its items are values of their
/// own, so hostile nesting costs nothing.
#[derive(Debug)]
pub(super) struct Marshal<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    /// Values that may be referred to, by number.
    shared: Vec<Value>,
    /// Texts that Python 2 refers to by number.
    interned: Vec<Value>,
}

impl<'a> Marshal<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, shared: Vec::new(), interned: Vec::new() }
    }

    /// Returns the bytes of a text.
    pub(super) fn text(&self, start: usize, end: usize) -> &'a [u8] {
        &self.bytes[start..end]
    }

    /// Reads the next value. If it is a tuple or a dictionary that may be referred to, also returns its number.
    pub(super) fn value(&mut self) -> Result<(Value, Option<usize>), MarshalFault> {
        let start = self.at;
        let kind = self.byte()?;
        let is_shared = kind & 0x80 != 0;
        let value = match kind & 0x7f {
            b'0' => Value::End,
            b'F' => Value::Int(0),
            b'T' => Value::Int(1),
            b'i' => Value::Int(i64::from(i32::from_le_bytes(self.array()?))),
            b'I' => Value::Int(i64::from_le_bytes(self.array()?)),
            b'l' => self.long(start)?,
            b'g' => Value::Float(f64::from_le_bytes(self.array()?)),
            b'f' => {
                let length = usize::from(self.byte()?);
                let text = std::str::from_utf8(self.take(length)?).ok();
                let number = text.and_then(|text| text.trim().parse().ok());
                Value::Float(number.ok_or_else(|| Self::wrong(start, "a number"))?)
            }
            b's' | b't' | b'u' | b'a' | b'A' => {
                let length = self.length(start)?;
                self.text_of(length)?
            }
            b'z' | b'Z' => {
                let length = usize::from(self.byte()?);
                self.text_of(length)?
            }
            b')' => Value::Tuple(usize::from(self.byte()?)),
            b'(' => Value::Tuple(self.length(start)?),
            b'{' => Value::Dict,
            b'r' => {
                let number = self.length(start)?;
                let unknown = || MarshalFault { at: start, is_cut: false, expected: "an earlier value" };
                return match self.shared.get(number).copied().ok_or_else(unknown)? {
                    Value::Tuple(_) => Ok((Value::TupleAgain(number), None)),
                    Value::Dict => Err(Self::wrong(start, "no reference to a dictionary")),
                    value => Ok((value, None)),
                };
            }
            b'R' => {
                let number = self.length(start)?;
                let known = self.interned.get(number).copied();
                known.ok_or_else(|| Self::wrong(start, "an earlier text"))?
            }
            _ => return Err(Self::wrong(start, "a text, a number, a tuple or a dictionary")),
        };
        if kind & 0x7f == b't' && !is_shared {
            self.interned.push(value);
        }
        let number = is_shared.then(|| {
            self.shared.push(value);
            self.shared.len() - 1
        });
        Ok((value, number))
    }

    /// Makes a fault at a byte.
    pub(super) fn wrong(at: usize, expected: &'static str) -> MarshalFault {
        MarshalFault { at, is_cut: false, expected }
    }

    /// Returns the number of bytes that the tables take, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        ((self.shared.capacity() + self.interned.capacity()) * size_of::<Value>()) as u64
    }

    /// Reads a long number: its count of digits to the base 2¹⁵, negative for a number below 0, and the digits.
    fn long(&mut self, start: usize) -> Result<Value, MarshalFault> {
        let count = i32::from_le_bytes(self.array()?);
        let mut number = 0i64;
        for place in 0..count.unsigned_abs() {
            let digit = i64::from(u16::from_le_bytes(self.array()?));
            let shifted =
                1i64.checked_shl(15 * place).filter(|_| place < 4).and_then(|unit| digit.checked_mul(unit));
            let sum = shifted.and_then(|shifted| number.checked_add(shifted));
            number = sum.ok_or_else(|| Self::wrong(start, "a number below 2⁶⁰"))?;
        }
        Ok(Value::Int(if count < 0 { -number } else { number }))
    }

    fn text_of(&mut self, length: usize) -> Result<Value, MarshalFault> {
        let start = self.at;
        self.take(length)?;
        Ok(Value::Text(start, self.at))
    }

    /// Reads the length of a value that begins at `start`.
    fn length(&mut self, start: usize) -> Result<usize, MarshalFault> {
        let length = i32::from_le_bytes(self.array()?);
        usize::try_from(length).map_err(|_| Self::wrong(start, "a length of at least 0"))
    }

    fn byte(&mut self) -> Result<u8, MarshalFault> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], MarshalFault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], MarshalFault> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..length) else {
            return Err(MarshalFault { at: self.bytes.len(), is_cut: true, expected: "more bytes" });
        };
        self.at += length;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bytes: &[u8]) -> Vec<Value> {
        let mut marshal = Marshal::new(bytes);
        std::iter::from_fn(|| marshal.value().ok()).map(|(value, _)| value).collect()
    }

    #[test]
    fn numbers_of_all_kinds_are_read() {
        assert_eq!(values(b"i\xff\xff\xff\xff"), [Value::Int(-1)]);
        assert_eq!(values(b"I\x01\0\0\0\x01\0\0\0"), [Value::Int(1 << 32 | 1)]);
        assert_eq!(values(b"l\x02\0\0\0\x05\0\x01\0"), [Value::Int(1 << 15 | 5)]);
        assert_eq!(values(b"l\xff\xff\xff\xff\x05\0"), [Value::Int(-5)]);
        assert_eq!(values(b"f\x04-1.5"), [Value::Float(-1.5)]);
        assert_eq!(values(b"g\0\0\0\0\0\0\xf8\x3f"), [Value::Float(1.5)]);
        assert_eq!(values(b"l\x05\0\0\0\0\0\0\0\0\0\0\0\x01\0"), [], "too large");
    }

    #[test]
    fn references_return_earlier_values() {
        // A shared short text, then the text again; Python 2's interned text, then the text again.
        assert_eq!(values(b"\xda\x01fr\0\0\0\0"), [Value::Text(2, 3); 2]);
        assert_eq!(values(b"t\x01\0\0\0fR\0\0\0\0"), [Value::Text(5, 6); 2]);
        assert_eq!(values(b"\xa9\x00r\0\0\0\0"), [Value::Tuple(0), Value::TupleAgain(0)]);
        assert_eq!(values(b"r\0\0\0\0"), []);
    }

    #[test]
    fn code_and_negative_lengths_are_refused() {
        for bytes in [&b"c\0\0\0\0"[..], b"s\xff\xff\xff\xff", b"\xe3", b"s\x05\0\0\0abc"] {
            assert!(Marshal::new(bytes).value().is_err(), "{bytes:?}");
        }
    }
}
