//! Recognises the format.

use super::line::{PathLine, listed};
use crate::format::Sniff;
use std::borrow::Cow;

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Accepts text in which three of four lines belong to a list, and at least one is more than a single word. Waits until
/// it has all the bytes that it examines, so that the answer does not depend on how the file is cut.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_all = complete && head.len() <= LOOKED_AT;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if head.contains(&0) || matches!(head.trim_ascii_start().first(), Some(b'{' | b'[' | b'<')) {
        return Sniff::No;
    }
    if !is_all && head.len() < LOOKED_AT {
        return Sniff::NeedMore;
    }
    let text = &head[..head.len().min(LOOKED_AT)];
    let (mut telling, mut others) = (0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_cut = !line.ends_with(b"\n") && !is_all;
        let line = line.trim_ascii_end();
        if is_cut || line.is_empty() {
            continue;
        }
        match told(line) {
            Some(true) => telling += 1,
            Some(false) => {}
            None => others += 1,
        }
    }
    if telling > 0 && telling >= 3 * others { Sniff::Yes } else { Sniff::No }
}

/// Returns true for a line that clearly belongs to a list, and false for a single word, which may be a file or anything
/// else. `None` for any other line.
fn told(line: &[u8]) -> Option<bool> {
    if line.first().is_some_and(u8::is_ascii_whitespace) {
        return None;
    }
    let PathLine { path, has_columns, .. } = listed(line)?;
    // A path may contain any character. But text with the marks of another format is not believed to be one.
    let is_plain = |byte: &u8| !matches!(byte, b' ' | b';' | b'<' | b'>' | b'|' | b'=' | b'*' | b'?');
    // A row of a table of values separated by commas.
    let is_row = memchr::memchr_iter(b',', &path).nth(1).is_some();
    // Only quoted paths are owned.
    let is_quoted = matches!(path, Cow::Owned(_));
    let is_address = memchr::memmem::find(&path, b"://").is_some();
    if !has_columns
        && (is_address || !is_quoted && (is_row || line.starts_with(b"\"") || !path.iter().all(is_plain)))
    {
        return None;
    }
    Some(has_columns || path.contains(&b'/') || path.contains(&b'\\') || has_extension(&path))
}

/// Returns whether a name ends in a dot and up to eight letters and digits, the first of them a letter.
fn has_extension(path: &[u8]) -> bool {
    let Some(dot) = memchr::memrchr(b'.', path) else { return false };
    let extension = &path[dot + 1..];
    extension.first().is_some_and(u8::is_ascii_alphabetic)
        && extension.len() <= 8
        && extension.iter().all(u8::is_ascii_alphanumeric)
}
