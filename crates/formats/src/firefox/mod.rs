//! Profiles of Firefox: processed ones, as the Firefox Profiler saves them and samply writes them, and raw ones, as the browser
//! (*Gecko*) hands them out.
//!
//! Both have threads with tables that mean each other by number: samples, stacks, frames, functions, texts, markers. A processed
//! table is a list for each column; a raw one is a list of rows, and a schema that says which place of a row is which column.
//! Newer processed profiles share tables between threads, raw ones nest the profiles of other processes. [`document`] reads
//! all of them into the same columns ([`tables`]), [`write`] makes lanes and calls of them: samples as [`crate::samples`]
//! says, and markers that last as calls of a lane beside their thread.

mod document;
mod place;
mod reader;
mod tables;
mod write;

use crate::json::{Lexer, Stop};
use crate::registry::{ContentKind, Format, Sniff};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "firefox",
    name: "Firefox profile",
    extensions: &["json"],
    description: "JSON of the Firefox Profiler, samply and the browser itself.",
    content: ContentKind::Json,
    calls_are: "samples of threads, and markers that last",
    sniff,
    open: || Box::<reader::Firefox>::default(),
    sums: false,
    recall: None,
};

/// Looks for the interval of samples in what a profile says of itself.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    match has_interval(head) {
        Ok(true) => Sniff::Yes,
        Err(Stop::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

fn has_interval(head: &[u8]) -> Result<bool, Stop> {
    let mut lexer = Lexer::new(head, if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
    if lexer.peek()? != b'{' {
        return Ok(false);
    }
    lexer.at += 1;
    while let Some(key) = lexer.key()? {
        if key == b"profile" && lexer.peek()? == b'{' {
            lexer.at += 1;
            continue;
        }
        if key == b"meta" && lexer.peek()? == b'{' {
            lexer.at += 1;
            while let Some(key) = lexer.key()? {
                if key == b"interval" {
                    return Ok(true);
                }
                lexer.value()?;
            }
            return Ok(false);
        }
        lexer.value()?;
    }
    Ok(false)
}
