//! Labels of cells: choice, size and angle.

use super::{Cell, Rings};
use crate::NodeId;
use std::f64::consts::{FRAC_PI_2, PI};

/// Sizes of text in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelSizes {
    /// Smallest size at which text is drawn.
    pub least: f64,
    /// Largest size.
    pub most: f64,
    /// Height of a line, relative to the size of its text.
    pub line_height: f64,
    /// Free space between text and the border of its cell.
    pub margin: f64,
}

/// The text of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Element whose name it is.
    pub element: NodeId,
    /// Centre in pixels.
    pub center: [f64; 2],
    /// Clockwise rotation in radians, −π/2 to π/2, so text is never upside down.
    pub angle: f64,
    /// Size of the text.
    pub size: f64,
    /// Largest width. A wider name is cut there.
    pub width: f64,
    /// True if the whole name fits.
    pub is_whole: bool,
}

/// Returns the labels of cells. Text runs straight along its ring or along the radius, whichever allows the larger
/// size. Its box lies wholly within the cell, so labels never overlap. A name that fits neither way is cut if `least`
/// leaves room for three of its letters; otherwise the cell has no label. `measure` returns the width of an element's
/// name at size 1.
///
/// `scale` multiplies the smallest and the largest size. O(cells).
pub fn labels(rings: &Rings, sizes: LabelSizes, scale: f64, measure: impl Fn(NodeId) -> f64) -> Vec<Label> {
    let (least, most) = (sizes.least * scale, sizes.most * scale);
    let label = |cell: &Cell| {
        let text = measure(cell.element);
        let fits = |size: f64, along: bool| room(cell, size * sizes.line_height, sizes.margin, along);
        // A whole name wins by the larger text; a cut one by the wider box at the smallest size. Ties go to the ring.
        let best = [true, false].map(|along| {
            let whole =
                largest(least, most, |size| fits(size, along).is_some_and(|room| room.width >= text * size));
            (whole.unwrap_or(least), whole.is_some(), fits(whole.unwrap_or(least), along), along)
        });
        let rank = |&(size, is_whole, room, _): &(f64, bool, Option<LabelRoom>, bool)| {
            (is_whole, if is_whole { size } else { room.map_or(0.0, |room| room.width) })
        };
        let [ring, radius] = &best;
        let &(size, is_whole, room, along) = if rank(radius) > rank(ring) { radius } else { ring };
        let room = room.filter(|room| is_whole || room.width >= 3.0 * size * LETTER)?;
        let middle = f64::midpoint(cell.angles[0], cell.angles[1]);
        Some(Label {
            element: cell.element,
            center: rings.at(middle, room.radius),
            angle: upright(if along { middle } else { middle - FRAC_PI_2 }),
            size,
            width: room.width,
            is_whole,
        })
    };
    rings.cells.iter().filter_map(label).collect()
}

/// Approximate width of a letter, relative to the size of its text.
const LETTER: f64 = 0.6;

/// A box within a cell: the radius of its centre, and its largest width.
#[derive(Debug, Clone, Copy)]
struct LabelRoom {
    radius: f64,
    width: f64,
}

/// Returns the widest box of a height in a cell, along its ring or along the radius.
fn room(cell: &Cell, height: f64, margin: f64, along: bool) -> Option<LabelRoom> {
    let [inner, outer] = [cell.radii[0] + margin, cell.radii[1] - margin];
    // A cell of more than half the circle is not convex. Half of it is enough for text.
    let half_angle = ((cell.angles[1] - cell.angles[0]) / 2.0).min(FRAC_PI_2 * 0.999);
    if inner >= outer {
        return None;
    }
    let half = height / 2.0;
    // Distance from the middle line to the cell's sides, at a distance from the centre.
    let side = |distance: f64| distance * half_angle.tan() - margin / half_angle.cos();
    if along {
        // The outer corners must be below the outer arc, the inner ones within the sides.
        let radius = f64::midpoint(inner, outer);
        let corner = outer.mul_add(outer, -(radius + half).powi(2));
        let width = 2.0 * side(radius - half).min(corner.max(0.0).sqrt());
        (radius - half >= inner && width > 0.0).then_some(LabelRoom { radius, width })
    } else {
        let from = inner.max((half + margin / half_angle.cos()) / half_angle.tan());
        let to = outer.mul_add(outer, -half * half).max(0.0).sqrt();
        let radius = f64::midpoint(from, to);
        (to > from).then_some(LabelRoom { radius, width: to - from })
    }
}

/// Returns the largest size at which `holds` is true, to a twentieth of a pixel. `holds` must be true for all smaller
/// sizes then.
fn largest(least: f64, most: f64, holds: impl Fn(f64) -> bool) -> Option<f64> {
    if !holds(least) {
        return None;
    }
    if holds(most) {
        return Some(most);
    }
    let (mut yes, mut no) = (least, most);
    while no - yes > 0.05 {
        let middle = f64::midpoint(yes, no);
        if holds(middle) { yes = middle } else { no = middle }
    }
    Some(yes)
}

/// Returns the angle of the same line, read from left to right.
fn upright(angle: f64) -> f64 {
    let turned = (angle + FRAC_PI_2).rem_euclid(PI) - FRAC_PI_2;
    turned.clamp(-FRAC_PI_2, FRAC_PI_2)
}
