//! Parses a line of a list.

use std::borrow::Cow;

/// Parsed line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathLine<'a> {
    /// Path without quotes and escapes.
    pub(super) path: Cow<'a, [u8]>,
    /// Size in bytes, if the line states it.
    pub(super) bytes: Option<u64>,
    /// Set for a submodule, of which the list holds only the place.
    pub(super) is_submodule: bool,
    /// Set if the line has columns besides the path.
    pub(super) has_columns: bool,
}

/// Parses a line that is not blank. `None` if it does not belong to a list.
pub(super) fn listed(line: &[u8]) -> Option<PathLine<'_>> {
    let Some(tab) = memchr::memchr(b'\t', line) else { return Some(PathLine::path(unquoted(line)?)) };
    let (before, behind) = (&line[..tab], &line[tab + 1..]);
    if let Some(row) = Row::of(before) {
        let Row { is_submodule, bytes } = row;
        return Some(PathLine {
            bytes,
            is_submodule,
            has_columns: true,
            ..PathLine::path(unquoted(behind)?)
        });
    }
    let bytes = Some(number(behind.trim_ascii_end())?);
    Some(PathLine { bytes, has_columns: true, ..PathLine::path(unquoted(before)?) })
}

impl<'a> PathLine<'a> {
    fn path(path: Cow<'a, [u8]>) -> Self {
        Self { path, bytes: None, is_submodule: false, has_columns: false }
    }
}

/// Columns that git prints before the tab: `MODE TYPE HASH` for a tree, with `-l` also the size or `-`; `MODE HASH
/// STAGE` for the index.
struct Row {
    is_submodule: bool,
    bytes: Option<u64>,
}

impl Row {
    fn of(text: &[u8]) -> Option<Self> {
        let words: Vec<&[u8]> =
            text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).take(5).collect();
        let (mode, hash, bytes) = match words[..] {
            [mode, b"blob" | b"commit", hash]
            | [mode, b"blob" | b"commit", hash, b"-"]
            | [mode, hash, [b'0'..=b'3']] => (mode, hash, None),
            [mode, b"blob", hash, bytes] => (mode, hash, Some(number(bytes)?)),
            _ => return None,
        };
        let is_mode = mode.len() == 6 && mode.iter().all(|byte| matches!(byte, b'0'..=b'7'));
        let is_hash = hash.len() >= 7 && hash.iter().all(u8::is_ascii_hexdigit);
        (is_mode && is_hash).then_some(Self { is_submodule: mode == b"160000", bytes })
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}

/// Returns a path without git's quoting. Git quotes names with controls, quotation marks and, by default, bytes above
/// 127, in C's style. `None` if the path holds controls, or ends inside an escape.
fn unquoted(path: &[u8]) -> Option<Cow<'_, [u8]>> {
    let path = path.strip_suffix(b"\r").unwrap_or(path);
    let quoted = path.strip_prefix(b"\"").and_then(|path| path.strip_suffix(b"\""));
    let path = match quoted {
        Some(quoted) => Cow::Owned(unescaped(quoted)?),
        None => Cow::Borrowed(path),
    };
    let is_path = !path.is_empty() && !path.iter().any(u8::is_ascii_control);
    is_path.then_some(path)
}

fn unescaped(quoted: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::with_capacity(quoted.len()), quoted);
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            // Two quoted texts, so no path.
            b'"' => return None,
            b'\\' => {}
            _ => {
                bytes.push(byte);
                continue;
            }
        }
        if let [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', behind @ ..] = rest {
            bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
            rest = behind;
            continue;
        }
        let (&escaped, behind) = rest.split_first()?;
        // Escapes of controls (`\t`) become a zero byte, because any control makes the path invalid.
        bytes.push(if escaped.is_ascii_alphabetic() { 0 } else { escaped });
        rest = behind;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Option<(String, Option<u64>, bool)> {
        let PathLine { path, bytes, is_submodule, .. } = listed(line.as_bytes())?;
        Some((String::from_utf8_lossy(&path).into_owned(), bytes, is_submodule))
    }

    fn file(path: &str, bytes: Option<u64>) -> (String, Option<u64>, bool) {
        (path.to_owned(), bytes, false)
    }

    #[test]
    fn git_and_size_lines_are_parsed() {
        const HASH: &str = "8b137891791fe96927ad78e64b0aad7bded08bdc";
        assert_eq!(said("src/main.c"), Some(file("src/main.c", None)));
        assert_eq!(said("a b/c d.c\t120"), Some(file("a b/c d.c", Some(120))));
        assert_eq!(
            said(&format!("100644 blob {HASH}     120\tsrc/a b.c")),
            Some(file("src/a b.c", Some(120)))
        );
        assert_eq!(said(&format!("100755 blob {HASH}\tsrc/a.c")), Some(file("src/a.c", None)));
        assert_eq!(said(&format!("100644 {HASH} 0\tsrc/a.c")), Some(file("src/a.c", None)));
        let submodule = Some(("lib/zlib".to_owned(), None, true));
        assert_eq!(said(&format!("160000 commit {HASH}       -\tlib/zlib")), submodule);
        assert_eq!(said("\"p\\303\\244th/\\\"x\\\".c\""), Some(file("päth/\"x\".c", None)));
    }

    #[test]
    fn invalid_lines_are_refused() {
        for line in [
            "src/a.c\tmany",
            "a\u{1}b",
            "\"a\\tb\"",
            "\"a\\\"",
            "99999999999999999999\tx",
            "x\t99999999999999999999",
        ] {
            assert_eq!(said(line), None, "{line:?}");
        }
    }
}
