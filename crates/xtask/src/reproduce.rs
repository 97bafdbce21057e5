//! `xtask reproduce`: builds the committed page twice from scratch, in two folders, and compares the bytes.
//!
//! The folders have names of different lengths, so a path that leaks into a file shows. Each build installs its own npm
//! packages and has its own target folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{files, process, workspace};

/// Folders of the two clones, under cargo's target folder.
const CLONES: [&str; 2] = ["one", "another-one"];

/// Outputs to compare.
const OUTPUTS: [&str; 2] = ["dist", "dist-npm"];

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "reproduce takes no options");
    let work = workspace::target()?.join("reproduce");
    let mut commit = Command::new("git");
    let commit = process::stdout_of(commit.current_dir(workspace::root()).args(["rev-parse", "HEAD"]))?;
    println!("commit {}; changes that are not committed are not built", commit.trim());
    let clones = CLONES.map(|name| work.join(name));
    for clone in &clones {
        build(clone)?;
    }
    let mut count = 0;
    let mut differing = Vec::new();
    for output in OUTPUTS {
        let (compared, found) = differences(&clones[0].join(output), &clones[1].join(output))?;
        count += compared;
        differing.extend(found.into_iter().map(|line| format!("{output}/{line}")));
    }
    for line in &differing {
        println!("{line}");
    }
    ensure!(
        differing.is_empty(),
        "{} of {count} files differ; both builds are in {}",
        differing.len(),
        work.display()
    );
    println!("{count} files, equal in both builds");
    // The clones and their target folders take gigabytes.
    fs::remove_dir_all(&work).with_context(|| work.display().to_string())
}

/// Clones the committed state into a new folder and builds the page there.
fn build(clone: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(clone);
    fs::create_dir_all(clone)?;
    process::run(
        Command::new("git").args(["clone", "--quiet", "--local"]).arg(workspace::root()).arg(clone),
    )?;
    let mut npm = Command::new("node");
    npm.current_dir(clone).args(["scripts/bootstrap.mjs", "build"]);
    // A target folder that the user's configuration moves would be shared by both builds.
    process::run(npm.env("CARGO_TARGET_DIR", clone.join("target")).env_remove("CARGO"))
}

/// Compares two folders. Returns the number of files, and a line for each that differs or that one folder lacks.
fn differences(one: &Path, other: &Path) -> Result<(usize, Vec<String>)> {
    let folders = [one, other].map(PathBuf::from);
    let lists = [files::under(one)?, files::under(other)?];
    ensure!(!lists[0].is_empty(), "{} is empty", one.display());
    let all: BTreeSet<&String> = lists.iter().flatten().collect();
    let mut lines = Vec::new();
    for name in &all {
        let bytes = folders.each_ref().map(|folder| fs::read(folder.join(name)).ok());
        match bytes {
            [Some(a), Some(b)] if a == b => {}
            [Some(a), Some(b)] => {
                let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
                lines.push(format!("{name}: differs from byte {at}, of {} and {}", a.len(), b.len()));
            }
            [a, _] => lines.push(format!(
                "{name}: only the {} build has it",
                if a.is_some() { "first" } else { "second" }
            )),
        }
    }
    Ok((all.len(), lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_and_missing_files_are_listed() {
        let work = std::env::temp_dir().join(format!("diptych-reproduce-{}", std::process::id()));
        let folders = CLONES.map(|name| work.join(name));
        for (folder, text) in folders.iter().zip(["abcd", "abxd!"]) {
            fs::create_dir_all(folder.join("assets")).unwrap();
            fs::write(folder.join("assets/equal.js"), "same").unwrap();
            fs::write(folder.join("page.html"), text).unwrap();
        }
        fs::write(folders[1].join("extra.js"), "").unwrap();
        let (count, lines) = differences(&folders[0], &folders[1]).unwrap();
        assert_eq!(count, 3);
        assert_eq!(
            lines,
            ["extra.js: only the second build has it", "page.html: differs from byte 2, of 4 and 5"]
        );
        fs::remove_dir_all(&work).unwrap();
    }
}
