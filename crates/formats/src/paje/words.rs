//! Words of a line.

/// The words of a line, up to a comment. A word in quotation marks may hold white space; there are no escapes.
///
/// Blanks are found many at once: words are short, and where each of them ends is nothing that a processor could foresee.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    line: &'a [u8],
    /// Where what is left of it begins.
    at: usize,
    /// A bit for each of the bytes from `from` on: whether it is a blank, or lies behind the line.
    blanks: u64,
    from: usize,
}

impl<'a> Words<'a> {
    #[inline]
    pub(crate) fn of(line: &'a [u8]) -> Self {
        Self { line, at: 0, blanks: blanks(line), from: 0 }
    }

    /// The first place from `at` on that is a blank, or that is none; the end of the line where there is none.
    #[inline]
    fn seek(&mut self, at: usize, is_blank: bool) -> usize {
        match self.seek_here(at, is_blank) {
            Some(place) => place,
            None => self.seek_on(at, is_blank),
        }
    }

    /// The same among the bytes whose blanks are known.
    #[inline]
    fn seek_here(&self, at: usize, is_blank: bool) -> Option<usize> {
        let bits = if is_blank { self.blanks } else { !self.blanks };
        let bits = bits.checked_shr((at - self.from) as u32)?;
        (bits != 0).then(|| at + bits.trailing_zeros() as usize)
    }

    /// The same behind them.
    #[cold]
    fn seek_on(&mut self, mut at: usize, is_blank: bool) -> usize {
        loop {
            at = at.max(self.from + BLOCK);
            if at >= self.line.len() {
                return self.line.len();
            }
            (self.blanks, self.from) = (blanks(&self.line[at..]), at);
            if let Some(place) = self.seek_here(at, is_blank) {
                return place;
            }
        }
    }

    /// A word in quotation marks, given the place of the mark. One that nothing closes: a word of the kind `'til`, or a text
    /// that goes on to the end of the line.
    #[cold]
    fn quoted(&mut self, start: usize) -> &'a [u8] {
        let (mark, rest) = (self.line[start], &self.line[start + 1..]);
        match memchr::memchr(mark, rest) {
            Some(length) => {
                self.at = start + length + 2;
                &rest[..length]
            }
            None if mark == b'"' => {
                self.at = self.line.len();
                rest
            }
            None => self.plain(start),
        }
    }

    /// A word up to white space.
    #[inline]
    fn plain(&mut self, start: usize) -> &'a [u8] {
        self.at = self.seek(start, true);
        &self.line[start..self.at]
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    #[expect(clippy::inline_always, reason = "where it stands between words is to be kept in registers")]
    #[inline(always)]
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.seek(self.at, false);
        self.at = start;
        match *self.line.get(start)? {
            b'#' => None,
            b'"' | b'\'' => Some(self.quoted(start)),
            _ => Some(self.plain(start)),
        }
    }
}

/// Bytes whose blanks are found at once.
const BLOCK: usize = u64::BITS as usize;

/// Bytes that are looked at in one step.
const STEP: usize = 16;

/// A bit for each byte that is white space or another control, and for each place behind the last byte.
#[inline]
fn blanks(bytes: &[u8]) -> u64 {
    let bytes = &bytes[..bytes.len().min(BLOCK)];
    let (mut found, mut at) = (0, 0);
    while let Some(step) = bytes[at..].first_chunk() {
        found |= blanks_of_step(step) << at;
        at += STEP;
        if at == BLOCK {
            return found;
        }
    }
    let rest = bytes.len() - at;
    let last = if let Some(last) = bytes.last_chunk() {
        // What was looked at is shifted out.
        blanks_of_step(last) >> (STEP - rest)
    } else {
        let mut last = [0; STEP];
        last[..rest].copy_from_slice(bytes);
        blanks_of_step(&last)
    };
    found | (last | u64::MAX << rest) << at
}

#[inline]
fn blanks_of_step(bytes: &[u8; STEP]) -> u64 {
    let bytes = u128::from_le_bytes(*bytes);
    blanks_of_word(bytes as u64) | blanks_of_word((bytes >> 64) as u64) << 8
}

/// A bit for each of eight bytes: whether it is white space or another control.
#[inline]
fn blanks_of_word(word: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = 0x80 * EACH;
    // What is no blank has its highest bit, or gets it by the addition; nothing is carried from byte to byte.
    let others = ((word & !HIGH) + (0x7F - u64::from(b' ')) * EACH) | word;
    // The product moves the highest bit of each byte to the first byte of all, side by side.
    (!others & HIGH).wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// Words of a line of a header behind its `%`; `None`: it is another line.
pub(super) fn definition(line: &[u8]) -> Option<Words<'_>> {
    line.strip_prefix(b"%").map(Words::of)
}

/// Whether a line begins the definition of an event.
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
    fn words_of_every_kind() {
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

    /// A byte at a time.
    fn naive(mut rest: &[u8]) -> Vec<&[u8]> {
        let is_blank = |byte: &u8| *byte <= b' ';
        let mut words = Vec::new();
        while let Some(start) = rest.iter().position(|byte| !is_blank(byte)) {
            rest = &rest[start..];
            let closed = rest[1..].iter().position(|&byte| byte == rest[0]);
            let (word, behind) = match (rest[0], closed) {
                (b'#', _) => break,
                (b'"' | b'\'', Some(length)) => (&rest[1..=length], &rest[length + 2..]),
                (b'"', None) => (&rest[1..], &[][..]),
                _ => rest.split_at(rest.iter().position(is_blank).unwrap_or(rest.len())),
            };
            words.push(word);
            rest = behind;
        }
        words
    }

    proptest! {
        #[test]
        fn words_are_those_found_byte_by_byte(
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
                // And so it stays.
                prop_assert_eq!([words.next(), words.next()], [None; 2]);
            }
        }

        #[test]
        fn any_line_ends(line in prop::collection::vec(any::<u8>(), 0..80), text in "[ab\"'# ]{0,40}") {
            prop_assert!(Words::of(&line).count() <= line.len());
            prop_assert!(Words::of(text.as_bytes()).count() <= text.len());
        }
    }
}
