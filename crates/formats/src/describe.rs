//! Describes the beginning of a file in a sentence.

use crate::markup::is_markup;
use crate::quote::quote;

/// Sentence behind the description of a file that no format recognises, without full stop. It does not name the formats:
/// the list would be longer than all else that the message says.
pub(crate) const LOOKS_LIKE_NONE: &str = ". It looks like none of the formats that Diptych reads";

/// Number of first bytes that the description uses.
pub(crate) const DESCRIBED_BYTES: usize = 1 << 10;

/// Describes the beginning of a file in a sentence without full stop.
pub(crate) fn describe(head: &[u8]) -> String {
    let head = &head[..head.len().min(DESCRIBED_BYTES)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let kind = match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => "JSON",
        Some(_) if is_markup(text) => "XML or HTML",
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
fn is_binary(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // A character cut off by the end is no error.
    controls * 20 > bytes.len() || std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some())
}
