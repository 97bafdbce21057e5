//! Recognises formats that are not supported, so that the error can name them.

use crate::describe::DESCRIBED_BYTES;

/// Number of first bytes by which such a file is recognised: deep stacks make long lines.
pub(crate) const KNOWN_BYTES: usize = 1 << 16;

use crate::{ReadError, ReadErrorKind};

/// Test whether a file has a format.
type Fits = fn(&Head<'_>) -> bool;

/// Names of the formats, with article and with a tool that converts them to a supported one; and the test for each.
const UNREAD: &[(&str, Fits)] = &[
    (
        "a recording of Java Flight Recorder (`jfrconv -o collapsed run.jfr run.collapsed` of async-profiler makes folded \
         stacks of it)",
        |head| head.bytes.starts_with(b"FLR\0"),
    ),
    (
        "a part of a CTF trace, as LTTng writes them (`ctf2ctf` makes Chrome Trace Event JSON of the whole folder)",
        |head| {
            // Magic numbers of a stream packet and of a metadata packet, in both byte orders; or metadata as text.
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
        "a binary property list, as in a `.trace` of Instruments (speedscope opens the whole `.trace` and exports a file \
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

/// Returns the error for a file of an unsupported format, or `None` if it has none of these.
pub(crate) fn not_read(head: &[u8]) -> Option<ReadError> {
    let head = Head::new(head);
    let (name, _) = UNREAD.iter().find(|(_, fits)| fits(&head))?;
    let found = format!("It is {name}; this version does not read it");
    Some(ReadError::new(ReadErrorKind::NotRead, 0, found))
}

/// First bytes of a file.
struct Head<'a> {
    bytes: &'a [u8],
    /// The first kibibyte as text, as far as it is valid: formats are named there.
    text: &'a str,
    /// Set if the file may be longer than this text.
    is_cut: bool,
}

impl<'a> Head<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        // For a file of exactly this length the last line may be complete. But the result must not depend on how many
        // bytes come at a time.
        let is_cut = bytes.len() >= DESCRIBED_BYTES;
        let text = text_of(&bytes[..bytes.len().min(DESCRIBED_BYTES)]);
        let bytes = &bytes[..bytes.len().min(KNOWN_BYTES)];
        Self { bytes, text, is_cut }
    }

    /// Iterates over the complete lines.
    fn lines(&self) -> impl Iterator<Item = &'a str> {
        whole_lines(self.text, self.is_cut)
    }
}

/// Returns bytes as text; empty if they are no UTF-8.
fn text_of(bytes: &[u8]) -> &str {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The cut may split a character.
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
    fn unsupported_formats_are_named() {
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
    fn other_files_are_not_named() {
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
        fn any_bytes_can_be_examined(bytes in prop::collection::vec(any::<u8>(), 0..2_000), text in ".*") {
            let _ = (not_read(&bytes), not_read(text.as_bytes()));
        }
    }
}
