//! Formats JSON on many lines.

use super::walk::{Token, Walk};
use crate::quote::is_invisible;
use std::fmt::Write;

/// Bytes after which a text is cut.
const TEXT_BYTES: usize = 64 << 10;

/// Formats a value with two spaces of indentation per level. Returns the text, and the number of bytes of `data` that
/// it shows. Names, numbers and texts stay as written, except for controls and bidirectional marks (which become
/// escapes) and invalid UTF-8 (which becomes U+FFFD).
pub(crate) fn pretty(data: &[u8]) -> (String, u64) {
    let mut out = Lines::default();
    let mut walk = Walk::new(data);
    while out.left_out == 0 && out.text.len() < TEXT_BYTES {
        let Some(token) = walk.next() else { break };
        out.token(token);
    }
    let is_whole = walk.is_over() && out.left_out == 0;
    let shown = if is_whole { data.len() } else { walk.content_end() - out.left_out };
    (out.text, shown as u64)
}

#[derive(Debug, Default)]
struct Lines {
    text: String,
    depth: usize,
    /// Kind of the token written last.
    last: Last,
    /// Bytes of the last token that were omitted.
    left_out: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Open,
    Key,
    Value,
}

impl Lines {
    fn token(&mut self, token: Token<'_>) {
        if matches!(token, Token::Close(_)) {
            self.depth = self.depth.saturating_sub(1);
            if self.last == Last::Value {
                self.line();
            }
        } else {
            self.separate();
        }
        self.last = Last::Value;
        match token {
            Token::Open(bracket) => {
                self.text.push_str(&bracket.pair()[..1]);
                self.depth += 1;
                self.last = Last::Open;
            }
            Token::Close(bracket) => self.text.push_str(&bracket.pair()[1..]),
            Token::Key(raw) => {
                self.quoted(raw);
                if self.left_out == 0 {
                    self.text.push_str(": ");
                }
                self.last = Last::Key;
            }
            Token::Text(raw) => self.quoted(raw),
            Token::Bare(raw) | Token::Raw(raw) => self.raw(raw),
        }
    }

    /// Writes the separator between the last token and the next one.
    fn separate(&mut self) {
        match self.last {
            Last::Open if self.depth == 0 => {}
            Last::Open => self.line(),
            Last::Key => {}
            Last::Value => {
                self.text.push(',');
                self.line();
            }
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    fn quoted(&mut self, raw: &[u8]) {
        self.text.push('"');
        self.raw(raw);
        if self.left_out == 0 {
            self.text.push('"');
        }
    }

    /// Writes as many whole characters as there is room for.
    fn raw(&mut self, raw: &[u8]) {
        let mut end = raw.len().min(TEXT_BYTES.saturating_sub(self.text.len()));
        let is_inside = |end: usize| raw.get(end).is_some_and(|byte| byte & 0xc0 == 0x80);
        while end > 0 && is_inside(end) {
            end -= 1;
        }
        for c in String::from_utf8_lossy(&raw[..end]).chars() {
            if is_invisible(c) {
                // Writing to a string never fails.
                let _ = write!(self.text, "\\u{:04x}", u32::from(c));
            } else {
                self.text.push(c);
            }
        }
        self.left_out = raw.len() - end;
    }
}
