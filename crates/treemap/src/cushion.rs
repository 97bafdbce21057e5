//! How bright cells are, so that nesting is seen.

use crate::{Cell, Rect, Treemap};

/// How deep cushions are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cushion {
    /// The exponent of Eq. 1: 0 is flat.
    pub k: f64,
    /// Nothing is darker.
    pub floor: f64,
}

impl Cushion {
    /// As published, and never black.
    pub const PUBLISHED: Self = Self { k: 0.2, floor: 0.25 };
    /// A quarter as deep, so that colours are read off a scale wherever a cell lies.
    pub const CALM: Self = Self { k: 0.05, floor: 0.6 };
    /// None.
    pub const FLAT: Self = Self { k: 0.0, floor: 1.0 };
}

/// The f of Eq. 1 across and upwards.
const ACROSS: f64 = 1.0;
const UPWARDS: f64 = 0.8;

/// ψ of Eq. 1 without its exponent k: the ridge of a cell of depth d ≥ 1 at shares of its width, from the left, and of its height,
/// from the bottom. It is 0 at the left edge and never above 1.
///
/// The equation as printed is 0 for d = 0, and exceeds 1 for odd d in the upper part of a cell; this one, with the distance from the
/// middle of the height, does not.
pub fn ridge(x: f64, y: f64, depth: u32) -> [f64; 2] {
    let depth = depth.max(1) as i32;
    [1.0 - (1.0 - ACROSS * x).powi(depth), 1.0 - (1.0 - 2.0 * UPWARDS * y).abs().powi(depth)]
}

/// How bright each pixel of a picture is, row by row: 255 is as its colour is, and nothing is darker than the floor. Pixels outside all
/// cells are as bright as can be. The luminance of a cell is multiplied by those of the cells around it.
///
/// As ψ is a product of a part across and one upwards, so is every product of ψs: O(pixels + Σ of innermost cells depth · (width +
/// height)).
pub fn luminance(map: &Treemap, origin: [f64; 2], [width, height]: [u32; 2], cushion: Cushion) -> Vec<u8> {
    let mut picture = vec![u8::MAX; width as usize * height as usize];
    for cell in map.cells.iter().filter(|cell| cell.place.is_some()) {
        let Rect { x0, y0, x1, y1 } = cell.rect;
        let pixels = |from: f64, to: f64, origin: f64, most: u32| {
            let pixel = |at: f64| ((at - origin - 0.5).ceil().max(0.0) as usize).min(most as usize);
            pixel(from)..pixel(to)
        };
        let (columns, rows) = (pixels(x0, x1, origin[0], width), pixels(y0, y1, origin[1], height));
        // The power of a product is that of its parts: it is taken once a column and once a row.
        let part = |at: usize, origin: f64, part: usize| {
            product(map, cell, origin + at as f64 + 0.5, part).powf(cushion.k) as f32
        };
        let across: Vec<f32> = columns.clone().map(|at| part(at, origin[0], 0)).collect();
        for row in rows {
            let upwards = part(row, origin[1], 1);
            let line = &mut picture[row * width as usize..][columns.clone()];
            for (pixel, across) in line.iter_mut().zip(&across) {
                *pixel = ((across * upwards).clamp(cushion.floor as f32, 1.0) * 255.0 + 0.5) as u8;
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
