//! All partitions that are optimal for some p, and the exact p at which one follows another.
//!
//! The pIC of a partition is a line in p, and that of the best one is the upper envelope of those lines: convex, in finitely
//! many pieces. Of two lines known to be on it the crossing is probed: either it is on the envelope, and no other line lies
//! between the two, or the best partition there is a third line. So k partitions take 2k − 1 runs of the algorithm.
//!
//! The same holds of every area. One whose best line is the same at both ends of the interval of p that is probed has that line
//! all the way between them: it is **settled** there, and runs leave it alone. That is most areas soon.

use crate::areas::{Areas, Progress, Quality, interval, intervals};
use crate::cuts::{Choice, ChosenCut, Cut, MOST_SLICES, Partition, SPATIAL, WHOLE, follow};
use crate::optimal::{Square, optimal};

/// A stretch of p under which one partition is optimal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Where it begins: there the one before is as good.
    pub p_from: f64,
    /// Where it ends.
    pub p_to: f64,
    /// Gain and loss of the partition.
    pub quality: Quality,
    /// How many areas it has.
    pub parts: usize,
}

impl Stretch {
    /// A p under which the partition is the best one by itself.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.p_from, self.p_to)
    }
}

/// All partitions by p.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BreakPoints {
    /// Ascending and without gaps; from 0 to 1 if it is complete.
    pub stretches: Vec<Stretch>,
    /// Runs of the algorithm it took.
    pub runs: usize,
}

/// A stretch of p no longer than this is none.
const SHORTEST: f64 = 1e-12;

/// The p of the largest gap between the curves of gain and loss, each scaled to its values at p = 0 and p = 1. `None` if it was
/// given up. Three runs of the algorithm: gain/ΔG − loss/ΔL is greatest for the partition that is optimal at
/// p = ΔL / (ΔG + ΔL), since it is in proportion to its pIC.
pub fn default_p(areas: &Areas, progress: Progress<'_>) -> Option<f64> {
    let finest = optimal(areas, 0.0, progress)?.quality(areas);
    let coarsest = optimal(areas, 1.0, progress)?.quality(areas);
    let [gain, loss] = [coarsest.gain - finest.gain, coarsest.loss - finest.loss];
    let is_flat = loss <= areas.tolerance() || gain + loss <= areas.tolerance();
    // One partition for all p.
    Some(if is_flat { 0.5 } else { (loss / (gain + loss)).clamp(0.0, 1.0) })
}

/// Finds all partitions. Each is `seen` once, in no order. `None` if it was given up; units of progress are millionths of p.
///
/// Beside the tables of [`Areas`] 24 bytes an area, and 52 for each that is not settled.
pub fn break_points(
    areas: &Areas,
    seen: &mut dyn FnMut(&Partition),
    progress: Progress<'_>,
) -> Option<BreakPoints> {
    if areas.tree().nodes().is_empty() {
        return Some(BreakPoints::default());
    }
    let mut search = Search::new(areas);
    let all = search.in_order();
    search.run(0.0, &all, 0.0, progress)?;
    seen(&search.partition());
    let finest = search.lines.clone();
    search.run(1.0, &all, 0.0, progress)?;
    let [first, last] = [finest[search.whole()], search.lines[search.whole()]];
    let unsettled = all
        .iter()
        .map(|&area| Unsettled { area, ends: [finest[area as usize], search.lines[area as usize]] });
    let mut open = vec![Probe { p: [0.0, 1.0], ends: [first, last], unsettled: unsettled.collect() }];
    drop((finest, all));
    if !search.same(first, last) {
        seen(&search.partition());
    }
    // Break points, and what lies behind each.
    let mut found = vec![(0.0, first)];
    while let Some(probe) = open.pop() {
        search.probe(probe, &mut open, &mut found, seen, progress)?;
    }
    Some(BreakPoints { stretches: stretches(&found), runs: search.runs })
}

/// Stretches from where each begins.
fn stretches(found: &[(f64, Line)]) -> Vec<Stretch> {
    let ends = found.iter().skip(1).map(|(p, _)| *p).chain([1.0]);
    let stretch = |((p_from, line), p_to): (&(f64, Line), f64)| Stretch {
        p_from: *p_from,
        p_to,
        quality: Quality { gain: line.reach - line.loss, loss: line.loss },
        parts: line.parts as usize,
    };
    let mut stretches: Vec<Stretch> = found.iter().zip(ends).map(stretch).collect();
    stretches.retain(|stretch| stretch.p_to - stretch.p_from > SHORTEST);
    // What was left out was no longer than a rounding.
    if let Some(first) = stretches.first_mut() {
        first.p_from = 0.0;
    }
    if let Some(last) = stretches.last_mut() {
        last.p_to = 1.0;
    }
    stretches
}

/// The best partition of an area: pIC = p · reach − loss.
#[derive(Debug, Clone, Copy)]
struct Line {
    reach: f64,
    loss: f64,
    parts: u32,
    cut: Cut,
}

impl Line {
    #[inline]
    fn at(self, p: f64) -> f64 {
        p * self.reach - self.loss
    }
}

/// An area whose best line is not the same all over an interval of p.
#[derive(Debug, Clone, Copy)]
struct Unsettled {
    area: u32,
    /// Its best lines at both ends.
    ends: [Line; 2],
}

/// An interval of p whose ends have been run.
#[derive(Debug)]
struct Probe {
    p: [f64; 2],
    /// Lines of the whole.
    ends: [Line; 2],
    /// In the order of runs; some of them may turn out to be settled.
    unsettled: Vec<Unsettled>,
}

struct Search<'a> {
    areas: &'a Areas,
    tolerance: f64,
    /// First and last slice of each interval.
    bounds: Vec<(u16, u16)>,
    /// The best lines of all areas at the p that was run last.
    lines: Vec<Line>,
    square: Square,
    runs: usize,
}

impl<'a> Search<'a> {
    fn new(areas: &'a Areas) -> Self {
        let slices = areas.slices();
        assert!(slices < MOST_SLICES, "a slice has a number of 16 bits");
        let count = areas.tree().nodes().len() * intervals(slices);
        assert!(u32::try_from(count).is_ok(), "an area has a number of 32 bits");
        let bounds = (0..slices).flat_map(|i| (i..slices).map(move |j| (i as u16, j as u16)));
        let none = Line { reach: 0.0, loss: 0.0, parts: 1, cut: WHOLE };
        Self {
            areas,
            tolerance: areas.tolerance(),
            bounds: bounds.collect(),
            lines: vec![none; count],
            square: Square::new(slices),
            runs: 0,
        }
    }

    /// All areas, each behind those that it can be cut into.
    fn in_order(&self) -> Vec<u32> {
        let slices = self.areas.slices();
        let of_node = |node: usize| {
            let first = node * intervals(slices);
            (0..slices)
                .rev()
                .flat_map(move |i| (i..slices).map(move |j| (first + interval(slices, i, j)) as u32))
        };
        (0..self.areas.tree().nodes().len()).rev().flat_map(of_node).collect()
    }

    /// The area of all lanes and slices.
    fn whole(&self) -> usize {
        self.areas.slices() - 1
    }

    fn same(&self, one: Line, other: Line) -> bool {
        [0.0, 1.0].into_iter().all(|p| (one.at(p) - other.at(p)).abs() <= self.tolerance)
    }

    /// The best lines at p of some areas, those of all others being known. `done` is how far the search is.
    fn run(&mut self, p: f64, order: &[u32], done: f64, progress: Progress<'_>) -> Option<()> {
        let slices = self.areas.slices();
        let mut at_node = usize::MAX;
        self.runs += 1;
        for &area in order {
            let (node, of_node) = (area as usize / intervals(slices), area as usize % intervals(slices));
            if node != at_node {
                if progress((done * 1e6) as u64, 1_000_000).is_break() {
                    return None;
                }
                at_node = node;
                self.enter(node, p);
            }
            let (i, j) = self.bounds[of_node];
            let line = self.best(node, i as usize, j as usize, p);
            self.lines[area as usize] = line;
            self.square.set(i as usize, j as usize, line.at(p), line.parts);
        }
        Some(())
    }

    /// Values of a node's areas at p. Of areas that are run, they are written anew before they are read.
    fn enter(&mut self, node: usize, p: f64) {
        let first = node * intervals(self.areas.slices());
        for (line, &(i, j)) in self.lines[first..].iter().zip(&self.bounds) {
            self.square.set(i as usize, j as usize, line.at(p), line.parts);
        }
    }

    /// The best line of an area at p.
    fn best(&self, node: usize, i: usize, j: usize, p: f64) -> Line {
        let slices = self.areas.slices();
        let (tree, of_node) = (self.areas.tree(), interval(slices, i, j));
        let line_of =
            |node: usize, i: usize, j: usize| self.lines[node * intervals(slices) + interval(slices, i, j)];
        let (reach, loss) = self.areas.line(node, i, j);
        let whole = Line { reach, loss, parts: 1, cut: WHOLE };
        let children = || tree.children(node).map(|child| self.lines[child * intervals(slices) + of_node]);
        let spatial = (!tree.is_leaf(node)).then(|| sum(children(), SPATIAL));
        let choice = Choice {
            whole: whole.at(p),
            spatial: spatial.map(|line| (line.at(p), line.parts)),
            halves: self.square.halves(i, j),
        };
        match choice.choose(self.tolerance).cut {
            ChosenCut::Whole => whole,
            ChosenCut::Spatial => spatial.unwrap_or(whole),
            ChosenCut::Temporal(place) => {
                let cut = i + place;
                sum([line_of(node, i, cut), line_of(node, cut + 1, j)].into_iter(), cut as Cut)
            }
        }
    }

    /// Probes where the lines of both ends cross.
    fn probe(
        &mut self,
        probe: Probe,
        open: &mut Vec<Probe>,
        found: &mut Vec<(f64, Line)>,
        seen: &mut dyn FnMut(&Partition),
        progress: Progress<'_>,
    ) -> Option<()> {
        let Probe { p: [low, high], ends: [first, last], mut unsettled } = probe;
        if self.same(first, last) {
            return Some(());
        }
        unsettled.retain(|of| match self.settled(of, [low, high]) {
            Some(line) => {
                self.lines[of.area as usize] = line;
                false
            }
            None => true,
        });
        let p = (last.loss - first.loss) / (last.reach - first.reach);
        if !(low < p && p < high) {
            // The lines cross at an end, but for rounding.
            found.push((if p >= high { high } else { low }, last));
            return Some(());
        }
        let order: Vec<u32> = unsettled.iter().map(|of| of.area).collect();
        self.run(p, &order, low, progress)?;
        let middle = self.lines[self.whole()];
        if middle.at(p) <= first.at(p) + self.tolerance {
            found.push((p, last));
            return Some(());
        }
        seen(&self.partition());
        let half = |end: usize| {
            let of = |of: &Unsettled| {
                let mut ends = of.ends;
                ends[1 - end] = self.lines[of.area as usize];
                Unsettled { area: of.area, ends }
            };
            unsettled.iter().map(of).collect::<Vec<_>>()
        };
        let (lower, upper) = (half(0), half(1));
        open.push(Probe { p: [p, high], ends: [middle, last], unsettled: upper });
        open.push(Probe { p: [low, p], ends: [first, middle], unsettled: lower });
        Some(())
    }

    /// The line that is best at both ends of an interval of p, if there is one.
    fn settled(&self, of: &Unsettled, [low, high]: [f64; 2]) -> Option<Line> {
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

    /// What was run last.
    fn partition(&self) -> Partition {
        follow(|area| self.lines[area].cut, self.areas.tree(), self.areas.slices())
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
