//! Order of the begins and ends of one instant.
//!
//! A recorder that writes begins and ends as they happen tells by their order how calls of one instant nest. Other
//! files do not tell it: tools merge buffers, and some sort events by time alone. Then the events themselves say what
//! belongs together. An end that names a function ends a call of that function that began before, and only otherwise
//! one of the same instant. So the calls of each instant are ordered by these rules:
//! 1. Ends of earlier calls come first, the end of the latest call before the others.
//! 2. Begins follow, the begin of the longest call before the others.
//! 3. Calls without length come last. They lie inside the calls that begin at the instant, and are siblings.
//! 4. Calls with equal times are ordered by their names.

use super::marks::Mark;
use super::texts::Texts;
use crate::FunctionId;
use rustc_hash::FxHashMap;

/// Partner of a begin without end, or of an end without begin.
const NONE: u32 = u32::MAX;

/// Orders marks that share their instant.
#[derive(Debug, Default)]
pub(super) struct Ties {
    /// Place of each function in the order of names; empty until it is needed.
    ranks: Vec<u32>,
}

/// Begins that have no end yet, as indices of marks.
#[derive(Debug, Default)]
struct Begun {
    by_function: FxHashMap<FunctionId, Vec<u32>>,
    /// All of them, and some that have ended; the innermost comes last.
    all: Vec<u32>,
}

/// Sort key of a mark among those of its instant: the rule that places it, two values that the rule compares, its pair,
/// and whether it is an end.
type Key = (u8, i64, i64, u32, bool);

impl Ties {
    /// Orders the marks of each instant by the rules of this module. `marks` must be in time order. O(n log n).
    pub(super) fn settle(&mut self, marks: &mut [Mark], texts: &Texts<'_>) {
        self.ranks(texts);
        let partners = self.partners(marks);
        // From the last instant on: the key of an end reads the begin of its call, which must still be in its place.
        let mut end = marks.len();
        let mut keyed: Vec<(Key, Mark)> = Vec::new();
        while end > 0 {
            let at = marks[end - 1].at;
            let start = marks[..end].iter().rposition(|mark| mark.at != at).map_or(0, |before| before + 1);
            if end - start > 1 {
                keyed.extend((start..end).map(|index| (self.key(marks, &partners, index), marks[index])));
                keyed.sort_unstable_by_key(|(key, _)| *key);
                for (place, (_, mark)) in marks[start..end].iter_mut().zip(keyed.drain(..)) {
                    *place = mark;
                }
            }
            end = start;
        }
    }

    /// Returns the place of each function in the order of names.
    pub(super) fn ranks(&mut self, texts: &Texts<'_>) -> &[u32] {
        if self.ranks.is_empty() {
            self.ranks = texts.ranks();
        }
        &self.ranks
    }

    fn key(&self, marks: &[Mark], partners: &[u32], index: usize) -> Key {
        let (mark, partner) = (marks[index], partners[index]);
        let other = marks.get(partner as usize);
        let pair = partner.min(index as u32);
        match (mark.begins, other) {
            (begins, Some(other)) if other.at == mark.at => {
                let begin = if begins { mark } else { *other };
                (3, 0, self.rank(begin.function), pair, !begins)
            }
            // `!` turns the order around.
            (false, Some(begin)) => (0, !begin.at, !self.rank(begin.function), 0, true),
            (false, None) => (1, 0, self.rank(mark.function), 0, true),
            (true, end) => (2, !end.map_or(i64::MAX, |end| end.at), self.rank(mark.function), 0, false),
        }
    }

    fn rank(&self, function: FunctionId) -> i64 {
        self.ranks.get(function.index()).map_or(-1, |&rank| i64::from(rank))
    }

    /// Finds the end of each begin and the begin of each end, as indices. Calls may cross each other here, because only
    /// the order of their times is wanted.
    fn partners(&self, marks: &[Mark]) -> Vec<u32> {
        let mut partners = vec![NONE; marks.len()];
        let mut begun = Begun::default();
        let (mut begins, mut loose): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut from = 0;
        for group in marks.chunk_by(|mark, next| mark.at == next.at) {
            let own = from..from + group.len() as u32;
            from = own.end;
            let ends = |named: bool| {
                own.clone().filter(move |&index| {
                    let mark = marks[index as usize];
                    !mark.begins && (mark.function != FunctionId::NONE) == named
                })
            };
            for index in ends(true).chain(ends(false)) {
                if !begun.end(index, marks, &mut partners) {
                    loose.push(index);
                }
            }
            begins.extend(own.clone().filter(|&index| marks[index as usize].begins));
            begins.sort_by_key(|&index| self.rank(marks[index as usize].function));
            for index in begins.drain(..) {
                begun.by_function.entry(marks[index as usize].function).or_default().push(index);
                begun.all.push(index);
            }
            for index in loose.drain(..) {
                begun.end(index, marks, &mut partners);
            }
        }
        partners
    }
}

impl Begun {
    /// Ends the latest call that an end may belong to. Returns false if there is none.
    fn end(&mut self, end: u32, marks: &[Mark], partners: &mut [u32]) -> bool {
        let function = marks[end as usize].function;
        let calls = match function {
            FunctionId::NONE => Some(&mut self.all),
            function => self.by_function.get_mut(&function),
        };
        let Some(calls) = calls else { return false };
        while let Some(begin) = calls.pop() {
            if partners[begin as usize] == NONE {
                (partners[begin as usize], partners[end as usize]) = (end, begin);
                return true;
            }
        }
        false
    }
}
