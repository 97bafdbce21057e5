//! Splits JSON into tokens.

use super::Skipper;

/// Reason why a token could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LexError {
    /// The buffer ends inside it. With more bytes it may be complete.
    Incomplete,
    /// It is wrong whatever follows. Index into the buffer, and the text that would have been right.
    Wrong { at: usize, expected: &'static str },
}

/// A value, undecoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    /// Text between the quotes, with its escapes.
    Text(&'a [u8]),
    /// A number, `true`, `false`, `null`, or other bare text in their place.
    Bare(&'a [u8]),
    /// An object or array.
    Nested,
}

impl<'a> Value<'a> {
    /// Returns the characters of a text or a bare value. `None` for `null`, objects and arrays.
    pub(crate) fn scalar(self) -> Option<&'a [u8]> {
        match self {
            Self::Text(raw) => Some(raw),
            Self::Bare(raw) => (raw != b"null").then_some(raw),
            Self::Nested => None,
        }
    }

    /// Returns the characters of a text.
    pub(crate) fn text(self) -> Option<&'a [u8]> {
        if let Self::Text(raw) = self { Some(raw) } else { None }
    }
}

/// A short text that is compared in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prefix {
    bytes: u128,
    /// Ones for the bits of `bytes` that are compared.
    mask: u128,
    length: usize,
}

/// Most bytes of a [`Prefix`].
const PREFIX_BYTES: usize = 16;

/// A position in a buffer. Commas count as white space, so a missing, doubled or trailing one does no harm.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    data: &'a [u8],
    /// Index of the next byte.
    pub(crate) at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(data: &'a [u8], at: usize) -> Self {
        Self { data, at }
    }

    /// Returns the whole buffer.
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Returns the next byte that is neither white space nor a comma, without consuming it.
    pub(crate) fn peek(&mut self) -> Result<u8, LexError> {
        while let Some(&byte) = self.data.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',') {
                return Ok(byte);
            }
            self.at += 1;
        }
        Err(LexError::Incomplete)
    }

    /// Reads the next key of the current object, with its colon. `None` if the object ends there.
    pub(crate) fn key(&mut self) -> Result<Option<&'a [u8]>, LexError> {
        match self.peek()? {
            b'}' => {
                self.at += 1;
                Ok(None)
            }
            b'"' => {
                let key = self.string()?;
                if self.peek()? != b':' {
                    return Err(self.wrong("`:` behind a name"));
                }
                self.at += 1;
                Ok(Some(key))
            }
            _ => Err(self.wrong("a name in quotes or `}`")),
        }
    }

    /// Returns the number of bytes from here to the end of the buffer.
    pub(crate) fn rest(&self) -> usize {
        self.data.len().saturating_sub(self.at)
    }

    /// Reads the next value.
    pub(crate) fn value(&mut self) -> Result<Value<'a>, LexError> {
        match self.peek()? {
            b'"' => self.string().map(Value::Text),
            b'{' | b'[' => {
                let mut skipper = Skipper::default();
                let (passed, done) = skipper.skip(&self.data[self.at..]);
                if !done {
                    return Err(LexError::Incomplete);
                }
                self.at += passed;
                Ok(Value::Nested)
            }
            _ => self.bare().map(Value::Bare),
        }
    }

    /// Consumes a text if it is next and at least 16 bytes are left in the buffer. Returns whether it did.
    pub(crate) fn pass(&mut self, text: &Prefix) -> bool {
        let next = self.data.get(self.at..).and_then(|rest| rest.first_chunk());
        let stands = next.is_some_and(|next| u128::from_le_bytes(*next) & text.mask == text.bytes);
        self.at += if stands { text.length } else { 0 };
        stands
    }

    /// Returns the bytes consumed since `start`, to be compared with [`Self::pass`]. `None` if there are too many.
    pub(crate) fn passed_since(&self, start: usize) -> Option<Prefix> {
        let text = &self.data[start..self.at];
        let mut bytes = [0; PREFIX_BYTES];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        let mask = u128::MAX.checked_shr(8 * (PREFIX_BYTES - text.len()) as u32).unwrap_or(0);
        Some(Prefix { bytes: u128::from_le_bytes(bytes), mask, length: text.len() })
    }

    /// Returns an error at this position. `expected` says what would have been right.
    pub(crate) fn wrong(&self, expected: &'static str) -> LexError {
        LexError::Wrong { at: self.at, expected }
    }

    /// Reads a string, from its opening quote to the closing one.
    fn string(&mut self) -> Result<&'a [u8], LexError> {
        let start = self.at + 1;
        let mut from = start;
        loop {
            let stop = find_quote(self.data, from).ok_or(LexError::Incomplete)?;
            if self.data[stop] == b'"' {
                self.at = stop + 1;
                return Ok(&self.data[start..stop]);
            }
            from = stop + 2;
        }
    }

    /// Reads a run of the characters that numbers and literals consist of. It is complete only if another byte follows.
    fn bare(&mut self) -> Result<&'a [u8], LexError> {
        let rest = &self.data[self.at..];
        let length = rest.iter().position(|&byte| !BARE[byte as usize]).ok_or(LexError::Incomplete)?;
        if length == 0 {
            return Err(self.wrong("a value"));
        }
        self.at += length;
        Ok(&rest[..length])
    }
}

/// Bytes of numbers and literals. A table, because they are tested one by one.
const BARE: [bool; 256] = {
    let mut bare = [false; 256];
    let mut byte = 0;
    while byte < bare.len() {
        bare[byte] = is_bare(byte as u8);
        byte += 1;
    }
    bare
};

/// Parentheses and `#` appear in what C and C++ print in place of numbers (`-nan(ind)`, `1.#INF`).
const fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'(' | b')' | b'#' | b'_')
}

/// Returns the index of the first `"` or `\` from `from` on. It reads eight bytes at a time: most strings are too short
/// for a search by wide vectors to pay.
pub(super) fn find_quote(data: &[u8], from: usize) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const TOPS: u64 = u64::from_ne_bytes([0x80; 8]);
    const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
    const SLASHES: u64 = u64::from_ne_bytes([b'\\'; 8]);
    // In the result, the lowest zero byte of `word` has its top bit set, and no byte below it has.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & TOPS;
    let rest = data.get(from..)?;
    let (words, tail) = rest.as_chunks::<8>();
    for (index, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word);
        let hit = zeros(word ^ QUOTES) | zeros(word ^ SLASHES);
        if hit != 0 {
            return Some(from + index * 8 + hit.trailing_zeros() as usize / 8);
        }
    }
    let in_tail = tail.iter().position(|&byte| byte == b'"' || byte == b'\\')?;
    Some(from + words.len() * 8 + in_tail)
}
