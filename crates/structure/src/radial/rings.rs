//! Positions of elements: cells of rings outside the circle, points of the tree within it.

use crate::{Hierarchy, NodeId, VisibleElements};
use std::f64::consts::TAU;

/// The circle and the space for the rings around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RingCircle {
    /// Centre in pixels.
    pub center: [f64; 2],
    /// Radius of the circle that contains the curves.
    pub inner_radius: f64,
    /// Outer radius of the outermost ring.
    pub outer_radius: f64,
    /// Part of the rings' height for shown elements, if there are rings around them.
    pub leaf_share: f64,
    /// Gap between outermost elements in radians. All gaps together take at most a twelfth of the circle.
    pub gap: f64,
    /// Smallest height of a ring. Levels that would be lower get no cells.
    pub least_ring: f64,
}

/// A part of a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Element of the cell.
    pub element: NodeId,
    /// Index in [`VisibleElements::elements`]; `None` for an element that contains shown ones.
    pub place: Option<u32>,
    /// First and last angle, in radians clockwise from the top.
    pub angles: [f64; 2],
    /// Inner and outer radius in pixels.
    pub radii: [f64; 2],
}

/// A hierarchy around and within a circle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rings {
    disc: RingCircle,
    /// Cells of shown elements and of those around them, in pre-order. The root has none unless it is shown itself.
    pub cells: Vec<Cell>,
    /// Number of elements around shown ones that have no cell, because their ring would be lower than
    /// [`RingCircle::least_ring`].
    pub without_cell: u32,
    /// Element whose point each row of the hierarchy uses: itself, or the nearest drawn one around it.
    drawn_as: Vec<NodeId>,
    /// Point of each drawn element in the tree within the circle, as (angle, radius).
    points: Vec<[f64; 2]>,
    /// Index of each shown element's cell.
    cell_of_place: Vec<u32>,
}

impl Rings {
    /// Lays the hierarchy out. Every shown element has the same angle. An element that contains only one other has no
    /// cell and no point of its own, so chains take no room. O(elements).
    pub fn new(hierarchy: &Hierarchy, shown: &VisibleElements, disc: RingCircle) -> Self {
        let tree = DrawnTree::new(hierarchy, shown);
        let mut rings = Self {
            disc,
            cells: Vec::new(),
            without_cell: 0,
            drawn_as: hierarchy.ids().collect(),
            points: vec![[0.0; 2]; hierarchy.len()],
            cell_of_place: vec![0; shown.elements().len()],
        };
        let spans = tree.spans(shown.elements().len(), disc.gap);
        let deepest = tree.levels.iter().copied().max().unwrap_or(0);
        let radii = Radii::new(disc, deepest);
        for (row, &element) in tree.elements.iter().enumerate() {
            let [from, to] = spans[row];
            let place = shown.place(element).map(|place| place as u32);
            let radius = match place {
                Some(_) => disc.inner_radius,
                None => disc.inner_radius * f64::from(tree.levels[row]) / f64::from(deepest.max(1)),
            };
            rings.points[element.index()] = [f64::midpoint(from, to), radius];
            let ring = match place {
                Some(_) => Some(radii.of_shown(tree.levels[row])),
                None => radii.of_open(tree.levels[row]),
            };
            if let Some(place) = place {
                rings.cell_of_place[place as usize] = rings.cells.len() as u32;
            }
            match ring {
                Some(radii) => rings.cells.push(Cell { element, place, angles: [from, to], radii }),
                None => rings.without_cell += u32::from(tree.levels[row] > 0),
            }
        }
        // Parents come before their children. The root is drawn as itself; its point is the centre.
        for id in hierarchy.ids().skip(1).filter(|id| !tree.has_place[id.index()]) {
            let parent = hierarchy.parent(id).unwrap_or(NodeId::ROOT);
            rings.drawn_as[id.index()] = rings.drawn_as[parent.index()];
        }
        rings
    }

    /// Returns the point of an element in the tree within the circle, in pixels.
    pub fn point(&self, element: NodeId) -> [f64; 2] {
        let [angle, radius] = self.points[self.drawn_as(element).index()];
        self.at(angle, radius)
    }

    /// Returns the element whose point an element uses: itself, unless it lies in a shown one or contains only one
    /// other.
    pub fn drawn_as(&self, element: NodeId) -> NodeId {
        self.drawn_as[element.index()]
    }

    /// Returns the cell of a shown element by its index.
    pub fn cell(&self, place: u32) -> &Cell {
        &self.cells[self.cell_of_place[place as usize] as usize]
    }

    /// Returns the circle and the space for the rings.
    pub fn disc(&self) -> RingCircle {
        self.disc
    }

    /// Returns the point at an angle and a distance from the centre, in pixels.
    pub fn at(&self, angle: f64, radius: f64) -> [f64; 2] {
        let [x, y] = self.disc.center;
        [x + radius * angle.sin(), y - radius * angle.cos()]
    }
}

/// The rows of a hierarchy that are drawn, in pre-order.
struct DrawnTree {
    elements: Vec<NodeId>,
    /// Number of drawn elements around each, not counting the root; 0 for the root and for an element shown instead of
    /// it.
    levels: Vec<u32>,
    /// Number of shown elements before each and before its end.
    leaves: Vec<[u32; 2]>,
    /// Number of the outermost drawn element around each.
    group: Vec<u32>,
    /// True for rows of the hierarchy that are in `elements`.
    has_place: Vec<bool>,
}

impl DrawnTree {
    fn new(hierarchy: &Hierarchy, shown: &VisibleElements) -> Self {
        let rows = hierarchy.len();
        let mut tree = Self {
            elements: Vec::new(),
            levels: Vec::new(),
            leaves: Vec::new(),
            group: Vec::new(),
            has_place: vec![false; rows],
        };
        let (mut level_of, mut next_leaf, mut groups) = (vec![0; rows], 0, 0);
        let mut at = 0;
        while at < rows as u32 {
            let id = NodeId(at);
            let is_shown = shown.place(id).is_some();
            let is_root = id == NodeId::ROOT;
            let around = hierarchy.parent(id).map_or(0, |parent| level_of[parent.index()]);
            let is_chain = !is_shown && !is_root && hierarchy.children(id).nth(1).is_none();
            level_of[id.index()] = around + u32::from(!is_root && !is_chain);
            if !is_chain {
                let leaves = leaves_in(hierarchy, shown, id);
                groups += u32::from(level_of[id.index()] == 1);
                tree.elements.push(id);
                tree.levels.push(level_of[id.index()]);
                tree.leaves.push([next_leaf, next_leaf + leaves]);
                tree.group.push(groups.max(1) - 1);
                tree.has_place[id.index()] = true;
            }
            next_leaf += u32::from(is_shown);
            at = if is_shown { hierarchy.subtree(id).end } else { at + 1 };
        }
        tree
    }

    /// Returns the first and the last angle of each element.
    fn spans(&self, leaves: usize, gap: f64) -> Vec<[f64; 2]> {
        let groups = self.group.last().map_or(1, |last| last + 1);
        // With one outermost element there is nothing to separate.
        let gap = if groups == 1 { 0.0 } else { gap.min(TAU / 12.0 / f64::from(groups)) };
        let step = (TAU - gap * f64::from(groups)) / leaves.max(1) as f64;
        let place = |(&[from, to], &group): (&[u32; 2], &u32)| {
            let before = gap * (f64::from(group) + 0.5);
            [from, to].map(|leaf| before + step * f64::from(leaf))
        };
        let mut spans: Vec<[f64; 2]> = self.leaves.iter().zip(&self.group).map(place).collect();
        if let (Some(root), Some(0)) = (spans.first_mut(), self.levels.first()) {
            *root = [0.0, TAU];
        }
        spans
    }
}

/// Returns the number of shown elements in an element's subtree. They are in pre-order.
fn leaves_in(hierarchy: &Hierarchy, shown: &VisibleElements, id: NodeId) -> u32 {
    let rows = hierarchy.subtree(id);
    let before = |row: u32| shown.elements().partition_point(|element| element.0 < row) as u32;
    (before(rows.end) - before(rows.start)).max(1)
}

/// The radii of rings: shown elements innermost, outermost elements outside.
struct Radii {
    disc: RingCircle,
    /// Number of rings of elements that contain others.
    rings: u32,
    /// Inner radius of these rings.
    from: f64,
    /// Height of one of these rings.
    height: f64,
}

impl Radii {
    fn new(disc: RingCircle, deepest: u32) -> Self {
        let all = disc.outer_radius - disc.inner_radius;
        let room = all * (1.0 - disc.leaf_share);
        let fits = (room / disc.least_ring.max(f64::MIN_POSITIVE)) as u32;
        let rings = deepest.saturating_sub(1).min(fits);
        let from = if rings == 0 { disc.outer_radius } else { disc.outer_radius - room };
        Self { disc, rings, from, height: room / f64::from(rings.max(1)) }
    }

    /// Returns the radii of an element that contains others, by its level from 1 on; `None` if it has no ring.
    fn of_open(&self, level: u32) -> Option<[f64; 2]> {
        let is_there = (1..=self.rings).contains(&level);
        is_there
            .then(|| [level, level - 1].map(|rings| self.disc.outer_radius - self.height * f64::from(rings)))
    }

    /// Returns the radii of a shown element. Its cell extends to the ring of the element around it.
    fn of_shown(&self, level: u32) -> [f64; 2] {
        let above = level.saturating_sub(1).min(self.rings);
        let outer = self.disc.outer_radius - self.height * f64::from(above);
        [self.disc.inner_radius, outer.max(self.from.min(self.disc.outer_radius))]
    }
}
