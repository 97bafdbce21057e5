//! Compares one run in time with itself in samples: the shares are equal.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn recording(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

fn run(args: &[&str], files: [&str; 2]) -> Output {
    let files = files.map(recording);
    Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").args(args).args(files).output().unwrap()
}

const TIMED: &str = "recordings/chrome-json/jinja2-3.0.3.viztracer.json.gz";
const FOLDED: &str = "recordings/folded/jinja2-3.0.3.folded.gz";

#[test]
fn the_same_run_has_the_same_shares() {
    for files in [[TIMED, FOLDED], [FOLDED, TIMED]] {
        let output = run(&["compare"], files);
        let (text, said) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success(), "{said}");
        assert!(said.contains("so shares of each side\u{2019}s total are compared"), "{said}");
        assert!(
            text.contains(
                "as shares of each side\u{2019}s total; 100\u{202f}% of A\u{2019}s total is in stacks that B has too\n"
            ),
            "{text}"
        );
        assert!(text.contains("self share by function"), "{text}");
        assert!(text.contains("No function changed by more than the noise floor."), "{text}");
        assert!(!text.contains("self time") && !text.contains("as long"), "{text}");
    }
}

#[test]
fn function_table_of_shares_is_in_percent() {
    let out = std::env::temp_dir().join(format!("diptych-shares-{}.csv", std::process::id()));
    let output = run(&["flame", "-o", out.to_str().unwrap()], [TIMED, FOLDED]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|&other| other == name).unwrap();
    let [a, b] = ["a_self_percent", "b_self_percent"].map(column);
    let mut sums = [0.0; 2];
    for line in text.lines().skip(1).filter(|line| !line.contains('"')) {
        let cells: Vec<&str> = line.split(',').collect();
        let shares = [a, b].map(|column| cells[column].parse::<f64>().unwrap());
        // Starts and ends of a thousand paths are rounded to billionths.
        assert!((shares[0] - shares[1]).abs() < 1e-3, "{line}");
        sums = [sums[0] + shares[0], sums[1] + shares[1]];
    }
    assert!(sums.iter().all(|sum| (99.0..100.001).contains(sum)), "{sums:?}");
}

#[test]
fn bytes_and_time_are_refused() {
    let output = run(&["compare"], [TIMED, "traces/v8-heapprofile/node20.heapprofile"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("These two cannot be compared. A measures time, B measures bytes."), "{said}");
}
