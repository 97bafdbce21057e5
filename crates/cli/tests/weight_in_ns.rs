//! Tests two profiles of processor time: nanoseconds without a place in time.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

#[test]
fn verdict_and_facts_say_weight_not_time() {
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces/pprof/go-cpu.pb#cpu");
    let run = |args: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["compare", trace.to_str().unwrap(), trace.to_str().unwrap()]);
    assert!(
        text.contains("B has as much weight as A; 100\u{202f}% of A’s weight is in stacks that B has too"),
        "{text}"
    );
    assert!(text.contains("self weight by function") && !text.contains("self time"), "{text}");
}
