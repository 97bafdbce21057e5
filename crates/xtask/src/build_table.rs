//! Reads `wasm-pack.toml`, the build table of all wasm artifacts.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

/// The whole build table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildTable {
    /// Artifacts by the name that the shell uses.
    pub(crate) artifact: BTreeMap<String, Artifact>,
    /// Byte budgets of the page.
    pub(crate) budget: Budget,
}

/// The allowed sizes of the page in bytes after brotli. [`crate::sizes`] allows a little more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// Everything fetched until a pair is on screen: the shell, the artifacts that are not `later`, and one renderer.
    pub(crate) first_pair_bytes: u64,
    /// Everything that a visitor can ever fetch, without examples and docs.
    pub(crate) all_bytes: u64,
}

/// One wasm artifact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Artifact {
    /// Package that cargo builds.
    #[serde(rename = "crate")]
    pub(crate) package: String,
    /// Features of the package.
    pub(crate) features: Vec<String>,
    /// Cargo profile.
    pub(crate) profile: String,
    /// Options of wasm-opt, apart from the feature flags.
    pub(crate) optimise: Vec<String>,
    /// Script of the worker that runs the artifact, if a worker does.
    pub(crate) worker: Option<String>,
    /// True if the first picture of a pair does not need the artifact.
    #[serde(default)]
    pub(crate) later: bool,
}

/// Reads the build table of this workspace.
pub(crate) fn read() -> Result<BuildTable> {
    let path = crate::workspace::at("wasm-pack.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).context("wasm-pack.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_table_has_workers_and_two_renderers() {
        let table = read().unwrap().artifact;
        let names: Vec<&str> = table.keys().map(String::as_str).collect();
        assert_eq!(names, ["compute", "engine", "reader", "render_gl", "render_gpu"]);
        let later: Vec<&str> =
            table.iter().filter(|(_, row)| row.later).map(|(name, _)| name.as_str()).collect();
        assert_eq!(later, ["compute"]);
    }

    #[test]
    fn unknown_keys_are_refused() {
        let text = "[artifact.x]\ncrate = 'c'\nfeatures = []\nprofile = 'p'\noptimise = []\nbudgets = 1\n";
        let err = toml::from_str::<BuildTable>(text).unwrap_err().to_string();
        assert!(err.contains("unknown field `budgets`"), "{err}");
    }
}
