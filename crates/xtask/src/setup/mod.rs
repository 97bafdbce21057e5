//! `xtask setup`: installs what a fresh machine lacks, or says how to.
//!
//! Every other verb first calls the part it needs. If nothing is missing, that takes a few milliseconds. The npm
//! packages are there already: `scripts/bootstrap.mjs` installs them while cargo builds xtask.

pub(crate) mod chromium;
pub(crate) mod firefox;
mod programs;
mod toolchain;

use anyhow::{Result, ensure};

/// Runs the verb: installs everything.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "setup takes no options");
    for_test()?;
    println!("Chromium: {}", chromium::find_or_install()?.display());
    println!("Firefox: {}", firefox::required()?.program.display());
    Ok(())
}

/// Installs the requirements of building the page.
pub(crate) fn for_build() -> Result<()> {
    toolchain::add_wasm_target()
}

/// Installs the requirements of the checks, except the browsers.
pub(crate) fn for_test() -> Result<()> {
    for_build()?;
    toolchain::add_components()
}
