//! Builds the documentation as static pages: `docs/*.md` become `docs/*.html` in the output folder.

use anyhow::{Context, Result};

use super::bundle::Bundler;
use super::dist::Dist;
use crate::{files, generated, process, workspace};

/// Folder for the pages, relative to the output folder.
pub(super) const FOLDER: &str = "docs";

/// Writes the pages into `dist`. Fails on a link that leads nowhere, with the page and the link.
pub(super) fn put(bundler: &Bundler, dist: &mut Dist) -> Result<()> {
    let theme = bundler.style(&workspace::at(generated::THEME), dist)?;
    let style = bundler.style(&workspace::at("www/docs.css"), dist)?;
    let folder = workspace::target()?.join("docs");
    let _ = std::fs::remove_dir_all(&folder);
    let mut node = workspace::node("scripts/docs.mjs");
    process::run(node.arg(&folder).args([theme, style].map(|name| format!("../{name}"))))
        .context("the documentation")?;
    for name in files::under(&folder)? {
        dist.put(&format!("{FOLDER}/{name}"), &std::fs::read(folder.join(&name))?)?;
    }
    Ok(())
}
