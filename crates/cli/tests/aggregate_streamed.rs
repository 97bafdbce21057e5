//! Tests that `diptych aggregate` adds up a file that it streams as one that it loads.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes states of six ranks, given as milliseconds and rank.
fn written_states(name: &str, states: impl Iterator<Item = (usize, usize)>) -> PathBuf {
    let mut text = String::from(
        "%EventDef PajeDefineContainerType 0\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
         %EventDef PajeDefineStateType 1\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
         %EventDef PajeCreateContainer 2\n%\tTime date\n%\tAlias string\n%\tType string\n%\tContainer string\n%\tName string\n%EndEventDef\n\
         %EventDef PajeSetState 3\n%\tTime date\n%\tType string\n%\tContainer string\n%\tValue string\n%EndEventDef\n\
         0 HOST 0 HOST\n0 RANK HOST RANK\n1 STATE RANK STATE\n",
    );
    for rank in 0..6 {
        text += &format!("2 0 h{rank} HOST 0 host-{}\n2 0 r{rank} RANK h{rank} rank-{rank}\n", rank / 2);
    }
    for (step, rank) in states {
        let state = ["compute", "wait", "send"][step * 7 % 11 % 3];
        text += &format!("3 {} STATE r{rank} {state}\n", step as f64 * 0.001);
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aggregate").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, &text).unwrap();
    path
}

/// Checks that a file of states gives the same document streamed as loaded from standard input.
fn is_as_loaded(path: &Path, options: &[&str]) {
    let document = |file: &str| -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        let command = command.args(["aggregate", file, "--json"]).args(options);
        let output = command.stdin(std::fs::File::open(path).unwrap()).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let [mut streamed, mut loaded] = [path.to_str().unwrap(), "-"].map(document);
    assert_eq!(streamed["lanes"].as_array().unwrap().len(), 6);
    assert_eq!(streamed["lanes_without_end"], json!([null]), "calls are not kept");
    for document in [&mut streamed, &mut loaded] {
        document["files"] = Value::Null;
        document["lanes_without_end"] = Value::Null;
    }
    assert_eq!(streamed, loaded, "{options:?}");
}

/// The first file is read at its ends and once. The second, whose ends do not tell its extent, is read twice.
#[test]
fn long_streamed_file_equals_loaded_one() {
    const STEPS: usize = 60_000;
    let in_order = written_states("in-order.paje", (0..STEPS).map(|step| (step, step % 6)));
    // Rank by rank. The third lasts longest and is in the middle of the file.
    let by_rank = (0..6)
        .flat_map(|rank| (0..STEPS / 6).map(move |step| (if rank == 2 { 3 * step } else { step }, rank)));
    let by_rank = written_states("by-rank.paje", by_rank);
    for path in [in_order, by_rank] {
        assert!(std::fs::metadata(&path).unwrap().len() > 1 << 20);
        is_as_loaded(&path, &["--slices", "9"]);
        is_as_loaded(&path, &["--window", "5..9"]);
    }
}

#[test]
fn streamed_file_equals_loaded_one() {
    let path = written_states("states.paje", (0..400).map(|step| (step, step % 6)));
    for options in [
        &["--slices", "7"][..],
        &["--window", "0.1..0.3"],
        &["--states", "depth:0", "--top", "1"],
        &["--states", "package"],
    ] {
        is_as_loaded(&path, options);
    }
}
