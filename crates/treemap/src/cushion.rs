//! Brightness of cells, which makes nesting visible.

use crate::{Cell, Rect, Treemap};
use std::ops::Range;

/// Depth of cushions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cushion {
    /// Exponent of Eq. 1; 0 is flat.
    pub k: f64,
    /// Least brightness.
    pub floor: f64,
}

impl Cushion {
    /// The published depth, but never black.
    pub const PUBLISHED: Self = Self { k: 0.2, floor: 0.25 };
    /// A sixteenth as deep, so that the colours of a scale stay bright and readable at any nesting.
    pub const CALM: Self = Self { k: 0.0125, floor: 0.88 };
    /// No cushions.
    pub const FLAT: Self = Self { k: 0.0, floor: 1.0 };
}

/// Factor f of Eq. 1 across a cell.
const ACROSS: f64 = 1.0;
/// Factor f of Eq. 1 upwards in a cell.
const UPWARDS: f64 = 0.8;

/// Returns both factors of ψ (Eq. 1) without its exponent k: the ridge of a cell of depth d ≥ 1. `x` and `y` are shares
/// of the cell's width, from the left, and of its height, from the bottom. The ridge is 0 at the left edge and never
/// above 1.
///
/// The equation as printed is 0 for d = 0, and exceeds 1 for odd d in the upper part of a cell. This version uses the
/// distance from the middle of the height and does neither.
pub fn ridge(x: f64, y: f64, depth: u32) -> [f64; 2] {
    [ridge_across(x, depth), ridge_upwards(y, depth)]
}

fn ridge_across(x: f64, depth: u32) -> f64 {
    1.0 - raised(1.0 - ACROSS * x, depth)
}

fn ridge_upwards(y: f64, depth: u32) -> f64 {
    1.0 - raised((1.0 - 2.0 * UPWARDS * y).abs(), depth)
}

/// Raises to an integer power of at least 1. In wasm, `powi` is a separate function call, and most cells are not nested
/// deeply.
fn raised(base: f64, depth: u32) -> f64 {
    if depth > 8 { base.powi(depth as i32) } else { (1..depth).fold(base, |power, _| power * base) }
}

/// Returns the brightness of each pixel of a picture, row by row: 255 keeps the colour, and nothing is darker than the
/// floor. Pixels outside all cells are 255. A cell's luminance is multiplied by those of the cells around it.
///
/// ψ is a product of a factor across and a factor upwards, and so is every product of ψs. The cost is therefore
/// O(pixels + Σ of cells (width + height)).
pub fn luminance(map: &Treemap, origin: [f64; 2], size: [u32; 2], cushion: Cushion) -> Vec<u8> {
    let width = size[0] as usize;
    let mut picture = vec![u8::MAX; width * size[1] as usize];
    let (power, floor) = (Power::new(cushion.k), cushion.floor as f32);
    // For each depth, the factors of the last cell met there: an outer cell comes before those in it.
    let mut open = vec![Parts::of_picture(size)];
    for cell in &map.cells {
        let depth = cell.depth as usize;
        let around = cell.around.map_or(0, |number| map.cells[number as usize].depth as usize);
        if open.len() <= depth {
            open.resize_with(depth + 1, Parts::default);
        }
        let (outer, own) = open.split_at_mut(depth);
        own[0].fill(cell, &outer[around], origin, size, &power);
        if cell.place.is_none() {
            continue;
        }
        let Parts { columns, rows, bright: [across, upwards], .. } = &own[0];
        for (row, upwards) in rows.clone().zip(upwards) {
            for (pixel, across) in picture[row * width..][columns.clone()].iter_mut().zip(across) {
                let bright = (across * upwards).clamp(floor, 1.0);
                *pixel = (bright * 255.0 + 0.5) as i32 as u8;
            }
        }
    }
    picture
}

/// The two factors of a product of ψs, of a cell and all cells around it, for each of its columns and rows.
#[derive(Debug, Default)]
struct Parts {
    columns: Range<usize>,
    rows: Range<usize>,
    across: Vec<f64>,
    upwards: Vec<f64>,
    /// Powers of the factors. The power of a product is the product of the powers, so it is computed once per column
    /// and row.
    bright: [Vec<f32>; 2],
    /// Cell of these factors.
    of: Option<Cell>,
}

impl Parts {
    /// Returns the factors outside all cells.
    fn of_picture([width, height]: [u32; 2]) -> Self {
        let [width, height] = [width, height].map(|count| count as usize);
        let (across, upwards) = (vec![1.0; width], vec![1.0; height]);
        Self { columns: 0..width, rows: 0..height, across, upwards, ..Self::default() }
    }

    /// Computes the factors of a cell from those of the cell around it.
    fn fill(&mut self, cell: &Cell, outer: &Self, origin: [f64; 2], size: [u32; 2], power: &Power) {
        let (rect, depth) = (cell.rect, cell.depth);
        let [columns, rows] = pixels(rect, origin, size);
        // Rounding may put an edge beyond that of the enclosing cell.
        self.columns = within(columns, &outer.columns);
        self.across.clear();
        let by_width = 1.0 / rect.width();
        self.across.extend(
            self.columns.clone().zip(&outer.across[self.columns.start - outer.columns.start..]).map(
                |(column, outer)| {
                    let share = (origin[0] + column as f64 + 0.5 - rect.x0) * by_width;
                    outer * ridge_across(share, depth).clamp(0.0, 1.0)
                },
            ),
        );
        self.bright[0].clear();
        self.bright[0].extend(self.across.iter().map(|&share| power.of(share)));
        // Cells of one strip have the same height, so their factors upwards are the same.
        let is_beside =
            |of: &Cell| of.around == cell.around && (of.rect.y0, of.rect.y1) == (rect.y0, rect.y1);
        if !self.of.as_ref().is_some_and(is_beside) {
            self.rows = within(rows, &outer.rows);
            self.upwards.clear();
            let by_height = 1.0 / rect.height();
            self.upwards.extend(
                self.rows.clone().zip(&outer.upwards[self.rows.start - outer.rows.start..]).map(
                    |(row, outer)| {
                        let share = (rect.y1 - (origin[1] + row as f64 + 0.5)) * by_height;
                        outer * ridge_upwards(share, depth).clamp(0.0, 1.0)
                    },
                ),
            );
            self.bright[1].clear();
            self.bright[1].extend(self.upwards.iter().map(|&share| power.of(share)));
        }
        self.of = Some(*cell);
    }
}

fn within(range: Range<usize>, outer: &Range<usize>) -> Range<usize> {
    let start = range.start.clamp(outer.start, outer.end);
    start..range.end.clamp(start, outer.end)
}

/// Returns the columns and rows of a picture whose pixel centres are in a rectangle.
pub fn pixels(rect: Rect, origin: [f64; 2], size: [u32; 2]) -> [Range<usize>; 2] {
    let range = |from: f64, to: f64, part: usize| {
        let pixel = |at: f64| ((at - origin[part] - 0.5).ceil() as usize).min(size[part] as usize);
        pixel(from)..pixel(to)
    };
    [range(rect.x0, rect.x1, 0), range(rect.y0, rect.y1, 1)]
}

/// Table of powers of shares in 0..=1 with one exponent. The entry is chosen by the binary exponent and the first bits
/// of the share; values between entries are interpolated. Within 1e-6 of the power.
struct Power {
    exponent: f64,
    table: Vec<f32>,
}

/// Bits of a share below those that select an entry; there are 256 entries per octave.
const LINE_BITS: u32 = f32::MANTISSA_DIGITS - 1 - 8;

/// Least share in the table.
const LEAST_SHARE: f32 = 1.0 / (1 << 20) as f32;

impl Power {
    fn new(exponent: f64) -> Self {
        let ends = [LEAST_SHARE, 1.0].map(|share| share.to_bits() >> LINE_BITS);
        let entry = |bits: u32| f64::from(f32::from_bits(bits << LINE_BITS)).powf(exponent) as f32;
        Self { exponent, table: (ends[0]..=ends[1] + 1).map(entry).collect() }
    }

    fn of(&self, share: f64) -> f32 {
        let short = share as f32;
        if short < LEAST_SHARE {
            return share.powf(self.exponent) as f32;
        }
        let bits = short.to_bits();
        let at = ((bits - LEAST_SHARE.to_bits()) >> LINE_BITS) as usize;
        let along = (bits & ((1 << LINE_BITS) - 1)) as f32 / (1 << LINE_BITS) as f32;
        self.table[at] + (self.table[at + 1] - self.table[at]) * along
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_powers_equal_powf() {
        for exponent in [0.0, 0.05, 0.2, 1.0] {
            let power = Power::new(exponent);
            for step in 0..=20_000 {
                let share = (-f64::from(step) * 13.0 / 20_000.0).exp();
                let found = f64::from(power.of(share));
                assert!((found - share.powf(exponent)).abs() < 1e-6, "{share} ^ {exponent}: {found}");
            }
        }
    }
}
