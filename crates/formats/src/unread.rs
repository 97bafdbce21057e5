//! Formats that are known by sight and not read, so that a file of one of them is refused by its name.

use crate::describe::DESCRIBED_BYTES;

/// First bytes of a file by which it is known: deep stacks make long lines.
pub(crate) const KNOWN_BYTES: usize = 1 << 16;

use crate::{ReadError, ReadErrorKind};

/// Whether a file is of a format.
type Fits = fn(&Head<'_>) -> bool;

/// Names of the formats, with their article and with what makes something of them that is read; and what is looked for.
const UNREAD: &[(&str, Fits)] = &[
    (
        "a recording of Java Flight Recorder (`jfrconv -o collapsed run.jfr run.collapsed` of async-profiler makes folded \
         stacks of it)",
        |head| head.bytes.starts_with(b"FLR\0"),
    ),
    (
        "a part of a CTF trace, as LTTng writes them (`ctf2ctf` makes Chrome Trace Event JSON of the whole folder)",
        |head| {
            // A packet of a stream, one of metadata, in either byte order; metadata as text.
            let magics: [[u8; 4]; 4] = [
                [0xc1, 0x1f, 0xfc, 0xc1],
                [0xc1, 0xfc, 0x1f, 0xc1],
                [0x57, 0x1d, 0xd1, 0x75],
                [0x75, 0xd1, 0x1d, 0x57],
            ];
            magics.iter().any(|magic| head.bytes.starts_with(magic)) || head.text.starts_with("/* CTF ")
        },
    ),
    (
        "a binary property list, as a `.trace` of Instruments is made of (speedscope opens the whole `.trace` and exports a file \
         that is read)",
        |head| head.bytes.starts_with(b"bplist00"),
    ),
    (
        "an export of Instruments (speedscope opens its `.trace` or a deep copy of its call tree, and exports a file that \
         is read)",
        |head| {
            let has = |text: &str, part: &[u8]| memchr::memmem::find(text.as_bytes(), part).is_some();
            has(head.text, b"<trace-query-result")
                || has(head.text, b"<trace-toc")
                || head
                    .lines()
                    .next()
                    .is_some_and(|line| has(line, b"\tSelf (") && has(line, b"\tSymbol Name"))
        },
    ),
];

/// The error for a file that no format knows, if it is of one of these.
pub(crate) fn not_read(head: &[u8]) -> Option<ReadError> {
    let head = Head::new(head);
    let (name, _) = UNREAD.iter().find(|(_, fits)| fits(&head))?;
    let found = format!("It is {name}; this version does not read it");
    Some(ReadError::new(ReadErrorKind::NotRead, 0, found))
}

/// The first bytes of a file.
struct Head<'a> {
    bytes: &'a [u8],
    /// Of these the first kibibyte as text, as far as it is: what names a format stands there.
    text: &'a str,
    /// Whether the file may be longer than this text.
    is_cut: bool,
}

impl<'a> Head<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        // Of a file that is as long, its last line may be whole: but how many bytes came at a time is not to matter.
        let is_cut = bytes.len() >= DESCRIBED_BYTES;
        let text = text_of(&bytes[..bytes.len().min(DESCRIBED_BYTES)]);
        let bytes = &bytes[..bytes.len().min(KNOWN_BYTES)];
        Self { bytes, text, is_cut }
    }

    /// Lines that are there whole.
    fn lines(&self) -> impl Iterator<Item = &'a str> {
        whole_lines(self.text, self.is_cut)
    }
}

/// Bytes as text, as far as they are.
fn text_of(bytes: &[u8]) -> &str {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // A character that the cut parts.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => "",
    };
    text.trim_start_matches('\u{feff}')
}

fn whole_lines(text: &str, is_cut: bool) -> std::str::Lines<'_> {
    let end = if is_cut { text.rfind('\n').unwrap_or(0) } else { text.len() };
    text[..end].lines()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn name(head: &[u8]) -> Option<String> {
        not_read(head).map(|error| error.to_string())
    }

    #[test]
    fn known_formats_are_named() {
        let known: &[(&str, &[u8])] = &[
            (UNREAD[0].0, b"FLR\0\0\x02\0\x01"),
            (UNREAD[1].0, b"\xc1\x1f\xfc\xc1\x2a\x64"),
            (UNREAD[1].0, b"/* CTF 1.8 */\n\ntypealias integer"),
            (UNREAD[2].0, b"bplist00\xd4\x01"),
            (UNREAD[3].0, b"<?xml version=\"1.0\"?>\n<trace-query-result>\n"),
            (UNREAD[3].0, b"Running Time\tSelf (ms)\t\tSymbol Name\n12.0ms"),
        ];
        for (format, head) in known {
            let expected = format!(
                "has a format that Diptych does not read. It is {format}; this version does not read it. Convert it to a \
                 format that Diptych reads, or choose another file."
            );
            assert_eq!(name(head).as_deref(), Some(expected.as_str()));
        }
    }

    #[test]
    fn other_files_are_not() {
        let others: &[&[u8]] = &[
            b"",
            b"notes: buy 3 apples\n",
            b"a line 12\n",
            br#"{"users":[1,2],"nodes":[]}"#,
            br#"{"title":"\"meta\"","interval":3}"#,
            br#"["$schema","speedscope.app/file-format-schema"]"#,
            b"x;y and no number\n",
            b"\x0a\x03abc\x00\x01",
            b"\n\nplain text\n",
            b"\0asm\x01\0\0\0",
        ];
        for other in others {
            assert_eq!(name(other), None, "{:?}", String::from_utf8_lossy(other));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_looked_at(bytes in prop::collection::vec(any::<u8>(), 0..2_000), text in ".*") {
            let _ = (not_read(&bytes), not_read(text.as_bytes()));
        }
    }
}
