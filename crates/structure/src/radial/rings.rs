//! Where elements lie: cells of rings outside the circle, points of the tree inside.

use crate::{Hierarchy, NodeId, Shown};
use std::f64::consts::TAU;

/// What the rings lie in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    /// The middle, pixels.
    pub center: [f64; 2],
    /// Of the circle in which curves run.
    pub inner_radius: f64,
    /// Of the outermost ring.
    pub outer_radius: f64,
    /// The part of the rings' height that shown elements have, if others lie around them.
    pub leaf_share: f64,
    /// Between outermost elements, radians; together at most a twelfth of the circle.
    pub gap: f64,
    /// Least height of a ring: of what lies deeper no cells are drawn.
    pub least_ring: f64,
}

/// A part of a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// What it stands for.
    pub element: NodeId,
    /// Its place among [`Shown::elements`]; `None`: others that are shown lie in it.
    pub place: Option<u32>,
    /// From where to where, radians clockwise from the top.
    pub angles: [f64; 2],
    /// From where to where, pixels from the middle.
    pub radii: [f64; 2],
}

/// A hierarchy around and in a circle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rings {
    disc: Disc,
    /// Shown elements and those around them, in pre-order; the root is none of them unless it is shown itself.
    pub cells: Vec<Cell>,
    /// Elements that hold shown ones and have no cell, since their ring would be lower than [`Disc::least_ring`].
    pub without_cell: u32,
    /// Of each row of the hierarchy the element it is drawn as: itself, or what is drawn around it.
    drawn_as: Vec<NodeId>,
    /// Of each element that is drawn as itself its point of the tree inside, as (angle, radius).
    points: Vec<[f64; 2]>,
    /// Of each shown element its cell.
    cell_of_place: Vec<u32>,
}

impl Rings {
    /// Every shown element has the same angle. What holds only one other is on its ring with it: no cells, no points of
    /// their own are wasted on chains. O(elements).
    pub fn new(hierarchy: &Hierarchy, shown: &Shown, disc: Disc) -> Self {
        let tree = Drawn::new(hierarchy, shown);
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
        // A parent before its children. The root is drawn as itself: its point is the middle.
        for id in hierarchy.ids().skip(1).filter(|id| !tree.has_place[id.index()]) {
            let parent = hierarchy.parent(id).unwrap_or(NodeId::ROOT);
            rings.drawn_as[id.index()] = rings.drawn_as[parent.index()];
        }
        rings
    }

    /// Where an element lies in the tree inside, pixels.
    pub fn point(&self, element: NodeId) -> [f64; 2] {
        let [angle, radius] = self.points[self.drawn_as(element).index()];
        self.at(angle, radius)
    }

    /// The element whose point an element has: itself, unless it lies in a shown one or holds one other only.
    pub fn drawn_as(&self, element: NodeId) -> NodeId {
        self.drawn_as[element.index()]
    }

    /// The cell of a shown element, by its place.
    pub fn cell(&self, place: u32) -> &Cell {
        &self.cells[self.cell_of_place[place as usize] as usize]
    }

    /// What the rings lie in.
    pub fn disc(&self) -> Disc {
        self.disc
    }

    /// A point by angle and distance from the middle, pixels.
    pub fn at(&self, angle: f64, radius: f64) -> [f64; 2] {
        let [x, y] = self.disc.center;
        [x + radius * angle.sin(), y - radius * angle.cos()]
    }
}

/// The rows of a hierarchy that are drawn, in pre-order.
struct Drawn {
    elements: Vec<NodeId>,
    /// Of each how many drawn ones lie around it, the root not counted; 0 for the root and for what is shown instead of it.
    levels: Vec<u32>,
    /// Of each how many shown elements lie before it and before its end.
    leaves: Vec<[u32; 2]>,
    /// Of each the outermost drawn element that it lies in, by number.
    group: Vec<u32>,
    /// Of each row of the hierarchy whether it is one of `elements`.
    has_place: Vec<bool>,
}

impl Drawn {
    fn new(hierarchy: &Hierarchy, shown: &Shown) -> Self {
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

    /// From which angle to which each lies.
    fn spans(&self, leaves: usize, gap: f64) -> Vec<[f64; 2]> {
        let groups = self.group.last().map_or(1, |last| last + 1);
        // One outermost element has no other to be told from.
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

/// Shown elements in an element's subtree: places are in pre-order.
fn leaves_in(hierarchy: &Hierarchy, shown: &Shown, id: NodeId) -> u32 {
    let rows = hierarchy.subtree(id);
    let before = |row: u32| shown.elements().partition_point(|element| element.0 < row) as u32;
    (before(rows.end) - before(rows.start)).max(1)
}

/// Which radii rings have: shown elements innermost, what lies in nothing outermost.
struct Radii {
    disc: Disc,
    /// Rings of elements that hold others.
    rings: u32,
    /// Where these begin, and their height.
    from: f64,
    height: f64,
}

impl Radii {
    fn new(disc: Disc, deepest: u32) -> Self {
        let all = disc.outer_radius - disc.inner_radius;
        let room = all * (1.0 - disc.leaf_share);
        let fits = (room / disc.least_ring.max(f64::MIN_POSITIVE)) as u32;
        let rings = deepest.saturating_sub(1).min(fits);
        let from = if rings == 0 { disc.outer_radius } else { disc.outer_radius - room };
        Self { disc, rings, from, height: room / f64::from(rings.max(1)) }
    }

    /// Of an element that holds others, by its level from 1 on.
    fn of_open(&self, level: u32) -> Option<[f64; 2]> {
        let is_there = (1..=self.rings).contains(&level);
        is_there
            .then(|| [level, level - 1].map(|rings| self.disc.outer_radius - self.height * f64::from(rings)))
    }

    /// Of a shown element: it reaches out to what it lies in.
    fn of_shown(&self, level: u32) -> [f64; 2] {
        let above = level.saturating_sub(1).min(self.rings);
        let outer = self.disc.outer_radius - self.height * f64::from(above);
        [self.disc.inner_radius, outer.max(self.from.min(self.disc.outer_radius))]
    }
}
