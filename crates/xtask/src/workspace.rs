//! Paths of the workspace: its root and the folders that verbs share.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

/// Returns the workspace's root folder.
pub(crate) fn root() -> PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Returns the path of a file or folder, given relative to the workspace's root with forward slashes.
pub(crate) fn at(relative: &str) -> PathBuf {
    root().join(relative)
}

/// Returns the folder of the built page.
pub(crate) fn dist() -> PathBuf {
    at("dist")
}

/// Returns cargo's target folder, which the user's configuration may move.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = metadata()?;
    let folder = metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// Returns `cargo metadata` of the workspace's own crates.
pub(crate) fn metadata() -> Result<serde_json::Value> {
    let mut cargo = cargo();
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    let text = crate::process::stdout_of(&mut cargo)?;
    serde_json::from_str(&text).context("cargo metadata printed no JSON")
}

/// Returns a cargo command in the workspace's root.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Returns a Node command in the workspace's root that runs `script`, a path relative to it.
pub(crate) fn node(script: &str) -> Command {
    let mut node = Command::new("node");
    node.current_dir(root()).arg(at(script));
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_contains_the_build_table() {
        assert!(at("wasm-pack.toml").is_file());
        assert!(at("crates/xtask/Cargo.toml").is_file());
    }
}
