//! Checks that everything that a release publishes has one version.
//!
//! The workspace's manifest says it. npm's packages in `dist-npm/` take theirs from `package.json`, and the Python
//! package takes its own from the command's manifest.

use super::sources::Sources;

/// Returns every file with another version than the workspace's manifest.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let table = |path: &str| sources.text(path).and_then(|text| text.parse::<toml::Table>().ok());
    let json = |path: &str| sources.text(path).and_then(|text| serde_json::from_str(text).ok());
    let Some(version) = table("Cargo.toml").and_then(|manifest| {
        Some(manifest.get("workspace")?.get("package")?.get("version")?.as_str()?.to_owned())
    }) else {
        return vec!["Cargo.toml: `[workspace.package]` names no version".to_owned()];
    };
    let manifest: serde_json::Value = json("package.json").unwrap_or_default();
    let lock: serde_json::Value = json("package-lock.json").unwrap_or_default();
    let versions = [
        ("package.json", &manifest["version"]),
        ("package-lock.json", &lock["version"]),
        ("package-lock.json", &lock["packages"][""]["version"]),
    ];
    let mut violations: Vec<String> = versions
        .into_iter()
        .filter(|(_, found)| found.as_str() != Some(&version))
        .map(|(path, found)| format!("{path}: the version is {found}, and Cargo.toml says {version}"))
        .collect();
    let is_dynamic = table("python/pyproject.toml").is_some_and(|python| {
        let fields = python.get("project").and_then(|project| project.get("dynamic")?.as_array());
        fields.is_some_and(|fields| fields.iter().any(|field| field.as_str() == Some("version")))
    });
    if !is_dynamic {
        violations.push("python/pyproject.toml: takes its version from no other file".to_owned());
    }
    let heading = format!("## {version} ");
    if !sources.text("CHANGELOG.md").is_some_and(|text| text.lines().any(|line| line.starts_with(&heading))) {
        violations.push(format!("CHANGELOG.md: no section for {version}"));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 5] = [
        ("Cargo.toml", "[workspace.package]\nversion = '0.6.0'"),
        ("package.json", r#"{ "version": "0.6.0" }"#),
        ("package-lock.json", r#"{ "version": "0.6.0", "packages": { "": { "version": "0.6.0" } } }"#),
        ("python/pyproject.toml", "[project]\ndynamic = ['version']"),
        ("CHANGELOG.md", "# Changelog\n\n## 0.6.0 – 2026-11-27\n"),
    ];

    #[test]
    fn equal_versions_are_allowed() {
        assert!(check(&Sources::of(&FILES)).is_empty());
    }

    #[test]
    fn other_versions_are_caught() {
        for place in 1..FILES.len() {
            let mut files = FILES;
            let text = files[place].1.replace("\"0.6.0\"", "\"0.5.9\"").replace("## 0.6.0 ", "## 0.6.1 ");
            let text = text.replace("dynamic = ['version']", "version = '0.6.0'");
            files[place].1 = &text;
            let violations = check(&Sources::of(&files));
            assert!(!violations.is_empty(), "{}", files[place].0);
            assert!(violations.iter().all(|line| line.starts_with(files[place].0)), "{violations:?}");
        }
        assert_eq!(check(&Sources::of(&[])), ["Cargo.toml: `[workspace.package]` names no version"]);
    }
}
