//! `xtask build`: the wasm crates, the shell and the static files become `dist/`.
//!
//! `dist/` holds an `index.html`, the files of `www/` under their own names, and `assets/`, whose names carry
//! a hash of the content. All links are relative, so the folder works from any path of any file server.
//!
//! Order matters: the shell's code holds the hashed names of the wasm artifacts and of the worker, and the
//! page holds the hashed names of the shell.

mod bundle;
mod dist;
mod html;
pub(crate) mod wasm;

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::{build_table, files, process, setup, workspace};
use bundle::Bundler;
use dist::Dist;

/// How the page is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Optimised: what is deployed and tested.
    Release,
    /// Quick to build, unoptimised, with names kept.
    Dev,
}

impl Mode {
    /// The mode that a verb's arguments ask for.
    pub(crate) fn from_arguments(arguments: &[String]) -> Self {
        if arguments.iter().any(|word| word == "--dev") { Self::Dev } else { Self::Release }
    }
}

/// The verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    if let Some(unknown) = arguments.iter().find(|word| *word != "--dev") {
        bail!("unknown option `{unknown}`");
    }
    setup::for_build()?;
    let mode = Mode::from_arguments(arguments);
    wasm_artifacts(mode)?;
    page(mode)
}

/// Builds every row of the build table into `web/wasm/`.
pub(crate) fn wasm_artifacts(mode: Mode) -> Result<()> {
    for (name, artifact) in &build_table::read()?.artifact {
        wasm::build(name, artifact, mode).with_context(|| format!("artifact {name}"))?;
    }
    Ok(())
}

/// Assembles `dist/` from `web/` and `www/`; the wasm artifacts are there already.
pub(crate) fn page(mode: Mode) -> Result<()> {
    let mut dist = Dist::open(workspace::dist())?;
    let mut artifacts = serde_json::Map::new();
    for name in build_table::read()?.artifact.keys() {
        let bytes = std::fs::read(wasm::output(name)).with_context(|| format!("artifact {name}"))?;
        artifacts.insert(name.clone(), dist.put_hashed(name, "wasm", &bytes)?.into());
    }
    let bundler = Bundler { mode };
    let worker = bundler.script("web/src/worker.ts", bundle::Format::ClassicScript, &artifacts, &mut dist)?;
    artifacts.insert("worker".into(), worker.into());
    let main = bundler.script("web/src/main.ts", bundle::Format::Modules, &artifacts, &mut dist)?;

    let theme = theme_css()?;
    let page = std::fs::read_to_string(workspace::at("www/index.html")).context("www/index.html")?;
    let mut linked = BTreeSet::from(["index.html".to_owned()]);
    let page = html::rewrite(&page, |link| {
        let source = workspace::at("www").join(link);
        linked.insert(link.to_owned());
        match link {
            "main.js" => Ok(main.clone()),
            "theme.css" => bundler.style(&theme, &mut dist),
            style if files::extension(style) == "css" => bundler.style(&source, &mut dist),
            _ => dist.put_hashed_file(&source),
        }
    })?;
    dist.put("index.html", page.as_bytes())?;
    // Style sheets are in the bundle already.
    let wanted = |name: &str| !linked.contains(name) && files::extension(name) != "css";
    dist.put_folder(&workspace::at("www"), wanted)?;
    dist.prune()
}

/// Writes the colour tokens as a style sheet and returns where it lies.
fn theme_css() -> Result<std::path::PathBuf> {
    let path = workspace::target()?.join("theme.css");
    process::run(generate().arg("theme").arg(&path))?;
    Ok(path)
}

/// The command that asks the product's own crates for what is made from them; see `bin/generate.rs`.
pub(crate) fn generate() -> std::process::Command {
    let mut cargo = workspace::cargo();
    cargo.args(["run", "--quiet", "--profile", "tool", "--package", "xtask", "--features", "generate"]);
    cargo.args(["--bin", "generate", "--"]);
    cargo
}
