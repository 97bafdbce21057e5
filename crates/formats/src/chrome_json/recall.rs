//! One event with its arguments.

use crate::json::{Lexer, Stop, record};
use crate::record::{MAX_RECORD_BYTES, Recalled};

/// Reads the event whose `{` is the first byte. `args` given twice counts as given last, as everywhere.
pub(super) fn recall(bytes: &[u8], complete: bool) -> Recalled {
    if bytes.first().is_some_and(|&byte| byte != b'{') {
        return Recalled::Nothing;
    }
    match outline(bytes) {
        Ok((end, arguments)) if end <= MAX_RECORD_BYTES => Recalled::Whole(record(&bytes[..end], arguments)),
        Err(Stop::Incomplete) if !complete && bytes.len() <= MAX_RECORD_BYTES => Recalled::Cut,
        _ => Recalled::Nothing,
    }
}

/// Where the event ends, and its arguments; empty when it has none.
fn outline(bytes: &[u8]) -> Result<(usize, &[u8]), Stop> {
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
