//! The rows of tiles: calls, and folded calls.

/// A call, or the sum of several calls of one path. Rows of a tile are sorted by lane, and in pre-order within a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Row {
    /// Number of the lane.
    pub lane: u32,
    /// Number of rows that enclose this one.
    pub depth: u32,
    /// Number of the function.
    pub function: u32,
    /// Number of calls. A row of one call shows that call; a row of more calls shows only their total time.
    pub count: u64,
    /// Start in ticks since the first call of the run.
    pub start: i64,
    /// End in ticks. For several calls, the start plus the sum of their times.
    pub end: i64,
}

impl Row {
    /// Returns the time in ticks.
    pub fn ticks(&self) -> i64 {
        self.end - self.start
    }
}
