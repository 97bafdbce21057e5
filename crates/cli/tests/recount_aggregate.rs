//! Recounts every number of `diptych aggregate` with an independent script: `tests/recount`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the script and returns its output.
fn recounted(files: &[&Path], options: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recount/aggregate.mjs");
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

/// 64 ranks; one host is slow in the second run.
#[test]
fn paje_pair_agrees_with_recount() {
    let [a, b] = ["stencil-64-ranks.paje.gz", "stencil-64-ranks-slow-host.paje.gz"].map(example);
    let said = recounted(&[&a, &b], &["--p", "0.1"]);
    assert!(said.starts_with("64 lanes, 96 slices, "), "{said}");
    assert!(!said.contains(" 0 differences"), "{said}");
    recounted(&[&a], &["--slices", "12"]);
    recounted(&[&b], &["--idle", "--top", "1", "--gain", "mean", "--slices", "10"]);
    recounted(&[&a], &["--window", "0.01..0.03", "--p", "0.2"]);
}

/// Threads of two processes make nested calls. One thread does something else for a while.
#[test]
fn chrome_trace_agrees_with_recount() {
    let [a, b] = ["a.json", "b.json"].map(|name| {
        let mut events = String::from("[");
        for thread in 1..=10u64 {
            let process = 1 + thread / 5;
            for step in 0..120u64 {
                let (from, odd) =
                    (step * 1_000 + thread * 7, name == "b.json" && thread == 4 && (40..52).contains(&step));
                let phase = ["read", "work", "write"][(step / 25 % 3) as usize];
                let inner = if odd { "stall" } else { "copy" };
                let long = 100 + (step * 37 + thread * 11) % 90 + if odd { 700 } else { 0 };
                let comma = if events.len() > 1 { ",\n" } else { "" };
                let call = |ts: u64, dur: u64, name: &str| {
                    format!(
                        r#"{{"ph":"X","pid":{process},"tid":{thread},"ts":{ts},"dur":{dur},"name":"{name}"}}"#
                    )
                };
                let _ =
                    write!(events, "{comma}{},\n{}", call(from, 960, phase), call(from + 20, long, inner));
            }
        }
        events.push(']');
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recount-aggregate");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, events).unwrap();
        path
    });
    recounted(&[&a], &[]);
    recounted(&[&b], &["--slices", "17"]);
    let said = recounted(&[&a, &b], &["--slices", "40"]);
    assert!(!said.contains(" 0 differences") && !said.contains(" 0 anomalies"), "{said}");
}
