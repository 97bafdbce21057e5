//! Compares calls made from samples with those of a naive version.

use super::{Sample, SampledCalls, StackId, Stacks, median};
use diptych_trace::{Builder, CallId, FunctionId, FunctionSpec, LaneKind, Sink, Trace};
use proptest::prelude::*;

/// A stack from the outside in, the gap before it, and its duration.
type Spec = (Vec<u32>, i64, i64);

fn functions(sink: &mut dyn Sink) -> Vec<FunctionId> {
    let names = ["a", "b", "c", "d"];
    names.iter().map(|name| sink.function(FunctionSpec { name, ..FunctionSpec::default() })).collect()
}

fn build(specs: &[Spec]) -> Trace {
    let mut builder = Builder::default();
    let functions = functions(&mut builder);
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let (mut stacks, mut calls, mut at) = (Stacks::default(), SampledCalls::new(lane), 0);
    for (frames, gap, length) in specs {
        let push = |stack, &frame: &u32| stacks.push(stack, functions[frame as usize].0);
        let stack = frames.iter().fold(StackId::EMPTY, push);
        let start = at + gap;
        at = start + length;
        calls.sample(&stacks, Sample { stack, start, end: at, source: 0, count: 1 }, &mut builder);
    }
    calls.finish(&stacks, &mut builder);
    builder.finish().remove(0).1
}

/// Finds calls one depth at a time. A call goes on as long as all frames up to that depth stay the same, without a gap.
fn naive(specs: &[Spec]) -> Vec<(usize, u32, i64, i64)> {
    let mut calls: Vec<(usize, u32, i64, i64)> = Vec::new();
    for depth in 0..specs.iter().map(|spec| spec.0.len()).max().unwrap_or(0) {
        let (mut at, mut before): (i64, Option<&[u32]>) = (0, None);
        for (frames, gap, length) in specs {
            let start = at + gap;
            at = start + length;
            let prefix = frames.get(..=depth);
            match (prefix, before) {
                (Some(prefix), Some(before)) if prefix == before && *gap == 0 => {
                    if let Some(last) = calls.last_mut() {
                        last.3 = at;
                    }
                }
                (Some(prefix), _) => calls.push((depth, prefix[depth], start, at)),
                (None, _) => {}
            }
            before = prefix;
        }
    }
    calls
}

fn specs() -> impl Strategy<Value = Vec<Spec>> {
    let sample = (prop::collection::vec(0u32..4, 0..6), prop_oneof![3 => Just(0i64), 1 => 1i64..5], 1i64..9);
    prop::collection::vec(sample, 0..40)
}

proptest! {
    #[test]
    fn calls_are_runs_of_samples(specs in specs()) {
        let trace = build(&specs);
        prop_assert_eq!(trace.check(), Ok(()));
        let calls = trace.calls();
        let mut found: Vec<_> = (0..calls.len() as u32).map(|call| {
            let (id, index) = (CallId(call), call as usize);
            let name = trace.call_name(id);
            let frame = ["a", "b", "c", "d"].iter().position(|known| *known == name).unwrap() as u32;
            let origin = trace.origin();
            (calls.depth()[index] as usize, frame, calls.start()[index] + origin, calls.end()[index] + origin)
        }).collect();
        let mut expected = naive(&specs);
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn renaming_joins_equal_stacks(specs in specs()) {
        let mut stacks = Stacks::default();
        let ids: Vec<StackId> = specs.iter()
            .map(|(frames, ..)| frames.iter().fold(StackId::EMPTY, |stack, &frame| stacks.push(stack, frame)))
            .collect();
        let (halved, became) = stacks.renamed(|frame| frame / 2);
        for (spec, id) in specs.iter().zip(ids) {
            let mut stack = became[id.0 as usize];
            for &frame in spec.0.iter().rev() {
                prop_assert_eq!(halved.frame(stack), frame / 2);
                stack = halved.below(stack);
            }
            prop_assert_eq!(stack, StackId::EMPTY);
        }
        prop_assert!(halved.len() <= stacks.len());
    }
}

#[test]
fn interval_is_the_median() {
    assert_eq!(median([5, 0, 1, -3, 9].into_iter()), 5);
    assert_eq!(median([0, -1].into_iter()), 0);
}
