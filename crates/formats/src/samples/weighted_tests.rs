//! Compares calls made from weighted stacks with those of a naive version.

use super::{StackId, WeightedStacks};
use crate::decimal::Decimal;
use diptych_trace::{Axis, Builder, CallId, FunctionSpec, LaneKind, Sink, Trace, Unit};
use proptest::prelude::*;

/// Frames from the outside in, and the weight in tenths.
type Spec = (Vec<u32>, u32);

fn build(specs: &[Spec]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let mut weighted = WeightedStacks::default();
    for (frames, tenths) in specs {
        let stack = frames.iter().fold(StackId::EMPTY, |stack, &frame| weighted.stacks.push(stack, frame));
        let weight = Decimal::scaled(format!("{}.{}", tenths / 10, tenths % 10).as_bytes(), 0).unwrap();
        weighted.add(stack, weight, 0).unwrap();
    }
    builder.axis(weighted.axis(Unit::Count));
    let mut function = |frame: u32, sink: &mut dyn Sink| {
        sink.function(FunctionSpec { name: &format!("f{frame}"), ..FunctionSpec::default() })
    };
    let above = weighted.above();
    weighted.write(StackId::EMPTY, &above, lane, &mut function, &mut builder);
    builder.finish().remove(0).1
}

/// Returns every distinct prefix, with the total weight of the stacks that begin with it, in tenths.
fn naive(specs: &[Spec]) -> Vec<(Vec<u32>, u64)> {
    let mut prefixes: Vec<Vec<u32>> = Vec::new();
    for (frames, _) in specs {
        for length in 1..=frames.len() {
            if !prefixes.contains(&frames[..length].to_vec()) {
                prefixes.push(frames[..length].to_vec());
            }
        }
    }
    let weight = |prefix: &[u32]| {
        specs
            .iter()
            .filter(|(frames, _)| frames.starts_with(prefix))
            .map(|(_, tenths)| u64::from(*tenths))
            .sum()
    };
    let weighed = prefixes.into_iter().map(|prefix| (weight(&prefix), prefix));
    weighed.filter(|(tenths, _)| *tenths > 0).map(|(tenths, prefix)| (prefix, tenths)).collect()
}

/// Returns the paths of the calls and their widths in tenths.
fn paths(trace: &Trace) -> Vec<(Vec<u32>, u64)> {
    let calls = trace.calls();
    let scale = trace.axis().scale * 10.0;
    let mut open: Vec<u32> = Vec::new();
    (0..calls.len() as u32)
        .map(|call| {
            open.truncate(calls.depth()[call as usize] as usize);
            open.push(trace.call_name(CallId(call))[1..].parse().unwrap());
            (open.clone(), (calls.duration(CallId(call)) as f64 * scale).round() as u64)
        })
        .collect()
}

proptest! {
    #[test]
    fn every_stack_is_one_call_of_its_total_weight(
        specs in prop::collection::vec((prop::collection::vec(0u32..3, 1..6), 0u32..40), 0..30),
    ) {
        let trace = build(&specs);
        prop_assert_eq!(trace.check(), Ok(()));
        let (mut found, mut expected) = (paths(&trace), naive(&specs));
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn whole_weights_are_ticks_and_others_millionths() {
    let axis = |specs: &[Spec]| build(specs).axis();
    assert!((axis(&[(vec![0], 10), (vec![1], 20)]).scale - 1.0).abs() < f64::EPSILON);
    let fine = axis(&[(vec![0], 10), (vec![1], 25)]);
    assert!((fine.scale - 1e-6).abs() < f64::EPSILON && fine != Axis::TIME);
}
