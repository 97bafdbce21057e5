//! `xtask setup`: what a fresh machine lacks is installed, or named with what to do about it.
//!
//! Every other verb calls the part it needs first; when nothing is missing that costs a few milliseconds. The npm
//! packages are there already: `scripts/bootstrap.mjs` installs them while cargo builds xtask.

pub(crate) mod chromium;
mod toolchain;

use anyhow::{Result, ensure};

/// The verb: everything.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "setup takes no options");
    for_test()?;
    println!("Chromium: {}", chromium::find_or_install()?.display());
    Ok(())
}

/// What building the page needs.
pub(crate) fn for_build() -> Result<()> {
    toolchain::add_wasm_target()
}

/// What the checks need besides a browser.
pub(crate) fn for_test() -> Result<()> {
    for_build()?;
    toolchain::add_components()
}
