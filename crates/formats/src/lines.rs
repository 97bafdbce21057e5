//! Cuts a text file into lines, in pieces.

use crate::record::MAX_RECORD_BYTES;

/// One line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// The line without its end, `\n` or `\r\n`; the first line also without a byte order mark.
    pub(crate) text: &'a [u8],
    /// Byte of the file at which the line begins.
    pub(crate) offset: u64,
    /// Set if the file ends in this line, before any `\n`.
    pub(crate) is_open: bool,
    /// Set if the line was longer than 16 MiB; `text` is then empty.
    pub(crate) is_too_long: bool,
}

/// Splitter of a file's bytes into lines. It holds no more than the line cut by the end of a piece.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Beginning of an incomplete line.
    held: Vec<u8>,
    /// Byte of the file at which that line begins.
    offset: u64,
    /// Bytes of that line that were dropped because it is too long.
    dropped: u64,
}

impl Lines {
    /// Takes the next bytes and hands on every complete line.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], take: &mut dyn FnMut(Line<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            let length = self.dropped + self.held.len() as u64 + line.len() as u64 + 1;
            if self.held.is_empty() && self.dropped == 0 {
                self.give(line, false, take);
            } else {
                self.hold(line);
                let held = std::mem::take(&mut self.held);
                self.give(&held, false, take);
            }
            self.dropped = 0;
            self.offset += length;
            bytes = rest;
        }
        self.hold(bytes);
    }

    /// Takes the end of the bytes and hands on the last line, if it is not empty.
    pub(crate) fn finish(&mut self, take: &mut dyn FnMut(Line<'_>)) {
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() || self.dropped > 0 {
            self.give(&held, true, take);
            self.offset += self.dropped + held.len() as u64;
        }
    }

    /// Returns the byte at which the incomplete line begins. After [`Self::finish`], the end of the file.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.held.capacity() as u64
    }

    fn hold(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
        if self.dropped > 0 || self.held.len() > MAX_RECORD_BYTES {
            self.dropped += self.held.len() as u64;
            self.held.clear();
        }
    }

    fn give(&self, text: &[u8], is_open: bool, take: &mut dyn FnMut(Line<'_>)) {
        let is_too_long = self.dropped > 0 || text.len() > MAX_RECORD_BYTES;
        let text = if is_too_long { &[] } else { text.strip_suffix(b"\r").unwrap_or(text) };
        let text = if self.offset == 0 { text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text) } else { text };
        take(Line { text, offset: self.offset, is_open, is_too_long });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Found = Vec<(String, u64, bool, bool)>;

    fn cut<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Found {
        let (mut lines, mut found) = (Lines::default(), Found::new());
        let mut take = |line: Line<'_>| {
            let text = String::from_utf8_lossy(line.text).into_owned();
            found.push((text, line.offset, line.is_open, line.is_too_long));
        };
        for piece in pieces {
            lines.feed(piece, &mut take);
        }
        lines.finish(&mut take);
        found
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_pieces(text in "[ab\r\n]{0,60}", size in 1usize..9) {
            let found = cut(text.as_bytes().chunks(size));
            let mut offset = 0;
            let mut expected = Found::new();
            for part in text.split_inclusive('\n') {
                let line = part.strip_suffix('\n').unwrap_or(part);
                let shown = line.strip_suffix('\r').unwrap_or(line);
                expected.push((shown.to_owned(), offset, !part.ends_with('\n'), false));
                offset += part.len() as u64;
            }
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn overlong_line_is_reported_and_next_one_found() {
        let file = [vec![b'x'; MAX_RECORD_BYTES + 1], b"\nnext".to_vec()].concat();
        for size in [1 << 20, 1000, usize::MAX] {
            let found = cut(file.chunks(size));
            assert_eq!(found[0], (String::new(), 0, false, true));
            assert_eq!(found[1], ("next".to_owned(), MAX_RECORD_BYTES as u64 + 2, true, false));
        }
    }
}
