//! Parses the header blocks of 512 bytes (POSIX.1-1988 `ustar`, the form before it, and GNU's).

/// Bytes in a block.
pub(super) const BLOCK: usize = 512;

/// Parsed header of a member.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: Vec<u8>,
    /// Bytes that follow, without padding.
    pub(super) size: u64,
    pub(super) kind: u8,
}

/// Byte ranges of the header's fields.
const NAME: std::ops::Range<usize> = 0..100;
const MODE: std::ops::Range<usize> = 100..108;
const SIZE: std::ops::Range<usize> = 124..136;
const SUM: std::ops::Range<usize> = 148..156;
const KIND: usize = 156;
const MAGIC: std::ops::Range<usize> = 257..263;
const PREFIX: std::ops::Range<usize> = 345..500;

/// Parses a block. `None` if it is no header.
pub(super) fn header(block: &[u8]) -> Option<Header> {
    let block = block.get(..BLOCK).filter(|block| is_header(block))?;
    let name = text(&block[NAME]);
    let prefix = if &block[MAGIC] == b"ustar\0" { text(&block[PREFIX]) } else { b"" };
    let name = if prefix.is_empty() { name.to_vec() } else { [prefix, b"/", name].concat() };
    Some(Header { name, size: number(&block[SIZE])?, kind: block[KIND] })
}

/// Returns whether a whole block has a name and the checksum that it states.
pub(super) fn is_header(block: &[u8]) -> bool {
    let without = block.iter().enumerate().filter(|(at, _)| !SUM.contains(at));
    let blank = (SUM.len() as u64) * u64::from(b' ');
    let found = without.map(|(_, &byte)| u64::from(byte)).sum::<u64>() + blank;
    block[0] != 0 && octal(&block[SUM]) == Some(found)
}

/// Returns whether the beginning of a block may belong to a header.
pub(super) fn may_begin(head: &[u8]) -> bool {
    let name = &head[..head.len().min(NAME.end)];
    let used = text(name).len();
    let is_text = |byte: &u8| *byte >= b' ' && *byte != 0x7f;
    let mode = head.get(MODE.start..head.len().min(MODE.end)).unwrap_or_default();
    used > 0
        && name[..used].iter().all(is_text)
        && name[used..].iter().all(|&byte| byte == 0)
        && mode.iter().all(|byte| matches!(byte, b'0'..=b'7' | b' ' | 0))
}

/// Returns the bytes before the first zero.
fn text(field: &[u8]) -> &[u8] {
    &field[..memchr::memchr(0, field).unwrap_or(field.len())]
}

/// Parses a size: octal digits or, if those do not suffice, a binary number whose highest bit is set (GNU, star).
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 == 0 {
        return octal(field);
    }
    // Reject negative sizes and sizes of 2⁶² bytes or more.
    let (high, low) = field.split_at(field.len() - 8);
    let low = u64::from_be_bytes(low.try_into().ok()?);
    (high[0] == 0x80 && high[1..].iter().all(|&byte| byte == 0) && low < 1 << 62).then_some(low)
}

fn octal(field: &[u8]) -> Option<u64> {
    let digits = text(field).trim_ascii();
    let digit = |sum: u64, digit: &u8| match digit {
        b'0'..=b'7' => Some(sum << 3 | u64::from(digit - b'0')),
        _ => None,
    };
    digits.iter().try_fold(0, digit)
}

/// Fields of a POSIX extended header, which describes the next member.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Extended {
    pub(super) path: Option<Vec<u8>>,
    pub(super) size: Option<u64>,
    /// Set if the file is sparse: the archive holds only parts of it. They are not put together.
    pub(super) is_sparse: bool,
}

/// Parses records `LENGTH KEY=VALUE\n` and stops at the first malformed one.
pub(super) fn extended(mut bytes: &[u8]) -> Extended {
    let mut found = Extended::default();
    while let Some((length, _)) = decimal(bytes)
        && let Some(record) = bytes.get(..length)
        && let [record @ .., b'\n'] = record
    {
        let space = memchr::memchr(b' ', record).unwrap_or(0);
        let record = &record[(space + 1).min(record.len())..];
        if let Some(equals) = memchr::memchr(b'=', record) {
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            match key {
                b"path" => found.path = Some(value.to_vec()),
                b"size" => found.size = decimal(value).map(|(size, _)| size as u64),
                _ if key.starts_with(b"GNU.sparse.") => found.is_sparse = true,
                _ => {}
            }
        }
        bytes = &bytes[length..];
    }
    found
}

/// Parses the decimal number at the start of the text, 1 to 15 digits long. Returns its value and its number of digits.
fn decimal(text: &[u8]) -> Option<(usize, usize)> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = |sum: usize, digit: &u8| sum * 10 + usize::from(digit - b'0');
    (1..=15).contains(&digits).then(|| (text[..digits].iter().fold(0, value), digits))
}
