//! Splits lines into words and recognises the forms that perf prints.

/// A word of a line, with the index at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) at: usize,
    pub(super) text: &'a [u8],
}

impl Word<'_> {
    /// Returns the index after the word.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// Iterates over the words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = line[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(line.len() - start);
        at = start + length;
        Some(Word { at: start, text: &line[start..at] })
    })
}

/// Returns whether a word consists of decimal digits.
pub(super) fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns whether a word is an address: hexadecimal digits without a prefix.
pub(super) fn is_address(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_hexdigit)
}

/// Returns whether a word has the form `12` or `12/34`, where `-1` stands for an unknown id.
pub(super) fn is_ids(word: &[u8]) -> bool {
    let mut parts = word.split(|&byte| byte == b'/');
    parts.clone().count() <= 2 && parts.all(|id| is_digits(id.strip_prefix(b"-").unwrap_or(id)))
}

/// Returns whether a word is the number of a processor: `[001]`.
pub(super) fn is_processor(word: &[u8]) -> bool {
    let inner = word.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    inner.is_some_and(|inner| is_digits(inner.strip_prefix(b"-").unwrap_or(inner)))
}

/// Returns whether a word consists of the letters that the field `misc` prints: the mode of the processor and marks of
/// records.
pub(super) fn is_misc(word: &[u8]) -> bool {
    word.len() <= 4 && word.iter().all(|byte| b"?KUHGgMEFSp".contains(byte))
}

/// Parses a word like `203265.377019:`. Returns it without the colon.
pub(super) fn seconds(word: &[u8]) -> Option<&[u8]> {
    let number = word.strip_suffix(b":")?;
    let point = memchr::memchr(b'.', number)?;
    (is_digits(&number[..point]) && is_digits(&number[point + 1..])).then_some(number)
}

/// Returns whether a word is the name of an event with its colon.
pub(super) fn is_event(word: &[u8]) -> bool {
    word.len() > 1 && word.ends_with(b":")
}
