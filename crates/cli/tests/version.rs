//! Tests that the version is the same everywhere. `Cargo.toml` states it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::path::Path;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

#[test]
fn npm_manifests_state_the_workspace_version() {
    let package: Value = serde_json::from_str(&file("package.json")).unwrap();
    let lock: Value = serde_json::from_str(&file("package-lock.json")).unwrap();
    assert_eq!(package["version"], VERSION);
    assert_eq!(lock["version"], VERSION);
    assert_eq!(lock["packages"][""]["version"], VERSION);
}

#[test]
fn page_reads_the_workspace_version() {
    let generated = file("web/src/generated/version.ts");
    assert!(generated.ends_with(&format!("\nexport const VERSION = \"{VERSION}\";\n")), "{generated}");
}

#[test]
fn newest_release_of_the_changelog_is_this_version() {
    let changelog = file("CHANGELOG.md");
    let releases = changelog.lines().filter_map(|line| line.strip_prefix("## ")).collect::<Vec<_>>();
    assert_eq!(releases[0], "Unreleased");
    assert!(releases[1].starts_with(&format!("{VERSION} – 20")), "{}", releases[1]);
}

#[test]
fn command_prints_its_version() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").arg("--version").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("diptych {VERSION}\n"));
}
