//! The lists of a pair of simulated runs, computed as the product does: identities, lanes, matched calls, tables.

use diptych_aggregate::{
    DifferenceInput, Differences, Finding, Floor, Grid, LaneTimes, LaneTree, SliceMap, SliceTable,
    StackLevel, StateChoice, StateTimes, differences_of_runs,
};
use diptych_compare::Pair;
use diptych_compare::align::{self, Warp, align};
use diptych_compare::identity::{Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_engine::{FindingRun, FindingSlices, FindingsInput};
use diptych_formats::FileReader;
use diptych_trace::{Builder, LaneId, Trace};

/// Lists of a pair.
pub(crate) struct Lists {
    pub(crate) tree: LaneTree,
    pub(crate) input: FindingsInput,
    pub(crate) findings: Vec<Finding>,
    pub(crate) differences: Differences,
}

/// Reads a Pajé trace.
pub(crate) fn read(text: &str) -> Trace {
    let mut reader = FileReader::new("run.paje");
    let mut builder = Builder::default();
    reader.feed(text.as_bytes(), &mut builder).unwrap();
    reader.finish(&mut builder).unwrap();
    builder.finish().remove(0).1
}

/// A pair whose calls are aligned.
pub(crate) struct Aligned<'a> {
    traces: [&'a Trace; 2],
    of_function: [Vec<u32>; 2],
    names: Vec<String>,
    lanes: [Vec<LaneId>; 2],
    tree: LaneTree,
    warp: Warp,
}

impl<'a> Aligned<'a> {
    pub(crate) fn new(traces: [&'a Trace; 2]) -> Self {
        let rules = compile(&Rules::NONE).unwrap();
        let identities = identify(&rules, traces, &mut |_, _| ());
        let names: Vec<String> = identities.keys.clone();
        let of = [0, 1].map(|side| identities.by_function(side).to_vec());
        let pair = Pair { traces, identities: [&of[0], &of[1]], identity_count: names.len() as u32 };
        let pairs = pair_lanes(pair, PairBy::Name, &LaneEdits::default(), &mut |_, _| ());
        let pairs: Vec<(LaneId, LaneId)> = pairs.pairs.iter().map(|pair| pair.lanes.into()).collect();
        let alignment = align(pair, &pairs, align::Options::default(), &mut |_, _| ());
        let warp = Warp::new(pair, &alignment);
        let tree = LaneTree::new(traces[0]);
        let partner = |lane: &LaneId| pairs.iter().find(|pair| pair.0 == *lane).unwrap().1;
        let lanes = [tree.leaves().to_vec(), tree.leaves().iter().map(partner).collect()];
        let of_function = of.map(|of| of.iter().map(|identity| identity.0).collect());
        Self { traces, of_function, names, lanes, tree, warp }
    }

    /// Returns the lists with a number of slices, on the matched axis or with each run from zero.
    pub(crate) fn lists(&self, slices: usize, is_matched: bool) -> Lists {
        let extents = self.traces.map(Trace::extent);
        let in_a = [extents[0], self.warp.to_a(extents[1])];
        let place = |side: usize, tick: i64| if side == 1 { self.warp.to_a(tick) } else { tick };
        let shown = |side: usize, tick: i64| if is_matched { place(side, tick) } else { tick };
        let ends = if is_matched { in_a } else { extents };
        let grid = Grid::covering(0, ends[0].max(ends[1]), slices);
        let count = self.names.len();
        let times = [0, 1].map(|side| {
            StateTimes::of_calls(
                self.traces[side],
                grid,
                StackLevel::Innermost,
                &self.of_function[side],
                count,
            )
        });
        let [a, b] = times;
        let choice = StateChoice::new(&a.and(&b), 15);
        let trees = self.traces.map(LaneTree::new);
        let leaves = [0, 1].map(|side: usize| -> Vec<usize> {
            let leaf = |lane: &LaneId| trees[side].leaves().iter().position(|of| of == lane).unwrap();
            self.lanes[side].iter().map(leaf).collect()
        });
        let level = StackLevel::Innermost;
        let tables = [0, 1].map(|side| {
            let (trace, tree, of) = (self.traces[side], &trees[side], &self.of_function[side]);
            let table =
                SliceTable::of_calls_at(trace, tree, grid, level, of, &choice, |tick| shown(side, tick));
            table.picked(&leaves[side])
        });
        let runs = [0, 1].map(|side: usize| FindingRun {
            trace: self.traces[side],
            tree: &trees[side],
            leaves: &leaves[side],
            of_function: &self.of_function[side],
            side,
        });
        let slices = FindingSlices::matched(self.warp.anchors(), extents, is_matched);
        let input = FindingsInput::new(&runs, &slices, level, &self.names, None).unwrap();
        let findings = input.findings(&self.tree);
        let shown_both = grid.slices_before(ends[0].min(ends[1]));
        let own = |side: usize| {
            let warp = |tick| if is_matched && side == 1 { self.warp.to_b(tick) } else { tick };
            let (run, map) = (&runs[side], SliceMap::new(grid, warp));
            LaneTimes::of_calls(run.trace, run.tree, run.leaves, &map, level, run.of_function, &choice)
        };
        let own = [own(0), own(1)];
        let edges = own.each_ref().map(LaneTimes::edges);
        let [explained, pauses] = input.places(&findings, edges.each_ref().map(Vec::as_slice));
        let differences = differences_of_runs(&DifferenceInput {
            runs: [std::slice::from_ref(&tables[0]), std::slice::from_ref(&tables[1])],
            tree: &self.tree,
            both: shown_both,
            explained: &explained,
            pauses: &pauses,
            own: Some([&own[0], &own[1]]),
            floor: Floor::default(),
        });
        Lists { tree: self.tree.clone(), input, findings: findings.found, differences }
    }
}
