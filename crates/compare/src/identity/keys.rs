//! Keys of identities as text, and places of functions as rules see them.

use diptych_trace::FunctionSpec;
use std::borrow::Cow;

/// Returns the place of a function (`file:line`) as rules for files see it.
pub(super) fn place_of(function: FunctionSpec<'_>) -> Cow<'_, str> {
    match function.line {
        0 => Cow::Borrowed(function.file),
        line => Cow::Owned(format!("{}:{line}", function.file)),
    }
}

/// Returns the key of a name and a place.
pub(super) fn write_key(name: &str, place: &str) -> String {
    if !place.is_empty() {
        format!("{name} ({place})")
    } else if split_key(name).1.is_empty() {
        name.to_owned()
    } else {
        format!("{name}{NO_PLACE}")
    }
}

/// Ends the key of a function without a place whose name ends in a remark in parentheses. Otherwise the remark would be
/// taken for the place.
const NO_PLACE: &str = " ()";

/// Returns a key as people see it, without the mark of a missing place.
pub fn without_mark(key: &str) -> &str {
    key.strip_suffix(NO_PLACE).filter(|name| !split_key(name).1.is_empty()).unwrap_or(key)
}

/// Splits a key into name and file: the file is in the last parentheses that follow a space. Only for display and for
/// guessing. Identity itself never takes keys apart.
pub(super) fn split_key(key: &str) -> (&str, &str) {
    let Some(inner) = key.strip_suffix(')') else { return (key, "") };
    let mut depth = 1u32;
    let open = inner.bytes().rposition(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    open.and_then(|open| Some((inner[..open].strip_suffix(' ')?, &inner[open + 1..]))).unwrap_or((key, ""))
}
