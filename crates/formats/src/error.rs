//! Errors of reading a file.

use std::fmt;

/// Reason why a file gave no trace. Its text is a predicate: `format!("{file_name} {error}")` reads as sentences that
/// say what happened, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Kind of failure; pages and scripts choose by it.
    pub kind: ReadErrorKind,
    /// Byte of the unpacked input at which reading failed. For [`ReadErrorKind::Compression`], a byte of the packed
    /// input up to which it is sound; the damage shows within 8 KiB after it.
    pub offset: u64,
    /// 1-based line of that byte, if the format is text.
    pub line: Option<u64>,
    /// Details in whole sentences without the last full stop. May quote the file, which is hostile text.
    pub found: String,
}

/// Kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Occurs when there are no bytes, or none after unpacking.
    Empty,
    /// Occurs when no reader recognises the content.
    NotATrace,
    /// Occurs when the content's format is known but not supported.
    NotRead,
    /// Occurs when the content breaks its format's grammar before the first call.
    Malformed,
    /// Occurs when the input ends before its first call is complete.
    Truncated,
    /// Occurs when packed data is damaged before the first call, or is packed too many times over.
    Compression,
    /// Occurs when a file would become many more calls than its size suggests.
    TooLarge,
    /// Occurs when a file is sound and of a known format but has no calls.
    NoCalls,
    /// Occurs when a file holds traces, but none of the requested name.
    NoSuchTrace,
}

impl ReadErrorKind {
    /// Returns a stable identifier for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NotATrace => "not-a-trace",
            Self::NotRead => "not-read",
            Self::Malformed => "malformed",
            Self::Truncated => "truncated",
            Self::Compression => "compression",
            Self::TooLarge => "too-large",
            Self::NoCalls => "no-calls",
            Self::NoSuchTrace => "no-such-trace",
        }
    }

    /// Returns a sentence that says what to do about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Empty => "Record it again, or choose another file.",
            Self::NotATrace => "Choose another file.",
            Self::NotRead => "Convert it to a format that Diptych reads, or choose another file.",
            Self::Malformed => "Record it again, or repair the file there.",
            Self::Truncated => "Copy or record it again.",
            Self::Compression => "Copy it again, or unpack it first.",
            Self::TooLarge => "Record a shorter time, or limit the depth of stacks.",
            Self::NoCalls => "Check your tracer’s settings, or choose another file.",
            Self::NoSuchTrace => "Choose one of the traces that it holds.",
        }
    }
}

impl ReadError {
    pub(crate) fn new(kind: ReadErrorKind, offset: u64, found: impl Into<String>) -> Self {
        Self { kind, offset, line: None, found: found.into() }
    }

    /// Returns what happened and where: a predicate without subject and full stop, such as `holds no trace`.
    pub fn headline(&self) -> String {
        let byte = thousands(self.offset);
        match self.kind {
            ReadErrorKind::Empty => "is empty".to_owned(),
            ReadErrorKind::NotATrace => "holds no trace".to_owned(),
            ReadErrorKind::NotRead => "has a format that Diptych does not read".to_owned(),
            ReadErrorKind::Malformed => match self.line {
                Some(line) => format!("cannot be read past byte {byte} (line {})", thousands(line)),
                None => format!("cannot be read past byte {byte}"),
            },
            ReadErrorKind::Truncated => format!("ends early, at byte {byte}"),
            ReadErrorKind::Compression => format!("cannot be unpacked past its byte {byte}"),
            ReadErrorKind::TooLarge => "has too many calls to be read".to_owned(),
            ReadErrorKind::NoCalls => "contains no function calls".to_owned(),
            ReadErrorKind::NoSuchTrace => "holds no trace of that name".to_owned(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}. {}", self.headline(), self.found, self.kind.advice())
    }
}

impl std::error::Error for ReadError {}

/// Formats a number with its digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let grouped = [0, 12, 999, 1_000, 18_204_112].map(thousands);
        assert_eq!(grouped, ["0", "12", "999", "1,000", "18,204,112"]);
    }
}
