//! Adds the parts of the Rust toolchain that rustup does not install by itself.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{build::wasm, process, workspace};

/// Adds the wasm target if it is missing.
pub(crate) fn add_wasm_target() -> Result<()> {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(workspace::root());
    let libraries = process::stdout_of(rustc.args(["--print", "target-libdir", "--target", wasm::TARGET]))?;
    if std::path::Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    rustup(&["target", "add", wasm::TARGET])
}

/// Adds rustfmt and clippy if they are missing.
pub(crate) fn add_components() -> Result<()> {
    for (verb, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !process::succeeds(workspace::cargo().args([verb, "--version"])) {
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

fn rustup(arguments: &[&str]) -> Result<()> {
    let mut rustup = Command::new("rustup");
    process::run(rustup.current_dir(workspace::root()).args(arguments)).with_context(|| {
        format!(
            "run `rustup {}` by hand, or install that part with your system's packages",
            arguments.join(" ")
        )
    })
}
