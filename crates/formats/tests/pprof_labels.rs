//! Checks labels of pprof samples: each label is a trace with its values as lanes, kept on request.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, LoadedFile};
use diptych_trace::{CallId, Keep, OddityKind, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use support::protobuf::{bytes, number};

/// A sample: functions from the inside out, the value, and labels. A label's value is a text if even, a number if odd.
type Sample = (Vec<u64>, u64, Vec<(u64, u64)>);

/// Makes a profile of one sample type, *cpu* in *count*. Texts are numbered so: key `kN` is 10 + N, value `vN` is 20 +
/// N, function `fN` is 30 + N.
fn profile(samples: &[Sample]) -> Vec<u8> {
    let mut file = bytes(1, &[number(1, 1), number(2, 2)].concat());
    for (stack, value, labels) in samples {
        let mut sample: Vec<u8> = stack.iter().flat_map(|function| number(1, function + 1)).collect();
        sample.extend(number(2, *value));
        for &(key, label) in labels {
            let label = if label % 2 == 0 { number(2, 20 + label) } else { number(3, label) };
            sample.extend(bytes(3, &[number(1, 10 + key), label].concat()));
        }
        file.extend(bytes(2, &sample));
    }
    for function in 0..8 {
        let line = bytes(4, &number(1, function + 1));
        file.extend(bytes(4, &[number(1, function + 1), line].concat()));
        file.extend(bytes(5, &[number(1, function + 1), number(2, 30 + function)].concat()));
    }
    for text in 0..40 {
        let text = match text {
            1 => "cpu".to_owned(),
            2 => "count".to_owned(),
            10..20 => format!("k{}", text - 10),
            20..30 => format!("v{}", text - 20),
            30.. => format!("f{}", text - 30),
            _ => String::new(),
        };
        file.extend(bytes(6, text.as_bytes()));
    }
    file
}

fn load(file: &[u8], keep: Keep) -> LoadedFile {
    let mut input = Input::new("").keeping(keep);
    file.chunks(100).for_each(|piece| input.feed(piece).unwrap());
    input.finish().unwrap()
}

/// Returns the self time of each function, by lane.
fn own(trace: &Trace) -> BTreeMap<(String, String), i64> {
    assert_eq!(trace.check(), Ok(()));
    let mut sums = BTreeMap::new();
    for lane in trace.lanes().ids() {
        let name = trace.lanes().name(trace.names(), lane).to_owned();
        for call in trace.lanes().calls(lane).map(CallId) {
            let key = (name.clone(), trace.call_name(call).to_owned());
            *sums.entry(key).or_insert(0) += trace.calls().self_time(call);
        }
    }
    sums.retain(|_, sum| *sum > 0);
    sums
}

proptest! {
    #[test]
    fn lanes_hold_the_samples_of_their_label(
        samples in prop::collection::vec(
            (prop::collection::vec(0u64..8, 1..5), 1u64..50, prop::collection::vec((0u64..2, 0u64..6), 0..4)), 1..30,
        ),
    ) {
        let file = profile(&samples);
        let taken = load(&file, Keep::MostCalls);
        prop_assert_eq!(&taken.traces[0].0, if taken.listed.len() > 1 { "cpu" } else { "" });
        let all = load(&file, Keep::All);
        for key in 0..2 {
            let name = format!("cpu by k{key}");
            let Some((_, trace)) = all.traces.iter().find(|(other, _)| *other == name) else {
                prop_assert!(samples.iter().all(|(_, _, labels)| labels.iter().all(|(of, _)| *of != key)));
                continue;
            };
            let mut expected: BTreeMap<(String, String), i64> = BTreeMap::new();
            for (stack, value, labels) in &samples {
                let lane = match labels.iter().find(|(of, _)| *of == key) {
                    None => format!("without k{key}"),
                    Some((_, label)) if label % 2 == 0 => format!("v{label}"),
                    Some((_, label)) => label.to_string(),
                };
                *expected.entry((lane, format!("f{}", stack[0]))).or_default() += *value as i64;
            }
            prop_assert_eq!(&own(trace), &expected);
            let listed = all.listed.iter().find(|listed| listed.name == name).unwrap();
            prop_assert!(listed.is_on_request);
            // Requested by name, the trace is the only one kept.
            let named = load(&file, Keep::Named(name));
            prop_assert_eq!(own(&named.traces[0].1), expected);
        }
    }
}

#[test]
fn first_16_labels_are_traces_others_counted() {
    const MANY: u64 = 50_000;
    // Each key refers to a different text, which the file does not have.
    let samples: Vec<Sample> = (0..MANY).map(|key| (vec![0], 1, vec![(100 + key, 2)])).collect();
    let loaded = load(&profile(&samples), Keep::MostCalls);
    assert_eq!(loaded.listed.len(), 17);
    let report = loaded.traces[0].1.report();
    let beyond = report.entries().iter().find(|entry| entry.kind == OddityKind::SkippedPart).unwrap();
    assert_eq!(beyond.count, MANY - 16);
}

#[test]
fn every_value_of_a_label_is_a_lane() {
    const MANY: u64 = 20_000;
    let samples: Vec<Sample> = (0..MANY).map(|value| (vec![0], 1, vec![(0, 2 * value + 1)])).collect();
    let loaded = load(&profile(&samples), Keep::Named("cpu by k0".to_owned()));
    let trace = &loaded.traces[0].1;
    assert_eq!((trace.check(), trace.lanes().len() as u64), (Ok(()), MANY));
    let name = |lane: u32| trace.lanes().name(trace.names(), diptych_trace::LaneId(lane));
    assert_eq!([name(0), name(1), name(MANY as u32 - 1)], ["1", "3", "39999"], "numbers ascend");
}
