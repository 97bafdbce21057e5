//! The lines of two sides that stand alone on their common axis, and their number on each row of pixels.

use super::{AlignedAxis, Row};

/// The calls on a row of pixels of both sides, which is at the same height on both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowDifference {
    /// Number of pairs of matched lines, next to each other.
    pub same: u32,
    /// Number of lines of A and of B without a partner.
    pub only: [u32; 2],
    /// Number of lines of A and of B whose partner is at another height.
    pub moved: [u32; 2],
}

impl RowDifference {
    /// Returns the number of slots of the axis on the row: pairs count once.
    pub fn calls(&self) -> u64 {
        let alone = self.only.iter().chain(&self.moved).map(|&calls| u64::from(calls));
        u64::from(self.same) + alone.sum::<u64>()
    }
}

/// The lines of each side without a line of the other side next to them, ascending.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoneLines {
    /// Lines without a partner.
    only: [Vec<u32>; 2],
    /// Lines with a partner elsewhere.
    moved: [Vec<u32>; 2],
    /// Lines that are not compared.
    left_out: [Vec<u32>; 2],
}

/// The reason why a line stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoneLine {
    /// It has no partner.
    Only,
    /// Its partner is elsewhere.
    Moved,
    /// It is not compared, because the other side ends before it.
    NotCompared,
}

impl LoneLines {
    /// Collects the lines. `why` says why a line of a side stands alone. O(lines).
    pub fn new(axis: &AlignedAxis, lines: [u32; 2], why: impl Fn(usize, u32) -> LoneLine) -> Self {
        let mut found = Self::default();
        for side in 0..2 {
            let mut next = 0;
            for beside in axis.beside(side).chain(std::iter::once(lines[side]..lines[side])) {
                for line in next..beside.start {
                    let of = match why(side, line) {
                        LoneLine::Only => &mut found.only,
                        LoneLine::Moved => &mut found.moved,
                        LoneLine::NotCompared => &mut found.left_out,
                    };
                    of[side].push(line);
                }
                next = beside.end;
            }
        }
        found
    }

    /// Counts the lines that touch a row, given as the row of each side. O(log lines).
    pub fn on_row(&self, rows: [Row; 2]) -> RowDifference {
        let mut found = RowDifference { same: u32::MAX, ..RowDifference::default() };
        for (side, row) in rows.into_iter().enumerate() {
            let (from, to) =
                if row.filled > 0.0 { (row.from.floor() as u32, row.to.ceil() as u32) } else { (0, 0) };
            let within = |lines: &[u32]| {
                let before = |line: u32| lines.partition_point(|&of| of < line);
                (before(to) - before(from)) as u32
            };
            found.only[side] = within(&self.only[side]);
            found.moved[side] = within(&self.moved[side]);
            // Where one side's window ends, the other side's lines have none beside them.
            let alone = found.only[side] + found.moved[side] + within(&self.left_out[side]);
            found.same = found.same.min(to - from - alone);
        }
        found
    }
}
