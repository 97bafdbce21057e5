//! Tests the width and the colours of output, and the two fields of every JSON document.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Returns the example files as arguments.
fn examples() -> [String; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"]
        .map(|name| folder.join(name).to_str().unwrap().to_owned())
}

/// Returns the standard output of a command line in a clean environment with these variables.
fn printed(args: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    let output = command.args(args).envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn text_fits_the_columns_and_keeps_numbers() {
    let [a, b] = examples();
    for args in [
        &["compare", &a, &b][..],
        &["compare", &a, &b, "--all"],
        &["compare", &a, &b, "--by", "path"],
        &["compare", &a, &b, "--functions"],
        &["structure", &a, &b],
        &["aggregate", &a, &b],
    ] {
        let whole = printed(args, &[]);
        assert!(widest(&whole) > 120, "{args:?} is too narrow for this test: {}", widest(&whole));
        for columns in ["80", "120"] {
            let text = printed(args, &[("COLUMNS", columns)]);
            assert!(widest(&text) <= columns.parse().unwrap(), "{args:?} at {columns}:\n{text}");
            // Each signed amount also occurs in the unlimited text.
            let amounts = text.split_whitespace().filter(|word| word.starts_with(['+', '−']));
            for amount in amounts {
                assert!(whole.contains(amount), "{args:?} at {columns}: {amount}");
            }
        }
    }
    let narrow = printed(&["compare", &a, &b], &[("COLUMNS", "80")]);
    assert!(narrow.contains("Left out to fit 80 columns: "), "{narrow}");
}

#[test]
fn colour_needs_a_terminal_or_a_request() {
    let [a, b] = examples();
    let args = ["compare", a.as_str(), b.as_str()];
    assert!(!printed(&args, &[]).contains('\u{1b}'));
    let forced = [("CLICOLOR_FORCE", "1")];
    let coloured = printed(&args, &forced);
    assert!(coloured.contains('\u{1b}'));
    let stripped = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(stripped, printed(&args, &[]));
    for option in [&["--json"][..], &["--markdown"], &["--functions", "--csv"], &["--functions", "--json"]] {
        let text = printed(&[&args[..], option].concat(), &forced);
        assert!(!text.contains('\u{1b}'), "{option:?}");
    }
}

#[test]
fn json_documents_name_schema_and_version() {
    let [a, b] = examples();
    for args in [
        &["compare", &a, &b, "--json", "--top", "0"][..],
        &["compare", &a, &b, "--functions", "--json", "--top", "0"],
        &["inspect", &a, "--json"],
        &["structure", &a, "--json", "--top", "1"],
        &["aggregate", &a, "--json"],
    ] {
        let document: Value = serde_json::from_str(&printed(args, &[])).unwrap();
        assert_eq!(document["schema"], 1, "{args:?}");
        assert_eq!(document["diptych"], env!("CARGO_PKG_VERSION"), "{args:?}");
    }
}
