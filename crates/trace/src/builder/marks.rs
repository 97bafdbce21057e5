//! From begin and end events to spans.

use super::looked::CountingStack;
use super::texts::{Oddities, Texts};
use super::ties::Ties;
use crate::nesting::Span;
use crate::{Chunked, FunctionId, OddityKind};
use rustc_hash::FxHashMap;

/// A begin or an end that is not paired yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) at: i64,
    pub(super) source: u64,
    /// [`FunctionId::NONE`] for an end that names nothing.
    pub(super) function: FunctionId,
    pub(super) begins: bool,
}

/// Calls of one lane that have begun and not ended, outermost first, as indices of spans.
///
/// An end that names a function closes the innermost open call of that function and all calls above it. The number of
/// open calls of each function is counted, so an end whose function is not open visits no call. An end whose function
/// is open visits only the calls that it closes. Each call is therefore visited once.
#[derive(Debug, Default)]
pub(super) struct OpenCalls {
    calls: CountingStack,
    /// Number of open calls, by function.
    of_function: Vec<u32>,
    /// Number of calls, by function, that another function's end has closed and whose own end is still to come.
    closed_before: FxHashMap<FunctionId, u32>,
    ties: Ties,
}

/// Source of the order of a lane's begins and ends of one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TieOrder {
    /// The file, unless calls fit together better in the order that the events themselves tell.
    File,
    /// The events themselves, because their order in the file means nothing.
    Events,
}

/// Number of unmatched ends of one instant that are remembered.
const MOST_UNMATCHED: usize = 8;

/// Begins and ends that do not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Misfits {
    /// Number of calls that their own end does not close, and of ends that close no call.
    all: usize,
    /// Number of times that another order within an instant may be the right one: an end closes a call of its own
    /// instant with a call around it, or closes two calls that began at one instant, or comes before a begin of its
    /// function. A lane that has one is not streamed either.
    of_ties: usize,
}

impl OpenCalls {
    /// Creates the stack for a trace with so many functions. It serves one lane after the other.
    pub(super) fn new(functions: usize) -> Self {
        Self { of_function: vec![0; functions], ..Self::default() }
    }

    /// Returns the number of open calls that were visited.
    pub(super) fn steps(&self) -> u64 {
        self.calls.looks()
    }

    /// Returns the place of each function in the order of names.
    pub(super) fn ranks(&mut self, texts: &Texts<'_>) -> &[u32] {
        self.ties.ranks(texts)
    }

    /// Works like [`Self::pair`], but frees the marks of the lane as it turns them into spans.
    pub(super) fn pair_lane(
        &mut self,
        marks: Chunked<Mark>,
        spans: &mut Vec<Span>,
        last: i64,
        odd: &mut Oddities<'_>,
    ) {
        spans.reserve_exact(marks.iter().filter(|mark| mark.begins).count());
        let fits = |open: &mut Self| !has_ties(marks.iter()) || open.misfits(marks.iter()).of_ties == 0;
        if marks.iter().is_sorted_by_key(|mark| mark.at) && fits(self) {
            self.pair_in_order(&mut marks.into_iter(), spans, last, odd);
        } else {
            self.pair(marks.into_iter().collect(), TieOrder::File, spans, last, odd);
        }
    }

    /// Turns the begins and ends of a lane into spans and appends them in the order in which they began. The depth of a
    /// span is the number of calls open at its begin. Calls still open end at `last`.
    pub(super) fn pair(
        &mut self,
        mut marks: Vec<Mark>,
        order: TieOrder,
        spans: &mut Vec<Span>,
        last: i64,
        odd: &mut Oddities<'_>,
    ) {
        let late = sort(&mut marks, odd);
        if has_ties(marks.iter()) {
            self.order_ties(&mut marks, order, late, odd);
        }
        self.pair_in_order(&mut marks.into_iter(), spans, last, odd);
    }

    /// Orders the marks of each instant. `late` is the number of marks that were earlier than the mark before them.
    fn order_ties(&mut self, marks: &mut Vec<Mark>, order: TieOrder, late: usize, odd: &Oddities<'_>) {
        // Of events in a random order, every second one is earlier than the one before. A recorder that writes them in
        // blocks, or one event late, still tells the order of the others.
        if order == TieOrder::Events || late > marks.len() / 4 {
            return self.ties.settle(marks, odd.texts);
        }
        let misfits = self.misfits(marks.iter());
        if misfits.of_ties > 0 {
            let mut settled = marks.clone();
            self.ties.settle(&mut settled, odd.texts);
            if self.misfits(settled.iter()).all < misfits.all {
                *marks = settled;
            }
        }
    }

    /// Counts the begins and ends that do not fit together in the order given.
    fn misfits<'a>(&mut self, marks: impl Iterator<Item = &'a Mark>) -> Misfits {
        let mut open: Vec<(FunctionId, i64)> = Vec::new();
        let mut misfits = Misfits::default();
        // Functions of ends that closed no call, all of one instant.
        let mut unmatched: (i64, Vec<FunctionId>) = (i64::MIN, Vec::new());
        for &Mark { at, function, begins, .. } in marks {
            if unmatched.0 != at {
                unmatched.1.clear();
            }
            if begins {
                open.push((function, at));
                self.of_function[function.index()] += 1;
                misfits.of_ties += usize::from(unmatched.1.contains(&function));
            } else if function != FunctionId::NONE && self.of_function[function.index()] == 0 {
                misfits.all += 1;
                unmatched.0 = at;
                // Some are enough to show that their order is wrong, and the search for one must not take long.
                if unmatched.1.len() < MOST_UNMATCHED {
                    unmatched.1.push(function);
                }
            } else {
                misfits.all += usize::from(open.is_empty());
                let mut last = None;
                while let Some((inner, start)) = open.pop() {
                    self.of_function[inner.index()] -= 1;
                    misfits.of_ties += usize::from(last == Some(start));
                    if function == FunctionId::NONE || function == inner {
                        break;
                    }
                    misfits.all += 1;
                    misfits.of_ties += usize::from(start == at);
                    last = Some(start);
                }
            }
        }
        for (function, _) in &open {
            self.of_function[function.index()] -= 1;
        }
        misfits.all += open.len();
        misfits
    }

    /// Works like [`Self::pair`] on marks in time order.
    fn pair_in_order(
        &mut self,
        marks: &mut dyn Iterator<Item = Mark>,
        spans: &mut Vec<Span>,
        last: i64,
        odd: &mut Oddities<'_>,
    ) {
        for mark in marks {
            if mark.begins {
                let depth = self.calls.len() as u32;
                self.calls.push(spans.len() as u32);
                self.of_function[mark.function.index()] += 1;
                let Mark { at: start, source, function, .. } = mark;
                spans.push(Span { start, end: last, source, function, depth });
            } else {
                self.close(mark, spans, odd);
            }
        }
        self.closed_before.clear();
        for index in self.calls.drain() {
            let span = &spans[index as usize];
            self.of_function[span.function.index()] -= 1;
            odd.note(OddityKind::UnclosedCall, span.source, span.function);
        }
    }

    fn close(&mut self, mark: Mark, spans: &mut [Span], odd: &mut Oddities<'_>) {
        let is_open = match mark.function {
            FunctionId::NONE => !self.calls.is_empty(),
            function => self.of_function[function.index()] > 0,
        };
        if !is_open {
            let closed = self.closed_before.get_mut(&mark.function).filter(|closed| **closed > 0);
            let kind = if closed.is_some() { OddityKind::LateEnd } else { OddityKind::UnmatchedEnd };
            if let Some(closed) = closed {
                *closed -= 1;
            }
            odd.note(kind, mark.source, mark.function);
            return;
        }
        let mut closed = 0;
        while let Some(index) = self.calls.pop() {
            let span = &mut spans[index as usize];
            span.end = mark.at;
            closed += 1;
            self.of_function[span.function.index()] -= 1;
            if mark.function == FunctionId::NONE || mark.function == span.function {
                break;
            }
            *self.closed_before.entry(span.function).or_default() += 1;
        }
        if closed > 1 {
            odd.note(OddityKind::MismatchedEnd, mark.source, mark.function);
        }
    }
}

/// Sorts marks by time. Returns the number of marks that are earlier than the mark before them, and reports them.
fn sort(marks: &mut [Mark], odd: &mut Oddities<'_>) -> usize {
    let mut late = marks.windows(2).filter(|pair| pair[1].at < pair[0].at).map(|pair| pair[1]);
    let Some(first) = late.next() else { return 0 };
    let count = 1 + late.count();
    odd.note_many(OddityKind::OutOfOrder, count as u64, first.source, first.function);
    // The sort is stable: begins and ends of one instant keep the order of the file.
    marks.sort_by_key(|mark| mark.at);
    count
}

/// Returns true if two marks share their instant. They must be in time order.
fn has_ties<'a>(mut marks: impl Iterator<Item = &'a Mark>) -> bool {
    let mut before = marks.next().map(|mark| mark.at);
    marks.any(|mark| before.replace(mark.at) == Some(mark.at))
}

#[cfg(test)]
mod tests {
    use super::super::texts::Texts;
    use super::*;
    use crate::functions::FunctionInterner;
    use crate::names::NameInterner;
    use crate::{NameId, ReadReport};
    use proptest::prelude::*;

    /// Names of functions, by id.
    const NAMES: [&str; 4] = ["f", "g", "h", "i"];

    fn name(function: FunctionId) -> &'static str {
        if function == FunctionId::NONE { "" } else { NAMES[function.index()] }
    }

    /// The naive way: every end searches all open calls for its own.
    fn naive(marks: &[Mark], last: i64, report: &mut ReadReport) -> Vec<Span> {
        let (mut spans, mut open): (Vec<Span>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut closed_before: Vec<FunctionId> = Vec::new();
        for mark in marks {
            if mark.begins {
                let depth = open.len() as u32;
                open.push(spans.len());
                let Mark { at: start, source, function, .. } = *mark;
                spans.push(Span { start, end: last, source, function, depth });
                continue;
            }
            let is_ending =
                |&index: &usize| mark.function == FunctionId::NONE || spans[index].function == mark.function;
            let Some(ending) = open.iter().rposition(is_ending) else {
                let late = closed_before.iter().position(|&function| function == mark.function);
                let kind = if late.is_some() { OddityKind::LateEnd } else { OddityKind::UnmatchedEnd };
                late.map(|late| closed_before.swap_remove(late));
                report.note(kind, "", mark.source, name(mark.function));
                continue;
            };
            closed_before.extend(open[ending + 1..].iter().map(|&index| spans[index].function));
            if ending + 1 < open.len() {
                report.note(OddityKind::MismatchedEnd, "", mark.source, name(mark.function));
            }
            for index in open.drain(ending..) {
                spans[index].end = mark.at;
            }
        }
        for index in open {
            report.note(OddityKind::UnclosedCall, "", spans[index].source, name(spans[index].function));
        }
        spans
    }

    fn told(spans: &[Span]) -> Vec<(i64, i64, u64, FunctionId, u32)> {
        spans.iter().map(|span| (span.start, span.end, span.source, span.function, span.depth)).collect()
    }

    proptest! {
        #[test]
        fn pairing_equals_a_search_through_open_calls(
            lanes in prop::collection::vec(prop::collection::vec((prop::bool::ANY, 0u32..4, prop::bool::ANY), 0..60), 1..3),
        ) {
            let (mut names, mut functions) = (NameInterner::default(), FunctionInterner::default());
            for name in NAMES {
                let name = names.intern(name).unwrap();
                functions.intern(name, NameId::NONE, 0, NameId::NONE);
            }
            let texts = Texts::new(&mut names, &functions);
            let mut open = OpenCalls::new(4);
            for lane in lanes {
                let mark = |(at, (begins, function, named)): (usize, (bool, u32, bool))| Mark {
                    at: at as i64,
                    source: at as u64,
                    function: if begins || named { FunctionId(function) } else { FunctionId::NONE },
                    begins,
                };
                let marks: Vec<Mark> = lane.into_iter().enumerate().map(mark).collect();
                let [mut report, mut expected] = [ReadReport::default(), ReadReport::default()];
                let mut spans = Vec::new();
                let mut odd = Oddities { subject: "", texts: &texts, report: &mut report };
                open.pair(marks.clone(), TieOrder::File, &mut spans, 100, &mut odd);
                prop_assert_eq!(told(&spans), told(&naive(&marks, 100, &mut expected)));
                prop_assert_eq!(report, expected);
                prop_assert!(open.of_function.iter().all(|&count| count == 0), "nothing stays open for the next lane");
            }
            prop_assert!(open.steps() <= 120);
        }
    }
}
