//! Algorithm 1 of the paper: the partition of greatest pIC at one p.
//!
//! Each interval of a node has three options: it is one part, its node is divided, or it is cut in time. For a cut in
//! time only the first piece that is not itself cut in time matters. A cut further back gives the same pieces as a cut
//! after the first of them.
//!
//! So the intervals of a row, all that begin at one slice, are visited from the shortest to the longest. Each interval
//! that is not cut in time is tried as the first piece of all longer ones: a sum of two rows, value by value. This is
//! sparsification as in Wexler, Zilberstein and Ziv-Ukelson, "A Study of Accessible Motifs and RNA Folding Complexity",
//! 2007.

use crate::areas::{Areas, Progress, interval, intervals};
use crate::cuts::{
    Choice, ChosenCut, Cut, FirstPieces, MOST_SLICES, Partition, SPATIAL, WHOLE, behind, follow, greater,
};
use crate::upwards::{Sequential, Workers, upwards};

/// Finds the optimal partition at p, from 0 (nothing is lost) to 1. Returns `None` if `progress` cancels. Units of
/// progress are nodes.
///
/// Values that differ by less than 1e-12 · S·log₂ n of all cells are ties. The partition with the fewest parts wins,
/// then no cut, then a cut between children, then a cut in time, earlier before later. So p = 0 gives the coarsest
/// lossless partition.
///
/// O(nodes · T³) steps, fewer the more areas are cut in time. Cuts take 2 bytes an area. Without workers, values are
/// held only for the current node and its ancestors.
pub fn optimal(areas: &Areas, p: f64, progress: Progress<'_>) -> Option<Partition> {
    optimal_with(areas, p, &Sequential, progress)
}

/// Finds the same partition, to the bit, with subtrees distributed over workers.
pub fn optimal_with(
    areas: &Areas,
    p: f64,
    workers: &dyn Workers,
    progress: Progress<'_>,
) -> Option<Partition> {
    let (slices, nodes) = (areas.slices(), areas.tree().nodes().len());
    assert!(slices < MOST_SLICES, "a slice has a number of 16 bits");
    let mut cuts: Vec<Cut> = vec![WHOLE; nodes * intervals(slices)];
    let mut rows: Vec<Row<'_>> = cuts.chunks_exact_mut(intervals(slices)).map(Row).collect();
    let step = |node: usize, row: &mut Row<'_>, children: Option<Values>| {
        best_of_node(areas, node, p, children.as_ref(), row.0)
    };
    let bytes = intervals(slices) * VALUE_BYTES;
    upwards(areas.tree(), workers, bytes, &mut rows, &step, &Values::add, progress)?;
    Some(follow(|area| cuts[area], areas.tree(), slices))
}

/// The cuts of a node by interval.
struct Row<'a>(&'a mut [Cut]);

/// The value and the number of parts of the best partition of each interval.
struct Values {
    value: Vec<f64>,
    parts: Vec<u32>,
}

const VALUE_BYTES: usize = 8 + 4;

impl Values {
    fn add(&mut self, other: &Self) {
        for (sum, value) in self.value.iter_mut().zip(&other.value) {
            *sum += value;
        }
        for (sum, parts) in self.parts.iter_mut().zip(&other.parts) {
            *sum += parts;
        }
    }
}

/// Finds the best partition of every interval of a node and writes its cut. `children` holds the sums over the
/// children's best partitions.
fn best_of_node(areas: &Areas, node: usize, p: f64, children: Option<&Values>, cuts: &mut [Cut]) -> Values {
    let (slices, tolerance) = (areas.slices(), areas.tolerance());
    let mut values = Values { value: vec![0.0; cuts.len()], parts: vec![0; cuts.len()] };
    let mut begin = FirstPieces::default();
    let mut best_cut = vec![0.0; slices];
    for i in (0..slices).rev() {
        let first = interval(slices, i, i);
        let next = first + slices - i;
        let (own, values_behind) = values.value.split_at_mut(next);
        let (own_parts, parts_behind) = values.parts.split_at_mut(next);
        let (own, own_parts) = (&mut own[first..], &mut own_parts[first..]);
        areas.whole_values(node, i, p, own);
        best_cut[i..].fill(f64::NEG_INFINITY);
        begin.clear();
        for j in i..slices {
            let at = j - i;
            let spatial = children.map(|of| (of.value[first + at], of.parts[first + at]));
            let choice = Choice { whole: own[at], spatial, temporal: best_cut[j] };
            let fewest = |least| begin.fewest(j, least, |at| values_behind[at], |at| parts_behind[at]);
            let (parts, cut) = match choice.choose(tolerance, fewest) {
                (parts, ChosenCut::Whole) => (parts, WHOLE),
                (parts, ChosenCut::Spatial) => {
                    own[at] = spatial.map_or(own[at], |(value, _)| value);
                    (parts, SPATIAL)
                }
                (parts, ChosenCut::Temporal(c)) => {
                    own[at] = own[c - i] + values_behind[behind(slices, c) + j - next];
                    (parts, c as Cut)
                }
            };
            (own_parts[at], cuts[first + at]) = (parts, cut);
            if cut >= SPATIAL && j + 1 < slices {
                let value = own[at];
                begin.push(j, behind(slices, j).wrapping_sub(next), value, parts);
                // Extends the best cut of longer intervals: this piece plus the best that follows it up to each slice.
                let row = &values_behind[interval(slices, j + 1, j + 1) - next..];
                for (best, second) in best_cut[j + 1..].iter_mut().zip(row) {
                    *best = greater(*best, value + second);
                }
            }
        }
    }
    values
}
