//! Parses locations of frames in raw profiles: `name (url:line:column)`, an address, or only a name.

/// Parsed location. The file is empty if unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    /// 1-based; 0 if unknown.
    pub(super) line: u32,
}

pub(super) fn split(text: &str) -> Location<'_> {
    let unplaced = Location { name: text, file: "", line: 0 };
    let Some((name, place)) = text.strip_suffix(')').and_then(|text| text.split_once(" (")) else {
        return unplaced;
    };
    let Some((before, last)) = numbered(place) else { return unplaced };
    // With two numbers, the last one is the column.
    let (file, line) = numbered(before).unwrap_or((before, last));
    if name.is_empty() || file.is_empty() { unplaced } else { Location { name, file, line } }
}

fn numbered(text: &str) -> Option<(&str, u32)> {
    let (before, number) = text.rsplit_once(':')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Some((before, number.parse().ok()?)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_positions_are_split_off() {
        for (text, expected) in [
            ("f (resource://a/b.mjs:70:27)", ("f", "resource://a/b.mjs", 70)),
            ("f (http://h:80/x.js:7)", ("f", "http://h:80/x.js", 7)),
            ("get a (b (c).js:1:2)", ("get a", "b (c).js", 1)),
            ("0x7faf08c478ec", ("0x7faf08c478ec", "", 0)),
            ("(root)", ("(root)", "", 0)),
            ("f (x)", ("f (x)", "", 0)),
            (" (a:1)", (" (a:1)", "", 0)),
        ] {
            let Location { name, file, line } = split(text);
            assert_eq!((name, file, line), expected, "{text}");
        }
    }
}
