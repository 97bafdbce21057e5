//! Writes and checks the generated files that are checked in: the protocol's TypeScript types, the theme's style sheet
//! and the names of artifacts.
//!
//! They are checked in so that the shell can be read, and its changes reviewed, without a build. A check compares them
//! with what would be generated now. `npm run types` writes them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{build_table, files, process, workspace};

/// Folder of the generated files. It holds nothing else.
const FOLDER: &str = "web/src/generated";

/// The colour tokens as a style sheet, relative to the workspace's root.
pub(crate) const THEME: &str = "web/src/generated/theme.css";

/// Returns the names of files in [`FOLDER`] that are missing, outdated or superfluous.
pub(crate) fn stale() -> Result<Vec<String>> {
    let wanted = contents()?;
    let present = files::under(&workspace::at(FOLDER))?;
    let differs = |name: &String| match wanted.get(name) {
        Some(text) => fs::read_to_string(workspace::at(FOLDER).join(name)).ok().as_ref() != Some(text),
        None => true,
    };
    let mut names: Vec<String> = wanted.keys().cloned().chain(present).filter(differs).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// Writes all generated files and removes superfluous ones.
pub(crate) fn write() -> Result<()> {
    let wanted = contents()?;
    let folder = workspace::at(FOLDER);
    fs::create_dir_all(&folder)?;
    for name in files::under(&folder)? {
        if !wanted.contains_key(&name) {
            fs::remove_file(folder.join(name))?;
        }
    }
    for (name, text) in wanted {
        fs::write(folder.join(&name), text).with_context(|| format!("{FOLDER}/{name}"))?;
    }
    Ok(())
}

/// Runs the verb `types`.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "types takes no options");
    write()
}

/// Returns the keys of the global `ARTIFACTS`: every artifact of the build table and the scripts of workers.
pub(crate) fn artifact_names() -> Result<Vec<String>> {
    let table = build_table::read()?.artifact;
    let workers = table.iter().filter(|(_, row)| row.worker.is_some());
    let workers = workers.map(|(name, _)| worker_name(name));
    Ok(table.keys().cloned().chain(workers).collect())
}

/// Returns the key of the worker script for an artifact.
pub(crate) fn worker_name(artifact: &str) -> String {
    format!("{artifact}_worker")
}

/// Generates the content of each file.
fn contents() -> Result<BTreeMap<String, String>> {
    let folder = workspace::target()?.join("types");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    process::run(Command::new(product_program("generate")?).arg("shell").arg(&folder))?;
    let mut contents = BTreeMap::new();
    for name in files::under(&folder)? {
        let text = fs::read_to_string(folder.join(&name))?;
        contents.insert(name, text);
    }
    contents.insert("artifacts.d.ts".to_owned(), artifacts_declaration(&artifact_names()?));
    Ok(contents)
}

/// Builds a program of the product's own crates and returns its path. The build equals that of `cargo test`, so that
/// nothing is compiled twice.
pub(crate) fn product_program(name: &str) -> Result<PathBuf> {
    let mut cargo = workspace::cargo();
    process::run(cargo.args(["build", "--quiet", "--workspace", "--exclude", "xtask", "--bin", name]))?;
    Ok(workspace::target()?.join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION))
}

/// Returns the declaration of the global that the build defines.
fn artifacts_declaration(names: &[String]) -> String {
    let mut text = String::from(
        "/** Generated from wasm-pack.toml by `npm run types`. Do not edit. */\n\n\
         /** The built files by name, relative to the page; esbuild puts the table in. */\n\
         declare const ARTIFACTS: {\n",
    );
    for name in names {
        let _ = writeln!(text, "  readonly {name}: string;");
    }
    text + "};\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declaration_names_artifacts_and_workers() {
        let text = artifacts_declaration(&artifact_names().unwrap());
        for name in ["engine", "render_gl", "render_gpu", "reader_worker"] {
            assert!(text.contains(&format!("  readonly {name}: string;\n")), "{text}");
        }
        let checked_in = fs::read_to_string(workspace::at(FOLDER).join("artifacts.d.ts")).unwrap();
        assert_eq!(text, checked_in);
    }
}
