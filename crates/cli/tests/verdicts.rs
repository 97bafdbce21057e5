//! Tests what is said about pairs with a known truth: the significant rows of the list of largest changes, the first of
//! them, and the exit code.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A pair and what has to be said about it.
struct Case {
    files: [&'static str; 2],
    /// The true difference, written down before the pair was compared.
    truth: &'static str,
    /// Kinds and functions of rows that must be significant. One of them must be first, and if there are none, no row may
    /// be significant.
    rows: &'static [(&'static str, &'static str)],
    code: i32,
}

const fn case(
    files: [&'static str; 2],
    truth: &'static str,
    rows: &'static [(&'static str, &'static str)],
) -> Case {
    Case { files, truth, rows, code: 0 }
}

const CASES: &[Case] = &[
    case(["tiny-wrapA", "tiny-wrapB"], "a second call of w is wrapped around an unchanged x", &[]),
    case(["tiny-slowcallA", "tiny-slowcallB"], "one of 40 calls of work takes 30 ms", &[("call", "work")]),
    case(
        ["tiny-cntA", "tiny-cntB"],
        "parse_1 takes 180 for 100 µs, parse_2 takes 20 for 100 µs",
        &[("slower", "parse_1"), ("faster", "parse_2")],
    ),
    case(
        ["tiny-cnt2A", "tiny-cnt2B"],
        "the same for sha_256 and sha_512 of one file",
        &[("slower", "sha_256"), ("faster", "sha_512")],
    ),
    case(
        ["27-numbered-A", "27-numbered-B"],
        "phase_2 takes 50 ms more, phase_1 50 ms less",
        &[("slower", "phase_2"), ("faster", "phase_1")],
    ),
    case(["tiny-laneA", "tiny-laneB"], "hash takes 80 times as long, all calls match", &[("slower", "hash")]),
    case(["tiny-colA", "tiny-colB"], "hash takes 8 times as long, all else is equal", &[("slower", "hash")]),
    case(["tiny-mw-same-A", "tiny-mw-same-B"], "a subtree moves", &[]),
    case(["tiny-mw-extra20-A", "tiny-mw-extra20-B"], "a subtree moves and has one leaf more", &[]),
    case(["noise-samplesA", "noise-samplesB"], "nothing: samples of one distribution", &[]),
    case(["shop-base", "shop-base2"], "nothing", &[]),
    case(["shop-base", "shop-e01"], "audit_entry is new and calls spin 400 times", &[("new", "audit_entry")]),
    case(
        ["shop-base", "shop-e02"],
        "check_credit, which called spin 400 times, is gone",
        &[("gone", "check_credit")],
    ),
    case(["shop-base", "shop-e04"], "two calls are swapped 400 times", &[]),
    case(["shop-base", "shop-e05"], "a decorator wraps six functions", &[("new", "traced.<locals>.wrapper")]),
    case(
        ["shop-base", "shop-e06"],
        "rate_for is renamed vat_percent",
        &[("new", "vat_percent"), ("gone", "rate_for")],
    ),
    case(["shop-base", "shop-e07"], "tax moves to another file", &[("gone", "tax"), ("new", "tax")]),
    case(
        ["shop-base", "shop-e09"],
        "hash_key is inlined into Store.put in 400 of 500 calls; one long pause",
        &[("call", "process_order"), ("slower", "Store.put"), ("faster", "hash_key")],
    ),
    case(
        ["shop-base", "shop-e10"],
        "Store.get, which calls hash_key, is called 140 for 100 times",
        &[("slower", "hash_key"), ("slower", "Store.get")],
    ),
    case(["shop-base", "shop-e11"], "output runs in a second thread", &[("new", "Thread.start")]),
    case(["shop-base", "shop-e12"], "calls of rate_for are cached", &[("gone", "rate_for")]),
    case(["shop-e13a", "shop-e13b"], "an import moves", &[]),
    case(
        ["shop-base", "shop-e14"],
        "a garbage collection of new lists in one Store.put",
        &[("new", "Store.put.<locals>.<listcomp>"), ("call", "Store.put")],
    ),
    case(
        ["shop-base", "shop-e15"],
        "all takes 1.5 times as long, hash_key 3 times",
        &[("slower", "hash_key")],
    ),
    case(
        ["shop-base", "shop-e17"],
        "is_digit is called 2,800 times from to_number",
        &[("new", "is_digit"), ("slower", "to_number")],
    ),
    case(["shop-base", "shop-laststep"], "output is removed", &[("gone", "output")]),
    Case { files: ["shop-base", "shop-crash"], truth: "B is cut off at 60 %", rows: &[], code: 4 },
];

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts");
    let ends = [".json.zst", ".cpuprofile.zst", ".json"];
    ends.iter().map(|end| folder.join(format!("{name}{end}"))).find(|path| path.exists()).unwrap()
}

fn compared(files: [&str; 2]) -> (Value, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_diptych"))
        .args(["compare", "--json"])
        .args(files.map(path))
        .output()
        .unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code().unwrap())
}

/// Returns the significant rows of the list of largest changes.
fn significant(found: &Value) -> Vec<(String, String)> {
    let rows = found["ranking"]["largest"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let name = |key: String| key.split(" (").next().unwrap().to_owned();
    rows.filter(|row| row["stands_out"] == true)
        .map(|row| (text(&row["kind"]), name(text(&row["function"]))))
        .collect()
}

#[test]
fn known_truths_are_told() {
    for Case { files, truth, rows, code } in CASES {
        let (found, ended) = compared(*files);
        assert_eq!(ended, *code, "{files:?}: {truth}");
        let significant = significant(&found);
        let wanted: Vec<(String, String)> =
            rows.iter().map(|&(kind, name)| (kind.to_owned(), name.to_owned())).collect();
        for row in &wanted {
            assert!(significant.contains(row), "{files:?}: {truth}: {row:?} is not in {significant:?}");
        }
        match significant.first() {
            None => assert!(wanted.is_empty(), "{files:?}: {truth}"),
            Some(first) => assert!(wanted.contains(first), "{files:?}: {truth}: {significant:?}"),
        }
        let cause = found["verdict"]["cause"].as_str().unwrap();
        let is_move = cause.contains(": it starts at ")
            || cause.contains(" run in another order; one of them starts at ");
        let has_moves = truth.contains("moves") || truth.contains("swapped");
        assert!(!is_move || has_moves, "{files:?}: {truth}: {cause}");
        assert_eq!(cause.is_empty(), significant.is_empty() && !is_move, "{files:?}: {cause}");
    }
}

#[test]
fn exchanged_sides_are_told_alike() {
    const TURNED: [(&str, &str); 5] = [
        ("slower", "faster"),
        ("faster", "slower"),
        ("new", "gone"),
        ("gone", "new"),
        ("waiting", "waiting"),
    ];
    for Case { files: [a, b], .. } in CASES.iter().filter(|case| case.code == 0) {
        let (there, back) = (compared([a, b]).0, compared([b, a]).0);
        let turned = |(kind, name): (String, String)| {
            let other = TURNED.iter().find(|(one, _)| *one == kind).map_or("call", |(_, other)| other);
            (other.to_owned(), name)
        };
        let mut back: Vec<_> = significant(&back).into_iter().map(turned).collect();
        let mut there = significant(&there);
        there.sort();
        back.sort();
        assert_eq!(there, back, "{a} {b}");
    }
}

#[test]
fn details_of_known_truths_are_right() {
    // The wrapped call takes 810 µs with everything that it calls.
    let output = Command::new(env!("CARGO_BIN_EXE_diptych"))
        .args(["compare", "--functions", "--json"])
        .args(["tiny-wrapA", "tiny-wrapB"].map(path))
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = found["functions"].as_array().unwrap();
    let inclusive = |name: &str| {
        let row = rows.iter().find(|row| row["function"].as_str().unwrap().starts_with(name)).unwrap();
        row["b_inclusive_ns"].as_i64().unwrap()
    };
    assert_eq!(inclusive("w"), 810_000);
    // All calls of the lanes match, however much slower one function became.
    assert_eq!(compared(["tiny-laneA", "tiny-laneB"]).0["lanes"]["suspect_pairs"], 0);
    // The moved subtree keeps its calls.
    let moved = compared(["tiny-mw-extra20-A", "tiny-mw-extra20-B"]).0;
    assert_eq!((&moved["alignment"]["only_a"], &moved["alignment"]["moved_a"]), (&0.into(), &1.into()));
    // Work in a second thread is the cause, and its path is moved, not gone.
    let threaded = compared(["shop-base", "shop-e11"]).0;
    let cause = threaded["verdict"]["cause"].as_str().unwrap();
    assert!(
        cause.starts_with("1 call of output now runs on Thread-2 (output) instead of MainThread: it takes "),
        "{cause}"
    );
    let moved = &threaded["verdict"]["thread_moves"];
    assert_eq!((moved.as_array().unwrap().len(), &moved[0]["calls"]), (1, &1.into()));
    let report = Command::new(env!("CARGO_BIN_EXE_diptych"))
        .arg("compare")
        .args(["shop-base", "shop-e11"].map(path))
        .output()
        .unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    let lines: Vec<String> =
        report.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for words in
        [" output moved from MainThread, 1 call ", " run › output moved to Thread-2 (output), 1 call "]
    {
        assert!(lines.iter().any(|line| line.contains(words)), "{report}");
    }
    // A single slow call explains the change, and the sides are the same program.
    let slow = compared(["tiny-slowcallA", "tiny-slowcallB"]).0;
    assert_eq!(slow["verdict"]["comparable"], true);
    // One function changed beyond all others.
    let drift = compared(["shop-base", "shop-e15"]).0["verdict"]["drift"].as_str().unwrap().to_owned();
    assert!(drift.contains("(self time of 24 functions)") && drift.contains("At equal speed"), "{drift}");
}
