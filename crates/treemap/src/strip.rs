//! Strip layout: rows in a given order.

use crate::Rect;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A row of cells, while it grows.
#[derive(Debug, Default)]
struct Strip {
    area: f64,
    cells: u32,
    /// Σ 1/area of the cells that are higher than wide.
    inverse: f64,
    /// Areas of the cells that are wider than high, as bits: positive floats sort like their bits.
    wide: BinaryHeap<Reverse<u64>>,
    wide_area: f64,
}

impl Strip {
    /// Empties the row and keeps its memory.
    fn clear(&mut self) {
        let mut wide = std::mem::take(&mut self.wide);
        wide.clear();
        *self = Self { wide, ..Self::default() };
    }

    /// Adds a cell and returns the mean aspect ratio of the row's cells, 1 or more. Amortised O(log wide), because a
    /// growing row gets higher: a cell that is higher than wide stays so.
    fn add(&mut self, area: f64, width: f64) -> f64 {
        self.area += area;
        self.cells += 1;
        self.wide.push(Reverse(area.to_bits()));
        self.wide_area += area;
        let height = self.area / width;
        let square = height * height;
        while let Some(&Reverse(bits)) = self.wide.peek() {
            let area = f64::from_bits(bits);
            if area >= square {
                break;
            }
            self.wide.pop();
            self.wide_area -= area;
            self.inverse += 1.0 / area;
        }
        if self.wide.is_empty() {
            self.wide_area = 0.0;
        }
        (self.inverse * square + self.wide_area / square) / f64::from(self.cells)
    }
}

/// Returns cells of these areas in rows from the top. A row takes another cell as long as the mean aspect ratio of its
/// cells does not grow. Together the cells fill the rectangle. O(cells · log cells).
pub(crate) fn rects(rect: Rect, areas: &[f64]) -> Vec<Rect> {
    let width = rect.width();
    let mut found = Vec::with_capacity(areas.len());
    let (mut row, mut mean, mut first) = (Strip::default(), f64::INFINITY, 0);
    let mut top = rect.y0;
    for (at, &area) in areas.iter().enumerate() {
        let before = row.area;
        let then = row.add(area, width);
        if at > first && then > mean {
            top = close(rect, top, before, &areas[first..at], &mut found);
            row.clear();
            first = at;
            mean = row.add(area, width);
        } else {
            mean = then;
        }
    }
    if first < areas.len() {
        // The last row absorbs rounding errors.
        let last = rect.width() * (rect.y1 - top);
        close(rect, top, last, &areas[first..], &mut found);
    }
    found
}

/// Adds a finished row. Returns the top of the next one.
fn close(rect: Rect, top: f64, area: f64, areas: &[f64], found: &mut Vec<Rect>) -> f64 {
    let bottom = (top + area / rect.width()).min(rect.y1);
    let all: f64 = areas.iter().sum();
    let mut before = 0.0;
    for (at, cell) in areas.iter().enumerate() {
        let x0 = rect.x0 + rect.width() * (before / all);
        before += cell;
        let x1 = if at + 1 == areas.len() { rect.x1 } else { rect.x0 + rect.width() * (before / all) };
        found.push(Rect { x0, y0: top, x1, y1: bottom });
    }
    bottom
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the ends of rows, computing all aspect ratios again for each candidate.
    fn naive(width: f64, areas: &[f64]) -> Vec<usize> {
        let mean = |row: &[f64]| {
            let height = row.iter().sum::<f64>() / width;
            let ratio = |area: &f64| (area / height / height).max(height * height / area);
            row.iter().map(ratio).sum::<f64>() / row.len() as f64
        };
        let (mut ends, mut first) = (Vec::new(), 0);
        for at in 1..areas.len() {
            if mean(&areas[first..=at]) > mean(&areas[first..at]) + 1e-9 {
                ends.push(at);
                first = at;
            }
        }
        ends
    }

    fn ends(rects: &[Rect]) -> Vec<usize> {
        (1..rects.len()).filter(|&at| rects[at].y0 > rects[at - 1].y0).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn strip_rows_equal_the_naive_ones(sizes in prop::collection::vec(1u32..400, 1..60), width in 20.0..900.0f64) {
            let all: u32 = sizes.iter().sum();
            let rect = Rect { x0: 3.0, y0: 5.0, x1: 3.0 + width, y1: 305.0 };
            let areas: Vec<f64> = sizes.iter().map(|&size| rect.area() * f64::from(size) / f64::from(all)).collect();
            prop_assert_eq!(ends(&rects(rect, &areas)), naive(width, &areas));
        }
    }
}
