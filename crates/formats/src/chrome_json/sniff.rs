//! Recognises the format.

use crate::format::Sniff;
use crate::json::outline::{any_element, any_member, has_member, search};
use crate::json::{LexError, Lexer};

/// Looks for the member `traceEvents` of an object, or for `ph` in one of the first events of an array.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    match search(head, complete, has_events, Sniff::NeedMore) {
        Sniff::No if is_broken(head) => Sniff::Maybe,
        answer => answer,
    }
}

fn has_events(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    match lexer.peek()? {
        b'{' => has_member(lexer, b"traceEvents"),
        b'[' => {
            let mut behind = Lexer::new(lexer.data(), lexer.at + 1);
            Ok(behind.peek()? == b']' || any_element(lexer, &mut |event| has_phase(event))?)
        }
        _ => Ok(false),
    }
}

fn has_phase(event: &mut Lexer<'_>) -> Result<bool, LexError> {
    any_member(event, &mut |name, value| {
        let is_text = value.peek()? == b'"';
        Ok(name == b"ph" && is_text)
    })
}

/// Number of first bytes examined for events if the syntax is broken.
const LOOKED_AT: usize = 1 << 12;

/// Returns whether a list whose first elements break the syntax has fields that only events have. The reader continues
/// behind them.
fn is_broken(head: &[u8]) -> bool {
    let text = &head[..head.len().min(LOOKED_AT)];
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let has = |name: &str| memchr::memmem::find(text, name.as_bytes()).is_some();
    let is_list = matches!(text, [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{"));
    is_list && has("\"ph\"") && has("\"ts\"") && has("\"name\"")
}
