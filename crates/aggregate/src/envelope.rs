//! The best line in p of every area, updated by runs at one p after another.
//!
//! Every area has an upper envelope of lines, like the set of all partitions ([`crate::break_points()`]). If the best
//! line of an area is the same at both ends of an interval of p, it is the best line throughout: the area is
//! **settled** there, and runs skip it. Soon most areas are settled.
//!
//! An area that is settled in an interval is settled in all intervals within it. So each interval stores only the newly
//! settled areas and links to the interval around it. Going from one interval to another rewrites the areas that are
//! not settled in both.

use crate::areas::{Areas, Progress, interval, intervals};
use crate::cuts::{
    Choice, ChosenCut, Cut, FirstPieces, MOST_SLICES, Partition, SPATIAL, WHOLE, behind, follow,
};
use std::borrow::Borrow;
use std::sync::Arc;

/// The best partition of an area as a line: pIC = p · reach − loss.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) reach: f64,
    pub(crate) loss: f64,
    pub(crate) parts: u32,
    cut: Cut,
}

impl Line {
    #[inline]
    pub(crate) fn at(self, p: f64) -> f64 {
        p * self.reach - self.loss
    }
}

/// An area whose best line is not known to be the same throughout an interval of p.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnsettledArea {
    pub(crate) area: u32,
    /// Best lines at both ends.
    ends: [Line; 2],
}

/// The areas settled in an interval of p but not in the interval around it.
#[derive(Debug)]
pub(crate) struct SettledAreas {
    /// Areas settled in the interval around it.
    around: Option<Arc<SettledAreas>>,
    /// Number of intervals around it.
    depth: usize,
    lines: Vec<(u32, Line)>,
}

/// The best lines of all areas at the p of the last run.
#[derive(Debug)]
pub(crate) struct Envelope<A> {
    areas: A,
    pub(crate) tolerance: f64,
    /// First and last slice by interval.
    bounds: Vec<(u16, u16)>,
    /// Best line by area, at the p of the last run.
    lines: Vec<Line>,
    /// Areas settled in the interval of the last run.
    settled: Arc<SettledAreas>,
    pub(crate) runs: usize,
    /// Number of areas visited in all runs.
    pub(crate) looked_at: u64,
}

impl<A: Borrow<Areas>> Envelope<A> {
    pub(crate) fn new(of: A) -> Self {
        let areas: &Areas = of.borrow();
        let slices = areas.slices();
        assert!(slices < MOST_SLICES, "a slice has a number of 16 bits");
        let count = areas.tree().nodes().len() * intervals(slices);
        assert!(u32::try_from(count).is_ok(), "an area has a number of 32 bits");
        let bounds = (0..slices).flat_map(|i| (i..slices).map(move |j| (i as u16, j as u16)));
        let none = Line { reach: 0.0, loss: 0.0, parts: 1, cut: WHOLE };
        Self {
            tolerance: areas.tolerance(),
            areas: of,
            bounds: bounds.collect(),
            lines: vec![none; count],
            settled: Arc::new(SettledAreas { around: None, depth: 0, lines: Vec::new() }),
            runs: 0,
            looked_at: 0,
        }
    }

    fn areas(&self) -> &Areas {
        self.areas.borrow()
    }

    /// Returns the number of areas.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the best lines at the p of the last run.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.lines.clone()
    }

    /// Returns the best line of all lanes and slices.
    pub(crate) fn best_of_all(&self) -> Line {
        self.lines[self.areas().slices() - 1]
    }

    /// Separates unsettled from settled areas in the whole range of p. `before` holds the lines at p = 0; the last run
    /// must have been at p = 1.
    pub(crate) fn between(&self, order: &[u32], before: &[Line]) -> (Vec<UnsettledArea>, Arc<SettledAreas>) {
        let of =
            |&area: &u32| UnsettledArea { area, ends: [before[area as usize], self.lines[area as usize]] };
        self.sorted(order.iter().map(of), [0.0, 1.0])
    }

    /// Separates unsettled from settled areas in both halves of an interval that the last run, at p, divides.
    pub(crate) fn halves(
        &self,
        unsettled: &[UnsettledArea],
        [low, p, high]: [f64; 3],
    ) -> [(Vec<UnsettledArea>, Arc<SettledAreas>); 2] {
        let of_end = |end: usize| {
            move |of: &UnsettledArea| {
                let mut ends = of.ends;
                ends[1 - end] = self.lines[of.area as usize];
                UnsettledArea { area: of.area, ends }
            }
        };
        [(0, [low, p]), (1, [p, high])].map(|(end, p)| self.sorted(unsettled.iter().map(of_end(end)), p))
    }

    /// Separates unsettled from settled areas in an interval of p within the one of the last run.
    fn sorted(
        &self,
        areas: impl Iterator<Item = UnsettledArea>,
        p: [f64; 2],
    ) -> (Vec<UnsettledArea>, Arc<SettledAreas>) {
        let (mut unsettled, mut lines) = (Vec::new(), Vec::new());
        for of in areas {
            match self.settled_line(&of, p) {
                Some(line) => lines.push((of.area, line)),
                None => unsettled.push(of),
            }
        }
        let around = Some(Arc::clone(&self.settled));
        (unsettled, Arc::new(SettledAreas { depth: self.settled.depth + 1, around, lines }))
    }

    /// Moves to an interval of p: writes the lines that are settled there but not in the interval of the last run.
    pub(crate) fn go_to(&mut self, target: &Arc<SettledAreas>) {
        let mut here = Arc::clone(&self.settled);
        let mut there = Arc::clone(target);
        while !Arc::ptr_eq(&here, &there) {
            if there.depth >= here.depth {
                for &(area, line) in &there.lines {
                    self.lines[area as usize] = line;
                }
                let Some(around) = &there.around else { break };
                there = Arc::clone(around);
            } else {
                let Some(around) = &here.around else { break };
                here = Arc::clone(around);
            }
        }
        self.settled = Arc::clone(target);
    }

    /// Returns the line that is best at both ends of an interval of p, if there is one.
    fn settled_line(&self, of: &UnsettledArea, [low, high]: [f64; 2]) -> Option<Line> {
        let [first, last] = of.ends;
        let holds = [
            first.at(high) >= last.at(high) - self.tolerance,
            last.at(low) >= first.at(low) - self.tolerance,
        ];
        match holds {
            [true, true] => Some(if last.parts < first.parts { last } else { first }),
            [true, false] => Some(first),
            [false, true] => Some(last),
            [false, false] => None,
        }
    }

    /// Returns all areas in an order in which every area comes after the areas it can be cut into.
    pub(crate) fn in_order(&self) -> Vec<u32> {
        let slices = self.areas().slices();
        let of_node = |node: usize| {
            let first = node * intervals(slices);
            (0..slices)
                .rev()
                .flat_map(move |i| (i..slices).map(move |j| (first + interval(slices, i, j)) as u32))
        };
        (0..self.areas().tree().nodes().len()).rev().flat_map(of_node).collect()
    }

    pub(crate) fn same(&self, one: Line, other: Line) -> bool {
        [0.0, 1.0].into_iter().all(|p| (one.at(p) - other.at(p)).abs() <= self.tolerance)
    }

    /// Computes the best lines of some areas at p; those of all other areas must be known. `done` is the share of the
    /// search that is complete, for `progress`.
    pub(crate) fn run(&mut self, p: f64, order: &[u32], done: f64, progress: Progress<'_>) -> Option<()> {
        let slices = self.areas().slices();
        let of_node = intervals(slices);
        let mut at_node = usize::MAX;
        // Current row: node and first slice, the candidates for the first piece, and the slice up to which they are
        // collected.
        let (mut at_row, mut begin, mut until) = (None, FirstPieces::default(), 0);
        self.runs += 1;
        self.looked_at += order.len() as u64;
        for &area in order {
            let node = area as usize / of_node;
            if node != at_node {
                if progress((done * 1e6) as u64, 1_000_000).is_break() {
                    return None;
                }
                at_node = node;
            }
            let (i, j) = self.bounds[area as usize % of_node];
            let (i, j) = (i as usize, j as usize);
            if at_row != Some((node, i)) {
                (at_row, until) = (Some((node, i)), i);
                begin.clear();
            }
            for last in until..j {
                let line = self.line(node, i, last);
                if line.cut >= SPATIAL {
                    let first = node * of_node;
                    begin.push(last, first + behind(slices, last), line.at(p), line.parts);
                }
            }
            until = j;
            self.lines[area as usize] = self.best(node, i, j, p, &begin);
        }
        Some(())
    }

    fn line(&self, node: usize, i: usize, j: usize) -> Line {
        let slices = self.areas().slices();
        self.lines[node * intervals(slices) + interval(slices, i, j)]
    }

    /// Computes the best line of an area at p.
    fn best(&self, node: usize, i: usize, j: usize, p: f64, begin: &FirstPieces) -> Line {
        let slices = self.areas().slices();
        let (tree, of_node) = (self.areas().tree(), interval(slices, i, j));
        let (reach, loss) = self.areas().line(node, i, j);
        let whole = Line { reach, loss, parts: 1, cut: WHOLE };
        let children = || tree.children(node).map(|child| self.lines[child * intervals(slices) + of_node]);
        let spatial = (!tree.is_leaf(node)).then(|| sum(children(), SPATIAL));
        let choice = Choice {
            whole: whole.at(p),
            spatial: spatial.map(|line| (line.at(p), line.parts)),
            temporal: begin.best(j, |at| self.lines[at].at(p)),
        };
        let fewest = |least| begin.fewest(j, least, |at| self.lines[at].at(p), |at| self.lines[at].parts);
        match choice.choose(self.tolerance, fewest).1 {
            ChosenCut::Whole => whole,
            ChosenCut::Spatial => spatial.unwrap_or(whole),
            ChosenCut::Temporal(last) => {
                sum([self.line(node, i, last), self.line(node, last + 1, j)].into_iter(), last as Cut)
            }
        }
    }

    /// Returns the partition of the last run.
    pub(crate) fn partition(&self) -> Partition {
        follow(|area| self.lines[area].cut, self.areas().tree(), self.areas().slices())
    }
}

fn sum(lines: impl Iterator<Item = Line>, cut: Cut) -> Line {
    let zero = Line { reach: 0.0, loss: 0.0, parts: 0, cut };
    lines.fold(zero, |sum, line| Line {
        reach: sum.reach + line.reach,
        loss: sum.loss + line.loss,
        parts: sum.parts + line.parts,
        cut,
    })
}
