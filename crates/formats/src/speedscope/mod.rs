//! speedscope's own JSON (`https://www.speedscope.app/file-format-schema.json`), as written by speedscope, py-spy,
//! samply and the exporters of many other tools.
//!
//! A document has a list of frames and several profiles that share it. Each profile is a trace of its own. An *evented*
//! profile (`O`, `C`) records calls. A *sampled* one records stacks, each with a weight, which become calls
//! ([`crate::samples`]). Frames and units may come after the profiles that use them. So a profile is held until both
//! are known, with some 16 bytes per sample and 30 per event ([`profile`]). [`document`] reads the JSON.

mod document;
mod profile;
mod reader;

use crate::json::{LexError, Lexer};
use crate::registry::{ContentKind, Format, Sniff};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "speedscope",
    name: "speedscope",
    extensions: &["json"],
    description: "JSON of speedscope, and of py-spy, rbspy, samply and others that write for it.",
    content: ContentKind::Json,
    calls_are: "events of type `O` and `C`, or samples with weights",
    sniff,
    open: || Box::<reader::Speedscope>::default(),
    sums: false,
    recall: None,
};

/// Looks for the name of the schema.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    match names_schema(head) {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

fn names_schema(head: &[u8]) -> Result<bool, LexError> {
    let mut lexer = Lexer::new(head, if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
    if lexer.peek()? != b'{' {
        return Ok(false);
    }
    lexer.at += 1;
    while let Some(key) = lexer.key()? {
        let value = lexer.value()?;
        if key == b"$schema" {
            let names = |text: &[u8]| memchr::memmem::find(text, b"speedscope").is_some();
            return Ok(value.text().is_some_and(names));
        }
    }
    Ok(false)
}
