//! speedscope's own JSON (`https://www.speedscope.app/file-format-schema.json`), as written by speedscope, py-spy,
//! samply and the exporters of many other tools.
//!
//! A document has a list of frames and several profiles that share it, in any order. Each profile is a trace of its own. An *evented*
//! profile (`O`, `C`) records calls. A *sampled* one records stacks, each with a weight, which become calls
//! ([`crate::samples`]). Frames and units may come after the profiles that use them. So a profile is held until both
//! are known, with some 16 bytes per sample and 30 per event ([`profile`]). [`document`] reads the JSON.

mod document;
mod profile;
mod reader;

use crate::format::{ContentKind, Format, Sniff};
use crate::json::outline::{any_element, any_member, search};
use crate::json::{LexError, Lexer};

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
    sums: true,
    recall: None,
};

/// Looks for the name of the schema, which may come last, or for a profile as the schema describes it.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    let mut has_frames = false;
    let mut find = |lexer: &mut Lexer<'_>| {
        any_member(lexer, &mut |name, value| match name {
            b"$schema" => {
                let schema = value.value()?;
                Ok(schema.text().is_some_and(|text| memchr::memmem::find(text, b"speedscope").is_some()))
            }
            b"profiles" => any_element(value, &mut is_profile),
            b"shared" => {
                let mut is_list =
                    |name: &[u8], value: &mut Lexer<'_>| Ok(name == b"frames" && value.peek()? == b'[');
                has_frames |= any_member(value, &mut is_list)?;
                Ok(false)
            }
            _ => Ok(false),
        })
    };
    let answer = search(head, complete, &mut find, Sniff::NeedMore);
    if answer == Sniff::NeedMore && has_frames { Sniff::Maybe } else { answer }
}

/// Returns whether an object is a profile: it has a type of the schema, and samples or events.
fn is_profile(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    let (mut has_type, mut has_content) = (false, false);
    any_member(lexer, &mut |name, value| {
        has_type |= name == b"type" && matches!(value.value()?.text(), Some(b"sampled" | b"evented"));
        has_content |= matches!(name, b"samples" | b"events") && value.peek()? == b'[';
        Ok(has_type && has_content)
    })
}
