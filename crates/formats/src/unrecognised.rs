//! The error for a file that no format recognises.

use crate::describe::{LOOKS_LIKE_NONE, describe};
use crate::unread::not_read;
use crate::{ReadError, ReadErrorKind};

/// Returns the error for a file that no format recognises, from its first bytes.
pub(crate) fn not_a_trace(head: &[u8]) -> ReadError {
    not_read(head).unwrap_or_else(|| {
        ReadError::new(ReadErrorKind::NotATrace, 0, format!("{}{LOOKS_LIKE_NONE}", describe(head)))
    })
}
