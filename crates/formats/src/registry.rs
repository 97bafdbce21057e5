//! Lists the formats in the order in which they are asked.

use crate::reader::Reader;
use crate::record::RecordOutcome;
use crate::{
    archive, callgrind, chrome_json, firefox, folded, ftrace, otf2, paje, paths, perf_script, perfetto,
    pprof, rsf, spans, speedscope, stackprof, v8,
};

/// One format: its names, how to recognise it and how to read it. Help text and docs derive from it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Stable identifier for programs.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extensions, without the dot. They never decide alone on a file's format.
    pub extensions: &'static [&'static str],
    /// One sentence about the format, mostly about the programs that write it.
    pub description: &'static str,
    /// Kind of content of its files.
    pub content: ContentKind,
    /// Phrase for the calls of the format, used in the error for a file without any.
    pub calls_are: &'static str,
    /// Recognises the format from the first bytes, or from all of them if `complete`.
    pub sniff: fn(head: &[u8], complete: bool) -> Sniff,
    /// Makes a reader for one file.
    pub open: fn() -> Box<dyn Reader>,
    /// True if calls are reported as they end, with their depth, while the file is read. Their times can then be summed
    /// without keeping them.
    pub sums: bool,
    /// Reads the record that begins at the first of these bytes, for [`Recall`](crate::Recall). `complete` if the file
    /// ends with them. `None` if a call is not a single record of the file.
    pub recall: Option<fn(bytes: &[u8], complete: bool) -> RecordOutcome>,
}

/// Kind of content of a format's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    /// JSON.
    Json,
    /// Text of another kind.
    Text,
    /// Bytes that are no text.
    Binary,
    /// Files of other formats.
    Archive,
}

/// Answer of a format to the first bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sniff {
    /// The file is not of this format.
    No,
    /// The file may be of this format, but another format may be sure.
    Maybe,
    /// The file may be of this format if its name has one of the format's extensions. Otherwise it is not.
    IfNamed,
    /// The file is of this format, whatever follows.
    Yes,
    /// Too few bytes to tell. Never returned if these are all bytes.
    NeedMore,
}

/// All formats that can be read. Formats with clearer marks come first.
pub const FORMATS: &[Format] = &[
    chrome_json::FORMAT,
    archive::ZIP_FORMAT,
    archive::TAR_FORMAT,
    speedscope::FORMAT,
    firefox::FORMAT,
    v8::CPU_FORMAT,
    v8::HEAP_FORMAT,
    stackprof::FORMAT,
    spans::OTLP_FORMAT,
    spans::JAEGER_FORMAT,
    spans::ZIPKIN_FORMAT,
    paje::FORMAT,
    rsf::FORMAT,
    callgrind::FORMAT,
    perfetto::FORMAT,
    pprof::FORMAT,
    otf2::FORMAT,
    ftrace::FORMAT,
    perf_script::FORMAT,
    folded::FORMAT,
    paths::FORMAT,
];

/// Outcome of asking all formats.
#[derive(Debug)]
pub(crate) enum Choice {
    /// The format to read with.
    Is(&'static Format),
    /// More bytes may tell.
    Open,
    /// No format recognises the bytes.
    Unknown,
}

/// Asks all formats about the first bytes. `last` if there will be no more of them: the file is complete, or must not
/// be held back any longer.
///
/// The first format has priority: unless there are `many` bytes, the others are not asked while it may be the right one,
/// so a page that reads nothing else never fetches them. Among other formats that are sure, the one that needs the
/// fewest bytes wins; of equal ones, the first. So the choice does not depend on the pieces in which the bytes come. Of
/// unsure formats, those that have seen something of theirs precede those that have seen too little. Among equal ones,
/// the first one with the file's extension wins. If none has it, the first one wins.
pub(crate) fn choose(head: &[u8], complete: bool, last: bool, many: bool, file_name: &str) -> Choice {
    let Some((first, others)) = FORMATS.split_first() else { return Choice::Unknown };
    match (first.sniff)(head, complete) {
        Sniff::Yes => return Choice::Is(first),
        Sniff::NeedMore if !last && !many => return Choice::Open,
        _ => {}
    }
    let is_sure = |format: &&Format, complete: bool| (format.sniff)(head, complete) == Sniff::Yes;
    let sure: Vec<&'static Format> = others.iter().filter(|format| is_sure(format, false)).collect();
    let sure = match sure[..] {
        [only] => Some(only),
        _ => sure.into_iter().min_by_key(|format| bytes_needed(format, head)),
    };
    let at_end = || others.iter().find(|format| complete && is_sure(format, true));
    if let Some(format) = sure.or_else(at_end) {
        return Choice::Is(format);
    }
    let answers = FORMATS.iter().map(|format| (format, (format.sniff)(head, complete)));
    let answers: Vec<(&'static Format, Sniff)> = answers.collect();
    let of =
        |kind: Sniff| answers.iter().filter(move |(_, answer)| *answer == kind).map(|(format, _)| *format);
    if !last && of(Sniff::NeedMore).next().is_some() {
        return Choice::Open;
    }
    let named = |kind| of(kind).find(|format| has_extension(format, file_name)).or_else(|| of(kind).next());
    let by_name = || of(Sniff::IfNamed).find(|format| has_extension(format, file_name));
    let chosen = named(Sniff::Maybe).or_else(by_name).or_else(|| named(Sniff::NeedMore));
    chosen.map_or(Choice::Unknown, Choice::Is)
}

/// Returns the number of first bytes after which a format is sure, if it is sure by all of them. A binary search,
/// because a format that is sure stays sure.
fn bytes_needed(format: &Format, head: &[u8]) -> usize {
    let (mut unsure, mut sure) = (0, head.len());
    while unsure < sure {
        let middle = unsure.midpoint(sure);
        match (format.sniff)(&head[..middle], false) {
            Sniff::Yes => sure = middle,
            _ => unsure = middle + 1,
        }
    }
    sure
}

/// Returns whether a file name has one of the format's extensions, possibly followed by that of a packing.
fn has_extension(format: &Format, file_name: &str) -> bool {
    let lower = file_name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.rsplit('.').take(2).collect();
    format.extensions.iter().any(|extension| parts.contains(extension))
}
