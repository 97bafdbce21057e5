//! Sides that measure different things. Time and samples are compared as shares; bytes are compared with bytes only.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::trace::{Axis, Run};
use diptych_engine::{Engine, RunProfile, read};
use diptych_protocol::{CloseRequest, Event, SideName, SideSummary, SwapRequest, ViewState};

/// Returns a run in which `main` takes 100 µs. Two calls of `f` take 30 µs of it, and `g` takes 20 µs.
fn timed() -> Run {
    let call = |name: &str, ts: u32, dur: u32| {
        format!(r#"{{"ph":"X","name":"{name}","pid":1,"tid":1,"ts":{ts},"dur":{dur}}}"#)
    };
    let calls = [call("main", 0, 100), call("f", 10, 10), call("g", 30, 20), call("f", 60, 20)];
    read("timed.json", format!("[{}]", calls.join(",")).as_bytes()).unwrap()
}

/// Returns the run of [`timed`] as samples.
fn sampled() -> Run {
    read("sampled.txt", &b"main 500\nmain;f 300\nmain;g 200\n"[..]).unwrap()
}

fn allocated() -> Run {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/v8-heapprofile/node20.heapprofile");
    read("node20.heapprofile", &std::fs::read(path).unwrap()[..]).unwrap()
}

fn axes(engine: &Engine) -> [Option<Axis>; 2] {
    SideName::BOTH.map(|side| engine.session().trace(side).map(diptych_engine::trace::Trace::axis))
}

/// Returns the sides that changed without being asked about, with their units.
fn retold(engine: &mut Engine) -> Vec<(SideName, String)> {
    let of = |event: Event| match event {
        Event::SideChanged { summary } => Some((summary.side, summary.unit)),
        _ => None,
    };
    engine.take_events().into_iter().filter_map(|emitted| of(emitted.event)).collect()
}

#[test]
fn time_and_samples_of_one_run_have_equal_shares() {
    let mut session = diptych_desks::in_process();
    session.engine.load(SideName::A, timed());
    let of_b = session.engine.load(SideName::B, sampled()).unwrap();
    assert_eq!((&*of_b.axis, &*of_b.unit, of_b.calls), ("weight", "share", 3));
    assert!(of_b.headline.contains(" · as shares of 1,000 samples · "), "{}", of_b.headline);
    let spans = SideName::BOTH.map(|side| {
        let calls = session.engine.session().trace(side).unwrap().calls();
        (calls.start().to_vec(), calls.end().to_vec())
    });
    assert_eq!(spans[0], spans[1]);
    assert_eq!(spans[0].1, [1_000_000_000, 300_000_000, 500_000_000]);
    let summary = session.compare(&ViewState::default()).unwrap().summary.unwrap();
    assert_eq!(summary.verdict[0].text, "as shares of each side\u{2019}s total");
    assert_eq!(summary.verdict[1].text, "100\u{202f}% of A\u{2019}s total is in stacks that B has too");
    assert_eq!((summary.verdict.len(), summary.drift.as_str()), (2, ""), "{:?}", summary.verdict);
    assert_eq!(summary.floor, "5.0\u{202f}% and 0.100\u{202f}%");
}

#[test]
fn sides_are_in_shares_only_while_units_differ() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, timed());
    assert_eq!((axes(&engine), retold(&mut engine)), ([Some(Axis::TIME), None], vec![]));
    engine.load(SideName::B, sampled());
    assert_eq!(axes(&engine), [Some(Axis::SHARE); 2]);
    assert_eq!(retold(&mut engine), [(SideName::A, "share".to_owned())]);
    let version = engine.trace(SideName::A).unwrap().0;

    let swapped = engine.ask(&SwapRequest { rules: String::new() }).unwrap();
    assert!(swapped.sides.a.unwrap().headline.contains("1,000 samples"));
    assert_eq!((axes(&engine), retold(&mut engine)), ([Some(Axis::SHARE); 2], vec![]));

    engine.ask(&CloseRequest { side: SideName::A }).unwrap();
    assert_eq!(axes(&engine), [None, Some(Axis::TIME)], "what was read is back");
    assert_eq!(retold(&mut engine), [(SideName::B, "ns".to_owned())]);
    assert_eq!(engine.session().trace(SideName::B).unwrap().calls().len(), 4);
    assert!(engine.trace(SideName::B).unwrap().0 > version, "the compute role must fetch it again");

    engine.load(SideName::A, timed());
    assert_eq!((axes(&engine), retold(&mut engine)), ([Some(Axis::TIME); 2], vec![]));
}

#[test]
fn bytes_are_refused_with_the_reason() {
    let mut session = diptych_desks::in_process();
    session.engine.load(SideName::A, timed());
    let of_b: Box<SideSummary> = session.engine.load(SideName::B, allocated()).unwrap();
    assert_eq!(of_b.unit, "bytes");
    let failure = session.compare(&ViewState::default()).unwrap_err();
    assert_eq!(
        failure.body,
        "A measures time, B measures bytes. Shares of bytes don’t show where time was spent. Open two traces \
         that measure the same thing."
    );
}

#[test]
fn several_runs_a_side_are_refused_with_advice() {
    let mut session = diptych_desks::in_process();
    session.engine.load(SideName::A, timed());
    session.engine.load(SideName::B, sampled());
    assert_eq!(retold(&mut session.engine), [(SideName::A, "share".to_owned())]);
    session.engine.add(SideName::A, 1, RunProfile::new(&timed()));
    assert_eq!(axes(&session.engine)[0], Some(Axis::TIME));
    assert_eq!(retold(&mut session.engine), [(SideName::B, "samples".to_owned())]);
    let failure = session.compare(&ViewState::default()).unwrap_err();
    assert!(
        failure.body.ends_with("With one run per side, shares of each side’s total are compared."),
        "{}",
        failure.body
    );
}
