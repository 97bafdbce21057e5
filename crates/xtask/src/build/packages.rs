//! Builds the npm packages into `dist-npm/`: `embed`, the element for other pages, and `app`, the built page itself.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::dist::Dist;
use crate::{files, process, workspace};

/// Folder of the packages.
const FOLDER: &str = "dist-npm";

/// Most bytes of the element after gzip. A page that shows a comparison should not notice its script.
const EMBED_BYTES: usize = 6_000;

/// Writes both packages. `dist` holds the finished page.
pub(super) fn put(dist: &Path) -> Result<()> {
    let version = version()?;
    put_embed(&version).context("the package `embed`")?;
    put_app(dist, &version).context("the package `app`")
}

/// Returns the version that the page shows.
fn version() -> Result<String> {
    let manifest = std::fs::read_to_string(workspace::at("package.json"))?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    Ok(manifest["version"].as_str().context("package.json names no version")?.to_owned())
}

fn put_embed(version: &str) -> Result<()> {
    let folder = workspace::at(FOLDER).join("embed");
    let mut package = Dist::open(folder.clone())?;
    let script = folder.join("index.js");
    let mut esbuild = workspace::node("node_modules/esbuild/bin/esbuild");
    esbuild.arg(workspace::at("packages/embed/src/index.ts"));
    esbuild.args(["--bundle", "--format=esm", "--minify", "--target=es2022", "--log-level=warning"]);
    process::run(esbuild.arg(format!("--outfile={}", script.display())))?;
    package.keep("index.js");
    let mut tsc = workspace::node("node_modules/typescript-native/bin/tsc");
    process::run(tsc.args(["--project", "packages/embed/tsconfig.json"]))?;
    for name in files::under(&folder)?.iter().filter(|name| name.ends_with(".d.ts")) {
        package.keep(name);
    }
    package.put("README.md", &std::fs::read(workspace::at("packages/embed/README.md"))?)?;
    package.put("package.json", embed_manifest(version).as_bytes())?;
    package.prune()?;
    let size = gzip_bytes(&script)?;
    ensure!(size <= EMBED_BYTES, "index.js has {size} bytes after gzip, more than {EMBED_BYTES}");
    Ok(())
}

fn put_app(dist: &Path, version: &str) -> Result<()> {
    let mut package = Dist::open(workspace::at(FOLDER).join("app"))?;
    package.put_folder(dist, |_| true)?;
    package.put("package.json", app_manifest(version).as_bytes())?;
    package.prune()
}

fn embed_manifest(version: &str) -> String {
    manifest(&serde_json::json!({
        "name": "diptych-embed",
        "version": version,
        "description": "Shows Diptych, a comparison of two execution traces, as an element of a page.",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "main": "./index.js",
        "types": "./index.d.ts",
        "exports": { ".": { "types": "./index.d.ts", "default": "./index.js" } },
        // Importing it defines an element.
        "sideEffects": ["./index.js"],
    }))
}

fn app_manifest(version: &str) -> String {
    manifest(&serde_json::json!({
        "name": "diptych-app",
        "version": version,
        "description": "Diptych, a static web page that compares execution traces: a folder for any host.",
        "license": "MIT OR Apache-2.0",
    }))
}

fn manifest(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// Returns the size of a file after gzip. Node compresses it, as for the sizes of the page.
fn gzip_bytes(file: &Path) -> Result<usize> {
    const SCRIPT: &str = "
        import { readFileSync } from 'node:fs';
        import { gzipSync } from 'node:zlib';
        console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length);";
    let mut node = Command::new("node");
    let output = process::stdout_of(node.args(["--input-type=module", "--eval", SCRIPT, "--"]).arg(file))?;
    output.trim().parse().context("the size from Node")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_carry_the_version_and_no_dependencies() {
        for text in [embed_manifest("1.2.3"), app_manifest("1.2.3")] {
            let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(manifest["version"], "1.2.3");
            assert!(manifest.get("dependencies").is_none() && manifest.get("private").is_none());
        }
    }
}
