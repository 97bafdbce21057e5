//! Changes of the calls that a function gets from one of its callers.
//!
//! The calls of a shared helper differ in length with what its callers ask for. If one caller's calls become longer and
//! another's shorter, the helper's time stays the same. If only one caller's calls become longer, the calls of all others
//! may vary by as much. So functions are judged for each caller apart. The calls of a caller that changed significantly get
//! a row of their own in two cases:
//!
//! * The function is not significant as a whole.
//! * Its calls changed in length, the calls of one caller have [`WHOLLY`] of the change, and all others did not change by
//!   more than the floor. Then the function's own row is not significant. Functions whose code moved keep their row.
//!
//! The *caller* is the nearest one by which the function's calls differ: if all calls of `sleep` come from `pause`, and
//! `pause` is called by `save` and by `load`, it is `save` or `load`. A call of the function by itself is part of the outer
//! call.

use super::cell::Cell;
use super::one_run::RunNoise;
use super::paired::PairedTest;
use super::path_calls::{Calls, PathCalls};
use super::row::{Kind, Reason, Row, WHOLLY};
use super::rows::{Judge, in_order};
use super::{Normalisation, Options, RowUnit, outliers};
use crate::call_times::OutlierCall;
use diptych_profile::{Floor, NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;

/// Smallest change of a caller's calls, as a share of the time of all calls. Smaller ones explain nothing of a run.
const LEAST_SHARE: f64 = 0.005;

/// The calls that a function gets from one caller.
#[derive(Debug, Clone, Copy)]
struct Part {
    function: IdentityId,
    caller: IdentityId,
    /// Path of the function with the largest change of these calls.
    node: NodeId,
    /// Change on that path, with outlier calls at ordinary length.
    change: f64,
    sides: [Calls; 2],
}

/// Adds rows to the lists for calls of one caller that changed significantly. Only functions of both sides by times as
/// recorded have some, with one run per side. `is_done` says of each function whether its change is explained otherwise.
/// O(nodes · depth), because callers are compared from the function outwards.
pub(super) fn put_parts(
    union: &UnionTree,
    few: &[OutlierCall],
    options: Options,
    judge: &Judge<'_>,
    waits: &[bool],
    is_done: &[bool],
    by_kind: &mut [Vec<Row>; 5],
) {
    let Judge::Within(noise, paired) = judge else { return };
    if (options.by, options.normalisation) != (RowUnit::Function, Normalisation::Absolute) {
        return;
    }
    let mut is_judged = is_done.to_vec();
    let mut wholes: FxHashMap<IdentityId, Row> = FxHashMap::default();
    for row in by_kind.iter().flatten().filter(|row| row.stands_out()) {
        is_judged[row.identity.index()] |= row.reason != Reason::Lengths || row.code_move.is_some();
        wholes.insert(row.identity, *row);
    }
    let parts = parts(union, few, &is_judged);
    let test = Test {
        noise: noise.of_more_rows(parts.len(), options.level),
        paired: paired.as_ref(),
        totals: outliers::totals(union),
        options,
    };
    let mut is_of_one_caller = vec![false; union.identity_count()];
    for (part, reason) in parts.iter().filter_map(|part| test.reason(part).map(|reason| (part, reason))) {
        let row = Row { reason, ..row(part) };
        if let Some(whole) = wholes.get(&part.function) {
            if !is_all_of(&row, whole, options.floor) {
                continue;
            }
            is_of_one_caller[part.function.index()] = true;
        }
        let kind = match row.delta > 0.0 {
            _ if waits.get(part.function.index()).is_some_and(|&waits| waits) => Kind::Waiting,
            true => Kind::Slower,
            false => Kind::Faster,
        };
        by_kind[kind as usize].push(row);
    }
    for list in by_kind {
        let of_one_caller =
            list.iter_mut().filter(|row| row.caller.is_none() && is_of_one_caller[row.identity.index()]);
        of_one_caller.for_each(|row| row.reason = Reason::InOneCaller);
        in_order(list);
    }
}

/// Returns true if a part has all of its function's change: [`WHOLLY`] of it, and the other calls did not change by more
/// than the floor.
fn is_all_of(part: &Row, whole: &Row, floor: Floor) -> bool {
    let left =
        [whole.a - whole.few[0] - (part.a - part.few[0]), whole.b - whole.few[1] - (part.b - part.few[1])];
    (WHOLLY..=1.0 / WHOLLY).contains(&(part.steady() / whole.steady())) && !floor.exceeded_by(left)
}

/// The test of a part: that of functions, with more rows.
struct Test<'a> {
    noise: RunNoise,
    paired: Option<&'a PairedTest<'a>>,
    totals: [f64; 2],
    options: Options,
}

impl Test<'_> {
    /// Returns why a part is significant, or `None` if it is not. A slow stretch of the machine may hit all calls of one
    /// caller, so the change must exceed the longest pause.
    fn reason(&self, part: &Part) -> Option<Reason> {
        let cells = part.sides.map(|calls| calls.cell());
        let [a, b] = cells;
        let change = (b.ticks - a.ticks).abs();
        let is_of_both = a.calls > 0 && b.calls > 0;
        if !is_of_both
            || !self.options.floor.exceeded_by([a.ticks, b.ticks])
            || change < LEAST_SHARE * self.totals[0].max(self.totals[1])
        {
            return None;
        }
        let reason = self.noise.reason(cells, self.options.floor);
        let by_lengths = reason == Reason::Lengths;
        let is_noise = by_lengths && (change <= self.noise.outlier || self.is_usual(cells));
        Some(reason).filter(|reason| reason.stands_out() && !is_noise)
    }

    /// Returns true if functions in general differ by as much as the calls became longer or shorter.
    fn is_usual(&self, [a, b]: [Cell; 2]) -> bool {
        self.paired.is_some_and(|paired| paired.is_usual_ratio((b.mean / a.mean).ln(), a.calls.min(b.calls)))
    }
}

/// Returns the row of a part.
fn row(part: &Part) -> Row {
    let cells = part.sides.map(|calls| calls.cell());
    let ticks = cells.map(|cell| cell.whole);
    let calls = part.sides.map(|of| of.all.calls);
    Row {
        caller: Some(part.caller),
        few: cells.map(|cell| cell.whole - cell.ticks),
        few_calls: cells.map(|cell| cell.few),
        ..Row::unranked(part.function, part.node, ticks, calls)
    }
}

/// Returns the parts of all functions that are not judged yet and have several callers, by function and caller.
fn parts(union: &UnionTree, few: &[OutlierCall], is_judged: &[bool]) -> Vec<Part> {
    let function = |node: NodeId| union.identity()[node.index()];
    let mut nodes: Vec<NodeId> = union.nodes().filter(|node| !is_judged[function(*node).index()]).collect();
    nodes.order_by_key(|&node| (function(node), node));
    let calls_of = PathCalls::new(union, few);
    let mut parts: Vec<Part> = Vec::new();
    for of_function in nodes.chunk_by(|&x, &y| function(x) == function(y)) {
        let callers = callers(union, of_function);
        let mut of_callers: Vec<Part> = of_function
            .iter()
            .zip(callers)
            .map(|(&node, caller)| {
                let sides = calls_of.sides(node);
                let change = sides[1].ticks() - sides[0].ticks();
                Part { function: function(node), caller, node, change, sides }
            })
            .collect();
        of_callers.order_by_key(|part| part.caller);
        of_callers.dedup_by(|part, sum| {
            let is_same = part.caller == sum.caller;
            if is_same {
                if part.change.abs() > sum.change.abs() {
                    (sum.node, sum.change) = (part.node, part.change);
                }
                for side in 0..2 {
                    sum.sides[side] += part.sides[side];
                }
            }
            is_same
        });
        if of_callers.len() > 1 {
            parts.extend(of_callers);
        }
    }
    parts
}

/// Returns the caller of each path of a function, the nearest by which the paths differ. If they never differ, all
/// callers are [`IdentityId::NONE`].
fn callers(union: &UnionTree, nodes: &[NodeId]) -> Vec<IdentityId> {
    let identity = |node: NodeId| union.identity()[node.index()];
    let own = identity(nodes[0]);
    let parent = |node: NodeId| union.parent()[node.index()].some();
    // A path of the function within itself belongs to the outer one.
    let mut above: Vec<Option<NodeId>> = nodes
        .iter()
        .map(|&node| {
            std::iter::successors(parent(node), |&node| parent(node)).find(|&node| identity(node) != own)
        })
        .collect();
    loop {
        let callers: Vec<IdentityId> =
            above.iter().map(|node| node.map_or(IdentityId::NONE, identity)).collect();
        if above.iter().all(Option::is_none) || callers.iter().any(|&caller| caller != callers[0]) {
            return callers;
        }
        above = above.into_iter().map(|node| node.and_then(parent)).collect();
    }
}
