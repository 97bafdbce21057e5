//! A uniform grid over the layout, which finds the entries near a point.

use crate::{Rect, Size, SpaceTransform};

/// Width and height of a cell in CSS pixels of the layout.
const CELL: f32 = 16.0;
/// Most cells along an axis. For longer axes the cells are larger.
const MAX_CELLS: f32 = 512.0;

/// Entries by the cells that their bounds touch. Entries beyond the grid are in its outermost cells.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    columns: Axis,
    rows: Axis,
    /// First entry of each cell, row by row, and one past the last cell's entries.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

/// Cells along one axis.
#[derive(Debug, Clone, Copy, Default)]
struct Axis {
    origin: f32,
    cell: f32,
    count: usize,
}

impl Axis {
    /// Covers a canvas and half its length more on either side, where a view lays out what can be scrolled into view.
    fn new(length: f32) -> Self {
        let length = if length.is_finite() { length.max(1.0) } else { 1.0 };
        let count = (2.0 * length / CELL).ceil().clamp(1.0, MAX_CELLS);
        Self { origin: -0.5 * length, cell: 2.0 * length / count, count: count as usize }
    }

    /// Returns the cell of a coordinate. The cast saturates, and turns NaN into 0.
    fn cell(&self, at: f32) -> usize {
        (((at - self.origin) / self.cell).floor() as usize).min(self.count - 1)
    }

    fn cells(&self, from: f32, to: f32) -> std::ops::RangeInclusive<usize> {
        let (from, to) = if from <= to { (from, to) } else { (to, from) };
        self.cell(from)..=self.cell(to)
    }
}

impl Grid {
    pub(super) fn new(size: Size, bounds: &[(u32, Rect)]) -> Self {
        if bounds.is_empty() {
            return Self::default();
        }
        let (columns, rows) = (Axis::new(size.width), Axis::new(size.height));
        let cells_of = |rect: &Rect| {
            let (across, down) = (columns.cells(rect.x0, rect.x1), rows.cells(rect.y0, rect.y1));
            down.flat_map(move |row| across.clone().map(move |column| row * columns.count + column))
        };
        // Count, sum up, fill.
        let mut starts = vec![0_u32; columns.count * rows.count + 1];
        for (_, rect) in bounds {
            cells_of(rect).for_each(|cell| starts[cell + 1] += 1);
        }
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts[starts.len() - 1] as usize];
        for (id, rect) in bounds {
            for cell in cells_of(rect) {
                entries[next[cell] as usize] = *id;
                next[cell] += 1;
            }
        }
        Self { columns, rows, starts, entries }
    }

    /// Adds the entries that may be under a point of the canvas. The margin covers snapping, which moves edges by up to
    /// a pixel.
    pub(super) fn near(&self, x: f32, y: f32, transform: SpaceTransform, candidates: &mut Vec<u32>) {
        if self.entries.is_empty() {
            return;
        }
        let laid_out_x = |x: f32| (x - transform.shift_x) / transform.scale_x;
        let laid_out_y = |y: f32| (y - transform.shift_y) / transform.scale_y;
        let columns = self.columns.cells(laid_out_x(x - 1.5), laid_out_x(x + 1.5));
        for row in self.rows.cells(laid_out_y(y - 1.5), laid_out_y(y + 1.5)) {
            let first = row * self.columns.count;
            let (start, end) = (self.starts[first + columns.start()], self.starts[first + columns.end() + 1]);
            candidates.extend_from_slice(&self.entries[start as usize..end as usize]);
        }
    }
}
