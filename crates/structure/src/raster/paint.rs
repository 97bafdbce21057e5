//! Turns weights of relations into pixels.

use super::RowContents;
use super::encode::srgb_from_linear;
use crate::VisibleRelations;

/// The horizontal position of each shown element in pixels: element i is at `edges[i]` to `edges[i + 1]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    /// Ascending edges, one more than elements.
    pub edges: Vec<f64>,
    /// Width of the picture in pixels.
    pub width: usize,
}

/// The colours of a picture, in a space of three coordinates in which they are averaged.
#[derive(Debug, Clone, Copy)]
pub struct Gradient {
    /// Colour at the caller's end of a line.
    pub caller: [f64; 3],
    /// Colour at the callee's end of a line.
    pub callee: [f64; 3],
    /// Colour without lines.
    pub background: [f64; 3],
    /// Returns a colour of the space as linear light: red, green and blue from 0 to 1. In linear light itself, averages
    /// are what a distant eye sees, and a thin bright line stays visible on a dark ground. But a bright ground outshines
    /// a thin dark line there; a space that is even in lightness keeps it.
    pub to_linear: fn([f64; 3]) -> [f64; 3],
}

impl Gradient {
    fn encoded(&self, color: [f64; 3]) -> [u8; 3] {
        (self.to_linear)(color).map(srgb_from_linear)
    }
}

impl Columns {
    /// Returns columns of equal width.
    pub fn equal(elements: usize, width: usize) -> Self {
        let edge = |element: usize| width as f64 * element as f64 / elements.max(1) as f64;
        Self { edges: (0..=elements).map(edge).collect(), width }
    }
}

/// Paints the picture as RGBA in sRGB, opaque, row by row. A line covers everything from the caller's column to the
/// callee's, both included. Its colour changes from one end to the other; for a call within an element, it is the mean
/// of both. Colours are averaged, also in columns narrower than a pixel.
///
/// O(relations in a row + width) per row.
pub fn paint(
    contents: &RowContents,
    relations: &VisibleRelations,
    columns: &Columns,
    gradient: &Gradient,
) -> Vec<u8> {
    let mut strip = Strip::new(columns.width);
    let mut picture = Vec::with_capacity(contents.len() * columns.width * 4);
    for row in 0..contents.len() {
        for it in contents.row(row) {
            let (caller, callee) = relations.get(it.relation);
            strip.add(columns, caller as usize, callee as usize, it.share);
        }
        strip.write(gradient, &mut picture);
    }
    picture
}

/// A row of pixels: the coverage of each pixel by lines, and their mean position between caller (0) and callee (1),
/// weighted by coverage.
struct Strip {
    /// Coverage and position of partly covered pixels.
    parts: Vec<[f64; 2]>,
    /// Change at each pixel of the running sums of coverage, position, and position slope.
    steps: Vec<[f64; 3]>,
}

impl Strip {
    fn new(width: usize) -> Self {
        Self { parts: vec![[0.0; 2]; width + 1], steps: vec![[0.0; 3]; width + 1] }
    }

    fn add(&mut self, columns: &Columns, caller: usize, callee: usize, weight: f64) {
        let (left, right) = (caller.min(callee), caller.max(callee));
        let (from, to) = (columns.edges[left].max(0.0), columns.edges[right + 1].min(columns.width as f64));
        if from >= to {
            return;
        }
        // The position at x is start + slope · x.
        let length = columns.edges[right + 1] - columns.edges[left];
        let slope = match caller.cmp(&callee) {
            std::cmp::Ordering::Less => 1.0 / length,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -1.0 / length,
        };
        let start = match caller.cmp(&callee) {
            std::cmp::Ordering::Less => -slope * columns.edges[left],
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - slope * columns.edges[left],
        };
        let mut part = |from: f64, to: f64| {
            if to > from {
                let part = &mut self.parts[from as usize];
                part[0] += weight * (to - from);
                part[1] += weight * (to - from) * (start + slope * f64::midpoint(from, to));
            }
        };
        let (first, last) = (from.ceil(), to.floor());
        if first > last {
            part(from, to);
            return;
        }
        part(from, first);
        part(last, to);
        // At the middle of pixel j the position is start + slope · (j + 1/2).
        for (at, sign) in [(first, 1.0), (last, -1.0)] {
            let step = &mut self.steps[at as usize];
            step[0] += sign * weight;
            step[1] += sign * weight * (start + slope / 2.0);
            step[2] += sign * weight * slope;
        }
    }

    /// Writes the pixels and clears the strip.
    fn write(&mut self, gradient: &Gradient, picture: &mut Vec<u8>) {
        let Gradient { caller, callee, background, .. } = *gradient;
        let ground = gradient.encoded(background);
        let mut sums = [0.0; 3];
        let width = self.parts.len() - 1;
        for (pixel, (part, step)) in self.parts.iter_mut().zip(&mut self.steps).enumerate().take(width) {
            (0..3).for_each(|at| sums[at] += step[at]);
            let cover = (part[0] + sums[0]).clamp(0.0, 1.0);
            let way = (part[1] + sums[1] + sums[2] * pixel as f64).clamp(0.0, cover);
            (*part, *step) = ([0.0; 2], [0.0; 3]);
            let channel =
                |at: usize| caller[at] * (cover - way) + callee[at] * way + background[at] * (1.0 - cover);
            let [red, green, blue] =
                if cover > 0.0 { gradient.encoded([0, 1, 2].map(channel)) } else { ground };
            picture.extend([red, green, blue, u8::MAX]);
        }
        (self.parts[width], self.steps[width]) = ([0.0; 2], [0.0; 3]);
    }
}
