//! How bright cells are, so that nesting is seen.

use crate::{Cell, Rect, Treemap};

/// Nothing is darker.
pub const FLOOR: f64 = 0.25;
/// The f of Eq. 1 across and upwards, and its exponent k.
const ACROSS: f64 = 1.0;
const UPWARDS: f64 = 0.8;
const SOFT: f64 = 0.2;

/// ψ of Eq. 1 without its exponent k: the ridge of a cell of depth d ≥ 1 at shares of its width, from the left, and of its height,
/// from the bottom. It is 0 at the left edge and never above 1.
///
/// The equation as printed is 0 for d = 0, and exceeds 1 for odd d in the upper part of a cell; this one, with the distance from the
/// middle of the height, does not.
pub fn ridge(x: f64, y: f64, depth: u32) -> [f64; 2] {
    let depth = depth.max(1) as i32;
    [1.0 - (1.0 - ACROSS * x).powi(depth), 1.0 - (1.0 - 2.0 * UPWARDS * y).abs().powi(depth)]
}

/// How bright each pixel of a picture is, row by row: 255 is as its colour is, and nothing is darker than [`FLOOR`]. Pixels outside all
/// cells are as bright as can be. The luminance of a cell is multiplied by those of the cells around it.
///
/// As ψ is a product of a part across and one upwards, so is every product of ψs: O(pixels + Σ of innermost cells depth · (width +
/// height)).
pub fn luminance(map: &Treemap, origin: [f64; 2], [width, height]: [u32; 2]) -> Vec<u8> {
    let mut picture = vec![u8::MAX; width as usize * height as usize];
    for cell in map.cells.iter().filter(|cell| cell.place.is_some()) {
        let Rect { x0, y0, x1, y1 } = cell.rect;
        let pixels = |from: f64, to: f64, origin: f64, most: u32| {
            let pixel = |at: f64| ((at - origin - 0.5).ceil().max(0.0) as usize).min(most as usize);
            pixel(from)..pixel(to)
        };
        let (columns, rows) = (pixels(x0, x1, origin[0], width), pixels(y0, y1, origin[1], height));
        let across: Vec<f64> =
            columns.clone().map(|at| product(map, cell, origin[0] + at as f64 + 0.5, 0)).collect();
        for row in rows {
            let upwards = product(map, cell, origin[1] + row as f64 + 0.5, 1);
            let line = &mut picture[row * width as usize..][columns.clone()];
            for (pixel, across) in line.iter_mut().zip(&across) {
                *pixel = ((across * upwards).powf(SOFT).clamp(FLOOR, 1.0) * 255.0).round() as u8;
            }
        }
    }
    picture
}

/// Over a cell and those around it, of one part of ψ.
fn product(map: &Treemap, cell: &Cell, at: f64, part: usize) -> f64 {
    let around = |cell: &Cell| cell.around.map(|number| map.cells[number as usize]);
    let of = |cell: Cell| {
        let Rect { x0, y0, x1, y1 } = cell.rect;
        let share = if part == 0 { (at - x0) / (x1 - x0) } else { (y1 - at) / (y1 - y0) };
        ridge(share, share, cell.depth)[part].max(0.0)
    };
    std::iter::successors(Some(*cell), around).map(of).product()
}
