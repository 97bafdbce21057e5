//! Stretches that are nearly a pattern.

use super::edits::{Edits, length_before};
use super::{Repeat, Text};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

/// How many edits leave so much of a pattern alike (0 to 1): `⌊(1 − alike) · length⌋`, and always less than its length.
pub fn edits_for(alike: f64, length: usize) -> usize {
    // A tenth of 10 is 1, whatever 1 − 0.9 is in binary.
    (((1.0 - alike) * length as f64 + 1e-9).max(0.0) as usize).min(length.saturating_sub(1))
}

/// A line that stretches within the limit end with.
#[derive(Debug, Clone, Copy)]
struct End {
    /// The line behind.
    line: u32,
    edits: u32,
}

/// Lines between two questions whether to go on.
const PAUSE: usize = 1 << 16;

/// Where a pattern comes nearly, the same among them, in the order of lines. Ends are lines where the least distance is
/// not higher than at the line before and at the next; of stretches that overlap the one of fewest edits is kept,
/// then the first. `marked`: where it was marked, if on this side. `go_on` is told how many lines of how many are read, and
/// may end it: then there is no result. An empty pattern comes nowhere.
///
/// O(lines · edits / 64) on average, never more than O(lines · length / 64); then O(length · edits) for each that is found.
pub fn near(
    pattern: &[u32],
    text: Text<'_>,
    marked: Option<Range<usize>>,
    edits: usize,
    go_on: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Vec<Repeat>> {
    let mut found = Vec::new();
    if pattern.is_empty() {
        return Some(found);
    }
    let mut column = Edits::new(pattern, edits.min(pattern.len() - 1));
    for part in text.around(marked) {
        let mut ends = ends(&mut column, text, part.clone(), go_on)?;
        ends.sort_by_key(|end| end.edits);
        found.extend(apart(pattern, text, &part, &ends));
    }
    Some(found)
}

/// Lines where the distance is least, in order.
fn ends(
    column: &mut Edits,
    text: Text<'_>,
    part: Range<usize>,
    go_on: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Vec<End>> {
    column.restart();
    let mut ends = Vec::new();
    // The distance at the line before, and whether it was not higher than at the one before that.
    let (mut before, mut fell) = (None, false);
    for line in part.clone() {
        if line.is_multiple_of(PAUSE) && go_on(line as u64, text.len() as u64).is_break() {
            return None;
        }
        let edits = column.read(text.relation(line));
        let is_lower = edits.is_some_and(|edits| before.is_none_or(|before| edits < before));
        if let Some(edits) = before.filter(|_| fell && !is_lower) {
            ends.push(End { line: line as u32, edits });
        }
        fell = edits.is_some_and(|edits| before.is_none_or(|before| edits <= before));
        before = edits;
    }
    ends.extend(before.filter(|_| fell).map(|edits| End { line: part.end as u32, edits }));
    Some(ends)
}

/// Of stretches that overlap the first, in the order of lines.
fn apart(pattern: &[u32], text: Text<'_>, part: &Range<usize>, ends: &[End]) -> Vec<Repeat> {
    let mut kept: BTreeMap<usize, Repeat> = BTreeMap::new();
    for &End { line, edits } in ends {
        let end = line as usize;
        // What begins last before the end reaches farthest of those that begin before it.
        let free_from = kept.range(..end).next_back().map_or(part.start, |(_, repeat)| repeat.lines.end);
        // The shortest stretch that may be meant, so that most are refused without looking.
        if free_from + (pattern.len() - edits as usize) > end {
            continue;
        }
        let before = |lines: usize| text.relation(end - 1 - lines);
        let length = length_before(pattern, edits as usize, end - part.start, before);
        if let Some(length) = length.filter(|length| free_from + length <= end) {
            kept.insert(end - length, Repeat { lines: end - length..end, edits });
        }
    }
    kept.into_values().collect()
}
