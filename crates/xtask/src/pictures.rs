//! `xtask pictures`: builds the page and photographs it for README and docs, into `docs/pictures/`.

use anyhow::{Result, ensure};

use crate::build::{self, Mode};
use crate::{browser, process};

/// Runs the verb. `--no-build` takes `dist/` as it is.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let no_build = arguments == ["--no-build"];
    ensure!(no_build || arguments.is_empty(), "pictures takes no options but --no-build");
    if !no_build {
        build::all(Mode::Release)?;
    }
    let mut playwright = browser::playwright()?;
    process::run(playwright.args(["--config=tests/pictures/playwright.config.ts", "--reporter=list"]))
}
