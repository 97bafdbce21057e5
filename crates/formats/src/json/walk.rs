//! Splits one whole value into tokens, whatever it is.

use super::lexer::{LexError, Lexer, Value};

/// Deepest nesting that is split into tokens.
const MAX_DEPTH: usize = 32;

/// Iterator over the tokens of one value. The tokens cover all of it: a value nested deeper than 32 levels is one
/// token, and so is everything from a syntax error on.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    data: &'a [u8],
    lexer: Lexer<'a>,
    open: Vec<Bracket>,
    behind_key: bool,
    /// Index after the content of the last token.
    content_end: usize,
    over: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Open(Bracket),
    Close(Bracket),
    Key(&'a [u8]),
    /// Text between the quotes.
    Text(&'a [u8]),
    Bare(&'a [u8]),
    /// Bytes that are not split further, as they are.
    Raw(&'a [u8]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bracket {
    Object,
    Array,
}

impl Bracket {
    /// Returns the opening and the closing bracket.
    pub(crate) fn pair(self) -> &'static str {
        match self {
            Self::Object => "{}",
            Self::Array => "[]",
        }
    }
}

impl<'a> Walk<'a> {
    /// Makes a walk through `data`, which must be one value from its first byte to its last.
    pub(crate) fn new(data: &'a [u8]) -> Self {
        let lexer = Lexer::new(data, 0);
        Self { data, lexer, open: Vec::new(), behind_key: false, content_end: 0, over: data.is_empty() }
    }

    /// Returns the index after the content of the last token; for a name or text, that of its closing quote.
    pub(crate) fn content_end(&self) -> usize {
        self.content_end
    }

    /// Returns whether the whole value has been walked.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    fn step(&mut self) -> Result<Token<'a>, LexError> {
        let next = self.lexer.peek()?;
        if self.open.last() == Some(&Bracket::Object) && !self.behind_key {
            let start = self.lexer.at;
            let Some(key) = self.lexer.key()? else { return Ok(self.close(Bracket::Object)) };
            self.behind_key = true;
            self.content_end = start + 1 + key.len();
            return Ok(Token::Key(key));
        }
        let bracket = match next {
            b']' if self.open.last() == Some(&Bracket::Array) => {
                self.lexer.at += 1;
                return Ok(self.close(Bracket::Array));
            }
            b'{' => Some(Bracket::Object),
            b'[' => Some(Bracket::Array),
            _ => None,
        };
        if let Some(bracket) = bracket.filter(|_| self.open.len() < MAX_DEPTH) {
            self.lexer.at += 1;
            self.open.push(bracket);
            self.behind_key = false;
            self.content_end = self.lexer.at;
            return Ok(Token::Open(bracket));
        }
        let start = self.lexer.at;
        let token = match self.lexer.value()? {
            Value::Text(raw) => Token::Text(raw),
            Value::Bare(raw) => Token::Bare(raw),
            Value::Nested => Token::Raw(&self.data[start..self.lexer.at]),
        };
        self.content_end = self.lexer.at - usize::from(matches!(token, Token::Text(_)));
        self.behind_key = false;
        self.over = self.open.is_empty();
        Ok(token)
    }

    fn close(&mut self, bracket: Bracket) -> Token<'a> {
        self.open.pop();
        self.content_end = self.lexer.at;
        self.over = self.open.is_empty();
        Token::Close(bracket)
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.over {
            return None;
        }
        let start = self.lexer.at;
        let token = self.step().unwrap_or_else(|_| {
            self.over = true;
            self.content_end = self.data.len();
            Token::Raw(self.data[start..].trim_ascii_start())
        });
        Some(token)
    }
}
