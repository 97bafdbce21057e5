//! The number of copies of the repetition that a call belongs to.

use super::case::Case;
use crate::matches::repeated::copies;
use diptych_protocol::SideName;
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::CallId;
use proptest::prelude::*;

#[test]
fn every_call_of_a_repetition_knows_its_copies() {
    let text = "t\n  0..100 run\n    0..10 a\n    10..20 b\n    20..30 a\n    30..40 b\n    40..50 a\n    50..60 b\n    70..80 c\n";
    let case = Case::new(trace(text), trace(text), 0.2);
    let found = |name: &str| -> Vec<Option<u32>> {
        let calls = case.calls(SideName::A, name);
        calls.iter().map(|&call| copies(case.repetitions(SideName::A), &case.traces[0], call)).collect()
    };
    assert_eq!(found("a"), [Some(3); 3]);
    assert_eq!(found("b"), [Some(3); 3]);
    assert_eq!((found("c"), found("run")), (vec![None], vec![None]));
}

proptest! {
    #[test]
    fn copies_match_a_scan_of_all_repetitions(seed: u64) {
        let shape = Shape { calls: 120, lanes: 2, functions: 2, max_depth: 4, extent: 3_000 };
        let case = Case::new(generate(seed, shape), generate(seed, shape), 0.2);
        let (all, trace) = (case.repetitions(SideName::A), &case.traces[0]);
        let calls = trace.calls();
        for call in (0..calls.len() as u32).map(CallId) {
            let holds = |first: CallId, last: CallId| {
                let is_sibling = calls.parent()[call.index()] == calls.parent()[first.index()]
                    && trace.lanes().of_call(call) == trace.lanes().of_call(first);
                is_sibling && first <= call && call <= last
            };
            let expected = all.iter().find(|of| holds(of.first, of.last)).map(|of| of.copies);
            prop_assert_eq!(copies(all, trace, call), expected);
        }
    }
}
