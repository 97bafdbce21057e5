//! Which cells are labelled, how large and turned how.

use super::{Cell, Rings};
use crate::NodeId;
use std::f64::consts::{FRAC_PI_2, PI};

/// Sizes of text, pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelSizes {
    /// Smaller text is not drawn.
    pub least: f64,
    /// Larger text is not needed.
    pub most: f64,
    /// Height of a line by the size of its text.
    pub line_height: f64,
    /// Kept free between text and the border of its cell.
    pub margin: f64,
}

/// Text in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Whose name it is.
    pub element: NodeId,
    /// Its middle, pixels.
    pub center: [f64; 2],
    /// Turned clockwise by so many radians, −π/2 to π/2: never upside down.
    pub angle: f64,
    /// Size of the text.
    pub size: f64,
    /// How wide it may be; a name that is wider there is cut short.
    pub width: f64,
    /// Whether the whole name fits.
    pub is_whole: bool,
}

/// The labels of cells. Text lies straight along its ring or along the radius, whichever lets it be larger, and as a box
/// wholly within its cell: so none overlaps another. A name that fits neither way is cut short if `least` leaves room for
/// three of its letters, else its cell has no label. `measure`: width of an element's name at size 1.
///
/// Times `scale` all sizes are larger. O(cells).
pub fn labels(rings: &Rings, sizes: LabelSizes, scale: f64, measure: impl Fn(NodeId) -> f64) -> Vec<Label> {
    let (least, most) = (sizes.least * scale, sizes.most * scale);
    let label = |cell: &Cell| {
        let text = measure(cell.element);
        let fits = |size: f64, along: bool| room(cell, size * sizes.line_height, sizes.margin, along);
        // Of both ways the one with larger text, else with more room at the least size; along the ring if equal.
        let best = [true, false].map(|along| {
            let whole =
                largest(least, most, |size| fits(size, along).is_some_and(|room| room.width >= text * size));
            (whole.unwrap_or(least), whole.is_some(), fits(whole.unwrap_or(least), along), along)
        });
        let rank = |&(size, is_whole, room, _): &(f64, bool, Option<Room>, bool)| {
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

/// Width of a letter by the size of its text, about.
const LETTER: f64 = 0.6;

/// Where a box in a cell has its middle, and how wide it may be.
#[derive(Debug, Clone, Copy)]
struct Room {
    radius: f64,
    width: f64,
}

/// The widest box of a height in a cell, along its ring or along the radius.
fn room(cell: &Cell, height: f64, margin: f64, along: bool) -> Option<Room> {
    let [inner, outer] = [cell.radii[0] + margin, cell.radii[1] - margin];
    // A cell of more than half the circle is not convex: half of it is enough for text.
    let half_angle = ((cell.angles[1] - cell.angles[0]) / 2.0).min(FRAC_PI_2 * 0.999);
    if inner >= outer {
        return None;
    }
    let half = height / 2.0;
    // How far to either side of the middle line a cell's sides are at a distance along it.
    let side = |distance: f64| distance * half_angle.tan() - margin / half_angle.cos();
    if along {
        // The box as far outwards as its corners let it: both corners below the outer arc, both above within the sides.
        let radius = f64::midpoint(inner, outer);
        let corner = outer.mul_add(outer, -(radius + half).powi(2));
        let width = 2.0 * side(radius - half).min(corner.max(0.0).sqrt());
        (radius - half >= inner && width > 0.0).then_some(Room { radius, width })
    } else {
        let from = inner.max((half + margin / half_angle.cos()) / half_angle.tan());
        let to = outer.mul_add(outer, -half * half).max(0.0).sqrt();
        let radius = f64::midpoint(from, to);
        (to > from).then_some(Room { radius, width: to - from })
    }
}

/// The largest size at which something holds that holds at smaller ones if at larger; to a twentieth of a pixel.
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

/// The same line, read from left to right.
fn upright(angle: f64) -> f64 {
    let turned = (angle + FRAC_PI_2).rem_euclid(PI) - FRAC_PI_2;
    turned.clamp(-FRAC_PI_2, FRAC_PI_2)
}
