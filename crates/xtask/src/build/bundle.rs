//! Bundles and hashes the shell's scripts and styles with esbuild.

use std::path::Path;

use anyhow::{Context, Result};

use super::dist::{ASSETS, Dist};
use super::mode::Mode;
use crate::{process, workspace};

/// JavaScript version that esbuild writes. Every browser with WebGL2 and wasm simd128 understands it.
const TARGET: &str = "es2022";

/// The way a script is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// A classic script. Workers need it, because some hosts allow no module workers (blobs on `file://`).
    ClassicScript,
    /// A module with chunks that it imports on demand.
    Modules,
}

/// esbuild with this build's settings.
#[derive(Debug)]
pub(crate) struct Bundler {
    /// Build mode. Only [`Mode::Release`] minifies.
    pub(crate) mode: Mode,
}

impl Bundler {
    /// Bundles the script `entry` and returns its name in `dist`. In its code, the global `ARTIFACTS` is the
    /// table of built files, by name and relative to the page.
    pub(crate) fn script(
        &self,
        entry: &str,
        format: Format,
        artifacts: &serde_json::Map<String, serde_json::Value>,
        dist: &mut Dist,
    ) -> Result<String> {
        let mut esbuild = self.command(&workspace::at(entry), dist);
        esbuild.arg(format!("--target={TARGET}"));
        esbuild.arg(format!("--define:ARTIFACTS={}", serde_json::to_string(artifacts)?));
        match format {
            Format::ClassicScript => esbuild.arg("--format=iife"),
            Format::Modules => esbuild.args(["--format=esm", "--splitting"]),
        };
        run(&mut esbuild, entry, dist)
    }

    /// Bundles the service worker under the name `sw.js`, so that its folder is the whole page. In its code, the global
    /// `GENERATION` is `generation`.
    pub(crate) fn service_worker(
        &self,
        entry: &str,
        generation: &serde_json::Value,
        dist: &mut Dist,
    ) -> Result<()> {
        let bundle = workspace::target()?.join("sw.js");
        let mut esbuild = workspace::node("node_modules/esbuild/bin/esbuild");
        esbuild.arg(workspace::at(entry)).args(["--bundle", "--format=iife", "--log-level=warning"]);
        esbuild.arg(format!("--target={TARGET}"));
        esbuild.arg(format!("--define:GENERATION={generation}"));
        esbuild.arg(format!("--outfile={}", bundle.display()));
        if self.mode == Mode::Release {
            esbuild.arg("--minify");
        }
        process::run(&mut esbuild)?;
        dist.put("sw.js", &std::fs::read(bundle)?)
    }

    /// Bundles the script `entry` as one classic script, parts that are loaded on demand included, and returns its text.
    pub(crate) fn text(
        entry: &str,
        artifacts: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<String> {
        let output = workspace::target()?.join("script.js");
        let mut esbuild = workspace::node("node_modules/esbuild/bin/esbuild");
        esbuild.arg(workspace::at(entry)).args(["--bundle", "--log-level=warning", "--legal-comments=none"]);
        esbuild.arg(format!("--target={TARGET}")).args(["--format=iife", "--minify"]);
        esbuild.arg(format!("--define:ARTIFACTS={}", serde_json::to_string(artifacts)?));
        process::run(esbuild.arg(format!("--outfile={}", output.display())))?;
        std::fs::read_to_string(&output).with_context(|| output.display().to_string())
    }

    /// Bundles the style sheet at `source` and returns its name in `dist`.
    pub(crate) fn style(&self, source: &Path, dist: &mut Dist) -> Result<String> {
        run(&mut self.command(source, dist), &source.to_string_lossy(), dist)
    }

    fn command(&self, source: &Path, dist: &Dist) -> std::process::Command {
        let mut esbuild = workspace::node("node_modules/esbuild/bin/esbuild");
        esbuild.arg(source).arg("--bundle").arg("--log-level=warning").arg("--legal-comments=linked");
        esbuild.arg(format!("--outdir={}", dist.assets().display()));
        esbuild.args(["--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]"]);
        match self.mode {
            Mode::Release => esbuild.arg("--minify"),
            Mode::Quick | Mode::Dev => esbuild.arg("--sourcemap"),
        };
        esbuild
    }
}

/// Runs esbuild, keeps all files it wrote, and returns the name in `dist` of the file made from `source`.
fn run(esbuild: &mut std::process::Command, source: &str, dist: &mut Dist) -> Result<String> {
    let report = workspace::target()?.join("esbuild.json");
    process::run(esbuild.arg(format!("--metafile={}", report.display())))?;
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(report)?)?;
    let (entry, all) = written(&report, source)?;
    for name in &all {
        dist.keep(name);
    }
    Ok(entry)
}

/// Returns the file made from `source` and all files of esbuild's report, by their names in the output folder.
///
/// Scripts imported on demand are entries of the report too, so the right one is found by its source.
fn written(report: &serde_json::Value, source: &str) -> Result<(String, Vec<String>)> {
    let outputs = report["outputs"].as_object().context("esbuild's report names no outputs")?;
    let file_name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let name = |path: &str| format!("{ASSETS}/{}", file_name(path));
    let is_source = |entry: &str| file_name(entry) == file_name(source);
    let entry = outputs
        .iter()
        .find(|(_, output)| output["entryPoint"].as_str().is_some_and(is_source))
        .map(|(path, _)| name(path))
        .context("esbuild's report names no entry")?;
    Ok((entry, outputs.keys().map(|path| name(path)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_gives_entry_and_chunks() {
        let report = serde_json::json!({ "outputs": {
            "dist/assets/chunk-AA.js": {},
            "dist/assets/extra-BB.js": { "entryPoint": "web/src/extra.ts" },
            "dist/assets/main-CC.js": { "entryPoint": "web/src/main.ts" },
        }});
        let (entry, all) = written(&report, "web/src/main.ts").unwrap();
        assert_eq!(entry, "assets/main-CC.js");
        assert_eq!(all, ["assets/chunk-AA.js", "assets/extra-BB.js", "assets/main-CC.js"]);
    }

    #[test]
    fn report_without_entry_is_an_error() {
        assert!(written(&serde_json::json!({ "outputs": {} }), "main.ts").is_err());
    }
}
