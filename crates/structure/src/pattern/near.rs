//! Finds stretches that nearly equal a pattern.

use super::edits::{Edits, length_before};
use super::{Repeat, Text};
use diptych_trace::Sorting;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

/// Returns the number of edits that leave this part of a pattern equal (0 to 1): `⌊(1 − alike) · length⌋`, always less
/// than its length.
pub fn edits_for(alike: f64, length: usize) -> usize {
    // 1 − 0.9 is not exact in binary; a tenth of 10 must still be 1.
    (((1.0 - alike) * length as f64 + 1e-9).max(0.0) as usize).min(length.saturating_sub(1))
}

/// Largest number of steps of a search. This is some ten seconds of work at worst.
const STEPS: u64 = 10_000_000_000;

/// Returns the largest number of edits for which a search through some lines stays within a budget of work. `None` if
/// even exact repeats alone need more by this search ([`super::exact`] always finds them).
///
/// At worst a search reads each line once per 64 calls of the pattern. Then it computes the length of each repeat, in
/// length · (2 · edits + 1) cells. Repeats do not overlap, so for all of them together that is lines · (2 · edits + 1).
pub fn most_edits(lines: u64, length: usize) -> Option<usize> {
    let per_line = STEPS / lines.max(1);
    let cells = per_line.checked_sub(length.div_ceil(64) as u64 + 1)?;
    Some(usize::try_from(cells / 2).unwrap_or(usize::MAX))
}

/// A line at which stretches within the limit end.
#[derive(Debug, Clone, Copy)]
struct End {
    /// Line after the stretch.
    line: u32,
    edits: u32,
}

/// Number of lines between two calls of `go_on`.
const PAUSE: usize = 1 << 16;

/// Finds the near repeats of a pattern, exact ones included, in the order of lines.
///
/// A repeat ends at a line whose smallest distance is not larger than at the previous and at the next line. Of
/// overlapping repeats, the one with the fewest edits is kept, then the first. `marked` is the place of the mark if it
/// is on this side. `go_on` hears the lines read and the total; if it breaks, the result is `None`. An empty pattern
/// has no repeats.
///
/// O(lines · edits / 64) on average, never more than O(lines · length / 64), plus O(length · edits) for each repeat.
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
        ends.order_by_key(|end| end.edits);
        found.extend(apart(pattern, text, &part, &ends));
    }
    Some(found)
}

/// Returns the lines at which the distance is smallest, in order.
fn ends(
    column: &mut Edits,
    text: Text<'_>,
    part: Range<usize>,
    go_on: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Vec<End>> {
    column.restart();
    let mut ends = Vec::new();
    // Distance at the previous line, and whether it was not larger than the one before.
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

/// Keeps the first of overlapping stretches, in the order of `ends`. Returns them in the order of lines.
fn apart(pattern: &[u32], text: Text<'_>, part: &Range<usize>, ends: &[End]) -> Vec<Repeat> {
    let mut kept: BTreeMap<usize, Repeat> = BTreeMap::new();
    for &End { line, edits } in ends {
        let end = line as usize;
        // Kept stretches are disjoint, so the last one that begins before the end reaches farthest.
        let free_from = kept.range(..end).next_back().map_or(part.start, |(_, repeat)| repeat.lines.end);
        // Even the shortest possible stretch would overlap. This refuses most ends without computing a length.
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
