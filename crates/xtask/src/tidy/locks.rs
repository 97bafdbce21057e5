//! Checks that npm packages are pinned and that the lock names no host, so that any registry serves it.

use super::sources::Sources;

/// Returns every version range and every recorded address.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    match sources.text("package.json").map(serde_json::from_str::<serde_json::Value>) {
        Some(Ok(manifest)) => {
            for table in ["dependencies", "devDependencies"] {
                for (name, version) in manifest[table].as_object().into_iter().flatten() {
                    let version = version.as_str().unwrap_or_default();
                    // `npm:typescript@7.0.2` installs a package under a second name.
                    let pinned = version.rsplit_once('@').map_or(version, |(_, version)| version);
                    if !pinned.starts_with(|c: char| c.is_ascii_digit()) || pinned.contains(['x', '*', ' ']) {
                        violations.push(format!("package.json: {name} is not pinned: `{version}`"));
                    }
                }
            }
        }
        _ => violations.push("package.json: missing or no JSON".to_owned()),
    }
    match sources.text("package-lock.json") {
        None => violations.push("package-lock.json: missing".to_owned()),
        Some(lock) if lock.contains("\"resolved\"") => {
            violations.push("package-lock.json: records addresses; .npmrc should prevent that".to_owned());
        }
        Some(_) => {}
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(manifest: &str, lock: &str) -> Vec<String> {
        check(&Sources::of(&[("package.json", manifest), ("package-lock.json", lock)]))
    }

    #[test]
    fn exact_versions_without_hosts_are_allowed() {
        for version in ["3.3.3", "npm:lit@3.3.3"] {
            let manifest = format!(r#"{{ "devDependencies": {{ "lit": "{version}" }} }}"#);
            assert!(violations(&manifest, "{}").is_empty(), "{version}");
        }
    }

    #[test]
    fn ranges_and_hosts_are_caught() {
        for range in ["^3.3.3", "~3.3.3", ">=3", "3.x", "*", "latest", "npm:lit@^3.3.3"] {
            let manifest = format!(r#"{{ "devDependencies": {{ "lit": "{range}" }} }}"#);
            assert_eq!(violations(&manifest, "{}").len(), 1, "{range}");
        }
        let lock = r#"{ "resolved": "https://example.org/lit.tgz" }"#;
        assert!(violations("{}", lock)[0].contains("records addresses"));
        assert_eq!(check(&Sources::of(&[])).len(), 2);
    }
}
