//! The formats, in the order in which they are asked.

use crate::reader::Reader;
use crate::record::Recalled;
use crate::{
    archive, callgrind, chrome_json, firefox, folded, otf2, paje, paths, perf_script, perfetto, pprof, rsf,
    spans, speedscope, v8,
};

/// One format: what help text and docs say of it, how it is recognised, how it is read.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// A stable word for machines.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extensions, without the dot. They never decide alone what a file is.
    pub extensions: &'static [&'static str],
    /// What writes it, a sentence.
    pub description: &'static str,
    /// What its files are made of.
    pub content: ContentKind,
    /// What its calls are, as said when a file holds none.
    pub calls_are: &'static str,
    /// Looks at the first bytes (`complete`: at all of them).
    pub sniff: fn(head: &[u8], complete: bool) -> Sniff,
    /// A reader for one file.
    pub open: fn() -> Box<dyn Reader>,
    /// Whether calls are told as they end, with their depth, while the file is read: then their times can be summed without
    /// keeping them.
    pub sums: bool,
    /// Reads the record whose first byte is the first of these (`complete`: the file ends with them), for
    /// [`Recall`](crate::Recall). `None`: a call is not one record in the file.
    pub recall: Option<fn(bytes: &[u8], complete: bool) -> Recalled>,
}

/// What files of a format are made of.
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

/// What a format says of the beginning of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sniff {
    /// It is not of this format.
    No,
    /// It may be; another format may know better.
    Maybe,
    /// It is, whatever follows.
    Yes,
    /// Too few bytes to tell. Never said when they are all there are.
    NeedMore,
}

/// Every format that can be read. Formats that are surer of themselves come first.
pub const FORMATS: &[Format] = &[
    chrome_json::FORMAT,
    archive::ZIP_FORMAT,
    archive::TAR_FORMAT,
    speedscope::FORMAT,
    firefox::FORMAT,
    v8::CPU_FORMAT,
    v8::HEAP_FORMAT,
    spans::OTLP_FORMAT,
    spans::JAEGER_FORMAT,
    spans::ZIPKIN_FORMAT,
    paje::FORMAT,
    rsf::FORMAT,
    callgrind::FORMAT,
    perfetto::FORMAT,
    pprof::FORMAT,
    otf2::FORMAT,
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
    /// None knows it.
    Unknown,
}

/// Asks all formats about the first bytes. `last`: there will be no more of them (the file is complete, or is
/// not to be held back any longer).
///
/// The first format goes before the others, which are not asked while it may be the one: a page that reads nothing else never
/// fetches them. Of others that are sure it is the one that is so by the fewest bytes, of equal ones the first. So whatever the
/// pieces are that the bytes come in, it is the same one. Among formats that are unsure, the first whose extension the name has
/// comes first.
pub(crate) fn choose(head: &[u8], complete: bool, last: bool, file_name: &str) -> Choice {
    let Some((first, others)) = FORMATS.split_first() else { return Choice::Unknown };
    match (first.sniff)(head, complete) {
        Sniff::Yes => return Choice::Is(first),
        Sniff::NeedMore if !last => return Choice::Open,
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
    let unsure: Vec<(&'static Format, Sniff)> = answers.filter(|(_, answer)| *answer != Sniff::No).collect();
    if !last && unsure.iter().any(|(_, answer)| *answer == Sniff::NeedMore) {
        return Choice::Open;
    }
    let named = unsure.iter().find(|(format, _)| has_extension(format, file_name));
    named.or_else(|| unsure.first()).map_or(Choice::Unknown, |(format, _)| Choice::Is(format))
}

/// The fewest of the first bytes by which a format is sure, if it is by all of them: what it is sure of, it stays sure of.
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

/// Whether a file name has one of the format's extensions, also before an extension of packing.
fn has_extension(format: &Format, file_name: &str) -> bool {
    let lower = file_name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.rsplit('.').take(2).collect();
    format.extensions.iter().any(|extension| parts.contains(extension))
}
