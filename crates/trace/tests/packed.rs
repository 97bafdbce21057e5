//! Tests of traces in few bytes and back. Names, functions, lanes and calls come back unchanged. Any other bytes are
//! refused, or make a trace that passes `check()`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::{Shape, generate, picture, trace};
use diptych_trace::Trace;
use proptest::prelude::*;

fn assert_same(back: &Trace, trace: &Trace) {
    assert_eq!(picture(back), picture(trace));
    let (own, calls) = (back.calls(), trace.calls());
    assert_eq!((own.start(), own.end()), (calls.start(), calls.end()));
    assert_eq!((own.parent(), own.depth()), (calls.parent(), calls.depth()));
    assert_eq!((own.function(), own.subtree_end()), (calls.function(), calls.subtree_end()));
    let names = |trace: &Trace| format!("{:?}", trace.functions().specs(trace.names()));
    assert_eq!(names(back), names(trace));
    let kinds = |trace: &Trace| trace.lanes().ids().map(|id| trace.lanes().kind(id)).collect::<Vec<_>>();
    assert_eq!(kinds(back), kinds(trace));
    assert_eq!((back.extent(), back.origin(), back.axis()), (trace.extent(), trace.origin(), trace.axis()));
}

proptest! {
    #[test]
    fn packed_traces_come_back_with_their_calls(seed: u64) {
        let trace = generate(seed, Shape::SMALL);
        let bytes = trace.packed(usize::MAX).unwrap();
        assert_same(&Trace::unpacked(&bytes).unwrap(), &trace);
        // It respects the limit on its size.
        prop_assert!(trace.packed(bytes.len()).is_some() && trace.packed(bytes.len() - 1).is_none());
    }

    #[test]
    fn damaged_packed_bytes_never_make_a_broken_trace(seed: u64, at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let mut bytes = generate(seed, Shape::SMALL).packed(usize::MAX).unwrap();
        let whole = bytes.len();
        bytes[at.index(whole)] = byte;
        for bytes in [&bytes[..], &bytes[..cut.index(whole)]] {
            if let Some(trace) = Trace::unpacked(bytes) {
                prop_assert_eq!(trace.check(), Ok(()));
            }
        }
    }
}

#[test]
fn packed_calls_take_few_bytes() {
    let call = |at: u32| format!("    {}..{} f{}\n", at * 100, at * 100 + 90, at % 20);
    let calls = (0..1000).map(call).collect::<Vec<String>>().concat();
    let trace = trace(&format!("process\n  thread\n{calls}"));
    assert!(trace.packed(usize::MAX).unwrap().len() < 6 * 1000);
}
