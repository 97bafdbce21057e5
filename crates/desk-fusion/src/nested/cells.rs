//! Layout of elements as cells, and the choice of cells with room for a name. Reused until its inputs change.

use super::Elements;
use super::picture::{CellPicture, size};
use diptych_protocol::{ElementCushion, ElementSize, ElementTiling, FusionSides, FusionState};
use diptych_scene::Rect;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_structure::NodeId;
use diptych_treemap::{Busiest, Cell, Cushion, Input, Rect as CellRect, Tiling, Treemap, luminance};
use std::rc::Rc;

/// Least width and height of a group with a name, CSS pixels: outermost groups, and groups inside them.
const NAMED_GROUPS: [[f32; 2]; 2] = [[44.0, 20.0], [84.0, 56.0]];
/// Least width and height of a cell with a name, CSS pixels.
const NAMED_CELL: [f32; 2] = [30.0, 13.0];

/// Space around outermost elements, CSS pixels.
const BORDER_PX: f64 = 2.0;

/// Everything that the layout of the cells depends on.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    version: u32,
    rect: Rect,
    size: ElementSize,
    tiling: ElementTiling,
    busiest: Busiest,
    cushion: ElementCushion,
    theme: ThemeName,
}

/// Cells with their image.
#[derive(Debug)]
pub(super) struct Cells {
    key: Key,
    pub(super) map: Rc<Treemap>,
    pub(super) picture: CellPicture,
    /// Indices of the cells that are large enough for a name, groups here and leaves in `named_leaves`.
    pub(super) named_groups: Vec<u32>,
    pub(super) named_leaves: Vec<u32>,
    /// Number of cells lower or narrower than a pixel, which are invisible.
    pub(super) unseen: usize,
}

impl Cells {
    /// Lays cells out, or returns `before` if its key is equal. `version` identifies the elements.
    pub(super) fn new(
        elements: &Elements,
        version: u32,
        state: &FusionState,
        rect: Rect,
        theme: &Theme,
        self_time: impl Fn(u32) -> u64,
        before: Option<Self>,
    ) -> Self {
        // The calls of both sides hang from the top and stand on the bottom, so the middle stays free.
        let is_both = elements.is_pair() && state.sides == FusionSides::Both;
        let busiest = if is_both { Busiest::Middle } else { Busiest::Last };
        let key = Key {
            version,
            rect,
            size: state.size,
            tiling: state.tiling,
            busiest,
            cushion: state.cushion,
            theme: theme.name,
        };
        if let Some(before) = before.filter(|before| before.key == key) {
            return before;
        }
        let sizes = sizes(elements, state.size, self_time);
        let busy: Vec<u64> = (0..elements.len())
            .map(|place| {
                let calls: u64 = elements.counts(place).iter().sum();
                if state.tiling == ElementTiling::Names { 0 } else { calls }
            })
            .collect();
        let map = Treemap::new(&Input {
            hierarchy: elements.hierarchy(),
            root: elements.root,
            shown: &elements.shown,
            sizes: &sizes,
            busy: &busy,
            busiest,
            rect: CellRect { x0: rect.x0.into(), y0: rect.y0.into(), x1: rect.x1.into(), y1: rect.y1.into() },
            tiling: if state.tiling == ElementTiling::Squarified {
                Tiling::Squarified
            } else {
                Tiling::Strip
            },
            border: BORDER_PX,
        });
        let origin = [rect.x0.into(), rect.y0.into()];
        let luminance = luminance(&map, origin, size(rect), cushion_of(state.cushion));
        let large_enough = |is_group: bool| {
            let numbers = (0..).zip(&map.cells).filter(|(_, cell)| has_room(cell, is_group));
            numbers.map(|(number, _)| number).collect::<Vec<u32>>()
        };
        let (named_groups, named_leaves) = (large_enough(true), large_enough(false));
        let leaves = map.cells.iter().filter(|cell| cell.place.is_some());
        let unseen = leaves.filter(|cell| cell.rect.width() < 1.0 || cell.rect.height() < 1.0).count();
        let map = Rc::new(map);
        let is_flat = state.cushion == ElementCushion::Flat;
        let picture = CellPicture::new(map.clone(), elements.len(), luminance, rect, is_flat);
        Self { key, map, picture, named_groups, named_leaves, unseen }
    }

    /// Returns the box of a cell.
    pub(super) fn rect(&self, number: usize) -> Option<Rect> {
        let CellRect { x0, y0, x1, y1 } = self.map.cells.get(number)?.rect;
        Some(Rect::new(x0 as f32, y0 as f32, x1 as f32, y1 as f32))
    }

    /// Returns the box of all cells.
    pub(super) fn bounds(&self) -> Rect {
        self.key.rect
    }

    /// Returns the theme that the image was painted in.
    pub(super) fn theme(&self) -> ThemeName {
        self.key.theme
    }

    /// Returns the index of the innermost cell at a point.
    pub(super) fn at(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let cell = self.map.at(x.into(), y.into())?;
        self.map.cells.iter().position(|of| of.element == cell.element)
    }

    /// Returns the index of the cell of an element, or of the outermost cell inside it.
    pub(super) fn of_element(&self, elements: &Elements, id: NodeId) -> Option<usize> {
        let rows = elements.hierarchy().subtree(id);
        let cells = self.map.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| rows.contains(&cell.element.0))
            .min_by_key(|(_, cell)| cell.depth)
            .map(|(at, _)| at)
    }

    /// Returns the index of the cell of an element by the element's place.
    pub(super) fn of_place(&self, place: u32) -> Option<usize> {
        self.picture.of_place(place)
    }
}

/// Returns the size of each element that its area is in proportion to, by place.
fn sizes(elements: &Elements, by: ElementSize, self_time: impl Fn(u32) -> u64) -> Vec<u64> {
    let all = 0..elements.len();
    match by {
        // In thousandths, because square roots are not integers.
        ElementSize::Calls => all
            .map(|place| {
                let calls: u64 = elements.counts(place).iter().sum();
                ((calls.max(1) as f64).sqrt() * 1000.0) as u64
            })
            .collect(),
        ElementSize::SelfTime => all.map(self_time).collect(),
        ElementSize::Bytes => {
            let bytes = elements.bytes();
            if bytes.iter().all(|&size| size == 0) { vec![1; bytes.len()] } else { bytes }
        }
        ElementSize::Equal => vec![1; all.len()],
    }
}

const fn cushion_of(cushion: ElementCushion) -> Cushion {
    match cushion {
        ElementCushion::Calm => Cushion::CALM,
        ElementCushion::Published => Cushion::PUBLISHED,
        ElementCushion::Flat => Cushion::FLAT,
    }
}

/// Returns true if a cell is large enough for its name. Outermost cells and cells that only contain others count as
/// groups, the remaining ones as cells.
fn has_room(cell: &Cell, as_group: bool) -> bool {
    let is_group = cell.place.is_none() || cell.depth == 1;
    let [width, height] = if as_group { NAMED_GROUPS[usize::from(cell.depth > 1)] } else { NAMED_CELL };
    is_group == as_group && cell.rect.width() as f32 >= width && cell.rect.height() as f32 >= height
}
