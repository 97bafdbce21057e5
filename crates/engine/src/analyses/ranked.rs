//! Differences under a normalisation and a noise floor.

use super::{Aligned, PathUnion};
use diptych_compare::Pair;
use diptych_compare::align::Kind as CallKind;
use diptych_compare::ranking::{
    By, Chip, Floor, Normalisation, Options, PermutationResult, Ranking, Reason, Row, Verdict, chips,
    rank_with_result,
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
    /// Functions of which calls moved, most time first.
    pub(crate) moved: Vec<Row>,
    pub(crate) verdict: Verdict,
    pub(crate) chips: Vec<Chip>,
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
        let ranking = rank_with_result(&paths.union, options, result);
        let moved_calls = aligned.alignment.sides[0].calls[CallKind::Moved as usize];
        let verdict = Verdict::new(&paths.union, &ranking, Some(moved_calls));
        let chips = chips(&paths.union, &ranking, CHIPS);
        Self { options, ranking, moved: moved(aligned.pair(traces), aligned, paths), verdict, chips }
    }
}

/// Functions with moved calls: how many, and their time on both sides.
fn moved(pair: Pair<'_>, aligned: &Aligned, paths: &PathUnion) -> Vec<Row> {
    let mut sums = vec![([0i64; 2], 0u64); paths.identity_count()];
    let [a, b] = pair.traces.map(Trace::calls);
    let of_a = &aligned.alignment.sides[0];
    for (row, _) in of_a.kind.iter().enumerate().filter(|(_, kind)| **kind == CallKind::Moved) {
        let call = CallId(row as u32);
        let (ticks, count) = &mut sums[paths.identity(pair.of_call(0, call)).index()];
        ticks[0] += a.duration(call);
        ticks[1] += b.duration(of_a.partner[row]);
        *count += 1;
    }
    let first_node = first_nodes(paths);
    let mut rows: Vec<Row> = sums
        .into_iter()
        .enumerate()
        .filter(|(_, (_, count))| *count > 0)
        .map(|(identity, (ticks, count))| {
            let [a, b] = ticks.map(|ticks| ticks as f64);
            Row {
                identity: IdentityId(identity as u32),
                node: first_node[identity],
                a,
                b,
                delta: b - a,
                own_share: (a > 0.0).then(|| (b - a) / a),
                responsibility: None,
                overweight: None,
                calls: [count; 2],
                reference_calls: None,
                above_floor: true,
                reason: Reason::OneSide,
                confidence: None,
            }
        })
        .collect();
    rows.order_by(|x, y| (y.a + y.b).total_cmp(&(x.a + x.b)).then_with(|| x.identity.cmp(&y.identity)));
    rows
}

/// The first path of each function.
fn first_nodes(paths: &PathUnion) -> Vec<NodeId> {
    let mut first = vec![NodeId::NONE; paths.identity_count()];
    for node in paths.union.nodes().rev() {
        first[paths.union.identity()[node.index()].index()] = node;
    }
    first
}
