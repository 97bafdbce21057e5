//! `xtask notices`: writes `www/notices.txt`, the licences of all that the page and the command contain.
//!
//! `cargo about` collects the licences of crates. The file is committed, so that a build needs no such tool; a check of
//! `xtask tidy` names what it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{process, workspace};

/// The file, relative to the workspace's root.
const FILE: &str = "www/notices.txt";

/// Folders of the crates that become artifacts of the page or the command.
const LINKED: &[&str] = &["cli", "compute-wasm", "engine-wasm", "reader-wasm", "render-wasm"];

/// Packages from npm that are part of the page's scripts, each with its file of the licence.
const PACKAGES: &[[&str; 2]] = &[
    ["@lit/reactive-element", "LICENSE"],
    ["@preact/signals-core", "LICENSE"],
    ["lit", "LICENSE"],
    ["lit-element", "LICENSE"],
    ["lit-html", "LICENSE"],
    ["xxhash-wasm", "LICENSE.md"],
];

/// The font whose outlines are in pictures, with its licence.
const FONT: [&str; 2] = ["DejaVu Sans Condensed (a part of it)", "crates/scene/assets/DejaVu-LICENSE.txt"];

/// Names of components under each licence text.
type Notices = BTreeMap<String, BTreeSet<String>>;

/// The output of `cargo about`, as far as it is read here.
#[derive(Deserialize)]
struct About {
    licenses: Vec<License>,
}

#[derive(Deserialize)]
struct License {
    text: String,
    used_by: Vec<UsedBy>,
}

#[derive(Deserialize)]
struct UsedBy {
    #[serde(rename = "crate")]
    of: Crate,
}

#[derive(Deserialize)]
struct Crate {
    name: String,
    version: String,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "notices takes no options");
    ensure!(
        process::succeeds(workspace::cargo().args(["about", "--version"])),
        "cargo-about is missing; install it with `cargo install cargo-about --locked --features cli`"
    );
    let mut notices = Notices::new();
    for folder in LINKED {
        let manifest = format!("crates/{folder}/Cargo.toml");
        let mut about = workspace::cargo();
        about.args(["about", "generate", "--offline", "--fail", "--format", "json", "-m", &manifest]);
        let found: About = serde_json::from_str(&process::stdout_of(&mut about)?).context("cargo about")?;
        for license in found.licenses {
            let names = license.used_by.iter().map(|by| format!("{} {}", by.of.name, by.of.version));
            notices.entry(tidied(&license.text)).or_default().extend(names);
        }
    }
    for [name, file] in PACKAGES {
        let folder = workspace::at("node_modules").join(name);
        let text = fs::read_to_string(folder.join(file)).with_context(|| format!("{name}: {file}"))?;
        notices.entry(tidied(&text)).or_default().insert(package(name)?);
    }
    let [name, file] = FONT;
    let text = fs::read_to_string(workspace::at(file)).context(file)?;
    notices.entry(tidied(&text)).or_default().insert(name.to_owned());
    fs::write(workspace::at(FILE), written(&notices)).context(FILE)
}

/// Returns a package of npm with its installed version.
fn package(name: &str) -> Result<String> {
    let manifest = workspace::at("node_modules").join(name).join("package.json");
    let text = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let manifest: serde_json::Value = serde_json::from_str(&text).with_context(|| name.to_owned())?;
    Ok(format!("{name} {}", manifest["version"].as_str().unwrap_or_default()))
}

/// Returns a text without spaces at the ends of lines and without empty lines around it, so that equal licences are
/// equal.
fn tidied(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Returns the file: each text once, after the components that it is for.
fn written(notices: &Notices) -> String {
    let mut out =
        "Diptych contains the components below. Each licence follows the components that it is for.\n"
            .to_owned();
    let mut by_component: Vec<_> = notices.iter().collect();
    by_component.sort_by_key(|(_, components)| components.first());
    for (text, components) in by_component {
        out.push_str("\n----------------------------------------------------------------------\n\n");
        for component in components {
            let _ = writeln!(out, "* {component}");
        }
        let _ = writeln!(out, "\n{text}");
    }
    out
}

/// Returns every linked component that the file does not name.
pub(crate) fn missing() -> Result<Vec<String>> {
    let text = fs::read_to_string(workspace::at(FILE)).context(FILE)?;
    let named: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("* ")).collect();
    let mut linked = BTreeSet::from([FONT[0].to_owned()]);
    for [name, _] in PACKAGES {
        linked.insert(package(name)?);
    }
    for folder in LINKED {
        let mut tree = workspace::cargo();
        tree.args(["tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
        tree.args(["--manifest-path", &format!("crates/{folder}/Cargo.toml")]);
        linked.extend(process::stdout_of(&mut tree)?.lines().filter_map(component));
    }
    let missing = linked.into_iter().filter(|component| !named.contains(component.as_str()));
    Ok(missing.map(|component| format!("{FILE}: {component} is missing; run `npm run notices`")).collect())
}

/// Returns the component of a line of `cargo tree`: `flate2 v1.1.2` is `flate2 1.1.2`. Crates of this workspace, which
/// have a path, are none.
fn component(line: &str) -> Option<String> {
    let (name, version) = line.trim_end_matches(" (*)").split_once(" v")?;
    (!version.contains('/')).then(|| format!("{name} {version}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_tree_become_components() {
        assert_eq!(component("flate2 v1.1.2").as_deref(), Some("flate2 1.1.2"));
        assert_eq!(component("flate2 v1.1.2 (*)").as_deref(), Some("flate2 1.1.2"));
        assert_eq!(component("diptych-trace v0.6.0 (/src/crates/trace)"), None);
        assert_eq!(component(""), None);
    }

    #[test]
    fn equal_texts_are_written_once() {
        let of = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let notices = Notices::from([
            ("Do it.".to_owned(), of(&["b 2", "c 1"])),
            ("Be kind.".to_owned(), of(&["a 1"])),
        ]);
        let text = written(&notices);
        assert_eq!(tidied("\n\nDo it.  \r\n\n"), "Do it.");
        assert_eq!(text.matches("Do it.").count(), 1);
        let places = ["* a 1\n\nBe kind.", "* b 2\n* c 1\n\nDo it."].map(|part| text.find(part));
        assert!(places[0] < places[1] && places[0].is_some(), "{text}");
    }
}
