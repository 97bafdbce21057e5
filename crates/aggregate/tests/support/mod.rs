//! Small tables of random lane trees, and all partitions of them.
#![allow(dead_code, reason = "each test binary uses some of it")]

pub(crate) mod random_calls;

use diptych_aggregate::{GainBy, Grid, LaneTree, Part, SliceTable};
use diptych_testkit::{Rng, trace};

/// Ticks of a slice.
pub(crate) const WIDTH: u64 = 840;

/// Returns a tree of at most `leaves` leaves: flat, or with nested groups.
pub(crate) fn random_tree(rng: &mut Rng, leaves: usize) -> LaneTree {
    let mut text = String::new();
    let mut open = 1;
    for leaf in 0..leaves {
        // Groups begin before a leaf, may nest, and end at random.
        open = 1 + rng.below(open);
        while rng.below(3) == 0 && open < 4 {
            text += &format!("{:1$}g{leaf}-{open}\n", "", open as usize * 2);
            open += 1;
        }
        text += &format!("{:1$}lane {leaf}\n{:2$}0..1 f\n", "", open as usize * 2, open as usize * 2 + 2);
    }
    LaneTree::new(&trace(&text))
}

/// Returns a random table with `slices` slices. Each cell is in one state (crisp) or divided among all.
pub(crate) fn random_table(rng: &mut Rng, tree: &LaneTree, slices: usize, crisp: bool) -> SliceTable {
    let states = 1 + rng.below(3) as usize;
    let grid = Grid { start: 0, width: WIDTH, count: slices };
    let mut table = SliceTable::zeros(grid, tree.leaves().len(), states);
    // Few distinct values, so that there are ties.
    let steps = [1, 2, 4, 12][rng.below(4) as usize];
    for leaf in 0..tree.leaves().len() {
        for slice in 0..slices {
            if crisp {
                table.row_mut(leaf, rng.below(states as u64) as usize)[slice] = WIDTH;
                continue;
            }
            let mut left = WIDTH;
            for state in 0..states {
                let ticks = (WIDTH / steps * rng.below(steps + 1)).min(left);
                table.row_mut(leaf, state)[slice] = ticks;
                left -= ticks;
            }
        }
    }
    table
}

/// Returns the gain and the loss of an area by Eq. 1, 2 and 3, term by term.
pub(crate) fn naive_quality(table: &SliceTable, tree: &LaneTree, part: Part, by: GainBy) -> (f64, f64) {
    let leaves = tree.nodes()[part.node as usize].leaves.clone();
    let slices = part.from as usize..=part.to as usize;
    let log = |value: f64| if value > 0.0 { value * value.log2() } else { 0.0 };
    let (mut gain, mut loss) = (0.0, 0.0);
    for state in 0..table.states() {
        let cells: Vec<f64> = leaves
            .clone()
            .flat_map(|leaf| table.row(leaf, state)[slices.clone()].to_vec())
            .map(|ticks| ticks as f64 / table.grid().width as f64)
            .collect();
        let sum: f64 = cells.iter().sum();
        let mean = sum / cells.len() as f64;
        loss += cells
            .iter()
            .filter(|&&share| share > 0.0)
            .map(|share| share * (share / mean).log2())
            .sum::<f64>();
        let whole = if by == GainBy::Sum { sum } else { mean };
        gain += log(whole) - cells.iter().map(|&share| log(share)).sum::<f64>();
    }
    (gain, loss)
}

/// Returns the gain, the loss and the number of parts of every partition. It fills the grid of leaves and slices with
/// areas, always at the first free cell.
pub(crate) fn all_partitions(table: &SliceTable, tree: &LaneTree, by: GainBy) -> Vec<(f64, f64, usize)> {
    let slices = table.grid().count;
    let mut areas = Vec::new();
    for node in 0..tree.nodes().len() {
        for from in 0..slices {
            for to in from..slices {
                let part = Part { node: node as u32, from: from as u32, to: to as u32 };
                let mut cells = 0u32;
                for leaf in tree.nodes()[node].leaves.clone() {
                    for slice in from..=to {
                        cells |= 1 << (leaf * slices + slice);
                    }
                }
                areas.push((cells, naive_quality(table, tree, part, by)));
            }
        }
    }
    let all = (1u32 << (tree.leaves().len() * slices)) - 1;
    let mut found = Vec::new();
    fill(&areas, all, 0, (0.0, 0.0, 0), &mut found);
    found
}

type Sum = (f64, f64, usize);

fn fill(areas: &[(u32, (f64, f64))], all: u32, covered: u32, sum: Sum, found: &mut Vec<Sum>) {
    if covered == all {
        return found.push(sum);
    }
    let first = 1 << (!covered).trailing_zeros();
    for &(cells, (gain, loss)) in areas.iter().filter(|(cells, _)| cells & first != 0 && cells & covered == 0)
    {
        fill(areas, all, covered | cells, (sum.0 + gain, sum.1 + loss, sum.2 + 1), found);
    }
}
