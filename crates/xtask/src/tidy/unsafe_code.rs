//! Checks that every crate forbids unsafe code, apart from the one that calls WebGL.

use super::sources::Sources;

/// Crates whose libraries may contain unsafe code, each with its reason.
const ALLOWED: &[(&str, &str)] =
    &[("render", "glow marks every call of WebGL as unsafe; the browser checks each of them")];

/// Line that forbids unsafe code in a crate. No `#[allow]` inside the crate can undo it.
const FORBIDDEN: &str = "#![forbid(unsafe_code)]";

/// Returns the crates that do not forbid unsafe code, and allowed crates that do.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for (folder, _) in sources.manifests() {
        let roots = ["lib.rs", "main.rs"].map(|name| format!("crates/{folder}/src/{name}"));
        for (root, text) in roots.iter().filter_map(|root| Some((root, sources.text(root)?))) {
            let forbids = text.lines().any(|line| line.trim() == FORBIDDEN);
            let allowed = ALLOWED.iter().find(|(allowed, _)| *allowed == folder);
            match (forbids, allowed) {
                (false, None) => violations.push(format!("{root}: lacks `{FORBIDDEN}`")),
                (true, Some(_)) => violations.push(format!("{root}: needs no exception for unsafe code")),
                _ => {}
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(folder: &str, text: &str) -> Vec<String> {
        let [manifest, root] = ["Cargo.toml", "src/lib.rs"].map(|name| format!("crates/{folder}/{name}"));
        check(&Sources::of(&[(&manifest, ""), (&root, text)]))
    }

    #[test]
    fn crates_must_forbid_unsafe_code() {
        assert!(violations("trace", "//! Calls.\n\n#![forbid(unsafe_code)]\n").is_empty());
        assert_eq!(
            violations("trace", "//! Calls. `#![forbid(unsafe_code)]` is missing.\n"),
            ["crates/trace/src/lib.rs: lacks `#![forbid(unsafe_code)]`"]
        );
    }

    #[test]
    fn exception_must_be_needed() {
        assert!(violations("render", "//! Draws.\n").is_empty());
        assert_eq!(
            violations("render", "#![forbid(unsafe_code)]\n"),
            ["crates/render/src/lib.rs: needs no exception for unsafe code"]
        );
    }
}
