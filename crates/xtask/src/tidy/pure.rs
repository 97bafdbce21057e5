//! Checks that crates below the wasm crates and the command line read no clock, randomness, files or environment, and
//! use no hash order with a random seed.

use super::rust;
use super::sources::Sources;

/// Crates that reach outside: programs, the borders of the page, and support for tests. All others must be pure.
const OTHERS: &[&str] = &[
    "cli",
    "compute-wasm",
    "desk-testkit",
    "engine-wasm",
    "fuzz",
    "generate",
    "interop-wasm",
    "reader-wasm",
    "render-wasm",
    "xtask",
];

/// Names that are forbidden in pure crates, with everything below them.
const NAMES: &[(&str, &str)] = &[
    ("std::time::Instant", "reads the clock"),
    ("std::time::SystemTime", "reads the clock"),
    ("std::time::UNIX_EPOCH", "reads the clock"),
    ("std::env", "reads the environment"),
    ("std::fs", "reads files: bytes come in by argument"),
    ("std::net", "reads the network"),
    ("std::process", "leaves the process"),
    ("std::thread", "has no threads in the page"),
    ("std::collections::HashMap", "has a random order: use BTreeMap, or rustc_hash and sort"),
    ("std::collections::HashSet", "has a random order: use BTreeSet, or rustc_hash and sort"),
    ("std::collections::hash_map", "has a random order"),
    ("std::hash::RandomState", "has a random order"),
];

/// Returns every forbidden name in the product code of a pure crate.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for file in sources.with_extension("rs") {
        let pure = file.crate_folder().is_some_and(|folder| !OTHERS.contains(&folder));
        let Some(tree) = file.rust.as_ref().filter(|_| pure && file.is_product_code()) else { continue };
        for name in rust::code(tree).names {
            let forbidden = NAMES.iter().find(|(forbidden, _)| {
                name.path
                    .strip_prefix(forbidden)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            });
            if let Some((_, reason)) = forbidden {
                violations.push(format!("{}:{}: {} {reason}", file.path, name.line, name.path));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        check(&Sources::of(&[(path, text)]))
    }

    #[test]
    fn clocks_environment_and_random_order_are_caught() {
        let cases = [
            "use std::time::{Duration, Instant};",
            "fn f() { std::env::var(\"HOME\"); }",
            "use std::collections::{BTreeMap, HashMap};",
            "fn f() { println!(\"{:?}\", std::time::SystemTime::now()); }",
        ];
        for text in cases {
            let found = violations("crates/views/src/lib.rs", text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].starts_with("crates/views/src/lib.rs:1: std::"), "{found:?}");
        }
    }

    #[test]
    fn pure_names_and_tests_are_allowed() {
        let text = "use std::time::Duration;\nuse std::collections::BTreeMap;\n#[cfg(test)]\nmod tests { use std::env; }";
        assert!(violations("crates/views/src/lib.rs", text).is_empty());
        assert!(violations("crates/views/tests/golden.rs", "use std::fs;").is_empty());
        assert!(violations("crates/cli/src/main.rs", "use std::fs;").is_empty());
    }
}
