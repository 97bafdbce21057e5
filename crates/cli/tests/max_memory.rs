//! Tests `--max-memory` from outside: what does not fit is refused with a reason, and what fits is read as without it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name)
}

fn diptych(stdin: Stdio, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.env_remove("COLUMNS").args(args).stdin(stdin).output().unwrap()
}

/// Asserts that the command refused with exit code 5 and printed nothing, and returns its reason.
fn refusal(output: &Output) -> String {
    let reason = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(5), "{reason}");
    assert!(output.stdout.is_empty());
    reason
}

/// Writes a trace of 300,000 calls, about 22 MB.
fn large() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("max-memory.json");
    let mut text = "[".to_owned();
    for call in 0..300_000 {
        let comma = if call == 0 { "" } else { "," };
        let _ =
            writeln!(text, r#"{comma}{{"ph":"X","pid":1,"tid":1,"ts":{call}0,"dur":5,"name":"f (a.py:1)"}}"#);
    }
    text.push(']');
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn large_trace_is_refused_by_an_estimate() {
    let path = large();
    let reason =
        refusal(&diptych(Stdio::null(), &["inspect", path.to_str().unwrap(), "--max-memory", "12M"]));
    for part in [
        "max-memory.json is ",
        "needs about ",
        "--max-memory allows 12.6\u{202f}MB, of which ",
        "record a shorter part",
    ] {
        assert!(reason.contains(part), "{part} in {reason}");
    }
    let piped = File::open(&path).unwrap().into();
    let reason = refusal(&diptych(piped, &["--max-memory", "12M", "inspect", "-"]));
    assert!(reason.contains("standard input needs more than "), "{reason}");
}

#[test]
fn every_verb_that_reads_has_the_bound() {
    let [a, b] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(example);
    let [a, b] = [a.to_str().unwrap(), b.to_str().unwrap()];
    let out = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_owned();
    let [svg, html, folder] = ["max-memory.svg", "max-memory.html", "max-memory-tables"].map(out);
    for verb in [
        &["inspect", a][..],
        &["compare", a, b],
        &["flame", a, "-o", &svg],
        &["structure", a],
        &["aggregate", a],
        &["export", a, "--parquet", &folder],
        &["render", a, b, "-o", &svg],
        &["report", a, b, "-o", &html],
    ] {
        let reason = refusal(&diptych(Stdio::null(), &[verb, &["--max-memory", "1M"]].concat()));
        assert!(reason.contains("--max-memory allows 1.05\u{202f}MB"), "{verb:?}: {reason}");
    }
}

#[test]
fn trace_that_fits_is_read_as_without_a_bound() {
    let [a, b] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(example);
    let verb = ["compare", a.to_str().unwrap(), b.to_str().unwrap()];
    let plain = diptych(Stdio::null(), &verb);
    let bounded = diptych(Stdio::null(), &[&verb[..], &["--max-memory", "4G"]].concat());
    assert!(plain.status.success());
    assert_eq!(plain.stdout, bounded.stdout);
}
