//! Chooses the format of a file by its first bytes.

use crate::format::{Format, Sniff};

/// Outcome of asking all formats.
#[derive(Debug)]
pub(crate) enum Choice {
    /// The format to read with.
    Is(&'static Format),
    /// The format to read with, although it has seen nothing of its own. If the rest of the file has no calls of it, the
    /// file has another format.
    Guess(&'static Format),
    /// More bytes may tell.
    Open,
    /// No format recognises the bytes, and there are no more.
    Unknown,
}

/// Asks formats, in their order, about the first bytes. `last` if there will be no more of them: the file is complete, or must not
/// be held back any longer.
///
/// The first format has priority: unless there are `many` bytes, the others are not asked while it may be the right one,
/// so a page that reads nothing else never fetches them. Among other formats that are sure, the one that needs the
/// fewest bytes wins; of equal ones, the first. So the choice does not depend on the pieces in which the bytes come.
/// While no format is sure, the choice stays open to the last byte, because more bytes may make one sure. Of unsure
/// formats, those that have seen something of theirs precede those that have seen too little. Among equal ones, the
/// first one with the file's extension wins. If none has it, the first one wins.
pub(crate) fn choose(
    formats: &'static [Format],
    head: &[u8],
    complete: bool,
    last: bool,
    many: bool,
    file_name: &str,
) -> Choice {
    let Some((first, others)) = formats.split_first() else { return Choice::Unknown };
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
    if !last {
        return Choice::Open;
    }
    let answers = formats.iter().map(|format| (format, (format.sniff)(head, complete)));
    let answers: Vec<(&'static Format, Sniff)> = answers.collect();
    let of =
        |kind: Sniff| answers.iter().filter(move |(_, answer)| *answer == kind).map(|(format, _)| *format);
    let named = |kind| of(kind).find(|format| has_extension(format, file_name)).or_else(|| of(kind).next());
    let by_name = || of(Sniff::IfNamed).find(|format| has_extension(format, file_name));
    let chosen = named(Sniff::Maybe).or_else(by_name).map(Choice::Is);
    chosen.or_else(|| named(Sniff::NeedMore).map(Choice::Guess)).unwrap_or(Choice::Unknown)
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
