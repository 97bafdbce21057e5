//! Tests that pictures of call paths say so if a file has none.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

/// Returns the picture of a trace as SVG, with its caption.
fn picture(trace: &str, view: &str) -> String {
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(trace);
    let out = std::env::temp_dir().join(format!("diptych-no-paths-{}-{view}.svg", std::process::id()));
    let args = ["render", "--view", view, "-o", out.to_str().unwrap(), trace.to_str().unwrap()];
    let output =
        Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    text
}

#[test]
fn callgrind_graphs_say_there_are_no_paths() {
    for view in ["flame", "funky", "profile"] {
        let said = picture("callgrind/small.callgrind.out", view).matches("A has no call paths").count();
        assert_eq!(said, 1, "{view}");
    }
    assert!(!picture("pprof/go-cpu.pb", "flame").contains("no call paths"));
}
