//! Differences under a normalisation and a noise floor.

use super::{Aligned, PathUnion};
use diptych_compare::Pair;
use diptych_compare::align::Kind as CallKind;
use diptych_compare::call_times::FewCall;
use diptych_compare::ranking::{
    By, Floor, Normalisation, Options, PermutationResult, Phase, RankInput, Ranking, Reason, Row, Verdict,
    add_common, largest, phases, rank_with_result,
};
use diptych_profile::NodeId;
use diptych_protocol::{ComparisonState, Normalise};
use diptych_trace::{Axis, CallId, IdentityId, Sorting, Trace};

/// Most chips.
const CHIPS: usize = 5;

/// A ranking with all that is said of the pair as a whole.
#[derive(Debug)]
pub(crate) struct Ranked {
    pub(crate) options: Options,
    pub(crate) ranking: Ranking,
    /// Functions with moved calls, most calls first.
    pub(crate) moved: Vec<Row>,
    /// By row of these, how far the call that moved farthest did, ticks: from where the calls around it lie.
    pub(crate) moved_by: Vec<i64>,
    /// With one run a side: calls that take far longer than all others of their function, and longer than the floor,
    /// longest first; a row each.
    pub(crate) pauses: Vec<Row>,
    /// The calls of these rows.
    pub(crate) pause_calls: Vec<FewCall>,
    pub(crate) verdict: Verdict,
    /// The largest changes by path.
    pub(crate) phases: Vec<Phase>,
    /// Places of the largest of these that stand out, largest first.
    pub(crate) chips: Vec<usize>,
}

/// What a state asks of a ranking of traces on an axis.
pub(crate) fn options_of(state: &ComparisonState, axis: Axis) -> Options {
    let normalisation = match state.normalise {
        Normalise::Absolute => Normalisation::Absolute,
        Normalise::PerTotal => Normalisation::PerTotal,
        Normalise::PerCall => Normalisation::PerCall,
    };
    let floor = Floor::on(axis, f64::from(state.floor_percent) / 100.0, f64::from(state.floor_us));
    Options { by: By::Function, normalisation, floor, ..Options::default() }
}

impl Ranked {
    /// `result`: what several runs a side say under these options. O(nodes of the union tree · runs + calls).
    pub(crate) fn new(
        (aligned, paths): (&Aligned, &PathUnion),
        traces: [&Trace; 2],
        options: Options,
        result: Option<&PermutationResult>,
    ) -> Self {
        let few = paths.few(aligned);
        let ranking = rank_with_result(&paths.union, options, RankInput { result, few });
        let moved_calls = aligned.alignment.sides[0].calls[CallKind::Moved as usize];
        let verdict = Verdict::new(&paths.union, &ranking, Some(moved_calls));
        let first_node = first_nodes(paths);
        let (moved, moved_by) = moved(aligned.pair(traces), aligned, paths, &first_node);
        let mut phases = phases(&paths.union, &ranking, few);
        if paths.is_aligned() && options.normalisation == Normalisation::Absolute {
            add_common(&mut phases, &paths.union, &aligned.common);
        }
        let chips = largest(&phases, CHIPS);
        // Stored results may name functions that have no path.
        let has_path = |call: &FewCall| first_node[call.identity.index()] != NodeId::NONE;
        let pause_calls: Vec<FewCall> = pauses(few, options.floor).into_iter().filter(has_path).collect();
        let pauses = pause_calls.iter().map(|call| pause(call, first_node[call.identity.index()])).collect();
        Self { options, ranking, moved, moved_by, pauses, pause_calls, verdict, phases, chips }
    }
}

/// Calls that take far longer than all others of their function, and longer than the floor; longest first.
pub(crate) fn pauses(few: &[FewCall], floor: Floor) -> Vec<FewCall> {
    let mut calls: Vec<FewCall> = few.iter().filter(|call| call.self_ticks > floor.ticks).copied().collect();
    calls.order_by(|x, y| {
        y.self_ticks.cmp(&x.self_ticks).then_with(|| (x.side, x.call).cmp(&(y.side, y.call)))
    });
    calls
}

/// A row of such a call.
fn pause(call: &FewCall, node: NodeId) -> Row {
    let mut ticks = [0.0; 2];
    let mut calls = [0; 2];
    (ticks[call.side], calls[call.side]) = (call.self_ticks as f64, 1);
    row(call.identity, node, ticks, calls)
}

/// A row that stands for itself.
fn row(identity: IdentityId, node: NodeId, [a, b]: [f64; 2], calls: [u64; 2]) -> Row {
    Row {
        identity,
        node,
        a,
        b,
        delta: b - a,
        inclusive: None,
        beneath: None,
        holds: 0,
        code_move: None,
        few: [0.0; 2],
        few_calls: [0; 2],
        own_share: (a > 0.0).then(|| (b - a) / a),
        responsibility: None,
        overweight: None,
        calls,
        reference_calls: None,
        above_floor: true,
        reason: Reason::OneSide,
        confidence: None,
    }
}

/// Functions with moved calls: how many, their time on both sides, and how far they moved at most.
fn moved(
    pair: Pair<'_>,
    aligned: &Aligned,
    paths: &PathUnion,
    first_node: &[NodeId],
) -> (Vec<Row>, Vec<i64>) {
    let mut sums = vec![([0i64; 2], 0u64, 0i64); paths.identity_count()];
    let [a, b] = pair.traces.map(Trace::calls);
    let of_a = &aligned.alignment.sides[0];
    for (row, _) in of_a.kind.iter().enumerate().filter(|(_, kind)| **kind == CallKind::Moved) {
        let call = CallId(row as u32);
        let partner = of_a.partner[row];
        let (ticks, count, farthest) = &mut sums[paths.identity(pair.of_call(0, call)).index()];
        ticks[0] += a.duration(call);
        ticks[1] += b.duration(partner);
        *count += 1;
        let distance = aligned.warp.to_b(a.start()[row]) - b.start()[partner.index()];
        *farthest = (*farthest).max(distance.abs());
    }
    let mut rows: Vec<(Row, i64)> = sums
        .into_iter()
        .enumerate()
        .filter(|(_, (_, count, _))| *count > 0)
        .map(|(identity, (ticks, count, farthest))| {
            let ticks = ticks.map(|ticks| ticks as f64);
            (row(IdentityId(identity as u32), first_node[identity], ticks, [count; 2]), farthest)
        })
        .collect();
    rows.order_by(|(x, x_by), (y, y_by)| {
        y.calls[0].cmp(&x.calls[0]).then(y_by.cmp(x_by)).then_with(|| x.identity.cmp(&y.identity))
    });
    rows.into_iter().unzip()
}

/// The first path of each function.
fn first_nodes(paths: &PathUnion) -> Vec<NodeId> {
    let mut first = vec![NodeId::NONE; paths.identity_count()];
    for node in paths.union.nodes().rev() {
        first[paths.union.identity()[node.index()].index()] = node;
    }
    first
}
