//! Recounts every number of the Profile desk with an independent script: `tests/recount`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the script on a pair and returns its output.
fn recounted(a: &Path, b: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recount/profile.mjs");
    let mut node = Command::new("node");
    let output = node.arg(script).args([a, b]).arg(env!("CARGO_BIN_EXE_diptych")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// Returns a pseudo-random number below a limit.
fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Writes a call and its callees in order, in µs. There are few functions, so they call themselves and each other.
fn grow(out: &mut String, state: &mut u64, [from, to]: [u64; 2], (lane, depth, functions): (u64, u32, u64)) {
    let function = draw(state, functions);
    let comma = if out.ends_with('[') { "" } else { ",\n" };
    let long = to - from;
    let _ = write!(
        out,
        r#"{comma}{{"ph":"X","pid":1,"tid":{lane},"ts":{from},"dur":{long},"name":"f{function}x"}}"#
    );
    let mut at = from + draw(state, 1 + long / 4);
    while depth > 0 && at + 2 < to {
        let end = (at + 1 + draw(state, 1 + long / 2)).min(to);
        grow(out, state, [at, end], (lane, depth - 1, functions));
        // Some calls begin where the previous one ends, and some take no time.
        at = end + [0, 0, 3, 40][draw(state, 4) as usize];
        if draw(state, 9) == 0 {
            let _ = write!(
                out,
                ",\n{{\"ph\":\"X\",\"pid\":1,\"tid\":{lane},\"ts\":{at},\"dur\":0,\"name\":\"nothing\"}}"
            );
            at += 1;
        }
    }
}

fn made(name: &str, seed: u64, functions: u64) -> PathBuf {
    let (mut out, mut state) = ("[".to_owned(), seed);
    for lane in 1..=3 {
        for at in 0..4 {
            grow(&mut out, &mut state, [at * 40_000, at * 40_000 + 30_000], (lane, 5, functions));
        }
    }
    out.push(']');
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recount-profile");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, out).unwrap();
    path
}

#[test]
fn real_pair_agrees_with_recount() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    let [a, b] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(|name| folder.join(name));
    let said = recounted(&a, &b);
    assert!(said.starts_with("calls 9870 9826, paths in both 1184, gone 203, new 198\n"), "{said}");
}

#[test]
fn recursive_pair_agrees_with_recount() {
    let [a, b] = [made("a.json", 5, 7), made("b.json", 11, 9)];
    let said = recounted(&a, &b);
    let gone_and_new =
        said.lines().next().is_some_and(|line| !line.contains("gone 0") && !line.contains("new 0"));
    assert!(gone_and_new, "{said}");
}
