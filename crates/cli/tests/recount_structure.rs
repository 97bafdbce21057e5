//! Recounts the relations of `diptych structure` between files with an independent script.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the script and returns its output.
fn recounted(files: &[&Path], options: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recount/structure.mjs");
    let mut node = Command::new("node");
    let output =
        node.arg(script).arg(env!("CARGO_BIN_EXE_diptych")).args(files).args(options).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(" numbers counted, 0 wrong"), "{said}");
    said
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name)
}

#[test]
fn real_pair_agrees_with_recount() {
    let [a, b] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(example);
    let said = recounted(&[&a, &b], &["--rare", "3"]);
    assert!(!said.starts_with("0 files, ") && !said.contains(" 0 relations"), "{said}");
    recounted(&[&b, &a], &["--window", "0.01..0.05"]);
}

#[test]
fn one_trace_agrees_with_recount() {
    let a = example("jinja2-3.0.3.json.gz");
    recounted(&[&a], &["--rare", "1"]);
    recounted(&[&a], &["--window", "0..0.02"]);
}
