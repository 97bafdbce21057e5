//! Gain and loss of every area. An area is a node of the lane tree in an interval of slices (Eq. 1 to 3 of the paper).

use crate::log2::log2;
use crate::upwards::{Sequential, Workers, upwards};
use crate::{Grid, LaneNode, LaneTree, SliceTable};
use std::ops::ControlFlow;

/// Callback that hears now and then how much of the work is done: units done, units in all. [`ControlFlow::Break`]
/// cancels the work.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// The measure of data reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GainBy {
    /// Σρ·log₂ Σρ of the area less Σ ρ·log₂ ρ of its cells, as in Ocelotl's engine. Then gain + loss = S·log₂ n for n
    /// cells that sum to S. Partitions do not depend on the scale of the input, and p = 1 gives one area.
    #[default]
    Sum,
    /// Eq. 3 as printed: the mean of the area in place of its sum.
    Mean,
}

/// Gain and loss of every area of a [`SliceTable`], from which partitions are chosen.
///
/// Holds nodes × T·(T+1)/2 losses of 8 bytes each, twice that for [`GainBy::Mean`]. Values of single states are not
/// stored.
#[derive(Debug, Clone)]
pub struct Areas {
    tree: LaneTree,
    slices: usize,
    /// Σ of ρ over states and cells up to each edge of slices, by node and edge.
    sums: Vec<f64>,
    /// log₂ of the number of cells, by node and number of slices less one.
    logs: Vec<f64>,
    /// Loss by node and interval.
    loss: Vec<f64>,
    /// gain + loss by node and interval, if it does not follow from `sums`.
    reach: Option<Vec<f64>>,
}

/// Gain and loss of an area or of a partition, in bits. The criterion is a line in p: pIC = p·gain − (1 − p)·loss (Eq. 4).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quality {
    /// Data reduction.
    pub gain: f64,
    /// Information loss.
    pub loss: f64,
}

impl Quality {
    /// Returns the pIC at p.
    pub fn at(self, p: f64) -> f64 {
        p * (self.gain + self.loss) - self.loss
    }
}

/// Returns the number of intervals among `slices` slices.
pub(crate) const fn intervals(slices: usize) -> usize {
    slices * (slices + 1) / 2
}

/// Returns the number of the interval from slice `i` to slice `j`, both included; intervals are numbered by `i`, then
/// by `j`.
pub(crate) const fn interval(slices: usize, i: usize, j: usize) -> usize {
    i * (2 * slices - i + 1) / 2 + (j - i)
}

/// Bytes per node and interval while a partition is found: loss and cut.
const INTERVAL_BYTES: usize = 8 + 2;

impl Areas {
    /// Returns the bytes that the tables of a tree take.
    pub fn bytes(tree: &LaneTree, slices: usize) -> usize {
        tree.nodes().len() * intervals(slices) * INTERVAL_BYTES
    }

    /// Returns the deepest level to which the tables of a tree fit into `bytes`; 0, the root alone, always fits.
    pub fn level_within(tree: &LaneTree, slices: usize, bytes: usize) -> usize {
        let mut nodes = vec![0; tree.deepest_level() + 1];
        tree.nodes().iter().for_each(|node| nodes[node.level] += 1);
        let down_to_each = nodes.iter().scan(0, |sum, nodes| {
            *sum += nodes;
            Some(*sum)
        });
        let fits = |nodes: &usize| nodes * intervals(slices) * INTERVAL_BYTES <= bytes;
        down_to_each.take_while(fits).count().saturating_sub(1)
    }

    /// Computes all areas of a table whose leaves are those of the tree; the tree may be folded. Returns `None` if
    /// `progress` cancels. Units of progress are nodes. O(nodes · states · T²).
    pub fn new(table: &SliceTable, tree: &LaneTree, gain: GainBy, progress: Progress<'_>) -> Option<Self> {
        Self::new_with(table, tree, gain, &Sequential, progress)
    }

    /// Computes the same areas, to the bit, with subtrees distributed over workers.
    pub fn new_with(
        table: &SliceTable,
        tree: &LaneTree,
        gain: GainBy,
        workers: &dyn Workers,
        progress: Progress<'_>,
    ) -> Option<Self> {
        let slices = table.grid().count;
        let nodes = tree.nodes().len();
        let log = |of: &LaneNode, length: usize| ((of.leaves.len() * length) as f64).log2();
        let mut areas = Self {
            tree: tree.clone(),
            slices,
            sums: vec![0.0; nodes * (slices + 1)],
            logs: tree
                .nodes()
                .iter()
                .flat_map(|of| (1..=slices).map(move |length| log(of, length)))
                .collect(),
            loss: vec![0.0; nodes * intervals(slices)],
            reach: (gain == GainBy::Mean).then(|| vec![0.0; nodes * intervals(slices)]),
        };
        let logs = &areas.logs;
        let mut reach = areas.reach.as_mut().map(|reach| reach.chunks_exact_mut(intervals(slices)));
        let sums = areas.sums.chunks_exact_mut(slices + 1);
        let row = |(sums, loss)| Row { sums, loss, reach: reach.as_mut().and_then(Iterator::next) };
        let mut rows: Vec<Row<'_>> =
            sums.zip(areas.loss.chunks_exact_mut(intervals(slices))).map(row).collect();
        let step = |node: usize, row: &mut Row<'_>, children: Option<NodeSums>| {
            let sums = if tree.is_leaf(node) {
                NodeSums::of_leaves(table, tree.nodes()[node].leaves.clone())
            } else {
                children.unwrap_or_else(|| NodeSums::zeros(table))
            };
            row.fill(&sums, table.grid(), tree.nodes()[node].leaves.len(), &logs[node * slices..][..slices]);
            sums
        };
        let bytes = (table.states() + 1) * slices * 8;
        upwards(tree, workers, bytes, &mut rows, &step, &NodeSums::add, progress)?;
        Some(areas)
    }

    /// Returns the tree whose nodes have areas.
    pub fn tree(&self) -> &LaneTree {
        &self.tree
    }

    /// Returns the number of slices.
    pub fn slices(&self) -> usize {
        self.slices
    }

    /// Returns the quality of an area: slices `i` to `j`, both included.
    pub fn quality(&self, node: usize, i: usize, j: usize) -> Quality {
        let (reach, loss) = self.line(node, i, j);
        Quality { gain: reach - loss, loss }
    }

    /// Returns gain + loss, and loss: pIC = p · the first − the second.
    #[inline]
    pub(crate) fn line(&self, node: usize, i: usize, j: usize) -> (f64, f64) {
        let at = node * intervals(self.slices) + interval(self.slices, i, j);
        let reach = if let Some(reach) = &self.reach {
            reach[at]
        } else {
            let sums = &self.sums[node * (self.slices + 1)..];
            (sums[j + 1] - sums[i]) * self.logs[node * self.slices + (j - i)]
        };
        (reach, self.loss[at])
    }

    /// Writes the pIC at p of a node's areas that begin at slice `i`, the shortest first.
    pub(crate) fn whole_values(&self, node: usize, i: usize, p: f64, values: &mut [f64]) {
        let count = self.slices - i;
        let at = node * intervals(self.slices) + interval(self.slices, i, i);
        let loss = &self.loss[at..at + count];
        if let Some(reach) = &self.reach {
            for ((value, reach), loss) in values.iter_mut().zip(&reach[at..at + count]).zip(loss) {
                *value = p * reach - loss;
            }
            return;
        }
        let sums = &self.sums[node * (self.slices + 1)..][..=self.slices];
        let logs = &self.logs[node * self.slices..][..count];
        for (((value, sum), log), loss) in values.iter_mut().zip(&sums[i + 1..]).zip(logs).zip(loss) {
            *value = p * ((sum - sums[i]) * log) - loss;
        }
    }

    /// Returns the difference of pIC below which two values count as equal: 1e-12 · S·log₂ n of all cells.
    pub(crate) fn tolerance(&self) -> f64 {
        let cells = self.tree.nodes().first().map_or(1, |root| root.leaves.len()) * self.slices;
        let sum = self.sums.get(self.slices).copied().unwrap_or(0.0);
        1e-12 * sum * (cells as f64).log2()
    }
}

/// The output of one node: its rows in the tables of [`Areas`].
struct Row<'a> {
    sums: &'a mut [f64],
    loss: &'a mut [f64],
    reach: Option<&'a mut [f64]>,
}

impl Row<'_> {
    /// Fills the rows of a node with so many leaves. `logs` is log₂ of the number of cells, by number of slices less
    /// one.
    fn fill(&mut self, of: &NodeSums, grid: Grid, leaves: usize, logs: &[f64]) {
        let slices = grid.count;
        let width = grid.width as f64;
        let prefix = of.prefix(slices, width);
        self.sums.copy_from_slice(&prefix.sums);
        // Σ over states of ρ·log₂ ρ of the sums over cells.
        let mut of_sums = vec![0.0; slices];
        for i in 0..slices {
            let of_sums = &mut of_sums[..slices - i];
            of_sums.fill(0.0);
            for ticks in &prefix.ticks {
                for (of_sums, after) in of_sums.iter_mut().zip(&ticks[i + 1..]) {
                    let sum = (after - ticks[i]) as f64 / width;
                    *of_sums += sum * log2(sum);
                }
            }
            let first = interval(slices, i, i);
            for (at, of_sums) in of_sums.iter().enumerate() {
                let j = i + at;
                // By Eq. 1, the mean of an area is the sum over its cells divided by their number. Here ρ·log₂ of that
                // mean is summed over the cells.
                let of_means = of_sums - (prefix.sums[j + 1] - prefix.sums[i]) * logs[at];
                // Only rounding makes a loss negative. One cell loses nothing.
                let loss = (prefix.information[j + 1] - prefix.information[i] - of_means).max(0.0);
                self.loss[first + at] = if leaves + at > 1 { loss } else { 0.0 };
                if let Some(reach) = &mut self.reach {
                    reach[first + at] = of_means / (leaves * (at + 1)) as f64 - of_means;
                }
            }
        }
    }
}

/// Sums of a node by state and slice, from which its rows are filled and the sums of its parent are added up.
struct NodeSums {
    /// Ticks by state and slice.
    ticks: Vec<u64>,
    /// Σ ρ·log₂ ρ of the cells, by slice.
    information: Vec<f64>,
}

/// [`NodeSums`] added up to each edge of slices.
struct Prefix {
    /// Ticks by state, without states that take no time.
    ticks: Vec<Vec<u64>>,
    information: Vec<f64>,
    sums: Vec<f64>,
}

impl NodeSums {
    fn zeros(table: &SliceTable) -> Self {
        let slices = table.grid().count;
        Self { ticks: vec![0; table.states() * slices], information: vec![0.0; slices] }
    }

    fn of_leaves(table: &SliceTable, leaves: std::ops::Range<usize>) -> Self {
        let mut sums = Self::zeros(table);
        let slices = table.grid().count;
        let width = table.grid().width as f64;
        for leaf in leaves {
            for state in 0..table.states() {
                let before = &mut sums.ticks[state * slices..][..slices];
                for (slice, &ticks) in
                    table.row(leaf, state).iter().enumerate().filter(|(_, ticks)| **ticks > 0)
                {
                    before[slice] += ticks;
                    let share = ticks as f64 / width;
                    sums.information[slice] += share * share.log2();
                }
            }
        }
        sums
    }

    fn add(&mut self, other: &Self) {
        for (sum, ticks) in self.ticks.iter_mut().zip(&other.ticks) {
            *sum += ticks;
        }
        for (sum, information) in self.information.iter_mut().zip(&other.information) {
            *sum += information;
        }
    }

    fn prefix(&self, slices: usize, width: f64) -> Prefix {
        let ticks: Vec<Vec<u64>> = self
            .ticks
            .chunks_exact(slices)
            .filter(|row| row.iter().any(|&ticks| ticks > 0))
            .map(|row| prefix(row.iter().copied(), 0, |sum, ticks| sum + ticks))
            .collect();
        let all = |edge: usize| ticks.iter().map(|row| row[edge]).sum::<u64>() as f64 / width;
        let sums = (0..=slices).map(all).collect();
        let information = prefix(self.information.iter().copied(), 0.0, |sum, information| sum + information);
        Prefix { ticks, information, sums }
    }
}

fn prefix<T: Copy>(row: impl Iterator<Item = T>, zero: T, add: impl Fn(T, T) -> T) -> Vec<T> {
    let mut sum = zero;
    let mut sums = vec![zero];
    sums.extend(row.map(|value| {
        sum = add(sum, value);
        sum
    }));
    sums
}
