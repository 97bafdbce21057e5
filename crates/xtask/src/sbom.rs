//! `xtask sbom`: lists the components of what is published as `CycloneDX` documents, into `target/sbom`.
//!
//! `cargo cyclonedx` lists the crates of the command and of each wasm artifact, and npm the packages that make the
//! page's scripts. All documents are JSON in version 1.5 of the specification.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{build_table, process, workspace};

/// Name of a document that `cargo cyclonedx` leaves beside a manifest, without its extension.
const LEFT_BESIDE: &str = "diptych-sbom";

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "sbom takes no options");
    ensure!(
        process::succeeds(workspace::cargo().args(["cyclonedx", "--version"])),
        "cargo-cyclonedx is missing; install it with `cargo install cargo-cyclonedx --locked`"
    );
    let folder = workspace::target()?.join("sbom");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut crates = vec![("diptych".to_owned(), "diptych-cli".to_owned(), Vec::new(), None)];
    for (name, artifact) in build_table::read()?.artifact {
        crates.push((name, artifact.package, artifact.features, Some(crate::build::wasm::TARGET)));
    }
    for (name, package, features, target) in &crates {
        let file = folder.join(format!("{name}.cdx.json"));
        of_crate(package, features, *target, &file).with_context(|| name.clone())?;
    }
    of_npm(&folder.join("npm.cdx.json"))?;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        println!("{}: {} components", path.display(), components(&path)?);
    }
    Ok(())
}

/// Writes the document of a crate with what is linked into it.
fn of_crate(package: &str, features: &[String], target: Option<&str>, file: &Path) -> Result<()> {
    let manifest = format!("crates/{}/Cargo.toml", package.trim_start_matches("diptych-"));
    let mut cargo = workspace::cargo();
    cargo.args(["cyclonedx", "--format", "json", "--spec-version", "1.5", "--no-build-deps", "--quiet"]);
    cargo.args(["--override-filename", LEFT_BESIDE, "--manifest-path", &manifest]);
    if !features.is_empty() {
        cargo.args(["--features", &features.join(",")]);
    }
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    process::run(&mut cargo)?;
    let left = format!("{LEFT_BESIDE}.json");
    // The tool also leaves documents beside the manifests of all crates that this one uses.
    for entry in fs::read_dir(workspace::at("crates"))? {
        let document = entry?.path().join(&left);
        if document.starts_with(workspace::at(&manifest).with_file_name("")) {
            fs::rename(&document, file).with_context(|| document.display().to_string())?;
        } else {
            let _ = fs::remove_file(&document);
        }
    }
    Ok(())
}

/// Writes the document of the npm packages. All of them are installed for building, so none counts as omitted.
fn of_npm(file: &Path) -> Result<()> {
    let mut npm = std::process::Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(workspace::root()).args(["sbom", "--sbom-format", "cyclonedx"]);
    fs::write(file, process::stdout_of(&mut npm)?).with_context(|| file.display().to_string())
}

/// Returns the number of components of a document.
fn components(file: &Path) -> Result<usize> {
    let document: serde_json::Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    ensure!(document["bomFormat"] == "CycloneDX", "{} is no CycloneDX document", file.display());
    let list = document["components"].as_array().context("a document without components")?;
    ensure!(!list.is_empty(), "{} lists no component", file.display());
    Ok(list.len())
}
