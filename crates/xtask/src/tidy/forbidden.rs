//! Finds forbidden words: paths of one machine, and code that is not finished.

use super::sources::{SourceFile, Sources};

/// A forbidden text, the files it applies to, and the reason.
struct Rule {
    text: String,
    applies: fn(&SourceFile) -> bool,
    reason: &'static str,
}

/// Returns every forbidden text with its line.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let rules = rules(&crate::workspace::root().to_string_lossy());
    let mut violations = Vec::new();
    for file in &sources.files {
        // This file and traces of real runs must contain such texts.
        if file.path == "crates/xtask/src/tidy/forbidden.rs" || is_recorded(&file.path) {
            continue;
        }
        for rule in rules.iter().filter(|rule| (rule.applies)(file)) {
            let lines = file.text.lines().enumerate().filter(|(_, line)| line.contains(&rule.text));
            violations
                .extend(lines.map(|(line, _)| {
                    format!("{}:{}: `{}`: {}", file.path, line + 1, rule.text, rule.reason)
                }));
        }
    }
    violations
}

/// Returns true if another program recorded the file.
fn is_recorded(path: &str) -> bool {
    path.starts_with("www/examples/") || path.starts_with("tests/traces/")
}

fn anywhere(_: &SourceFile) -> bool {
    true
}

fn code(file: &SourceFile) -> bool {
    matches!(file.extension(), "rs" | "ts" | "mjs" | "wgsl" | "css" | "html")
}

fn tests(file: &SourceFile) -> bool {
    matches!(file.extension(), "rs" | "ts")
}

fn settings(file: &SourceFile) -> bool {
    file.path == ".npmrc" || file.path.starts_with(".cargo/") || file.path == "package-lock.json"
}

/// Folder of people's own folders on most machines.
const HOME: &str = "/home/";

/// Returns the rules for a workspace in the folder `root`.
fn rules(root: &str) -> Vec<Rule> {
    let rule = |text: &str, applies, reason| Rule { text: text.to_owned(), applies, reason };
    let machine = "a place of one machine";
    let unfinished = "finish it, or open an issue and say what is missing in the docs";
    let hidden = "a test that does not run is no test";
    let host = "the user's own settings name the registry";
    vec![
        rule(root, anywhere, machine),
        rule(HOME, anywhere, machine),
        rule("TODO", code, unfinished),
        rule("FIXME", code, unfinished),
        rule("XXX:", code, unfinished),
        rule("todo!(", code, unfinished),
        rule("unimplemented!(", code, unfinished),
        rule("#[ignore", tests, hidden),
        rule(".only(", tests, hidden),
        rule(".skip(true", tests, hidden),
        rule("test.skip(", tests, hidden),
        rule("test.fixme(", tests, hidden),
        rule("describe.skip(", tests, hidden),
        rule("http://", settings, host),
        rule("https://registry", settings, host),
        rule("registry=", settings, host),
        rule("replace-with", settings, host),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        check(&Sources::of(&[(path, text)]))
    }

    #[test]
    fn machine_paths_are_caught_anywhere() {
        let found = violations("README.md", &format!("first\nsee {HOME}me/diptych for more\n"));
        assert!(found.iter().any(|line| line.starts_with("README.md:2: ")), "{found:?}");
        let here = format!("see {}", crate::workspace::root().display());
        assert!(!violations("crates/cli/src/main.rs", &here).is_empty());
    }

    #[test]
    fn recorded_traces_may_contain_paths() {
        assert!(violations("tests/traces/a.json", &format!("\"{HOME}x.py\"")).is_empty());
    }

    #[test]
    fn unfinished_code_and_skipped_tests_are_caught() {
        assert_eq!(violations("web/src/main.ts", "// TODO: more").len(), 1);
        assert_eq!(violations("crates/a/src/lib.rs", "#[ignore = \"slow\"]").len(), 1);
        assert_eq!(violations("tests/drop.spec.ts", "test.only('x', f)").len(), 1);
        assert!(violations("CHANGELOG.md", "TODO lists are gone").is_empty());
    }

    #[test]
    fn registries_in_settings_are_caught() {
        assert_eq!(violations(".npmrc", "registry=x").len(), 1);
        assert!(violations(".npmrc", "omit-lockfile-registry-resolved=true").is_empty());
    }
}
