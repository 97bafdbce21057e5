//! The first picture of the Compare desk has readable names, at the size that it has in a window of 1440 × 900.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Size of the picture beside the panel in a window of 1440 × 900.
const SIZE: &str = "1104x688";
/// Least number of names that are readable.
const LEAST_NAMES: usize = 15;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name)
}

/// Returns the whole names of functions in the first picture of two traces. Elided names are not counted.
fn names(a: &str, b: &str) -> Vec<String> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg("render").args([example(a), example(b)]);
    command.args(["--size", SIZE, "--bare", "-o"]).arg(&out);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let svg = std::fs::read_to_string(&out).unwrap();
    let texts = svg.split("<text ").skip(1).filter_map(|text| {
        let text = text.split_once('>')?.1.split_once('<')?.0;
        let is_name = text.chars().filter(|char| char.is_alphabetic()).count() > 2;
        let is_whole = !text.contains(['…', '›', '\u{202f}']);
        // The overview has texts too.
        let is_legend = ["Bar height", "Colour", "match ", "earlier", "later", "compared"];
        let is_legend = is_legend.iter().any(|start| text.starts_with(start));
        (is_name && is_whole && !is_legend).then(|| text.to_owned())
    });
    texts.collect()
}

#[test]
fn examples_show_names_in_their_first_picture() {
    // The states of the stencil example are all narrower than a name.
    for [a, b] in [
        ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"],
        ["sqlite-indexed.json.gz", "sqlite-without-index.json.gz"],
    ] {
        let names = names(a, b);
        assert!(names.len() >= LEAST_NAMES, "{a}: {} names: {names:?}", names.len());
    }
}
