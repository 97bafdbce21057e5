//! Calls by (lane, depth): the contents of the rows of an icicle plot, in time order.

use crate::{Calls, LaneId, Lanes, for_each_block};

/// Index of the calls at each lane and depth, ascending. Calls of one depth never overlap, so both their starts and
/// their ends ascend. A view can therefore find the calls of a window by binary search and skip whole pixels at a time.
#[derive(Debug, Clone, Default)]
pub struct DepthIndex {
    /// Call ids sorted by (lane, depth, id).
    calls: Vec<u32>,
    /// First entry of each row in `calls`, and one past the last row.
    row_first: Vec<u32>,
    /// First row of each lane, and one past the last lane.
    lane_rows: Vec<u32>,
}

/// Calls of one lane at one depth, as ascending ids.
pub type DepthRow<'a> = &'a [u32];

impl DepthIndex {
    /// Indexes all calls with a counting sort. O(calls).
    pub(crate) fn new(calls: &Calls, lanes: &Lanes) -> Self {
        let mut index = Self {
            calls: vec![0; calls.len()],
            row_first: Vec::new(),
            lane_rows: Vec::with_capacity(lanes.len() + 1),
        };
        for lane in lanes.ids() {
            index.lane_rows.push(index.row_first.len() as u32);
            index.add_lane(&calls.depth, lanes.calls(lane));
        }
        index.lane_rows.push(index.row_first.len() as u32);
        index.row_first.push(calls.len() as u32);
        index
    }

    fn add_lane(&mut self, depths: &[u32], range: std::ops::Range<u32>) {
        let own = &depths[range.start as usize..range.end as usize];
        let mut rows = 0;
        for_each_block(0..own.len(), &mut |block| {
            rows = own[block].iter().fold(rows, |rows, &depth| rows.max(depth as usize + 1));
        });
        let mut next = vec![0u32; rows];
        for_each_block(0..own.len(), &mut |block| {
            for &depth in &own[block] {
                next[depth as usize] += 1;
            }
        });
        let mut first = range.start;
        for slot in &mut next {
            self.row_first.push(first);
            first += std::mem::replace(slot, first);
        }
        for_each_block(0..own.len(), &mut |block| {
            for (call, &depth) in (range.start + block.start as u32..).zip(&own[block]) {
                let slot = &mut next[depth as usize];
                self.calls[*slot as usize] = call;
                *slot += 1;
            }
        });
    }

    /// Returns the number of depths at which a lane has calls.
    pub fn rows(&self, lane: LaneId) -> u32 {
        self.lane_rows[lane.index() + 1] - self.lane_rows[lane.index()]
    }

    /// Returns the calls of a lane at a depth; empty beyond the deepest.
    pub fn row(&self, lane: LaneId, depth: u32) -> DepthRow<'_> {
        if depth >= self.rows(lane) {
            return &[];
        }
        let row = (self.lane_rows[lane.index()] + depth) as usize;
        &self.calls[self.row_first[row] as usize..self.row_first[row + 1] as usize]
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> usize {
        (self.calls.len() + self.row_first.len() + self.lane_rows.len()) * 4
    }
}
