//! Words of a line.

/// The words of a line, up to a comment. A word in quotation marks may hold white space; there are no escapes.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    pub(crate) fn of(line: &'a [u8]) -> Self {
        Self { rest: line }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.iter().position(|&byte| !is_blank(byte))?;
        let rest = &self.rest[start..];
        let (word, behind) = match rest[0] {
            b'#' => return None,
            // A mark that nothing closes: a word of the kind `'til`, or a text that goes on to the end of the line.
            mark @ (b'"' | b'\'') => match memchr::memchr(mark, &rest[1..]) {
                Some(end) => (&rest[1..=end], &rest[end + 2..]),
                None if mark == b'"' => (&rest[1..], &[][..]),
                None => plain(rest),
            },
            _ => plain(rest),
        };
        self.rest = behind;
        Some(word)
    }
}

/// White space, or another control.
#[inline]
fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// A word up to white space, and what is behind it.
#[inline]
fn plain(rest: &[u8]) -> (&[u8], &[u8]) {
    rest.split_at(rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len()))
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

    proptest! {
        #[test]
        fn any_line_ends(line in prop::collection::vec(any::<u8>(), 0..80), text in "[ab\"'# ]{0,40}") {
            prop_assert!(Words::of(&line).count() <= line.len());
            prop_assert!(Words::of(text.as_bytes()).count() <= text.len());
        }
    }
}
