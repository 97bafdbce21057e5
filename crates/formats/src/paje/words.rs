//! Splits a line into words.

/// Iterator over the words of a line, up to a comment. A word in quotation marks may contain white space; there are no
/// escapes.
///
/// Blanks are found for many bytes at a time: words are short, and processors cannot predict where each one ends.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    line: &'a [u8],
    /// Index in the line of the next byte to read.
    at: usize,
    /// One bit for each byte from `at` on, the lowest for the first; set for a blank and for each place after the line.
    /// In the last block of a line, the highest bit is always set, and the arithmetic shift keeps it set as words are
    /// shifted out. In a block before the last, it says nothing of the bytes that follow.
    blanks: i64,
    goes_on: bool,
}

impl<'a> Words<'a> {
    #[inline]
    pub(crate) fn of(line: &'a [u8]) -> Self {
        Self { line, at: 0, blanks: blanks(line) as i64, goes_on: line.len() >= BLOCK }
    }

    /// Moves on to index `at` of the line.
    #[inline]
    fn go_to(&mut self, at: usize) {
        if !self.goes_on {
            self.blanks >>= (at - self.at).min(BLOCK - 1);
            self.at = at;
            return;
        }
        let rest = self.line.get(at..).unwrap_or_default();
        (self.at, self.blanks, self.goes_on) = (at, blanks(rest) as i64, rest.len() >= BLOCK);
    }

    /// Reads a word in quotation marks, from the opening mark on. An apostrophe without a partner is part of a word
    /// such as `'til`; a `"` without one quotes the rest of the line.
    fn quoted(&mut self) -> &'a [u8] {
        let (mark, rest) = (self.line[self.at], &self.line[self.at + 1..]);
        match memchr::memchr(mark, rest) {
            Some(length) => {
                self.go_to(self.at + length + 2);
                &rest[..length]
            }
            None if mark == b'"' => {
                self.go_to(self.line.len());
                rest
            }
            None => self.plain(),
        }
    }

    /// Reads a word up to white space.
    #[inline]
    fn plain(&mut self) -> &'a [u8] {
        if self.goes_on {
            return self.plain_of_long();
        }
        let length = self.blanks.trailing_zeros() as usize;
        let word = &self.line[self.at..][..length];
        self.at += length;
        self.blanks >>= length;
        word
    }

    #[cold]
    fn plain_of_long(&mut self) -> &'a [u8] {
        let rest = &self.line[self.at..];
        // Most words end within the current block.
        let known = self.blanks.trailing_zeros() as usize;
        let length = if known < BLOCK { known } else { find(rest, is_blank) };
        self.go_to(self.at + length);
        &rest[..length]
    }

    #[cold]
    fn skip_in_long(&mut self) {
        let rest = &self.line[self.at..];
        let known = (!self.blanks).trailing_zeros() as usize;
        let length = if known < BLOCK { known } else { find(rest, |byte| !is_blank(byte)) };
        self.go_to(self.at + length);
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    #[expect(clippy::inline_always, reason = "where it stands between words is to be kept in registers")]
    #[inline(always)]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.goes_on {
            self.skip_in_long();
        } else {
            let skipped = (!self.blanks).trailing_zeros();
            self.at += skipped as usize;
            self.blanks = self.blanks.checked_shr(skipped)?;
        }
        match *self.line.get(self.at)? {
            b'#' => {
                self.go_to(self.line.len());
                None
            }
            b'"' | b'\'' => Some(self.quoted()),
            _ => Some(self.plain()),
        }
    }
}

/// Bytes in a block, whose blanks are found at once.
const BLOCK: usize = u64::BITS as usize;

/// Bytes examined in one step.
const STEP: usize = 16;

/// Returns whether a byte is white space or another control.
fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// Returns the index of the first byte of a kind, or the number of bytes if there is none.
fn find(bytes: &[u8], is_it: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| is_it(byte)).unwrap_or(bytes.len())
}

/// Returns one bit for each byte, set for white space and other controls, and for each place after the last byte.
#[inline]
fn blanks(bytes: &[u8]) -> u64 {
    let Some(last) = bytes.last_chunk().filter(|_| bytes.len() < BLOCK) else {
        return blanks_of_others(bytes);
    };
    let (steps, _) = bytes.as_chunks::<STEP>();
    // The last step overlaps the one before, so that it needs no copy.
    let mut found = blanks_of_step(last) << (bytes.len() - STEP) | u64::MAX << bytes.len();
    for (number, step) in steps.iter().enumerate() {
        found |= blanks_of_step(step) << (number * STEP);
    }
    found
}

/// Implements [`blanks`] for few bytes, and for many.
#[cold]
fn blanks_of_others(bytes: &[u8]) -> u64 {
    if bytes.len() >= BLOCK {
        let (steps, _) = bytes[..BLOCK].as_chunks::<STEP>();
        return steps.iter().rev().fold(0, |found, step| found << STEP | blanks_of_step(step));
    }
    let mut step = [0; STEP];
    step[..bytes.len()].copy_from_slice(bytes);
    blanks_of_step(&step) | u64::MAX << bytes.len()
}

/// Returns one bit for each byte of a step, set for white space and other controls.
#[inline]
fn blanks_of_step(bytes: &[u8; STEP]) -> u64 {
    let bytes = u128::from_le_bytes(*bytes);
    blanks_of_word(bytes as u64) | blanks_of_word((bytes >> 64) as u64) << 8
}

/// Returns one bit for each of eight bytes, set for white space and other controls.
#[inline]
fn blanks_of_word(word: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = 0x80 * EACH;
    // A byte that is no blank has its highest bit set, or gets it by the addition. Nothing carries from byte to byte.
    let others = ((word & !HIGH) + (0x7F - u64::from(b' ')) * EACH) | word;
    // The product moves the highest bit of each byte, side by side, into the highest byte.
    (!others & HIGH).wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// Returns the words of a header line after its `%`. `None` for any other line.
pub(super) fn definition(line: &[u8]) -> Option<Words<'_>> {
    line.strip_prefix(b"%").map(Words::of)
}

/// Returns whether a line begins the definition of an event.
pub(super) fn is_event_def(line: &[u8]) -> bool {
    definition(line).and_then(|mut words| words.next()) == Some(b"EventDef")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(line: &str) -> Vec<String> {
        Words::of(line.as_bytes()).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
    }

    #[test]
    fn words_of_every_kind_are_split() {
        assert_eq!(words("12 0.5\t13  1661 \"a b\" c"), ["12", "0.5", "13", "1661", "a b", "c"]);
        assert_eq!(words("1 CT 0 'Program of mine' #old"), ["1", "CT", "0", "Program of mine"]);
        assert_eq!(words("a \"\" b#c"), ["a", "", "b#c"]);
        assert_eq!(words("\"a b"), ["a b"]);
        assert_eq!(words("'til dawn"), ["'til", "dawn"]);
        assert_eq!(words(" \t "), [""; 0]);
    }

    #[test]
    fn headers_begin_with_or_without_white_space() {
        for line in ["%EventDef PajeSetState 1", "% EventDef\tPajeSetState 1", "%\tEventDef"] {
            assert!(is_event_def(line.as_bytes()), "{line}");
        }
        for line in ["%EndEventDef", "EventDef", "%", "% Time date"] {
            assert!(!is_event_def(line.as_bytes()), "{line}");
        }
    }

    /// Splits a line into words one byte at a time.
    fn naive(mut rest: &[u8]) -> Vec<&[u8]> {
        let mut words = Vec::new();
        while let Some(start) = rest.iter().position(|&byte| !is_blank(byte)) {
            rest = &rest[start..];
            let closed = rest[1..].iter().position(|&byte| byte == rest[0]);
            let (word, behind) = match (rest[0], closed) {
                (b'#', _) => break,
                (b'"' | b'\'', Some(length)) => (&rest[1..=length], &rest[length + 2..]),
                (b'"', None) => (&rest[1..], &[][..]),
                _ => rest.split_at(find(rest, is_blank)),
            };
            words.push(word);
            rest = behind;
        }
        words
    }

    proptest! {
        #[test]
        fn step_blanks_match_bytewise_search(bytes in any::<[u8; STEP]>(), low in prop::array::uniform16(0u8..64)) {
            for bytes in [bytes, low] {
                let naive = bytes.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(is_blank(*byte)));
                prop_assert_eq!(blanks_of_step(&bytes), naive);
            }
        }

        #[test]
        fn words_match_bytewise_search(
            line in prop::collection::vec(any::<u8>(), 0..200),
            text in "[ab\"'# ]{0,40}",
            plain in "([a-z0-9.!~\\x7fÿ]{1,20}[ \t\\x1f]{0,2}){0,20}",
            long in "( {60,70}|[ab]{60,70}|\"| ){0,4}",
        ) {
            for line in [&line, text.as_bytes(), plain.as_bytes(), long.as_bytes()] {
                let (found, mut words) = (naive(line), Words::of(line));
                for word in found {
                    prop_assert_eq!(words.next(), Some(word));
                }
                // The iterator stays at its end.
                prop_assert_eq!([words.next(), words.next()], [None; 2]);
            }
        }

        #[test]
        fn words_of_any_line_are_finite(line in prop::collection::vec(any::<u8>(), 0..80), text in "[ab\"'# ]{0,40}") {
            prop_assert!(Words::of(&line).count() <= line.len());
            prop_assert!(Words::of(text.as_bytes()).count() <= text.len());
        }
    }
}
