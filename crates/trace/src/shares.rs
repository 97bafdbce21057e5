//! A trace as shares of its whole: the form in which two traces that measure different things can be compared.
//!
//! A format without time knows only the path that a share was spent on. It does not know repeated calls, their order or
//! their instants. So the calls of a lane become its call tree: one call for each path, siblings in order of name, each
//! as wide as the sum of the path's calls.

use crate::trace::Parts;
use crate::{
    Axis, AxisKind, CallId, Calls, Counters, Flows, FunctionId, Instants, LaneId, Lanes, Trace, Unit,
};
use rustc_hash::FxHashMap;

/// Ticks of a whole; a tick is a billionth of it.
pub const WHOLE: i64 = 1_000_000_000;

impl Axis {
    /// Shares of the whole, in per cent.
    pub const SHARE: Self = Self { kind: AxisKind::Weight, unit: Unit::Share, scale: 100.0 / WHOLE as f64 };

    /// Returns true if two traces that measure different things can be compared in shares of their wholes. Time,
    /// samples, events and accumulated time all say how much of a run something took. Bytes do not.
    pub fn has_shares_with(self, other: Self) -> bool {
        self != other && (self.unit == other.unit || ![self.unit, other.unit].contains(&Unit::Bytes))
    }
}

/// A path in a lane's call tree.
struct Path {
    function: FunctionId,
    /// Inclusive ticks of the path's calls.
    ticks: i64,
    /// Source offset of the path's first call.
    source: u64,
    below: Vec<u32>,
}

impl Trace {
    /// Returns the run as shares of the time, weight or number of all its calls: call trees on [`Axis::SHARE`]. Call
    /// counts, further weights and flows are left out. O(calls).
    pub fn in_shares(&self) -> Self {
        let trees: Vec<Vec<Path>> = self.lanes().ids().map(|lane| self.paths(lane)).collect();
        let roots = trees.iter().flat_map(|tree| tree[0].below.iter().map(|&root| tree[root as usize].ticks));
        let whole: f64 = roots.map(|ticks| ticks as f64).sum();
        // Scaling is monotonic, so calls that nest or follow each other still do after rounding.
        let share = if whole > 0.0 { WHOLE as f64 / whole } else { 0.0 };
        let mut out = CallWriter { share, calls: Calls::default() };
        let mut lanes = Lanes { first_call: vec![0], ..self.parts.lanes.clone() };
        for tree in &trees {
            out.lane(tree);
            lanes.first_call.push(out.calls.len() as u32);
        }
        let parts = Parts {
            origin: 0,
            axis: Axis::SHARE,
            sampling: self.parts.sampling.map(|_| 0),
            sample_size: self.parts.sample_size.scaled(share),
            summed: None,
            lanes,
            calls: out.calls,
            weights: Vec::new(),
            flows: Flows::default(),
            // Their times have no place on an axis of shares.
            instants: Instants::default(),
            counters: Counters::default(),
            names: self.parts.names.clone(),
            functions: self.parts.functions.clone(),
            elements: self.parts.elements.clone(),
            report: self.parts.report.clone(),
        };
        Self::assemble(parts)
    }

    /// Returns the call tree of a lane below an artificial root; siblings by name, file and line.
    fn paths(&self, lane: LaneId) -> Vec<Path> {
        let calls = self.calls();
        let root = Path { function: FunctionId(0), ticks: 0, source: 0, below: Vec::new() };
        let mut paths = vec![root];
        let mut by_step: FxHashMap<(u32, FunctionId), u32> = FxHashMap::default();
        let range = calls_of(self, lane);
        // The path of each call of the lane.
        let mut path_of: Vec<u32> = Vec::with_capacity(range.len());
        for call in range.clone() {
            let caller = calls.parent()[call].some();
            let above = caller.map_or(0, |caller: CallId| path_of[caller.index() - range.start]);
            let function = calls.function()[call];
            let next = paths.len() as u32;
            let path = *by_step.entry((above, function)).or_insert(next);
            if path == next {
                paths[above as usize].below.push(path);
                paths.push(Path { function, ticks: 0, source: calls.source()[call], below: Vec::new() });
            }
            // Calls of a path do not overlap, so their sum is at most the extent.
            paths[path as usize].ticks += calls.duration(CallId(call as u32));
            path_of.push(path);
        }
        let functions: Vec<FunctionId> = paths.iter().map(|path| path.function).collect();
        let spec = |path: u32| self.functions().get(self.names(), functions[path as usize]);
        for path in &mut paths {
            path.below.sort_by(|&left, &right| {
                let [left, right] = [left, right].map(spec);
                (left.name, left.file, left.line).cmp(&(right.name, right.file, right.line))
            });
        }
        paths
    }
}

fn calls_of(trace: &Trace, lane: LaneId) -> std::ops::Range<usize> {
    let range = trace.lanes().calls(lane);
    range.start as usize..range.end as usize
}

/// The calls of the new trace, while they are written.
struct CallWriter {
    /// Ticks of the new trace for one tick of the old.
    share: f64,
    calls: Calls,
}

impl CallWriter {
    /// Appends the call tree of a lane, siblings one after the other.
    fn lane(&mut self, tree: &[Path]) {
        // Paths that are still open: index in the tree, row, number of children written, and start of the next child.
        let mut open: Vec<(u32, CallId, usize, i64)> = vec![(0, CallId::NONE, 0, 0)];
        while let Some(&mut (path, row, ref mut written, ref mut at)) = open.last_mut() {
            let Some(&next) = tree[path as usize].below.get(*written) else {
                if row != CallId::NONE {
                    self.calls.subtree_end[row.index()] = self.calls.len() as u32;
                }
                open.pop();
                continue;
            };
            let (start, end) = (*at, *at + tree[next as usize].ticks);
            (*written, *at) = (*written + 1, end);
            let below = self.call(&tree[next as usize], [start, end], row, open.len() as u32 - 1);
            open.push((next, below, 0, start));
        }
    }

    fn call(&mut self, path: &Path, span: [i64; 2], parent: CallId, depth: u32) -> CallId {
        let row = CallId(self.calls.len() as u32);
        let [start, end] = span.map(|tick| (tick as f64 * self.share).round() as i64);
        self.calls.start.push(start);
        self.calls.end.push(end);
        self.calls.source.push(path.source);
        self.calls.function.push(path.function);
        self.calls.parent.push(parent);
        self.calls.depth.push(depth);
        self.calls.subtree_end.push(row.0 + 1);
        row
    }
}
