//! Reads one event with its arguments again.

use crate::json::{LexError, Lexer, record};
use crate::record::{MAX_RECORD_BYTES, RecordOutcome};

/// Reads the event whose `{` is the first byte. If `args` is given twice, the last one counts, as in
/// [`Event`](super::event::Event).
pub(super) fn recall(bytes: &[u8], complete: bool) -> RecordOutcome {
    if bytes.first().is_some_and(|&byte| byte != b'{') {
        return RecordOutcome::Nothing;
    }
    match outline(bytes) {
        Ok((end, arguments)) if end <= MAX_RECORD_BYTES => {
            RecordOutcome::Whole(record(&bytes[..end], arguments))
        }
        Err(LexError::Incomplete) if !complete && bytes.len() <= MAX_RECORD_BYTES => RecordOutcome::Cut,
        _ => RecordOutcome::Nothing,
    }
}

/// Returns the end of the event, and its arguments; empty if it has none.
fn outline(bytes: &[u8]) -> Result<(usize, &[u8]), LexError> {
    let mut lexer = Lexer::new(bytes, 1);
    let mut arguments: &[u8] = &[];
    while let Some(key) = lexer.key()? {
        lexer.peek()?;
        let start = lexer.at;
        lexer.value()?;
        if key == b"args" {
            arguments = &bytes[start..lexer.at];
        }
    }
    Ok((lexer.at, arguments))
}
