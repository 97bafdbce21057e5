//! Recognises the format.

use crate::json::{LexError, Lexer, has_member};
use crate::registry::Sniff;

/// Looks for the member `traceEvents` of an object, or for `ph` in the first event of an array.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let start = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut lexer = Lexer::new(head, start);
    let found = match lexer.peek() {
        Ok(b'{') => has_member(&mut lexer, b"traceEvents"),
        Ok(b'[') => {
            lexer.at += 1;
            match lexer.peek() {
                Ok(b']') => Ok(true),
                Ok(b'{') => has_member(&mut lexer, b"ph"),
                Ok(_) => Ok(false),
                Err(stop) => Err(stop),
            }
        }
        Ok(_) => Ok(false),
        Err(stop) => Err(stop),
    };
    match found {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}
