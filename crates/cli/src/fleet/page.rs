//! The way from a fleet to a site: `pairs.toml`, with the pairs to look at and the summary above them.

use super::manifest::folder_of;
use super::{SUMMARY, summary};
use crate::error::{CliError, cannot_be};
use diptych_fleet::{FleetPair, FleetSummary};
use diptych_site::Section;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

/// Most characters of a name in a site, without the number that makes it different from others.
const MOST_NAME: usize = 70;

/// Returns the `pairs.toml` of a site with the pairs that changed, fail a condition or could not be compared. If there are
/// none, the first pair stands for all.
pub(super) fn manifest(found: &FleetSummary, pairs: &[FleetPair], manifest: &Path, output: &Path) -> String {
    let mut text = format!(
        "# Written by `diptych fleet`. `diptych site OUT` and this file make a site of these pairs.\n\
         title = \"Fleet\"\nsummary = \"{SUMMARY}\"\n"
    );
    let sources = way(output, &folder_of(manifest));
    let is_listed = |place: usize| {
        let pair = &found.pairs[place];
        pair.is_changed || pair.outcome.fails || pair.outcome.error.is_some()
    };
    let mut listed: Vec<usize> = (0..pairs.len()).filter(|&place| is_listed(place)).collect();
    if listed.is_empty() && !pairs.is_empty() {
        listed.push(0);
    }
    let mut names = BTreeSet::new();
    for place in listed {
        let pair = &pairs[place].pair;
        let _ = write!(
            text,
            "\n[[pair]]\nname = {}\ntitle = {}\n",
            quoted(&name(&pair.name, &mut names)),
            quoted(&pair.title)
        );
        for (key, paths) in [("a", &pair.a), ("b", &pair.b)] {
            let paths: Vec<String> = paths.iter().map(|path| quoted(&at(&sources, path))).collect();
            let _ = writeln!(text, "{key} = [{}]", paths.join(", "));
        }
        if !pair.fail_if.is_empty() {
            let conditions: Vec<String> = pair.fail_if.iter().map(|condition| quoted(condition)).collect();
            let _ = writeln!(text, "fail-if = [{}]", conditions.join(", "));
        }
        for (key, path) in [("rules", &pair.rules), ("known", &pair.known)] {
            if let Some(path) = path {
                let _ = writeln!(text, "{key} = {}", quoted(&at(&sources, path)));
            }
        }
        for (key, is_set) in
            [("allow-unlike", pair.allow_unlike), ("allow-incomplete", pair.allow_incomplete)]
        {
            if is_set {
                let _ = writeln!(text, "{key} = true");
            }
        }
    }
    text
}

fn at(sources: &Path, path: &str) -> String {
    sources.join(path).to_string_lossy().replace('\\', "/")
}

/// Returns the relative path from one folder to another, or the absolute one if they have no common root.
fn way(from: &Path, to: &Path) -> PathBuf {
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    };
    let (from, to) = (whole(from), whole(to));
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    if !matches!(from.components().next(), Some(Component::RootDir)) || common == 0 {
        return to;
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

/// Returns a name that a site can have as a folder, different from those before.
fn name(text: &str, names: &mut BTreeSet<String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let plain: String = text.chars().take(MOST_NAME).map(|c| if is_plain(c) { c } else { '-' }).collect();
    let plain = plain.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).trim_end_matches('.');
    let plain = if plain.is_empty() { "pair" } else { plain };
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut candidates = std::iter::once(plain.to_owned()).chain(numbered);
    // Endless, so there is one.
    candidates.find(|name| names.insert(name.to_lowercase())).unwrap_or_default()
}

/// Returns text as TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns the tables of a summary that a fleet wrote, for the index of a site.
pub(crate) fn sections_of_file(path: &Path) -> Result<Vec<Section>, CliError> {
    let text = std::fs::read_to_string(path).map_err(|error| cannot_be("read", path, &error))?;
    let document: Value = serde_json::from_str(&text)
        .ok()
        .filter(|document: &Value| document["counts"]["pairs"].is_u64())
        .ok_or_else(|| {
            CliError::Failed(format!("{} is no summary that `diptych fleet` wrote", path.display()))
        })?;
    let [counts, method] = summary::head(&document);
    let first = Section {
        title: "Summary",
        about: format!("{counts}. {method}"),
        columns: Vec::new(),
        rows: Vec::new(),
    };
    let sections = summary::sections(&document).into_iter().filter(|section| !section.rows.is_empty());
    Ok(std::iter::once(first).chain(sections).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_site_are_plain_and_different() {
        let mut names = BTreeSet::new();
        let found = ["a b", "a/b", "../x", "…", "A-B", "ok.1"].map(|text| name(text, &mut names));
        assert_eq!(found, ["a-b", "a-b-2", "x", "pair", "A-B-3", "ok.1"]);
    }

    #[test]
    fn quoted_text_reads_back() {
        let text = "a\"b\\c\u{7}\nd\u{202e}é";
        let parsed: toml::Table = format!("x = {}", quoted(text)).parse().unwrap();
        assert_eq!(parsed["x"].as_str(), Some(text));
    }

    #[test]
    fn ways_lead_back() {
        let root = std::env::temp_dir().join(format!("diptych-way-{}", std::process::id()));
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::create_dir_all(root.join("c")).unwrap();
        assert_eq!(way(&root.join("a/b"), &root.join("c")), Path::new("../../c"));
        assert_eq!(way(&root.join("a"), &root.join("a/b")), Path::new("b"));
        std::fs::remove_dir_all(root).unwrap();
    }
}
