//! Profiles of Firefox: processed ones, as the Firefox Profiler saves and samply writes them, and raw ones from the
//! browser itself (*Gecko*).
//!
//! In both, threads have tables that refer to each other by number: samples, stacks, frames, functions, texts, markers.
//! A processed table is a list for each column. A raw one is a list of rows, and a schema with the position of each
//! column in a row. Newer processed profiles share tables between threads; raw ones nest the profiles of other
//! processes. [`document`] reads all of them into the same columns ([`tables`]). [`write`] turns them into lanes and
//! calls. Samples become calls as in [`crate::samples`]. [`weights`] say how long a sample lasts; allocated
//! [`bytes`] are a trace of their own. Markers with a duration become calls of a lane beside their thread.

mod bytes;
mod counters;
mod document;
mod lanes;
mod place;
mod reader;
mod stacks;
mod tables;
mod weights;
mod write;

use crate::format::{ContentKind, Format, Sniff};
use crate::json::outline::{any_element, any_member, has_member, search};
use crate::json::{LexError, Lexer};

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

/// Looks for the sampling interval in the profile's member `meta`, or for a thread with tables of stacks and frames.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    search(head, complete, is_profile, Sniff::NeedMore)
}

fn is_profile(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    any_member(lexer, &mut |name, value| match name {
        b"profile" => any_member(value, &mut is_part),
        _ => is_part(name, value),
    })
}

fn is_part(name: &[u8], value: &mut Lexer<'_>) -> Result<bool, LexError> {
    match name {
        b"meta" => has_member(value, b"interval"),
        b"threads" => any_element(value, &mut |thread| {
            any_member(thread, &mut |name, value| {
                Ok(matches!(name, b"stackTable" | b"frameTable") && value.peek()? == b'{')
            })
        }),
        _ => Ok(false),
    }
}
