//! `xtask build`: builds `dist/` from the wasm crates, the shell and the static files.
//!
//! `dist/` holds an `index.html`, the files of `www/` under their own names, and `assets/`, whose files have a hash of
//! the content in their names. All links are relative, so the folder works under any path of any file server.
//!
//! The order matters. The shell's code contains the hashed names of the wasm artifacts and of the workers, and the page
//! contains the hashed names of the shell.

mod base85;
mod bundle;
mod dist;
mod docs;
mod html;
mod mode;
mod packages;
pub(crate) mod report_app;
pub(crate) mod wasm;

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::stages::Stages;
use crate::{build_table, files, generated, setup, workspace};
use bundle::Bundler;
use dist::Dist;

pub(crate) use mode::Mode;

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    if let Some(unknown) = arguments.iter().find(|word| !Mode::OPTIONS.contains(&word.as_str())) {
        bail!("unknown option `{unknown}`");
    }
    all(Mode::from_arguments(arguments, Mode::Release))
}

/// Runs the verb `page`: after a change of `web/`, `www/` or `docs/` alone, in a second.
pub(crate) fn page_verb(arguments: &[String]) -> Result<()> {
    if let Some(unknown) = arguments.first() {
        bail!("unknown option `{unknown}`");
    }
    setup::for_build()?;
    page(Mode::Release)
}

/// The manifest of the page as an installed application, under `www/` and in `dist/`.
const MANIFEST: &str = "manifest.webmanifest";

/// Builds the whole page, from setting up a fresh machine to `dist/`, and prints the time of each stage.
pub(crate) fn all(mode: Mode) -> Result<()> {
    let stages = Stages::begun();
    stages.run("set-up", setup::for_build)?;
    wasm::build(&build_table::read()?, mode, &stages)?;
    stages.run("page", || page(mode))?;
    println!("{stages}");
    Ok(())
}

/// Assembles `dist/` from `web/`, `www/`, `docs/` and the finished wasm artifacts, and the npm packages from that.
pub(crate) fn page(mode: Mode) -> Result<()> {
    let mut dist = Dist::open(workspace::dist())?;
    let mut artifacts = serde_json::Map::new();
    let table = build_table::read()?.artifact;
    let mut put = |name: &str| -> Result<serde_json::Value> {
        let bytes = std::fs::read(wasm::output(name)).with_context(|| format!("artifact {name}"))?;
        Ok(dist.put_hashed(name, "wasm", &bytes)?.into())
    };
    for name in table.keys() {
        artifacts.insert(name.clone(), put(name)?);
    }
    let bundler = Bundler { mode };
    for (name, row) in &table {
        let Some(source) = &row.worker else { continue };
        let script = bundler.script(source, bundle::Format::ClassicScript, &artifacts, &mut dist)?;
        artifacts.insert(generated::worker_name(name), script.into());
    }
    let main = bundler.script("web/src/main.ts", bundle::Format::Modules, &artifacts, &mut dist)?;

    let page = std::fs::read_to_string(workspace::at("www/index.html")).context("www/index.html")?;
    let mut linked = BTreeSet::from(["index.html".to_owned(), MANIFEST.to_owned()]);
    let mut icon = String::new();
    let mut styles = Vec::new();
    let page = html::rewrite(&page, |link| {
        let source = workspace::at("www").join(link);
        linked.insert(link.to_owned());
        match link {
            "main.js" => Ok(main.clone()),
            // Its address is where the installed page begins, so it stands beside the page.
            MANIFEST => Ok(MANIFEST.to_owned()),
            "icon.svg" => {
                icon = dist.put_hashed_file(&source)?;
                Ok(icon.clone())
            }
            style if files::extension(style) == "css" => {
                let source = if style == "theme.css" { workspace::at(generated::THEME) } else { source };
                let name = bundler.style(&source, &mut dist)?;
                styles.push(name.clone());
                Ok(name)
            }
            _ => dist.put_hashed_file(&source),
        }
    })?;
    dist.put("index.html", page.as_bytes())?;
    let manifest = std::fs::read_to_string(workspace::at("www").join(MANIFEST)).context(MANIFEST)?;
    dist.put(MANIFEST, manifest.replace("icon.svg", &icon).as_bytes())?;
    bundler.service_worker("web/src/worker/service-worker.ts", &dist.generation()?, &mut dist)?;
    report_app::put(&mut dist, &styles, |name| {
        artifacts.get(&generated::worker_name(name))?.as_str().map(str::to_owned)
    })?;
    docs::put(&bundler, &mut dist)?;
    // Style sheets are in the bundle already.
    let wanted = |name: &str| !linked.contains(name) && files::extension(name) != "css";
    dist.put_folder(&workspace::at("www"), wanted)?;
    dist.prune()?;
    packages::put(&workspace::dist())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mode_defaults_to_that_of_the_verb() {
        let mode = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Mode::from_arguments(&words, Mode::Quick)
        };
        assert_eq!(mode(""), Mode::Quick);
        assert_eq!(mode("--port 8200 --dev"), Mode::Dev);
        assert_eq!(mode("--release"), Mode::Release);
    }
}
