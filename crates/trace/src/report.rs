//! What was odd in the input: counted, with the first place and an example of each kind.

use crate::source_parts;

/// Everything odd that a reader or the builder met, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    entries: Vec<ReportEntry>,
}

/// One kind of oddity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportEntry {
    /// What happened.
    pub kind: OddKind,
    /// What it happened to, in the format's words; oddities of one kind are counted apart by it.
    pub subject: String,
    /// How often.
    pub count: u64,
    /// Byte offset of the first one in the decompressed input, of an archive in its member.
    pub first_offset: u64,
    /// The first one, shortened.
    pub example: String,
}

/// Kinds of oddities, and with each what became of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum OddKind {
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
    /// Occurs when a time does not fit 64-bit nanoseconds, or lies 104 days from all others; left out.
    TimeOutOfRange = 12,
    /// Occurs when reading stops because memory would run out; what was read before it is kept.
    Stopped = 13,
    /// Occurs when calls of a lane run beside each other; those that do not fit go to sub-lanes, whole.
    Parallel = 14,
    /// Occurs when a call ends that the end of a call around it has ended before; the end is left out.
    LateEnd = 15,
    /// Occurs when a call reaches over the ends of the one it is said to lie in; whole, beside it.
    OutsideParent = 16,
    /// Occurs when the call that a call is said to lie in is not there, or lies in it itself; by itself.
    WithoutParent = 17,
    /// Occurs when an event names what the file never defined, or defined otherwise; it is kept as it stands.
    Undefined = 18,
}

impl OddKind {
    /// All kinds, by code.
    pub const ALL: [Self; 19] = [
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
    ];

    /// A stable word for machines.
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
        }
    }

    /// What became of it, a sentence for people.
    pub const fn outcome(self) -> &'static str {
        match self {
            Self::SkippedEvent => "Not a call; not shown.",
            Self::BadEvent => "A field is missing or has the wrong type; ignored.",
            Self::UnmatchedEnd => "End event without a begin; ignored.",
            Self::MismatchedEnd => {
                "Names another call than the innermost open one; the calls inside it end here too."
            }
            Self::UnclosedCall => "Still open at the end of the file; ends at the last time seen.",
            Self::Overlap => {
                "Overlaps another call by no more than the rounding of times; shortened by that much."
            }
            Self::OutOfOrder => "Begin and end events are not in time order; sorted.",
            Self::NegativeDuration => "Negative duration; shown as zero.",
            Self::Truncated => "The file ends inside an event; everything before it is shown.",
            Self::SyntaxError => "The file breaks its format here; everything before is shown.",
            Self::SkippedPart => "Not understood; skipped.",
            Self::BadText => "Not valid UTF-8; the bytes are shown as U+FFFD.",
            Self::TimeOutOfRange => "The time is too far from all others to be shown; ignored.",
            Self::Stopped => "Reading stopped here because memory would run out; everything before is shown.",
            Self::LateEnd => "The call had already ended with a call around it; ignored.",
            Self::OutsideParent => {
                "Extends beyond the call it belongs to (clocks may differ); shown whole, next to it."
            }
            Self::WithoutParent => "The call it belongs to is missing, or lies inside it; shown on its own.",
            Self::Undefined => "Differs from how the file defines it; shown as it is.",
            Self::Parallel => "Runs in parallel with other calls of its lane; shown whole in a sub-lane.",
        }
    }

    /// What it happens to, where nothing else is said of that.
    pub const fn thing(self) -> &'static str {
        match self {
            Self::SkippedEvent | Self::BadEvent | Self::TimeOutOfRange | Self::Undefined => "event",
            Self::UnmatchedEnd | Self::MismatchedEnd | Self::LateEnd => "end",
            Self::UnclosedCall
            | Self::Overlap
            | Self::NegativeDuration
            | Self::Parallel
            | Self::OutsideParent
            | Self::WithoutParent => "call",
            Self::OutOfOrder => "begins and ends",
            Self::Truncated | Self::SyntaxError | Self::Stopped => "rest of the file",
            Self::SkippedPart => "part of the file",
            Self::BadText => "text",
        }
    }

    /// Whether it changed or lost a call or a part of the file.
    pub const fn is_warning(self) -> bool {
        !matches!(
            self,
            Self::SkippedEvent | Self::Parallel | Self::OutsideParent | Self::WithoutParent | Self::Undefined
        )
    }

    pub(crate) fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

impl ReportEntry {
    /// What it happened to, in words.
    pub fn what(&self) -> &str {
        if self.subject.is_empty() { self.kind.thing() } else { &self.subject }
    }
}

/// Longest example kept, in characters.
const EXAMPLE_CHARS: usize = 120;

impl Report {
    /// Counts one oddity; the first of its kind and subject also gives offset and example.
    pub fn note(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str) {
        self.note_many(kind, subject, 1, offset, example);
    }

    /// Counts `count` oddities at once.
    pub fn note_many(&mut self, kind: OddKind, subject: &str, count: u64, offset: u64, example: &str) {
        if let Some(known) = self.entries.iter_mut().find(|e| e.kind == kind && e.subject == subject) {
            known.count = known.count.saturating_add(count);
            return;
        }
        let example = example.chars().take(EXAMPLE_CHARS).collect();
        self.entries.push(ReportEntry {
            kind,
            subject: subject.to_owned(),
            count,
            first_offset: source_parts(offset).1,
            example,
        });
    }

    /// Counts all that another one counts, too.
    pub(crate) fn append(&mut self, other: &Self) {
        for entry in &other.entries {
            self.note_many(entry.kind, &entry.subject, entry.count, entry.first_offset, &entry.example);
        }
    }

    /// The kinds met, in order of first appearance.
    pub fn entries(&self) -> &[ReportEntry] {
        &self.entries
    }

    /// How many oddities in all.
    pub fn total(&self) -> u64 {
        sum(self.entries.iter())
    }

    /// How many of them changed or lost a call or a part of the file: [`OddKind::is_warning`].
    pub fn warnings(&self) -> u64 {
        sum(self.entries.iter().filter(|entry| entry.kind.is_warning()))
    }

    pub(crate) fn push(&mut self, entry: ReportEntry) {
        self.entries.push(entry);
    }
}

/// Counts together; those of a report from outside may be any.
fn sum<'a>(entries: impl Iterator<Item = &'a ReportEntry>) -> u64 {
    entries.fold(0, |sum, entry| sum.saturating_add(entry.count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_odd_is_said_in_words_whatever_it_is() {
        let mut report = Report::default();
        for kind in OddKind::ALL {
            report.note(kind, "", 0, "");
        }
        assert!(report.entries().iter().all(|entry| !entry.what().is_empty()));
        report.note(OddKind::UnclosedCall, "async", 0, "");
        assert_eq!(report.entries().last().map(ReportEntry::what), Some("async"));
    }
}
