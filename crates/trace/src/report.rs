//! Oddities of the input: counted, with the place and an example of the first of each kind.

use crate::source_parts;

/// All oddities that a reader or the builder met, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadReport {
    entries: Vec<ReadReportEntry>,
}

/// All oddities of one kind and subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadReportEntry {
    /// Kind of oddity.
    pub kind: OddityKind,
    /// Subject in the format's words. Oddities of one kind are counted separately for each subject.
    pub subject: String,
    /// Number of oddities.
    pub count: u64,
    /// Byte offset of the first one in the decompressed input, or in the member of an archive.
    pub first_offset: u64,
    /// Example from the first one, shortened.
    pub example: String,
}

/// Kinds of oddities. Each says what happens to the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum OddityKind {
    /// Occurs when an event is well formed but is no call; it is not shown.
    SkippedEvent = 0,
    /// Occurs when an event lacks a field or has one of the wrong type; it is left out.
    BadEvent = 1,
    /// Occurs when a call ends that never began; the end is left out.
    UnmatchedEnd = 2,
    /// Occurs when an end names another call than the innermost open one; calls above it end there too.
    MismatchedEnd = 3,
    /// Occurs when a call is still open at the end of the input; it ends at the last time seen.
    UnclosedCall = 4,
    /// Occurs when two calls of a lane overlap by no more than times are rounded; one is cut by that much.
    Overlap = 5,
    /// Occurs when begin and end events do not come in the order of time; they are sorted.
    OutOfOrder = 6,
    /// Occurs when a duration is negative; it is taken as zero.
    NegativeDuration = 7,
    /// Occurs when the input ends inside an event; what was read before it is kept.
    Truncated = 8,
    /// Occurs when the input breaks the format's grammar; what was read before it is kept.
    SyntaxError = 9,
    /// Occurs when a part of the file is not understood; it is skipped.
    SkippedPart = 10,
    /// Occurs when text is not valid UTF-8; the bytes are replaced by U+FFFD.
    BadText = 11,
    /// Occurs when a time does not fit 64-bit nanoseconds, or is 104 days from all others; it is left out.
    TimeOutOfRange = 12,
    /// Occurs when reading stops because memory would run out; what was read before it is kept.
    Stopped = 13,
    /// Occurs when calls of a lane overlap; those that do not fit go to sub-lanes, uncut.
    Parallel = 14,
    /// Occurs when a call ends that the end of an enclosing call has already closed; the end is left out.
    LateEnd = 15,
    /// Occurs when a call extends beyond its stated parent; it is shown uncut, next to the parent.
    OutsideParent = 16,
    /// Occurs when the stated parent of a call is missing or inside the call itself; the call is shown on its own.
    WithoutParent = 17,
    /// Occurs when an event does not match its definition in the file, or has none; it is kept as it is.
    Undefined = 18,
    /// Occurs when bytes of the file could not be read, at most 1 % of them; reading went on after them, or ended there.
    Lost = 19,
    /// Occurs when more than 1 % of the file's bytes could not be read.
    MuchLost = 20,
    /// Occurs when a trace is only a time range of the recording; calls that cross its ends are cut.
    Range = 21,
    /// Occurs when numbers of the file add up to another total than the file states; they are kept as they are.
    SumDiffers = 22,
    /// Occurs when more than 1 % of a total that the file states is missing from its parts.
    MuchMissing = 23,
    /// Occurs when the file does not state a number that is needed; a number is assumed.
    Assumed = 24,
    /// Occurs when short calls are shown as sums, as in a tile of a large trace; their times stay exact.
    Folded = 25,
}

impl OddityKind {
    /// All kinds, by code.
    pub const ALL: [Self; 26] = [
        Self::SkippedEvent,
        Self::BadEvent,
        Self::UnmatchedEnd,
        Self::MismatchedEnd,
        Self::UnclosedCall,
        Self::Overlap,
        Self::OutOfOrder,
        Self::NegativeDuration,
        Self::Truncated,
        Self::SyntaxError,
        Self::SkippedPart,
        Self::BadText,
        Self::TimeOutOfRange,
        Self::Stopped,
        Self::Parallel,
        Self::LateEnd,
        Self::OutsideParent,
        Self::WithoutParent,
        Self::Undefined,
        Self::Lost,
        Self::MuchLost,
        Self::Range,
        Self::SumDiffers,
        Self::MuchMissing,
        Self::Assumed,
        Self::Folded,
    ];

    /// Returns a stable name for machines.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SkippedEvent => "skipped-event",
            Self::BadEvent => "bad-event",
            Self::UnmatchedEnd => "unmatched-end",
            Self::MismatchedEnd => "mismatched-end",
            Self::UnclosedCall => "unclosed-call",
            Self::Overlap => "overlap",
            Self::OutOfOrder => "out-of-order",
            Self::NegativeDuration => "negative-duration",
            Self::Truncated => "truncated",
            Self::SyntaxError => "syntax-error",
            Self::SkippedPart => "skipped-part",
            Self::BadText => "bad-text",
            Self::TimeOutOfRange => "time-out-of-range",
            Self::Stopped => "stopped",
            Self::Parallel => "parallel",
            Self::LateEnd => "late-end",
            Self::OutsideParent => "outside-parent",
            Self::WithoutParent => "without-parent",
            Self::Undefined => "undefined",
            Self::Lost => "lost",
            Self::MuchLost => "much-lost",
            Self::Range => "range",
            Self::SumDiffers => "sum-differs",
            Self::MuchMissing => "much-missing",
            Self::Assumed => "assumed",
            Self::Folded => "folded",
        }
    }

    /// Returns what happens to the event, as a sentence for people.
    pub const fn outcome(self) -> &'static str {
        match self {
            Self::SkippedEvent => "Not a call; not shown.",
            Self::BadEvent => "A field is missing or has the wrong type; what depends on it is left out.",
            Self::UnmatchedEnd => "End event without a begin; ignored.",
            Self::MismatchedEnd => {
                "Ends a call that is not the innermost open one; the calls inside it end here, too."
            }
            Self::UnclosedCall => "Still open at the end of the file; ends at the last time seen.",
            Self::Overlap => {
                "Overlaps another call by no more than the rounding of times; shortened by that much."
            }
            Self::OutOfOrder => "Begin and end events are not in time order; sorted.",
            Self::NegativeDuration => "Negative duration; shown as zero.",
            Self::Truncated => "The file ends inside an event; everything before it is shown.",
            Self::SyntaxError => "The file does not follow its format here; everything before it is shown.",
            Self::SkippedPart => "Not understood; skipped.",
            Self::BadText => "Not valid UTF-8; the bytes are shown as U+FFFD.",
            Self::TimeOutOfRange => "The time is too far from all others to be shown; ignored.",
            Self::Stopped => {
                "Reading stopped here because memory would run out; everything before it is shown."
            }
            Self::LateEnd => "The call had already ended with a call around it; ignored.",
            Self::OutsideParent => {
                "Extends beyond the call it belongs to (clocks may differ); shown whole, next to it."
            }
            Self::WithoutParent => "The call it belongs to is missing, or lies inside it; shown on its own.",
            Self::Undefined => "Does not fit what the rest of the file says about it; shown as it is.",
            Self::Lost | Self::MuchLost => "The file does not follow its format there; the rest is shown.",
            Self::Parallel => "Runs in parallel with other calls of its lane; shown whole in a sub-lane.",
            Self::Range => "Only this time range is shown; calls that cross its ends are cut there.",
            Self::SumDiffers => "Its parts add up to another total than the file states; shown as they are.",
            Self::MuchMissing => {
                "Its parts add up to less than the total that the file states; the rest is missing."
            }
            Self::Assumed => "The file does not say it; Diptych assumes it.",
            Self::Folded => {
                "Shown as sums by call path: times are exact, moments and single calls are not. Opened by the link to their folder, tiles show more when you zoom in."
            }
        }
    }

    /// Returns the word for what the oddity happens to, for entries without a subject.
    pub const fn thing(self) -> &'static str {
        match self {
            Self::SkippedEvent | Self::BadEvent | Self::TimeOutOfRange | Self::Undefined => "event",
            Self::UnmatchedEnd | Self::MismatchedEnd | Self::LateEnd => "end",
            Self::UnclosedCall => "call without an end",
            Self::Overlap => "overlapping call",
            Self::NegativeDuration => "call with a negative duration",
            Self::Parallel => "parallel call",
            Self::OutsideParent => "call longer than its caller",
            Self::WithoutParent => "call without its caller",
            Self::OutOfOrder => "begins and ends",
            Self::Truncated => "file cut off",
            Self::SyntaxError => "error in the file",
            Self::Stopped => "out of memory",
            Self::SkippedPart => "part of the file",
            Self::BadText => "text",
            Self::Lost => "bytes that could not be read",
            Self::MuchLost => "bytes that could not be read, over 1 % of the file",
            Self::Range => "time range",
            Self::SumDiffers => "total",
            Self::MuchMissing => "total of which over 1 % is missing",
            Self::Assumed => "assumption",
            Self::Folded => "short calls",
        }
    }

    /// Returns true if the oddity changed or lost a call or a part of the file.
    pub const fn is_warning(self) -> bool {
        !matches!(
            self,
            Self::SkippedEvent
                | Self::Parallel
                | Self::OutsideParent
                | Self::WithoutParent
                | Self::Undefined
                | Self::Range
                | Self::Assumed
                | Self::Folded
        )
    }

    pub(crate) fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

impl ReadReportEntry {
    /// Returns what the oddity happens to, in words.
    pub fn what(&self) -> &str {
        if self.subject.is_empty() { self.kind.thing() } else { &self.subject }
    }
}

/// Most characters of an example.
const EXAMPLE_CHARS: usize = 120;

impl ReadReport {
    /// Counts one oddity. The first of its kind and subject also sets offset and example.
    pub fn note(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.note_many(kind, subject, 1, offset, example);
    }

    /// Counts `count` oddities at once.
    pub fn note_many(&mut self, kind: OddityKind, subject: &str, count: u64, offset: u64, example: &str) {
        if let Some(known) = self.entries.iter_mut().find(|e| e.kind == kind && e.subject == subject) {
            known.count = known.count.saturating_add(count);
            return;
        }
        let example = example.chars().take(EXAMPLE_CHARS).collect();
        self.entries.push(ReadReportEntry {
            kind,
            subject: subject.to_owned(),
            count,
            first_offset: source_parts(offset).1,
            example,
        });
    }

    /// Adds all oddities of another report.
    pub fn append(&mut self, other: &Self) {
        for entry in &other.entries {
            self.note_many(entry.kind, &entry.subject, entry.count, entry.first_offset, &entry.example);
        }
    }

    /// Returns the entries, in order of first appearance.
    pub fn entries(&self) -> &[ReadReportEntry] {
        &self.entries
    }

    /// Returns the number of oddities.
    pub fn total(&self) -> u64 {
        sum(self.entries.iter())
    }

    /// Returns the number of oddities that changed or lost a call or a part of the file, see [`OddityKind::is_warning`].
    pub fn warnings(&self) -> u64 {
        sum(self.entries.iter().filter(|entry| entry.kind.is_warning()))
    }

    pub(crate) fn push(&mut self, entry: ReadReportEntry) {
        self.entries.push(entry);
    }
}

/// Adds up counts. The sum saturates, because a report from outside may contain any counts.
fn sum<'a>(entries: impl Iterator<Item = &'a ReadReportEntry>) -> u64 {
    entries.fold(0, |sum, entry| sum.saturating_add(entry.count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_oddity_has_words() {
        let mut report = ReadReport::default();
        for kind in OddityKind::ALL {
            report.note(kind, "", 0, "");
        }
        assert!(report.entries().iter().all(|entry| !entry.what().is_empty()));
        report.note(OddityKind::UnclosedCall, "async", 0, "");
        assert_eq!(report.entries().last().map(ReadReportEntry::what), Some("async"));
    }
}
