//! Profiles of Firefox: processed ones, as the Firefox Profiler saves and samply writes them, and raw ones from the
//! browser itself (*Gecko*).
//!
//! In both, threads have tables that refer to each other by number: samples, stacks, frames, functions, texts, markers.
//! A processed table is a list for each column. A raw one is a list of rows, and a schema with the position of each
//! column in a row. Newer processed profiles share tables between threads; raw ones nest the profiles of other
//! processes. [`document`] reads all of them into the same columns ([`tables`]). [`write`] turns them into lanes and
//! calls. Samples become calls as in [`crate::samples`]. Markers with a duration become calls of a lane beside their
//! thread.

mod document;
mod place;
mod reader;
mod tables;
mod write;

use crate::json::{LexError, Lexer};
use crate::registry::{ContentKind, Format, Sniff};

/// Registry entry of the format.
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

/// Looks for the sampling interval in the profile's member `meta`.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    match has_interval(head) {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

fn has_interval(head: &[u8]) -> Result<bool, LexError> {
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
