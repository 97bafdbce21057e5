//! The calls of a subject, against a scan of all calls.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/pairs.rs"]
mod pairs;

use diptych_protocol::{AreaRef, FunctionRef, GroupBy, GroupRef, LaneRef, SideName, Subject, Window};
use diptych_testkit::Shape;
use diptych_trace::{CallId, LaneId, Trace};
use diptych_views::{Correspondence, Highlight, package_of, words};
use pairs::Sides;
use proptest::prelude::*;

const SHAPE: Shape = Shape { calls: 120, lanes: 3, functions: 7, max_depth: 9, extent: 3_000 };

fn reference(trace: &Trace, call: CallId) -> FunctionRef {
    let function = words::function_of(trace, call);
    FunctionRef { name: function.name.to_owned(), file: function.file.to_owned() }
}

fn callers(trace: &Trace, call: CallId) -> Vec<CallId> {
    let up = |call: &CallId| trace.calls().parent()[call.index()].some();
    std::iter::successors(Some(call), up).collect()
}

/// Returns subjects of every kind that involve a call of A and a call of B.
fn subjects(correspondence: &Correspondence<'_>, [a, b]: [CallId; 2], window: Window) -> Vec<Subject> {
    let [of_a, of_b] = correspondence.pair.traces;
    let side = SideName::A;
    let function = words::function_of(of_a, a);
    let mut path: Vec<FunctionRef> = callers(of_a, a).into_iter().map(|call| reference(of_a, call)).collect();
    path.reverse();
    let [one, other] = [words::reference(side, of_a, a), words::reference(SideName::B, of_b, b)];
    let (lane, depth) = (of_a.lanes().of_call(a).0, of_a.calls().depth()[a.index()]);
    let parts = function.file.split('/').filter(|part| !part.is_empty());
    let place: Vec<String> = parts.chain([function.name]).map(str::to_owned).collect();
    let mut subjects = vec![
        Subject::Function(reference(of_a, a)),
        Subject::Group(GroupRef { by: GroupBy::Package, name: package_of(function).to_owned() }),
        Subject::Group(GroupRef { by: GroupBy::Category, name: function.category.to_owned() }),
        Subject::Element(place.clone()),
        Subject::Element(place[..1].to_vec()),
        Subject::Lane(LaneRef { side, lane }),
        Subject::Area(AreaRef { side, first: 0, last: lane, depth, window }),
        Subject::Time { side: SideName::B, window, other: None },
        Subject::Call(one.clone()),
        Subject::Match(one, other),
        Subject::Path(path.clone()),
    ];
    if let [.., caller, callee] = &path[..] {
        subjects.push(Subject::Relation { caller: caller.clone(), callee: callee.clone() });
    }
    subjects
}

/// Returns true if a subject includes a call, read from its definition alone.
fn is_meant(correspondence: &Correspondence<'_>, subject: &Subject, side: SideName, call: CallId) -> bool {
    let trace = correspondence.trace(side);
    let calls = trace.calls();
    // A function counts if it has this name, or if it matches a function of the other side that has.
    let is_function = |call: CallId, named: &dyn Fn(&Trace, CallId) -> bool| {
        let own = correspondence.pair.of_call(side.index(), call);
        SideName::BOTH.into_iter().any(|of| {
            let trace = correspondence.trace(of);
            (0..trace.calls().len() as u32).map(CallId).any(|other| {
                (of == side && calls.function()[call.index()] == trace.calls().function()[other.index()]
                    || correspondence.pair.of_call(of.index(), other) == own)
                    && named(trace, other)
            })
        })
    };
    let is = |call: CallId, of: &FunctionRef| is_function(call, &|trace, call| reference(trace, call) == *of);
    let inside = |of: &diptych_protocol::CallRef| {
        of.side == side && words::find(trace, of).is_some_and(|of| calls.subtree(of).contains(&call.0))
    };
    let runs_in = |window: Window| {
        let (start, end) = (calls.start()[call.index()], calls.end()[call.index()]);
        start < window.end && (end > window.start || start >= window.start)
    };
    match subject {
        Subject::Call(of) => inside(of),
        Subject::Match(a, b) => inside(a) || inside(b),
        Subject::Function(of) => is(call, of),
        Subject::Group(GroupRef { by, name }) => is_function(call, &|trace, call| {
            let function = words::function_of(trace, call);
            *name
                == match by {
                    GroupBy::Package => package_of(function),
                    GroupBy::File => function.file,
                    GroupBy::Category => function.category,
                }
        }),
        Subject::Element(path) => is_function(call, &|trace, call| {
            let function = words::function_of(trace, call);
            let mut whole: Vec<&str> = function.file.split('/').filter(|part| !part.is_empty()).collect();
            whole.push(function.name);
            path.len() <= whole.len() && path.iter().zip(whole).all(|(part, own)| part == own)
        }),
        Subject::Path(path) => callers(trace, call).into_iter().any(|top| {
            let way = callers(trace, top);
            way.len() == path.len() && path.iter().rev().zip(way).all(|(step, call)| is(call, step))
        }),
        Subject::Relation { caller, callee } => {
            let up = calls.parent()[call.index()].some();
            is(call, callee) && up.is_some_and(|up| is(up, caller))
        }
        Subject::ElementRelation { .. } => false,
        Subject::Lane(LaneRef { side: of, lane }) => {
            let lanes = trace.lanes();
            let up = std::iter::successors(Some(lanes.of_call(call)), |&lane| lanes.parent(lane));
            *of == side && up.into_iter().any(|of| of == LaneId(*lane))
        }
        Subject::Area(AreaRef { side: of, first, last, depth, window }) => {
            let lane = trace.lanes().of_call(call).0;
            let in_rows = (*first..=*last).contains(&lane) && calls.depth()[call.index()] >= *depth;
            *of == side && in_rows && runs_in(*window)
        }
        Subject::Time { side: of, window, .. } => *of == side && runs_in(*window),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 8, ..ProptestConfig::default() })]

    #[test]
    fn highlight_holds_the_calls_of_its_subject(seed: u64, chosen: [prop::sample::Index; 2], start in -100i64..3_100, span in 1i64..900) {
        let sides = Sides::planted(seed, SHAPE);
        let correspondence = sides.correspondence();
        let lens = sides.traces().map(|trace| trace.calls().len());
        prop_assume!(lens[0] > 0 && lens[1] > 0);
        let calls = [0, 1].map(|side: usize| CallId(chosen[side].index(lens[side]) as u32));
        for subject in subjects(&correspondence, calls, Window { start, end: start + span }) {
            let highlight = Highlight::new(&subject, sides.traces().map(Some), Some(&correspondence));
            for side in SideName::BOTH {
                let ranges = &highlight.calls[side.index()];
                prop_assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start), "{:?}", ranges);
                for call in (0..lens[side.index()] as u32).map(CallId) {
                    let holds = highlight.holds(side, correspondence.trace(side), call);
                    prop_assert_eq!(holds, is_meant(&correspondence, &subject, side, call), "{:?} {:?} {:?}", subject, side, call);
                }
            }
        }
    }
}
