//! Slow checks of the promises of an alignment, and variants of traces that some promises are about.

use diptych_compare::Pair;
use diptych_compare::align::{Aligned, Alignment, Kind};
use diptych_testkit::{IdentityTable, Rng};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};

/// An alignment with its sides exchanged, without private fields.
pub(crate) struct Mirrored {
    pub(crate) sides: [Aligned; 2],
}

pub(crate) fn mirrored(alignment: &Alignment) -> Mirrored {
    let [a, b] = alignment.sides.clone();
    Mirrored { sides: [b, a] }
}

/// Checks everything that an alignment promises for any traces. Lanes are paired in order.
pub(crate) fn check(a: &Trace, b: &Trace, alignment: &Alignment) {
    let traces = [a, b];
    let partner = |side: usize, call: CallId| alignment.sides[side].partner[call.index()].some();
    let caller = |side: usize, call: CallId| {
        let parents = traces[side].calls().parent();
        std::iter::successors(parents[call.index()].some(), |up| parents[up.index()].some())
            .find(|&up| partner(side, up).is_some())
    };
    let key = |side: usize, call: CallId| {
        let function = traces[side].calls().function()[call.index()];
        IdentityTable::plain_key(traces[side].functions().get(traces[side].names(), function))
    };
    for side in [0, 1] {
        let of = &alignment.sides[side];
        assert_eq!([of.partner.len(), of.kind.len()], [traces[side].calls().len(); 2]);
        for (row, &kind) in of.kind.iter().enumerate() {
            let call = CallId(row as u32);
            assert_eq!(kind == Kind::Only, partner(side, call).is_none());
            if let Some(other) = partner(side, call) {
                assert_eq!(partner(1 - side, other), Some(call), "partners are mutual");
                assert_eq!(key(side, call), key(1 - side, other), "partners have one identity");
                assert_eq!(kind, alignment.sides[1 - side].kind[other.index()]);
            }
        }
        for kind in [Kind::Matched, Kind::Moved, Kind::Only] {
            let calls = of.kind.iter().enumerate().filter(|(_, other)| **other == kind);
            let times: Vec<i64> =
                calls.map(|(row, _)| traces[side].calls().self_time(CallId(row as u32))).collect();
            assert_eq!(of.calls[kind as usize], times.len() as u64);
            assert_eq!(of.self_time[kind as usize], times.iter().sum::<i64>());
        }
    }
    // The place of a pair, if its calls are at corresponding places.
    let place = |a: CallId, b: CallId| match (caller(0, a), caller(1, b)) {
        (Some(x), Some(y)) => (partner(0, x) == Some(y)).then_some(Ok(x)),
        (None, None) => {
            let lanes = [(0, a), (1, b)].map(|(side, call): (usize, CallId)| {
                let (all, lane) = (traces[side].lanes(), traces[side].lanes().of_call(call));
                if all.kind(lane) == LaneKind::Sublane { all.parent(lane).unwrap() } else { lane }
            });
            (lanes[0] == lanes[1]).then_some(Err(lanes[0]))
        }
        _ => None,
    };
    let rows = (0..a.calls().len() as u32).map(CallId);
    let pairs: Vec<_> = rows
        .filter_map(|a| partner(0, a).map(|b| (place(a, b), a, b, alignment.sides[0].kind[a.index()])))
        .collect();
    let order = |side: usize, call: CallId| (traces[side].calls().start()[call.index()], call);
    for &(at, a, b, kind) in &pairs {
        let crosses = pairs.iter().any(|other| {
            let [before_a, before_b] = [order(0, other.1) < order(0, a), order(1, other.2) < order(1, b)];
            other.3 == Kind::Matched && other.0 == at && before_a != before_b && other.1 != a
        });
        match kind {
            Kind::Matched => assert!(at.is_some() && !crosses, "{a:?} keeps its order"),
            _ => assert!(at.is_none() || crosses, "{a:?} has really moved"),
        }
    }
}

/// Returns the number of pairs of a plain alignment: longest common subsequences of identities, level by level.
pub(crate) fn matched_level_by_level(pair: Pair, lanes: &[(LaneId, LaneId)]) -> u64 {
    let roots = |side: usize, lane| -> Vec<CallId> {
        let calls = pair.traces[side].lanes().calls(lane).map(CallId);
        calls.filter(|call| pair.traces[side].calls().depth()[call.index()] == 0).collect()
    };
    lanes.iter().map(|&(a, b)| level(pair, &roots(0, a), &roots(1, b))).sum()
}

fn level(pair: Pair, a: &[CallId], b: &[CallId]) -> u64 {
    let mut longest = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for (i, &x) in a.iter().enumerate().rev() {
        for (j, &y) in b.iter().enumerate().rev() {
            longest[i][j] = longest[i + 1][j].max(longest[i][j + 1]);
            if pair.of_call(0, x) == pair.of_call(1, y) {
                longest[i][j] = longest[i][j].max(longest[i + 1][j + 1] + 1);
            }
        }
    }
    let (mut i, mut j, mut matched) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        if pair.of_call(0, a[i]) == pair.of_call(1, b[j]) && longest[i][j] == longest[i + 1][j + 1] + 1 {
            let children = |side: usize, call| pair.traces[side].calls().children(call).collect::<Vec<_>>();
            matched += 1 + level(pair, &children(0, a[i]), &children(1, b[j]));
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    matched
}

/// Rebuilds a trace with some calls left out, renamed or at other times, on the same lanes.
fn rebuilt<'a>(
    trace: &'a Trace,
    name: impl Fn(FunctionSpec<'a>) -> String,
    span: impl Fn(CallId) -> Option<(i64, i64)>,
) -> Trace {
    let mut builder = Builder::default();
    for lane in trace.lanes().ids() {
        builder.lane(
            trace.lanes().parent(lane),
            trace.lanes().kind(lane),
            trace.lanes().name(trace.names(), lane),
        );
    }
    for lane in trace.lanes().ids() {
        for call in trace.lanes().calls(lane).map(CallId) {
            let Some((start, end)) = span(call) else { continue };
            let spec = trace.functions().get(trace.names(), trace.calls().function()[call.index()]);
            let name = name(spec);
            let function = builder.function(FunctionSpec { name: &name, ..spec });
            builder.call(lane, CallSpec { start, end, function, source: 0 });
        }
    }
    builder.finish().remove(0).1
}

fn span(trace: &Trace, call: CallId) -> (i64, i64) {
    let [start, end] = [trace.calls().start()[call.index()], trace.calls().end()[call.index()]];
    (trace.origin() + start, trace.origin() + end)
}

/// Returns the trace without one call, whose callees become those of its caller.
pub(crate) fn less_one(trace: &Trace, gone: CallId) -> Trace {
    rebuilt(trace, |spec| spec.name.to_owned(), |call| (call != gone).then(|| span(trace, call)))
}

/// Returns the trace with all functions renamed. Equal names stay equal, and their order depends on the salt.
pub(crate) fn renamed(trace: &Trace, salt: u64) -> Trace {
    let name = |spec: FunctionSpec| {
        let bits = spec.name.bytes().fold(salt, |bits, byte| Rng::new(bits ^ u64::from(byte)).bits());
        format!("{bits:x} {}", spec.name)
    };
    rebuilt(trace, name, |call| Some(span(trace, call)))
}

/// Returns the trace with the children of every call in another order.
pub(crate) fn shuffled(trace: &Trace, salt: u64) -> Trace {
    let calls = trace.calls();
    let mut rng = Rng::new(salt);
    let mut starts = calls.start().to_vec();
    // Parents precede their children, so the parent's new place is known when a child is placed.
    let mut rows: Vec<Vec<CallId>> = Vec::new();
    for lane in trace.lanes().ids() {
        let range = trace.lanes().calls(lane).map(CallId);
        rows.push(range.filter(|call| calls.depth()[call.index()] == 0).collect());
    }
    let mut moved = vec![0; calls.len()];
    let mut parents: Vec<Option<CallId>> = vec![None; rows.len()];
    while let Some(mut row) = rows.pop() {
        let parent = parents.pop().flatten();
        let Some(&first) = row.first() else { continue };
        let mut at = calls.start()[first.index()] + parent.map_or(0, |parent| moved[parent.index()]);
        let order = row.clone();
        for left in (1..row.len()).rev() {
            row.swap(left, rng.below(left as u64 + 1) as usize);
        }
        let gap = |place: usize| calls.start()[order[place + 1].index()] - calls.end()[order[place].index()];
        for (place, &call) in row.iter().enumerate() {
            moved[call.index()] = at - calls.start()[call.index()];
            starts[call.index()] = at;
            at += calls.duration(call) + if place + 1 < row.len() { gap(place) } else { 0 };
            rows.push(calls.children(call).collect());
            parents.push(Some(call));
        }
    }
    let span = |call: CallId| Some((starts[call.index()], starts[call.index()] + calls.duration(call)));
    rebuilt(trace, |spec| spec.name.to_owned(), span)
}
