//! Skips a value of any length and depth.

use super::lexer::find_quote;

/// Skipper over one value, from buffer to buffer, in constant memory. It counts brackets without matching them: a
/// skipped value is not checked.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Skipper {
    depth: u64,
    place: SkipState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SkipState {
    /// Before the value.
    #[default]
    Before,
    /// In a number or literal outside brackets.
    Bare,
    /// Inside brackets.
    Inside,
    String,
    /// After a backslash in a string.
    Escape,
}

impl Skipper {
    /// Skips bytes that belong to the value. Returns how many, and whether the value has ended.
    pub(crate) fn skip(&mut self, data: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while at < data.len() {
            match self.place {
                SkipState::Escape => {
                    at += 1;
                    self.place = SkipState::String;
                }
                SkipState::String => match find_quote(data, at) {
                    None => return (data.len(), false),
                    Some(stop) => {
                        at = stop + 1;
                        self.place = if data[stop] == b'\\' { SkipState::Escape } else { SkipState::Inside };
                        if self.place == SkipState::Inside && self.depth == 0 {
                            return (at, true);
                        }
                    }
                },
                SkipState::Before | SkipState::Bare | SkipState::Inside => {
                    if self.byte(data[at]) {
                        return (at, true);
                    }
                    at += 1;
                    if self.place == SkipState::Inside && self.depth == 0 {
                        return (at, true);
                    }
                }
            }
        }
        (at, false)
    }

    /// Takes one byte outside strings. Returns whether the value ended before it.
    fn byte(&mut self, byte: u8) -> bool {
        match byte {
            b'"' | b'{' | b'[' if self.place == SkipState::Bare => return true,
            b'"' => self.place = SkipState::String,
            b'{' | b'[' => {
                self.depth += 1;
                self.place = SkipState::Inside;
            }
            b'}' | b']' if self.place != SkipState::Inside => return true,
            b'}' | b']' => self.depth -= 1,
            b' ' | b'\n' | b'\r' | b'\t' | b',' => return self.place == SkipState::Bare,
            _ if self.place == SkipState::Before => self.place = SkipState::Bare,
            _ => {}
        }
        false
    }
}
