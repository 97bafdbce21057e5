//! Assigns lines of the sequence to rows of pixels, for one side or for both sides aligned.

use std::ops::Range;

/// The part of the sequence on one row of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Start, in lines of the sequence; may be fractional.
    pub from: f64,
    /// End, in lines of the sequence.
    pub to: f64,
    /// Part of the row's height that lines fill. The rest is background.
    pub filled: f64,
}

/// Divides a window of lines into `height` rows of pixels.
pub fn rows(window: Range<f64>, height: usize) -> Vec<Row> {
    let at = |row: usize| window.start + (window.end - window.start) * row as f64 / height as f64;
    (0..height).map(|row| Row { from: at(row), to: at(row + 1), filled: 1.0 }).collect()
}

/// A common axis for the lines of A and of B, on which matched lines are next to each other. Each slot holds a line of
/// A, of B or of both. Between two matches, unmatched lines of A come first, then those of B.
#[derive(Debug, Clone, PartialEq)]
pub struct AlignedAxis {
    /// Ascending breakpoints: slot, line of A, line of B. Between two of them, each side either advances one line per
    /// slot or stands still.
    stops: Vec<[u32; 3]>,
    /// Number of matches left out because others cross them.
    pub crossing: usize,
}

impl Row {
    /// Returns the part of the row within some lines.
    #[must_use]
    pub fn within(self, lines: &Range<usize>) -> Self {
        let (from, to) = (self.from.max(lines.start as f64), self.to.min(lines.end as f64));
        if from >= to {
            return Self { from: lines.start as f64, to: lines.start as f64, filled: 0.0 };
        }
        Self { from, to, filled: self.filled * (to - from) / (self.to - self.from) }
    }
}

impl AlignedAxis {
    /// Builds the axis. `matches` are pairs of corresponding lines in any order, each line in at most one match.
    /// `lines` is the number of lines of each side. If matches cross, the axis has the largest set that does not (a
    /// longest ascending subsequence). O(matches · log matches).
    pub fn new(matches: &[(u32, u32)], lines: [u32; 2]) -> Self {
        let kept = ascending(matches);
        let crossing = matches.len() - kept.len();
        let mut axis = Self { stops: vec![[0; 3]], crossing };
        for (a, b) in kept {
            axis.go_on(a, b);
            axis.push([1, 1]);
        }
        axis.go_on(lines[0], lines[1]);
        axis
    }

    fn go_on(&mut self, a: u32, b: u32) {
        let [_, at_a, at_b] = self.stops[self.stops.len() - 1];
        self.push([a - at_a, 0]);
        self.push([0, b - at_b]);
    }

    /// Appends lines of A and of B: of one side only, or equally many of both.
    fn push(&mut self, by: [u32; 2]) {
        let [slots, a, b] = self.stops[self.stops.len() - 1];
        let next = [slots + by[0].max(by[1]), a + by[0], b + by[1]];
        if next[0] > slots {
            self.stops.push(next);
        }
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> u32 {
        self.stops[self.stops.len() - 1][0]
    }

    /// Returns the number of lines of a side before a position on the axis. O(log matches).
    pub fn line_at(&self, side: usize, slot: f64) -> f64 {
        let after = self.stops.partition_point(|stop| f64::from(stop[0]) <= slot);
        let [from, to] = [&self.stops[after.max(1) - 1], &self.stops[after.min(self.stops.len() - 1)]];
        let goes_on = to[1 + side] > from[1 + side];
        f64::from(from[1 + side]) + if goes_on { slot - f64::from(from[0]) } else { 0.0 }
    }

    /// Returns the position on the axis where a line of a side begins. If lines of the other side come directly before
    /// it, the position is after them. O(log matches).
    pub fn slot_at(&self, side: usize, line: f64) -> f64 {
        let after = self.stops.partition_point(|stop| f64::from(stop[1 + side]) <= line).max(1);
        let from = &self.stops[after - 1];
        let within = if after < self.stops.len() { line - f64::from(from[1 + side]) } else { 0.0 };
        f64::from(from[0]) + within.max(0.0)
    }

    /// Returns the lines of a side that have a line of the other side next to them, as ascending ranges.
    pub fn beside(&self, side: usize) -> impl Iterator<Item = Range<u32>> + '_ {
        let both = self.stops.windows(2).filter(|two| two[1][1] > two[0][1] && two[1][2] > two[0][2]);
        both.map(move |two| two[0][1 + side]..two[1][1 + side])
    }

    /// Divides a window of slots into `height` rows of pixels of one side.
    pub fn rows(&self, side: usize, window: Range<f64>, height: usize) -> Vec<Row> {
        let line = |row: Row| {
            let (from, to) = (self.line_at(side, row.from), self.line_at(side, row.to));
            let filled = if row.to > row.from { (to - from) / (row.to - row.from) } else { 0.0 };
            Row { from, to, filled }
        };
        rows(window, height).into_iter().map(line).collect()
    }
}

/// Returns a longest subsequence of matches that ascends on both sides.
fn ascending(matches: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut sorted = matches.to_vec();
    sorted.sort_unstable();
    // For each length, the match with the smallest end; for each match, the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(sorted.len());
    for (at, &(_, b)) in sorted.iter().enumerate() {
        let length = ends.partition_point(|&end| sorted[end].1 < b);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut kept: Vec<(u32, u32)> =
        std::iter::successors(ends.last().copied(), |&at| before[at]).map(|at| sorted[at]).collect();
    kept.reverse();
    kept
}
