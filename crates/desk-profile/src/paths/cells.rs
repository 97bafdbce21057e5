//! The visible paths of a tree.

use diptych_profile::{NodeId, SortedSiblings, WeightedTree, Widths};

/// Least width of a path of its own, CSS pixels. Narrower ones are merged with their neighbours.
const LEAST_PX: f64 = 1.0;

/// The tree that cells are found in, with its order and widths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellSource<'a> {
    pub(crate) tree: &'a WeightedTree,
    pub(crate) siblings: &'a SortedSiblings,
    pub(crate) widths: &'a Widths,
    /// True if siblings are sorted by width, widest first.
    pub(crate) by_width: bool,
    /// True if nodes are calls, placed within their callers where they ran.
    pub(crate) in_time: bool,
}

/// A path, or adjacent siblings under a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cell {
    /// The path, or the first of several.
    pub(crate) node: NodeId,
    /// Left edge, CSS pixels from the left edge of all cells.
    pub(crate) x0: f32,
    /// Right edge, CSS pixels.
    pub(crate) x1: f32,
    /// Number of merged siblings; 0 for a single path.
    pub(crate) merged: u32,
    /// Its cells in the next row: index of the first, and their number.
    pub(crate) below: (u32, u32),
}

/// Cells row by row, each row from left to right.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cells {
    list: Vec<Cell>,
    /// Index of each row's first cell, and the end of the last row.
    rows: Vec<u32>,
}

impl Cells {
    /// Finds the cells of the subtree of `top`, or of the whole tree, over `width_px`. O(cells and their siblings), and
    /// O(cells) if siblings are sorted by width.
    pub(crate) fn new(source: CellSource<'_>, top: Option<NodeId>, width_px: f64) -> Self {
        let whole = whole(source, top);
        let mut cells = Self { list: Vec::new(), rows: vec![0] };
        if whole <= 0.0 || width_px <= 0.0 {
            return cells;
        }
        let scale = width_px / whole;
        // Exact edges of the cells in the row. Those in the cells are rounded to f32.
        let mut edges: Vec<[f64; 2]> = Vec::new();
        match top {
            Some(node) => cells.push(&mut edges, node, [0.0, width_px], 0),
            None => cells.place(&mut edges, source, scale, source.siblings.roots(), [0.0, width_px], None),
        }
        while cells.list.len() > cells.last_row() {
            let row = cells.last_row()..cells.list.len();
            cells.rows.push(row.end as u32);
            let above = std::mem::take(&mut edges);
            for (at, [x0, x1]) in row.zip(above) {
                let Cell { node, merged: 0, .. } = cells.list[at] else { continue };
                let children = source.siblings.of(node);
                if children.is_empty() {
                    continue;
                }
                let first = cells.list.len() as u32;
                // Self weight comes before the callees, except in time order, where calls keep their places.
                let own = if source.in_time { 0.0 } else { source.widths.own[node.index()] * scale };
                cells.place(&mut edges, source, scale, children, [x0 + own, x1], Some((node, x0)));
                cells.list[at].below = (first, cells.list.len() as u32 - first);
            }
        }
        cells
    }

    fn last_row(&self) -> usize {
        self.rows.last().map_or(0, |&row| row as usize)
    }

    fn push(&mut self, edges: &mut Vec<[f64; 2]>, node: NodeId, [x0, x1]: [f64; 2], merged: u32) {
        self.list.push(Cell { node, x0: x0 as f32, x1: x1 as f32, merged, below: (0, 0) });
        edges.push([x0, x1]);
    }

    /// Adds the cells of siblings that begin at `x`. `caller` is their caller and its left edge.
    fn place(
        &mut self,
        edges: &mut Vec<[f64; 2]>,
        source: CellSource<'_>,
        scale: f64,
        nodes: &[NodeId],
        [mut x, end]: [f64; 2],
        caller: Option<(NodeId, f64)>,
    ) {
        let width = |node: NodeId| source.widths.width[node.index()] * scale;
        let first_of = |node: NodeId| source.tree.sides()[0].first[node.index()];
        let mut narrow: Option<Narrow> = None;
        for (at, &node) in nodes.iter().enumerate() {
            let width = width(node);
            if let Some((caller, begin)) = caller.filter(|_| source.in_time) {
                x = begin + (first_of(node) - first_of(caller)) as f64 * scale;
            }
            if width >= LEAST_PX {
                self.add(edges, narrow.take());
                self.push(edges, node, [x, x + width], 0);
            } else if source.by_width {
                // All that follow are narrow too. Those without width come last.
                let rest = &nodes[at..];
                let count = rest.partition_point(|node| source.widths.width[node.index()] > 0.0) as u32;
                self.add(edges, Some(Narrow { node, edges: [x, end], count }));
                return;
            } else if width > 0.0 {
                let joined = narrow.filter(|run| x - run.edges[1] < LEAST_PX);
                if joined.is_none() {
                    self.add(edges, narrow.take());
                }
                let run = joined.unwrap_or(Narrow { node, edges: [x, x], count: 0 });
                narrow = Some(Narrow { edges: [run.edges[0], x + width], count: run.count + 1, ..run });
            }
            x += width;
        }
        self.add(edges, narrow);
    }

    /// Adds narrow siblings if they are a pixel wide together.
    fn add(&mut self, edges: &mut Vec<[f64; 2]>, narrow: Option<Narrow>) {
        if let Some(run) = narrow.filter(|run| run.edges[1] - run.edges[0] >= LEAST_PX) {
            self.push(edges, run.node, run.edges, run.count);
        }
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u32 {
        self.rows.len() as u32 - 1
    }

    /// Returns all cells, row by row.
    pub(crate) fn list(&self) -> &[Cell] {
        &self.list
    }

    /// Returns the cells of a row as indices into the list.
    pub(crate) fn row(&self, row: u32) -> std::ops::Range<usize> {
        self.rows[row as usize] as usize..self.rows[row as usize + 1] as usize
    }

    /// Returns the number of cells that are a single path.
    pub(crate) fn paths(&self) -> u64 {
        self.list.iter().filter(|cell| cell.merged == 0).count() as u64
    }

    /// Returns indices into the list with their rows, callers before callees and siblings from left to right. O(cells).
    pub(crate) fn in_order(&self) -> Vec<(usize, u32)> {
        let mut found = Vec::with_capacity(self.list.len());
        let roots = if self.rows() == 0 { 0..0 } else { self.row(0) };
        let mut open: Vec<(usize, u32)> = roots.rev().map(|at| (at, 0)).collect();
        while let Some((at, row)) = open.pop() {
            found.push((at, row));
            let (first, count) = self.list[at].below;
            open.extend((first..first + count).rev().map(|below| (below as usize, row + 1)));
        }
        found
    }
}

/// Returns the weight that the full width stands for.
pub(crate) fn whole(source: CellSource<'_>, top: Option<NodeId>) -> f64 {
    top.map_or_else(|| source.widths.whole(source.tree), |node| source.widths.width[node.index()])
}

/// Adjacent siblings under a pixel.
#[derive(Debug, Clone, Copy)]
struct Narrow {
    /// First of the siblings.
    node: NodeId,
    edges: [f64; 2],
    count: u32,
}
