//! `xtask bless`: updates the expected results of tests to the current behaviour. Read the difference before committing
//! it.

use anyhow::{Result, ensure};

use crate::{generated, process, setup, workspace};

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "bless takes no options");
    setup::for_build()?;
    generated::write()?;
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--workspace", "--exclude", "xtask", "--no-fail-fast"]);
    cargo.env("DIPTYCH_BLESS", "1").env("INSTA_UPDATE", "always");
    process::run(&mut cargo)
}
