//! `wasm-pack.toml`, the build table: which wasm artifacts there are and how each is made.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildTable {
    /// One row an artifact, by the name that the shell uses.
    pub(crate) artifact: BTreeMap<String, Artifact>,
    /// The byte budgets of the page.
    pub(crate) budget: Budget,
}

/// The sizes that the page may have, in bytes after brotli. [`crate::sizes`] allows a little more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// Everything fetched until a pair stands on screen: the shell, the artifacts that are not `later`, one renderer.
    pub(crate) first_pair_bytes: u64,
    /// Everything that a visitor can ever fetch, without examples and docs.
    pub(crate) all_bytes: u64,
}

/// One wasm artifact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Artifact {
    /// The package that cargo builds.
    #[serde(rename = "crate")]
    pub(crate) package: String,
    /// The package's features.
    pub(crate) features: Vec<String>,
    /// The cargo profile.
    pub(crate) profile: String,
    /// What wasm-opt is told besides the feature flags.
    pub(crate) optimise: Vec<String>,
    /// The script of the worker that it runs in, for those that run in one.
    pub(crate) worker: Option<String>,
    /// Whether the first picture of a pair needs nothing of it.
    #[serde(default)]
    pub(crate) later: bool,
}

/// Reads the table of this workspace.
pub(crate) fn read() -> Result<BuildTable> {
    let path = crate::workspace::at("wasm-pack.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).context("wasm-pack.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_this_workspace_has_the_workers_and_two_renderers() {
        let table = read().unwrap().artifact;
        let names: Vec<&str> = table.keys().map(String::as_str).collect();
        assert_eq!(names, ["compute", "engine", "reader", "render_gl", "render_gpu"]);
        let later: Vec<&str> =
            table.iter().filter(|(_, row)| row.later).map(|(name, _)| name.as_str()).collect();
        assert_eq!(later, ["compute"]);
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let text = "[artifact.x]\ncrate = 'c'\nfeatures = []\nprofile = 'p'\noptimise = []\nbudgets = 1\n";
        let err = toml::from_str::<BuildTable>(text).unwrap_err().to_string();
        assert!(err.contains("unknown field `budgets`"), "{err}");
    }
}
