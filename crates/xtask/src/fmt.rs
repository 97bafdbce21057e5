//! `xtask fmt`: formats Rust with rustfmt and TypeScript with Prettier.

use anyhow::{Result, ensure};

use crate::{process, setup, workspace};

/// Formats every source file. `npm test` only checks the format.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "fmt takes no options");
    setup::for_test()?;
    process::run(workspace::cargo().args(["fmt", "--all"]))?;
    process::run(workspace::node("node_modules/prettier/bin/prettier.cjs").args([
        "--write",
        "--log-level=warn",
        ".",
    ]))
}
