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
/// Libraries, and what developer tools of Firefox up to 67 wrote before the profile, only make the format likely: a cut
/// file may hold nothing else.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    match search(head, complete, is_profile, Sniff::NeedMore) {
        Sniff::Yes => Sniff::Yes,
        _ if search(head, complete, is_likely, Sniff::No) == Sniff::Yes => Sniff::Maybe,
        unsure => unsure,
    }
}

fn is_likely(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    let mut before: Vec<&[u8]> = Vec::new();
    any_member(lexer, &mut |name, value| {
        let known: &[&[u8]] = &[b"label", b"duration", b"markers"];
        before.extend(known.iter().copied().filter(|known| *known == name));
        match name {
            b"frames" | b"ticks" => Ok(value.peek()? == b'[' && before == known),
            b"profile" => any_member(value, &mut is_list_of_libraries),
            _ => is_list_of_libraries(name, value),
        }
    })
}

fn is_list_of_libraries(name: &[u8], value: &mut Lexer<'_>) -> Result<bool, LexError> {
    Ok(name == b"libs" && any_element(value, &mut |library| has_member(library, b"breakpadId"))?)
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
