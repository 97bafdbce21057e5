//! The fingerprint of a side names the calls, not the file.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_engine::Engine;
use diptych_protocol::{CloseRequest, FingerprintRequest, SideName};
use support::run;

fn fingerprint(engine: &mut Engine, side: SideName) -> Option<String> {
    engine.ask(&FingerprintRequest { side }).unwrap()
}

#[test]
fn equal_calls_have_equal_fingerprints() {
    let mut engine = diptych_desks::engine();
    assert_eq!(fingerprint(&mut engine, SideName::A), None);
    engine.load(SideName::A, run("a.json", "main\n  0..9 f\n    1..3 g\n"));
    engine.load(SideName::B, run("renamed.json", "main\n  0..9 f\n    1..3 g\n"));
    let first = fingerprint(&mut engine, SideName::A).unwrap();
    assert!(first.len() == 32 && first.bytes().all(|byte| byte.is_ascii_hexdigit()), "{first}");
    assert_eq!(fingerprint(&mut engine, SideName::B).as_ref(), Some(&first));

    engine.load(SideName::B, run("renamed.json", "main\n  0..9 f\n    1..4 g\n"));
    assert_ne!(fingerprint(&mut engine, SideName::B).as_ref(), Some(&first));
    engine.ask(&CloseRequest { side: SideName::B }).unwrap();
    assert_eq!(fingerprint(&mut engine, SideName::B), None);
}
