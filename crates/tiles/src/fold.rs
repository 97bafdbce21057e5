//! Folds short calls into rows of several calls, and joins the rows of neighbouring windows.

use crate::Row;
use rustc_hash::FxHashMap;

/// The rule that says which rows stay and which are folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// Ends of the window and of the run. A call that starts before one of them and ends at it or later is never folded:
    /// its callees may lie on both sides.
    pub edges: [i64; 3],
    /// Binary logarithm of the shortest time that stays, in ticks.
    pub shortest: u32,
}

/// Binary logarithm of the stretch of time that is folded into one row per path, in shortest times.
const STRETCH: u32 = 2;

impl Fold {
    /// Returns true if a row stays as it is.
    fn keeps(&self, row: &Row) -> bool {
        let crosses = |&edge: &i64| row.start < edge && row.end >= edge;
        row.count == 1 && (row.ticks() >> self.shortest.min(62) > 0 || self.edges.iter().any(crosses))
    }

    /// Returns the stretch that a start lies in. Stretches of a coarser fold consist of whole stretches of a finer one,
    /// so folding twice equals folding once.
    fn stretch(&self, start: i64) -> i64 {
        start >> (self.shortest + STRETCH).min(62)
    }
}

/// Folds rows. Under each caller, consecutive rows that do not stay and start in one stretch become one row per path. The
/// rows of a stretch follow each other without gaps from the start of the first one.
pub fn fold(rows: &[Row], rule: &Fold) -> Vec<Row> {
    let mut out = Vec::with_capacity(rows.len() / 2);
    let mut paths = Paths::default();
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        if rule.keeps(row) {
            paths.flush(&mut out);
            out.push(*row);
            at += 1;
            continue;
        }
        let place = StretchPlace { lane: row.lane, depth: row.depth, stretch: rule.stretch(row.start) };
        if paths.place != Some(place) {
            paths.flush(&mut out);
            paths.begin(place, row.start);
        }
        let inside =
            rows[at + 1..].iter().take_while(|inner| inner.lane == row.lane && inner.depth > row.depth);
        let subtree = at..at + 1 + inside.count();
        paths.add(&rows[subtree.clone()]);
        at = subtree.end;
        // A shallower row ends the caller, so the next row of this depth has another one.
        if rows.get(at).is_some_and(|next| next.lane != row.lane || next.depth < row.depth) {
            paths.flush(&mut out);
        }
    }
    paths.flush(&mut out);
    out
}

/// Joins the rows of two neighbouring windows. Calls that cross the instant between them are in both; those of the
/// earlier window stay.
pub fn join(earlier: &[Row], later: &[Row], between: i64) -> Vec<Row> {
    let mut out = Vec::with_capacity(earlier.len() + later.len());
    let (mut first, mut second) = (earlier, later);
    while let Some(lane) = [first.first(), second.first()].into_iter().flatten().map(|row| row.lane).min() {
        let ends = |rows: &[Row]| rows.iter().take_while(|row| row.lane == lane).count();
        let (own, rest) = first.split_at(ends(first));
        out.extend_from_slice(own);
        first = rest;
        let (own, rest) = second.split_at(ends(second));
        out.extend(own.iter().filter(|row| row.start >= between));
        second = rest;
    }
    out
}

/// A stretch of time under one caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StretchPlace {
    lane: u32,
    depth: u32,
    stretch: i64,
}

/// The paths of one stretch under one caller.
#[derive(Debug, Default)]
struct Paths {
    /// `None` if there is no open stretch.
    place: Option<StretchPlace>,
    start: i64,
    nodes: Vec<PathNode>,
    /// Node by parent and function.
    by_key: FxHashMap<(u32, u32), u32>,
    /// Nodes from the stretch down to the current row.
    stack: Vec<u32>,
}

#[derive(Debug)]
struct PathNode {
    function: u32,
    count: u64,
    ticks: i64,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
}

const NONE: u32 = u32::MAX;

impl PathNode {
    fn new(function: u32) -> Self {
        Self { function, count: 0, ticks: 0, first_child: NONE, last_child: NONE, next_sibling: NONE }
    }
}

impl Paths {
    fn begin(&mut self, place: StretchPlace, start: i64) {
        (self.place, self.start) = (Some(place), start);
        self.nodes.push(PathNode::new(NONE));
    }

    /// Adds the rows of a subtree, its root first.
    fn add(&mut self, rows: &[Row]) {
        let Some(StretchPlace { depth, .. }) = self.place else { return };
        for row in rows {
            self.stack.truncate((row.depth - depth) as usize);
            let parent = self.stack.last().copied().unwrap_or(0);
            let next = self.nodes.len() as u32;
            let node = *self.by_key.entry((parent, row.function)).or_insert(next);
            if node == next {
                self.nodes.push(PathNode::new(row.function));
                match self.nodes[parent as usize].last_child {
                    NONE => self.nodes[parent as usize].first_child = node,
                    before => self.nodes[before as usize].next_sibling = node,
                }
                self.nodes[parent as usize].last_child = node;
            }
            let sums = &mut self.nodes[node as usize];
            (sums.count, sums.ticks) = (sums.count + row.count, sums.ticks + row.ticks());
            self.stack.push(node);
        }
    }

    /// Ends the stretch and appends its rows.
    fn flush(&mut self, out: &mut Vec<Row>) {
        let Some(StretchPlace { lane, depth, .. }) = self.place.take() else { return };
        // Nodes to write, with the depth and the start of each.
        let mut open = vec![(self.nodes[0].first_child, depth, self.start)];
        while let Some((node, depth, start)) = open.pop() {
            if node == NONE {
                continue;
            }
            let PathNode { function, count, ticks, first_child, next_sibling, .. } =
                self.nodes[node as usize];
            let end = start + ticks;
            out.push(Row { lane, depth, function, count, start, end });
            open.push((next_sibling, depth, end));
            open.push((first_child, depth + 1, start));
        }
        self.nodes.clear();
        self.by_key.clear();
        self.stack.clear();
    }
}
