//! `wasm-pack.toml`, the build table: which wasm artifacts there are and how each is made.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildTable {
    /// One row an artifact, by the name that the shell uses.
    pub(crate) artifact: BTreeMap<String, Artifact>,
    /// The budgets of the whole page.
    pub(crate) page: PageBudget,
}

/// How large what a visitor loads until a pair stands on screen may be: the shell, the artifacts that are not `later`
/// and one renderer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_field_names, reason = "the unit belongs to the names in the file")]
pub(crate) struct PageBudget {
    /// All of it, as hosts with brotli send it.
    pub(crate) brotli_bytes: u64,
    /// All of it, as the many hosts with gzip alone send it.
    pub(crate) gzip_bytes: u64,
    /// The part that is no artifact, after brotli.
    pub(crate) shell_brotli_bytes: u64,
    /// The scripts of a desk that no pair opens on, or of another part that is fetched once it is of use, after brotli.
    pub(crate) desk_brotli_bytes: u64,
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
    /// How large the artifact and the script that loads it may be after brotli.
    pub(crate) brotli_bytes: u64,
    /// What the first picture of a pair needs nothing of: a module of its own, fetched beside that picture.
    #[serde(default)]
    pub(crate) rest: Option<Part>,
    /// What besides is needed for one thing alone: a module each, by name, fetched when it is first needed.
    #[serde(default)]
    pub(crate) on_demand: BTreeMap<String, Part>,
}

impl Artifact {
    /// What is split off, in the order in which the artifact counts it, each with the name of its module.
    pub(crate) fn parts(&self, artifact: &str) -> Vec<(String, &Part)> {
        let rest = self.rest.iter().map(|part| ("rest", part));
        let on_demand = self.on_demand.iter().map(|(name, part)| (name.as_str(), part));
        rest.chain(on_demand).map(|(name, part)| (format!("{artifact}_{name}"), part)).collect()
    }
}

/// What of an artifact is a module of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// Beginnings of names: these functions, and what they alone call.
    pub(crate) functions: Vec<String>,
    /// How large it may be after brotli.
    pub(crate) brotli_bytes: u64,
}

/// Reads the table of this workspace.
pub(crate) fn read() -> Result<BuildTable> {
    let path = crate::workspace::at("wasm-pack.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let table: BuildTable = toml::from_str(&text).context("wasm-pack.toml")?;
    for (name, artifact) in &table.artifact {
        let is_complete = artifact.rest.is_some() || artifact.on_demand.len() < 2;
        ensure!(is_complete, "wasm-pack.toml: {name} has no rest for what its other parts share");
    }
    Ok(table)
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
        let parts: Vec<String> =
            table.iter().flat_map(|(name, row)| row.parts(name)).map(|(name, _)| name).collect();
        assert_eq!(
            parts,
            [
                "compute_desks",
                "engine_rest",
                "engine_fusion",
                "engine_profile",
                "engine_program",
                "engine_spacetime",
                "engine_structure",
                "reader_formats"
            ]
        );
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let text = "[artifact.x]\ncrate = 'c'\nfeatures = []\nprofile = 'p'\noptimise = []\nbrotli_bytes = 1\nbudgets = 1\n";
        let err = toml::from_str::<BuildTable>(text).unwrap_err().to_string();
        assert!(err.contains("unknown field `budgets`"), "{err}");
    }
}
