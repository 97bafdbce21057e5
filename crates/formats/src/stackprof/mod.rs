//! Profiles of Ruby, as stackprof writes them in JSON.
//!
//! `frames` names each frame by its number. `raw` lists the stacks that were sampled, each as its number of frames, the
//! frames from the root, and how often it was seen in a row. `raw_timestamp_deltas` has the time before each sample.
//! Other members hold sums, from which no stack can be made. [`document`] reads the JSON, [`write`] writes calls.

mod document;
mod reader;
mod write;

use crate::format::{ContentKind, Format, Sniff};
use crate::json::outline::{any_member, has_member, search};
use crate::json::{LexError, Lexer};

/// Registry entry.
pub(crate) const FORMAT: Format = Format {
    id: "stackprof",
    name: "stackprof",
    extensions: &["json"],
    description: "JSON of Ruby’s profiler: `stackprof --json`, or `JSON.generate` of a profile. It needs `raw: true`.",
    content: ContentKind::Json,
    calls_are: "stacks in `raw`",
    sniff: |head, complete| search(head, complete, is_profile, Sniff::NeedMore),
    open: || Box::<reader::Profile>::default(),
    sums: false,
    recall: None,
};

/// Looks for sums of frames, or for times of stacks. Members come in any order.
fn is_profile(lexer: &mut Lexer<'_>) -> Result<bool, LexError> {
    any_member(lexer, &mut |name, value| match name {
        b"raw_timestamp_deltas" | b"raw_sample_timestamps" => Ok(true),
        b"frames" => any_member(value, &mut |_, frame| has_member(frame, b"total_samples")),
        _ => Ok(false),
    })
}
