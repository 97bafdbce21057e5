//! Where elements lie.

use crate::{squarified, strip};
use diptych_structure::{Hierarchy, NodeId, Shown};
use diptych_trace::Sorting;
use std::cmp::Reverse;

/// A rectangle, pixels, y downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x0: f64,
    /// Upper edge.
    pub y0: f64,
    /// Right edge.
    pub x1: f64,
    /// Lower edge.
    pub y1: f64,
}

impl Rect {
    /// Of this width.
    pub fn width(self) -> f64 {
        self.x1 - self.x0
    }

    /// Of this height.
    pub fn height(self) -> f64 {
        self.y1 - self.y0
    }

    /// Its area.
    pub fn area(self) -> f64 {
        self.width() * self.height()
    }

    /// Smaller by so much on all sides; itself where nothing would be left.
    #[must_use]
    fn inset(self, by: f64) -> Self {
        let inner = Self { x0: self.x0 + by, y0: self.y0 + by, x1: self.x1 - by, y1: self.y1 - by };
        if inner.width() > 0.0 && inner.height() > 0.0 { inner } else { self }
    }
}

/// How children are laid out within a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tiling {
    /// In rows from the top, in their order (Bederson, Shneiderman, Wattenberg 2002).
    #[default]
    Strip,
    /// As square as they can be, the largest first (Bruls, Huizing, van Wijk 2000): their order is lost.
    Squarified,
}

/// What is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The tree.
    pub hierarchy: &'a Hierarchy,
    /// What is laid out with all in it: the root for all there is.
    pub root: NodeId,
    /// The elements that are shown.
    pub shown: &'a Shown,
    /// Of each of them its size: areas are in proportion.
    pub sizes: &'a [u64],
    /// Of each of them γ, the number of calls it is related to: within what they lie in the busiest lie at the bottom.
    pub busy: &'a [u64],
    /// Where all lies.
    pub rect: Rect,
    /// How.
    pub tiling: Tiling,
    /// Kept free around outermost elements, pixels.
    pub border: f64,
}

/// An element's rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Which.
    pub element: NodeId,
    /// Its place among the shown ones; `None` of what lies around these.
    pub place: Option<u32>,
    /// The cell it lies in, by number; `None` of outermost ones.
    pub around: Option<u32>,
    /// How many cells lie around it, itself counted: the d of the cushion.
    pub depth: u32,
    /// Where.
    pub rect: Rect,
}

/// Elements as cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Treemap {
    /// An element before those in it. What holds one other alone has the same rectangle, and no cell.
    pub cells: Vec<Cell>,
    /// Shown elements of size 0: they have no cell.
    pub without_cell: u32,
}

/// An element that is to be laid out.
#[derive(Debug, Clone, Copy)]
struct Open {
    element: NodeId,
    around: Option<u32>,
    depth: u32,
    rect: Rect,
}

/// Sizes and γ of all shown elements in rows before each row; one more.
struct Sums {
    before: Vec<(f64, u64)>,
}

impl Sums {
    fn new(input: &Input<'_>) -> Self {
        let mut before = Vec::with_capacity(input.hierarchy.len() + 1);
        let (mut size, mut busy) = (0u64, 0u64);
        let mut shown = input.shown.elements().iter().zip(input.sizes.iter().zip(input.busy)).peekable();
        for row in 0..input.hierarchy.len() as u32 {
            before.push((size as f64, busy));
            if let Some((_, (of_size, of_busy))) = shown.next_if(|(element, _)| element.0 == row) {
                size = size.saturating_add(*of_size);
                busy = busy.saturating_add(*of_busy);
            }
        }
        before.push((size as f64, busy));
        Self { before }
    }

    /// Of what is shown in an element: the size, and γ. O(1).
    fn of(&self, input: &Input<'_>, element: NodeId) -> (f64, u64) {
        let rows = input.hierarchy.subtree(element);
        let [from, to] = [rows.start, rows.end].map(|row| self.before[row as usize]);
        (to.0 - from.0, to.1 - from.1)
    }
}

impl Treemap {
    /// O(elements · log elements), of strips besides the log of how many are broader than high.
    pub fn new(input: &Input<'_>) -> Self {
        let sums = Sums::new(input);
        let mut map = Self {
            cells: Vec::new(),
            without_cell: input.sizes.iter().filter(|&&size| size == 0).count() as u32,
        };
        let mut open = vec![Open { element: input.root, around: None, depth: 0, rect: input.rect }];
        while let Some(at) = open.pop() {
            let (size, _) = sums.of(input, at.element);
            if size <= 0.0 {
                continue;
            }
            // Nothing is seen of a chain but its last.
            let mut element = at.element;
            let place = loop {
                let place = input.shown.place(element);
                let mut held = input.hierarchy.children(element);
                match (place, held.next(), held.next()) {
                    (None, Some(only), None) => element = only,
                    _ => break place,
                }
            };
            let mut inside = Open { element, ..at };
            if place.is_some() || element != input.root {
                let number = map.cells.len() as u32;
                let place = place.map(|place| place as u32);
                let depth = at.depth + 1;
                map.cells.push(Cell { element, place, around: at.around, depth, rect: at.rect });
                let rect = if depth == 1 { at.rect.inset(input.border) } else { at.rect };
                inside = Open { element, around: Some(number), depth, rect };
            }
            if place.is_none() {
                lay_out(input, &sums, inside, &mut open);
            }
        }
        map
    }

    /// The innermost cell at a point. O(cells).
    pub fn at(&self, x: f64, y: f64) -> Option<&Cell> {
        let holds = |cell: &&Cell| {
            let Rect { x0, y0, x1, y1 } = cell.rect;
            x0 <= x && x < x1 && y0 <= y && y < y1
        };
        self.cells.iter().filter(holds).max_by_key(|cell| cell.depth)
    }
}

/// Where the children of an element lie.
fn lay_out(input: &Input<'_>, sums: &Sums, inside: Open, open: &mut Vec<Open>) {
    let mut children: Vec<(NodeId, f64, u64)> = input
        .hierarchy
        .children(inside.element)
        .map(|child| {
            let (size, busy) = sums.of(input, child);
            (child, size, busy)
        })
        .filter(|(_, size, _)| *size > 0.0)
        .collect();
    match input.tiling {
        Tiling::Strip => children.order_by_key(|&(child, _, busy)| (busy, child)),
        Tiling::Squarified => {
            children.order_by_key(|&(child, size, busy)| (Reverse(size.to_bits()), Reverse(busy), child));
        }
    }
    let all: f64 = children.iter().map(|(_, size, _)| size).sum();
    let scale = inside.rect.area() / all;
    let areas: Vec<f64> = children.iter().map(|(_, size, _)| size * scale).collect();
    let rects = match input.tiling {
        Tiling::Strip => strip::rects(inside.rect, &areas),
        Tiling::Squarified => squarified::rects(inside.rect, &areas),
    };
    // The last is laid out next: so cells come in the order of the layout.
    for ((element, ..), rect) in children.into_iter().zip(rects).rev() {
        open.push(Open { element, rect, ..inside });
    }
}
