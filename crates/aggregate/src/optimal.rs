//! Algorithm 1 of the paper: the partition of greatest pIC at one p.

use crate::areas::{Areas, Progress, interval, intervals};
use crate::cuts::{Choice, ChosenCut, Cut, Halves, MOST_SLICES, Partition, SPATIAL, WHOLE, follow};

/// Finds the optimal partition at p, from 0 (nothing is lost) to 1. `None` if it was given up. Units of progress are nodes.
///
/// Of partitions equal to 1e-12 · S·log₂ n of the whole the one of fewest parts; of equal numbers an area that is not cut before
/// one that is cut in space before one that is cut in time, early before late. So at p = 0 it is the coarsest lossless one.
///
/// O(nodes · T³) steps. Beside the cuts (2 bytes an area) values are kept of the nodes from one node up to the root only.
pub fn optimal(areas: &Areas, p: f64, progress: Progress<'_>) -> Option<Partition> {
    let (slices, nodes) = (areas.slices(), areas.tree().nodes().len());
    assert!(slices < MOST_SLICES, "a slice has a number of 16 bits");
    let mut cuts: Vec<Cut> = vec![WHOLE; nodes * intervals(slices)];
    // Sums of the values and parts of children, by interval, until their parent takes them.
    let mut pending: Vec<Option<Values>> = (0..nodes).map(|_| None).collect();
    let mut square = Square::new(slices);
    for node in (0..nodes).rev() {
        if progress((nodes - 1 - node) as u64, nodes as u64).is_break() {
            return None;
        }
        let children = pending[node].take();
        let cuts = &mut cuts[node * intervals(slices)..][..intervals(slices)];
        let values = square.node(areas, node, p, children.as_ref(), cuts);
        if let Some(parent) = areas.tree().nodes()[node].parent {
            if let Some(before) = &mut pending[parent] {
                before.add(&values);
            } else {
                pending[parent] = Some(values);
            }
        }
    }
    Some(follow(|area| cuts[area], areas.tree(), slices))
}

/// The value of each interval's best partition, and its parts.
struct Values {
    value: Vec<f64>,
    parts: Vec<u32>,
}

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

/// Values and parts of the intervals of one node, by beginning and by end: what an interval can be cut into lies in a row of
/// each, one behind the other.
#[derive(Debug)]
pub(crate) struct Square {
    slices: usize,
    /// By first slice, then last; and by last slice, then first.
    value: [Vec<f64>; 2],
    parts: [Vec<u32>; 2],
}

impl Square {
    pub(crate) fn new(slices: usize) -> Self {
        let cells = slices * slices;
        Self { slices, value: [vec![0.0; cells], vec![0.0; cells]], parts: [vec![0; cells], vec![0; cells]] }
    }

    #[inline]
    pub(crate) fn set(&mut self, i: usize, j: usize, value: f64, parts: u32) {
        for (table, at) in [i * self.slices + j, j * self.slices + i].into_iter().enumerate() {
            self.value[table][at] = value;
            self.parts[table][at] = parts;
        }
    }

    pub(crate) fn get(&self, i: usize, j: usize) -> (f64, u32) {
        let at = i * self.slices + j;
        (self.value[0][at], self.parts[0][at])
    }

    /// What an interval can be cut into.
    #[inline]
    pub(crate) fn halves(&self, i: usize, j: usize) -> Halves<'_> {
        let [first, second] =
            [i * self.slices + i..i * self.slices + j, j * self.slices + i + 1..j * self.slices + j + 1];
        Halves {
            first: &self.value[0][first.clone()],
            second: &self.value[1][second.clone()],
            parts: [&self.parts[0][first], &self.parts[1][second]],
        }
    }

    /// The best of every interval of a node, and their cuts.
    fn node(
        &mut self,
        areas: &Areas,
        node: usize,
        p: f64,
        children: Option<&Values>,
        cuts: &mut [Cut],
    ) -> Values {
        let (slices, tolerance) = (self.slices, areas.tolerance());
        let mut values = Values { value: vec![0.0; cuts.len()], parts: vec![0; cuts.len()] };
        for i in (0..slices).rev() {
            for j in i..slices {
                let at = interval(slices, i, j);
                let (reach, loss) = areas.line(node, i, j);
                let whole = p * reach - loss;
                let spatial = children.map(|of| (of.value[at], of.parts[at]));
                let chosen = Choice { whole, spatial, halves: self.halves(i, j) }.choose(tolerance);
                let (value, cut) = match chosen.cut {
                    ChosenCut::Whole => (whole, WHOLE),
                    ChosenCut::Spatial => (spatial.map_or(whole, |(value, _)| value), SPATIAL),
                    ChosenCut::Temporal(place) => {
                        let [first, second] = [self.get(i, i + place), self.get(i + place + 1, j)];
                        (first.0 + second.0, (i + place) as Cut)
                    }
                };
                self.set(i, j, value, chosen.parts);
                (values.value[at], values.parts[at], cuts[at]) = (value, chosen.parts, cut);
            }
        }
        values
    }
}
