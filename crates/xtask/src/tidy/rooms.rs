//! Which crate may use which: the map of `crates/README.md`, checked against every manifest.

use super::sources::Sources;

/// The prefix of our package names; the rest is the crate's folder.
const PREFIX: &str = "diptych-";

/// The crate that only tests may use.
const TESTKIT: &str = "testkit";

/// Each crate's folder and the folders of the crates it may use.
const MAP: &[(&str, &[&str])] = &[
    ("trace", &[]),
    ("formats", &["trace"]),
    ("compare", &["trace"]),
    ("profile", &["trace"]),
    ("structure", &["trace"]),
    ("aggregate", &["trace"]),
    ("scene", &[]),
    ("protocol", &["trace"]),
    ("store", &["trace", "compare", "protocol"]),
    ("views", &["scene", "protocol", "trace", "compare", "profile", "structure", "aggregate"]),
    (
        "engine",
        &[
            "trace",
            "formats",
            "compare",
            "profile",
            "structure",
            "aggregate",
            "scene",
            "protocol",
            "store",
            "views",
        ],
    ),
    ("render", &["scene"]),
    ("engine-wasm", &["engine", "protocol"]),
    ("render-wasm", &["render", "scene"]),
    ("cli", &["engine", "protocol", "scene", "views"]),
    (TESTKIT, &["trace"]),
    ("xtask", &["protocol", "scene"]),
];

/// The kinds of dependency of a manifest or of one of its targets.
const KINDS: [&str; 3] = ["dependencies", "build-dependencies", "dev-dependencies"];

/// Every edge that the map does not have.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for (folder, manifest) in sources.manifests() {
        let place = format!("crates/{folder}/Cargo.toml");
        let Some((_, allowed)) = MAP.iter().find(|(name, _)| *name == folder) else {
            violations.push(format!("{place}: the crate is not on the map in xtask's tidy/rooms.rs"));
            continue;
        };
        for dependency in dependencies(&manifest) {
            let Some(used) = dependency.name.strip_prefix(PREFIX) else { continue };
            // A crate's tests may ask it for features; testkit exists for tests.
            let for_tests = dependency.kind == "dev-dependencies" && (used == folder || used == TESTKIT);
            if !allowed.contains(&used) && !for_tests {
                violations.push(format!("{place}: {folder} may not use {used} ({})", dependency.kind));
            }
        }
    }
    violations
}

/// One line of a manifest's dependency tables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// The target it is limited to, such as `cfg(target_arch = "wasm32")`.
    pub(crate) target: Option<String>,
}

/// All dependencies of a manifest, those of single targets too.
pub(crate) fn dependencies(manifest: &toml::Table) -> Vec<Dependency> {
    let mut found = of_table(manifest, None);
    if let Some(targets) = manifest.get("target").and_then(toml::Value::as_table) {
        for (target, table) in targets {
            found.extend(table.as_table().map(|table| of_table(table, Some(target))).unwrap_or_default());
        }
    }
    found
}

fn of_table(table: &toml::Table, target: Option<&str>) -> Vec<Dependency> {
    let mut found = Vec::new();
    for kind in KINDS {
        for (name, value) in table.get(kind).and_then(toml::Value::as_table).into_iter().flatten() {
            // A renamed dependency counts as what it is.
            let package = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
            found.push(Dependency { name: package.to_owned(), kind, target: target.map(str::to_owned) });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(folder: &str, manifest: &str) -> Vec<String> {
        check(&Sources::of(&[(&format!("crates/{folder}/Cargo.toml"), manifest)]))
    }

    #[test]
    fn an_upward_edge_is_caught_in_every_kind_of_table() {
        let manifests = [
            "[dependencies]\ndiptych-views.workspace = true",
            "[dev-dependencies]\ndiptych-views = { path = '../views' }",
            "[build-dependencies]\ndiptych-views.workspace = true",
            "[target.'cfg(target_arch = \"wasm32\")'.dependencies]\ndiptych-views.workspace = true",
            "[dependencies]\nlook = { package = 'diptych-views', path = '../views' }",
        ];
        for manifest in manifests {
            let found = violations("scene", manifest);
            assert!(
                found.len() == 1 && found[0].contains("scene may not use views"),
                "{manifest}: {found:?}"
            );
        }
    }

    #[test]
    fn edges_of_the_map_are_fine() {
        assert!(violations("views", "[dependencies]\ndiptych-scene.workspace = true").is_empty());
        assert!(violations("render", "[dev-dependencies]\ndiptych-render = { path = '.' }").is_empty());
    }

    #[test]
    fn testkit_is_for_tests_only() {
        assert!(violations("views", "[dev-dependencies]\ndiptych-testkit.workspace = true").is_empty());
        let found = violations("views", "[dependencies]\ndiptych-testkit.workspace = true");
        assert_eq!(found, ["crates/views/Cargo.toml: views may not use testkit (dependencies)"]);
    }

    #[test]
    fn a_crate_that_is_not_on_the_map_is_caught() {
        assert!(violations("fusion", "")[0].contains("not on the map"));
    }

    #[test]
    fn the_map_has_no_cycles() {
        // Each crate uses only crates that can be put before it.
        let mut placed: Vec<&str> = Vec::new();
        while placed.len() < MAP.len() {
            let ready = |(name, uses): &&(&str, &[&str])| {
                !placed.contains(name) && uses.iter().all(|used| placed.contains(used))
            };
            let next = MAP.iter().find(ready).expect("the map has a cycle");
            placed.push(next.0);
        }
    }
}
