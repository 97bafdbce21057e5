//! One lane of a trace while it is being built: its spans, marks and weights as they were written.

use super::marks::Mark;
use crate::nesting::{Span, SpanOrder};
use crate::outliers::KeptRange;
use crate::{Chunked, LaneId, LaneKind, NameId, OddityKind, ReadReport, push_tight};

/// One lane while it is being built.
#[derive(Debug)]
pub(super) struct LaneDraft {
    pub(super) parent: Option<LaneId>,
    pub(super) kind: LaneKind,
    pub(super) name: NameId,
    pub(super) order: i64,
    pub(super) spans: Vec<Span>,
    /// Order in which the spans were written.
    pub(super) told: SpanOrder,
    /// Start and end of the last whole call, kept apart from `spans`: with many lanes, reading the span back would wait
    /// for memory at each call.
    last: Option<(i64, i64)>,
    /// Number of whole calls, which are the first spans, and their first start and last end. There are many of them,
    /// and reading all of them again would take as long as memory does.
    whole: (usize, Option<(i64, i64)>),
    pub(super) marks: Chunked<Mark>,
    /// Values by column and by order of writing; shorter columns end in zeros.
    pub(super) weights: Vec<Vec<i64>>,
    /// Indices of the spans that were left out, in order of writing, ascending.
    pub(super) left_out: Vec<u32>,
}

impl LaneDraft {
    pub(super) fn new(parent: Option<LaneId>, kind: LaneKind, name: NameId) -> Self {
        Self {
            parent,
            kind,
            name,
            order: 0,
            spans: Vec::new(),
            told: SpanOrder::AsEnded,
            last: None,
            whole: (0, None),
            marks: Chunked::default(),
            weights: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds a whole call. Returns true if it overlaps the whole call before it and neither contains the other.
    pub(super) fn push(&mut self, span: Span) -> bool {
        let range = (span.start, span.end);
        let crosses = self.last.replace(range).is_some_and(|before| {
            let ((start, end), (next, last)) =
                if before.0 < range.0 { (before, range) } else { (range, before) };
            start < next && next < end && end < last
        });
        let (count, extent) = self.whole;
        self.whole = (count + 1, Some(extent.map_or(range, |(start, end)| widened(start, end, &span))));
        push_tight(&mut self.spans, span);
        crosses
    }

    /// Returns the first start and the last end of the spans.
    pub(super) fn extent(&self) -> Option<(i64, i64)> {
        let (count, extent) = self.whole;
        let others = &self.spans[count..];
        let first = extent.or_else(|| others.first().map(|span| (span.start, span.end)))?;
        Some(others.iter().fold(first, |(start, end), span| widened(start, end, span)))
    }

    /// Gives the last span a weight and fills earlier spans without one with zeros. Returns the number of values added.
    pub(super) fn weigh(&mut self, column: usize, value: i64) -> usize {
        if self.weights.len() <= column {
            self.weights.resize_with(column + 1, Vec::new);
        }
        let Some(last) = self.spans.len().checked_sub(1) else { return 0 };
        let values = &mut self.weights[column];
        let before = values.len();
        values.resize(last, 0);
        push_tight(values, value);
        values.len().saturating_sub(before)
    }

    /// Removes the spans that are far from the others, with their weights.
    pub(super) fn retain(&mut self, retained: KeptRange, report: &mut ReadReport) {
        let stays: Vec<bool> = self.spans.iter().map(|span| retained.holds(span)).collect();
        for (span, _) in self.spans.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            let example = format!("{} to {}", span.start, span.end);
            report.note(OddityKind::TimeOutOfRange, "far from all others", span.source, &example);
        }
        self.left_out = (0..).zip(&stays).filter(|(_, stays)| !**stays).map(|(number, _)| number).collect();
        retain_by(&mut self.spans, &stays);
        self.whole = (0, None);
        for column in &mut self.weights {
            retain_by(column, &stays);
        }
    }

    /// Returns the last instant of any mark or span in this lane.
    pub(super) fn last_instant(&self) -> Option<i64> {
        let marks = self.marks.iter().map(|mark| mark.at).max();
        marks.max(self.extent().map(|(_, end)| end))
    }
}

/// Returns a first start and a last end, extended to cover one more span.
fn widened(start: i64, end: i64, span: &Span) -> (i64, i64) {
    (start.min(span.start), end.max(span.end))
}

/// Keeps the entries whose flag is set.
fn retain_by<T>(entries: &mut Vec<T>, stays: &[bool]) {
    let mut flags = stays.iter();
    entries.retain(|_| flags.next().copied().unwrap_or(true));
}
