//! Layout of elements.

use crate::{squarified, strip};
use diptych_structure::{Hierarchy, NodeId, VisibleElements};
use diptych_trace::Sorting;
use std::cmp::Reverse;

/// A rectangle in pixels, y down.
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
    /// Returns the width.
    pub fn width(self) -> f64 {
        self.x1 - self.x0
    }

    /// Returns the height.
    pub fn height(self) -> f64 {
        self.y1 - self.y0
    }

    /// Returns the area.
    pub fn area(self) -> f64 {
        self.width() * self.height()
    }

    /// Shrinks the rectangle on all sides, or returns it unchanged if nothing would be left.
    #[must_use]
    fn inset(self, by: f64) -> Self {
        let inner = Self { x0: self.x0 + by, y0: self.y0 + by, x1: self.x1 - by, y1: self.y1 - by };
        if inner.width() > 0.0 && inner.height() > 0.0 { inner } else { self }
    }
}

/// Way of arranging children within a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tiling {
    /// In rows from the top, in order (Bederson, Shneiderman, Wattenberg 2002).
    #[default]
    Strip,
    /// Cells as square as possible, the largest first (Bruls, Huizing, van Wijk 2000). The order is lost.
    Squarified,
}

/// Place of the busiest children within an element, if they are in strips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Busiest {
    /// At the bottom.
    #[default]
    Last,
    /// Half way between top and bottom. The others lie above and below in turn.
    Middle,
}

/// Input of a layout.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The tree.
    pub hierarchy: &'a Hierarchy,
    /// Element to lay out with everything in it; the root for the whole tree.
    pub root: NodeId,
    /// The elements that are shown.
    pub shown: &'a VisibleElements,
    /// Size of each shown element; areas are proportional to sizes.
    pub sizes: &'a [u64],
    /// γ of each shown element, the number of calls it is related to.
    pub busy: &'a [u64],
    /// Place of the elements with the most calls.
    pub busiest: Busiest,
    /// Rectangle to fill.
    pub rect: Rect,
    /// Way of arranging children.
    pub tiling: Tiling,
    /// Free border around outermost elements, in pixels.
    pub border: f64,
}

/// An element's rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The element.
    pub element: NodeId,
    /// Index among the shown elements; `None` for an element around those.
    pub place: Option<u32>,
    /// Index of the enclosing cell; `None` for outermost cells.
    pub around: Option<u32>,
    /// Number of cells around it, itself included: the d of the cushion.
    pub depth: u32,
    /// The rectangle.
    pub rect: Rect,
}

/// Elements as cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Treemap {
    /// The cells, an element before those in it. An element with a single child has the child's rectangle and no cell.
    pub cells: Vec<Cell>,
    /// Number of shown elements of size 0, which have no cell.
    pub without_cell: u32,
}

/// An element that is still to be laid out.
#[derive(Debug, Clone, Copy)]
struct Open {
    element: NodeId,
    around: Option<u32>,
    depth: u32,
    rect: Rect,
}

/// Prefix sums of the sizes and γ of all shown elements, by row; one entry more than rows.
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

    /// Returns the size and γ of the shown elements in an element. O(1).
    fn of(&self, input: &Input<'_>, element: NodeId) -> (f64, u64) {
        let rows = input.hierarchy.subtree(element);
        let [from, to] = [rows.start, rows.end].map(|row| self.before[row as usize]);
        (to.0 - from.0, to.1 - from.1)
    }
}

impl Treemap {
    /// Lays out the elements. O(elements · log elements).
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
            // Of a chain of single children, only the last is visible.
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

    /// Returns the innermost cell at a point. O(cells).
    pub fn at(&self, x: f64, y: f64) -> Option<&Cell> {
        let holds = |cell: &&Cell| {
            let Rect { x0, y0, x1, y1 } = cell.rect;
            x0 <= x && x < x1 && y0 <= y && y < y1
        };
        self.cells.iter().filter(holds).max_by_key(|cell| cell.depth)
    }
}

/// Puts the last of a list into its middle. The ones before go above and below it in turn.
fn last_to_middle<T>(ordered: Vec<T>) -> Vec<T> {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for (at, one) in ordered.into_iter().rev().enumerate() {
        if at % 2 == 0 { above.push(one) } else { below.push(one) }
    }
    above.reverse();
    above.extend(below);
    above
}

/// Lays out the children of an element.
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
        Tiling::Strip => {
            children.order_by_key(|&(child, _, busy)| (busy, child));
            if input.busiest == Busiest::Middle {
                children = last_to_middle(children);
            }
        }
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
    // The stack is popped from the end, so the first child is pushed last; cells come in the order of the layout.
    for ((element, ..), rect) in children.into_iter().zip(rects).rev() {
        open.push(Open { element, rect, ..inside });
    }
}
