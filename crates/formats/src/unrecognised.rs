//! The error for a file that no format recognises.

use crate::describe::{LOOKS_LIKE_NONE, describe, kind};
use crate::format::Format;
use crate::unread::not_read;
use crate::{ReadError, ReadErrorKind};

/// Returns the error for a file that none of the formats recognises.
pub(crate) fn not_a_trace(head: &[u8], formats: &[Format]) -> ReadError {
    if let Some(error) = not_read(head) {
        return error;
    }
    let kind = kind(head);
    let alike = formats.iter().filter(|format| kind.is_none_or(|kind| kind == format.content));
    let names: Vec<&str> = alike.map(|format| format.name).collect();
    let found = format!("{}{LOOKS_LIKE_NONE}{}", describe(head), names.join(", "));
    ReadError::new(ReadErrorKind::NotATrace, 0, found)
}
