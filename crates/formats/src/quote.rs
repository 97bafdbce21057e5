//! Quotes the bytes of a file in text that is safe to show.

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
