//! `xtask deny`: checks licences, banned crates and sources of all dependencies with `cargo deny`.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::{process, workspace};

/// Sentence that says how to get the tool.
pub(crate) const MISSING: &str = "cargo-deny is missing; install it with `cargo install cargo-deny --locked`";

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let advisories = match arguments {
        [] => false,
        [word] if word == "--advisories" => true,
        other => bail!("unknown options `{}`; known is --advisories", other.join(" ")),
    };
    ensure!(is_installed(), MISSING);
    process::run(&mut command())?;
    if advisories {
        // The list of weaknesses is fetched anew each time.
        process::run(workspace::cargo().args(["deny", "check", "advisories"]))?;
    }
    Ok(())
}

/// Returns true if `cargo deny` is installed.
pub(crate) fn is_installed() -> bool {
    process::succeeds(workspace::cargo().args(["deny", "--version"]))
}

/// Returns the checks that need no network. `deny.toml` says what they allow.
pub(crate) fn command() -> Command {
    let mut cargo = workspace::cargo();
    cargo.args([
        "deny",
        "--offline",
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "licenses",
        "bans",
        "sources",
    ]);
    cargo
}
