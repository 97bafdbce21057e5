//! Checks the parts that every crate's manifest must share.

use super::sources::Sources;

/// Keys of `[package]` that the workspace sets.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "publish"];

/// Returns the manifests that set a shared key themselves, or lack something required.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for (folder, manifest) in sources.manifests() {
        let mut violation = |what: String| violations.push(format!("crates/{folder}/Cargo.toml: {what}"));
        let from_workspace = |value: Option<&toml::Value>| {
            value.and_then(|value| value.get("workspace")).and_then(toml::Value::as_bool) == Some(true)
        };
        let package = manifest.get("package");
        for key in INHERITED {
            if !from_workspace(package.and_then(|package| package.get(key))) {
                violation(format!("`{key}` does not come from the workspace"));
            }
        }
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        if lints.and_then(toml::Value::as_bool) != Some(true) {
            violation("`[lints] workspace = true` is missing".to_owned());
        }
        if package.and_then(|package| package.get("description")).is_none() {
            violation("no description".to_owned());
        }
        let expected = if folder == "xtask" { "xtask".to_owned() } else { format!("diptych-{folder}") };
        let name = package.and_then(|package| package.get("name")).and_then(toml::Value::as_str);
        if name != Some(expected.as_str()) {
            violation(format!("the package of this folder is named {expected}"));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
[package]
name = 'diptych-scene'
description = 'd'
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true
[lints]
workspace = true
";

    fn violations(manifest: &str) -> Vec<String> {
        check(&Sources::of(&[("crates/scene/Cargo.toml", manifest)]))
    }

    #[test]
    fn regular_manifest_is_allowed() {
        assert!(violations(GOOD).is_empty(), "{:?}", violations(GOOD));
    }

    #[test]
    fn irregular_manifests_are_caught() {
        let cases = [
            ("edition.workspace = true", "edition = '2021'", "`edition` does not come from the workspace"),
            ("[lints]\nworkspace = true", "", "`[lints] workspace = true` is missing"),
            ("description = 'd'", "", "no description"),
            ("'diptych-scene'", "'scene'", "the package of this folder is named diptych-scene"),
        ];
        for (good, bad, expected) in cases {
            assert_eq!(
                violations(&GOOD.replace(good, bad)),
                [format!("crates/scene/Cargo.toml: {expected}")]
            );
        }
    }
}
