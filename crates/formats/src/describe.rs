//! Describes the beginning of a file, in text that is safe to show.

use crate::format::ContentKind;
use crate::registry::FORMATS;
use crate::unread::not_read;
use crate::{ReadError, ReadErrorKind};

/// Returns the error for a file that no format recognises.
pub(crate) fn not_a_trace(head: &[u8]) -> ReadError {
    if let Some(error) = not_read(head) {
        return error;
    }
    let kind = kind(head);
    let alike = FORMATS.iter().filter(|format| kind.is_none_or(|kind| kind == format.content));
    let names: Vec<&str> = alike.map(|format| format.name).collect();
    let found = format!("{}{LOOKS_LIKE_NONE}{}", describe(head), names.join(", "));
    ReadError::new(ReadErrorKind::NotATrace, 0, found)
}

/// Text between the description of a file and the list of formats.
pub(crate) const LOOKS_LIKE_NONE: &str = ". It looks like none of: ";

/// Guesses the kind of a file's content. `None` for binary content, which any format might have.
fn kind(head: &[u8]) -> Option<ContentKind> {
    let head = &head[..head.len().min(DESCRIBED_BYTES)];
    match head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start().first()? {
        b'{' | b'[' => Some(ContentKind::Json),
        _ if is_binary(head) => None,
        _ => Some(ContentKind::Text),
    }
}

/// Number of first bytes that the description uses.
pub(crate) const DESCRIBED_BYTES: usize = 1 << 10;

/// Describes the beginning of a file in a sentence without full stop.
fn describe(head: &[u8]) -> String {
    let head = &head[..head.len().min(DESCRIBED_BYTES)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let kind = match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => "JSON",
        Some(b'<') => "XML or HTML",
        Some(_) if is_binary(text) => {
            let bytes: Vec<String> = head.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            return format!("It is binary and starts with the bytes {}", bytes.join(" "));
        }
        Some(_) => "text",
        None => return "It is nothing but white space".to_owned(),
    };
    format!("It is {kind} and starts with `{}`", quote(text))
}

/// Returns whether bytes are no text: they are no UTF-8, or more than one in twenty is a control.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // A character cut off by the end is no error.
    controls * 20 > bytes.len() || std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some())
}

/// Most characters of a file quoted in a message.
const QUOTE_CHARS: usize = 40;

/// Most characters of a quoted name: paths in archives are long.
const NAME_CHARS: usize = 160;

/// Quotes the beginning of a file's text for a message, in one line. Controls, bidirectional marks and invalid bytes
/// become U+FFFD; `…` marks omitted text.
pub(crate) fn quote(bytes: &[u8]) -> String {
    line_of(bytes, QUOTE_CHARS)
}

/// Quotes the name of a trace, nearly always in full, because people choose by it.
pub(crate) fn quote_name(name: &str) -> String {
    line_of(name.as_bytes(), NAME_CHARS)
}

fn line_of(bytes: &[u8], most: usize) -> String {
    let head = &bytes[..bytes.len().min(4 * most)];
    let text = String::from_utf8_lossy(head);
    let mut line = String::new();
    let mut chars = text.split_whitespace().flat_map(|word| [" ", word]).flat_map(str::chars).skip(1);
    for c in chars.by_ref().take(most) {
        line.push(if is_invisible(c) { char::REPLACEMENT_CHARACTER } else { c });
    }
    if chars.next().is_some() || head.len() < bytes.len() {
        line.push('…');
    }
    line
}

/// Returns whether a character is invisible but may change how its neighbours are drawn.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_one_visible_line() {
        assert_eq!(quote(b"{\"status\":\n  \"ok\"}"), "{\"status\": \"ok\"}");
        assert_eq!(quote("a\u{202e}b\0c".as_bytes()), "a\u{fffd}b\u{fffd}c");
        assert_eq!(quote(&[b'x'; 100]), format!("{}…", "x".repeat(40)));
    }
}
