//! `diptych aggregate` names the cause that `diptych compare` names, in either order of A and B.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, paje};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the JSON document of a command.
fn document(verb: &str, files: [&Path; 2]) -> Value {
    let output =
        Command::new(env!("CARGO_BIN_EXE_diptych")).args([verb, "--json"]).args(files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the kind, lane, state and additional nanoseconds of each finding, and those of the pair in the other order.
fn findings(document: &Value, sign: f64) -> Vec<(String, i64)> {
    // Names of lanes may have process ids, which differ between A and B.
    let lanes: Vec<&str> = document["lanes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let place =
        |lane: &str| lanes.iter().position(|of| *of == lane).map_or(lane.to_owned(), |at| at.to_string());
    let row = |of: &Value| {
        let text = |key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let name = format!(
            "{} {} {} {}",
            text("kind"),
            place(&text("lane")),
            place(&text("other_lane")),
            text("state")
        );
        (name, (sign * of["ns"].as_f64().unwrap()).round() as i64)
    };
    document["findings"].as_array().unwrap().iter().map(row).collect()
}

/// Checks a pair in both orders, and returns the number of findings.
fn check(a: &Path, b: &Path) -> usize {
    let both = [[a, b], [b, a]].map(|files| {
        let aggregate = document("aggregate", files);
        let cause = document("compare", files)["verdict"]["cause"].as_str().unwrap().to_owned();
        assert_eq!(aggregate["cause"], Value::from(cause.as_str()), "{files:?}");
        assert!(!cause.is_empty(), "{files:?}");
        aggregate
    });
    let [found, exchanged] = [findings(&both[0], 1.0), findings(&both[1], -1.0)];
    let names = |of: &[(String, i64)]| of.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>();
    assert_eq!(names(&found), names(&exchanged), "{}", a.display());
    for ((name, one), (_, other)) in found.iter().zip(&exchanged) {
        assert!((one - other).abs() <= 1 + one.abs() / 1000, "{name}: {one} and {other}");
    }
    found.len()
}

#[test]
fn examples_have_one_cause_in_both_orders() {
    let example = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name);
    let pairs = [
        ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"],
        ["sqlite-indexed.json.gz", "sqlite-without-index.json.gz"],
        ["stencil-64-ranks.paje.gz", "stencil-64-ranks-slow-host.paje.gz"],
    ];
    for pair in pairs {
        let [a, b] = pair.map(example);
        assert!(check(&a, &b) > 0, "{pair:?}");
    }
}

#[test]
fn planted_faults_have_one_cause_in_both_orders() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exchanged");
    std::fs::create_dir_all(&folder).unwrap();
    let written = |name: &str, fault: Fault, seed: u64| -> PathBuf {
        let plan = RunPlan { machine: Machine::SMALL, program: Program::Stencil, steps: 60, fault, seed };
        let path = folder.join(name);
        std::fs::write(&path, paje(&plan.run())).unwrap();
        path
    };
    let slow = |factor: f64| Fault::SlowHost { host: 1, factor, during: [0.0, 1.0] };
    let a = written("a.paje", Fault::Nothing, 2);
    for (name, fault) in [("b.paje", slow(1.5)), ("c.paje", slow(3.0))] {
        let b = written(name, fault, 3);
        assert!(check(&a, &b) > 0, "{name}");
    }
}
