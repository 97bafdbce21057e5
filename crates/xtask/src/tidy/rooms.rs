//! Compares every manifest with the map in `crates/README.md`, which says which crate may use which. So the map stays
//! correct: one row per crate, and no row for a crate that is gone.

use std::collections::BTreeMap;

use super::sources::Sources;

const README: &str = "crates/README.md";

/// First cells of the map's head.
const MAP_HEAD: [&str; 3] = ["room", "what lives there", "may use"];

/// Prefix of our package names; the rest is the crate's folder.
const PREFIX: &str = "diptych-";

/// Crates that all tests, benchmarks and examples may use: made traces, traces read from files, and sessions of desks.
const FOR_TESTS: [&str; 3] = ["testkit", "formats", "desk-testkit"];

/// Kinds of dependency of a manifest or of one of its targets.
const KINDS: [&str; 3] = ["dependencies", "build-dependencies", "dev-dependencies"];

/// Returns missing and superfluous rows, and every dependency that the map does not allow.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let map = match sources.text(README).map(read_map) {
        None => return vec![format!("{README}: missing")],
        Some(Err(reason)) => return vec![format!("{README}: {reason}")],
        Some(Ok(map)) => map,
    };
    let mut violations = Vec::new();
    let mut left = map.clone();
    for (folder, manifest) in sources.manifests() {
        let Some(allowed) = map.get(folder) else {
            violations.push(format!("{README}: no row for {folder}"));
            continue;
        };
        left.remove(folder);
        for dependency in dependencies(&manifest) {
            let Some(used) = dependency.name.strip_prefix(PREFIX) else { continue };
            // A crate's tests may depend on the crate itself, to enable features.
            let for_tests =
                dependency.kind == "dev-dependencies" && (used == folder || FOR_TESTS.contains(&used));
            if !allowed.iter().any(|room| room == used) && !for_tests {
                let kind = dependency.kind;
                violations.push(format!("crates/{folder}/Cargo.toml: {folder} may not use {used} ({kind})"));
            }
        }
    }
    violations.extend(left.keys().map(|room| format!("{README}: a row for {room}, which is no crate")));
    violations
}

/// Reads the map: each room and the rooms it may use. A room may name only rooms of rows above its own, so the map has
/// no cycles.
fn read_map(readme: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    let rows = readme.lines().map(cells).skip_while(|cells| cells.as_deref() != Some(&MAP_HEAD[..]));
    // Skip the head and the rule under it.
    let rows = rows.skip(2).map_while(|cells| cells);
    let mut map: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        let [room, _, uses] = row[..] else {
            return Err(format!("a row of the map has {} cells", row.len()));
        };
        let uses = match uses {
            "–" => Vec::new(),
            "all of the above" => map.keys().cloned().collect(),
            list => list.split(',').map(|room| room.trim().to_owned()).collect(),
        };
        if let Some(unknown) = uses.iter().find(|used| !map.contains_key(*used)) {
            return Err(format!("the row of {room} names {unknown}, which has no row above it"));
        }
        map.insert(room.trim_matches('`').to_owned(), uses);
    }
    if map.is_empty() { Err("no table `| room | what lives there | may use |`".to_owned()) } else { Ok(map) }
}

/// Returns the cells of a table's row.
fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.trim().strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect())
}

/// A line of a manifest's dependency tables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// Target it is limited to, such as `cfg(target_arch = "wasm32")`.
    pub(crate) target: Option<String>,
}

/// Returns all dependencies of a manifest, including those of single targets.
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
            // A renamed dependency counts under its real name.
            let package = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
            found.push(Dependency { name: package.to_owned(), kind, target: target.map(str::to_owned) });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "\
# Rooms

| room | what lives there | may use |
| --- | --- | --- |
| `scene` | what to draw | – |
| `trace` | tables | – |
| `views` | layouts | scene, trace |
| `engine` | the session | all of the above |
| `testkit` | for tests | trace |

| other | table |
| --- | --- |
| `lost` | x |
";

    const FOLDERS: [&str; 5] = ["scene", "trace", "views", "engine", "testkit"];

    /// Returns the violations if the crate `folder` has this manifest and the others use nothing.
    fn violations(folder: &str, manifest: &str) -> Vec<String> {
        let paths = FOLDERS.map(|folder| format!("crates/{folder}/Cargo.toml"));
        let mut files = vec![(README, MAP)];
        files.extend(
            FOLDERS.iter().zip(&paths).filter(|(name, _)| **name != folder).map(|(_, p)| (p.as_str(), "")),
        );
        let path = format!("crates/{folder}/Cargo.toml");
        files.push((&path, manifest));
        check(&Sources::of(&files))
    }

    #[test]
    fn upward_dependency_is_caught_in_every_table() {
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
    fn dependencies_of_the_map_are_allowed() {
        assert!(violations("views", "[dependencies]\ndiptych-scene.workspace = true").is_empty());
        assert!(violations("engine", "[dependencies]\ndiptych-views.workspace = true").is_empty());
        assert!(violations("scene", "[dev-dependencies]\ndiptych-scene = { path = '.' }").is_empty());
    }

    #[test]
    fn testkit_is_for_tests_only() {
        assert!(violations("views", "[dev-dependencies]\ndiptych-testkit.workspace = true").is_empty());
        let found = violations("views", "[dependencies]\ndiptych-testkit.workspace = true");
        assert_eq!(found, ["crates/views/Cargo.toml: views may not use testkit (dependencies)"]);
        assert!(violations("views", "[dev-dependencies]\ndiptych-formats.workspace = true").is_empty());
        assert!(!violations("views", "[dependencies]\ndiptych-formats.workspace = true").is_empty());
    }

    #[test]
    fn crates_and_map_rows_must_agree() {
        assert_eq!(violations("fusion", ""), ["crates/README.md: no row for fusion"]);
        let found = check(&Sources::of(&[(README, MAP), ("crates/scene/Cargo.toml", "")]));
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], "crates/README.md: a row for engine, which is no crate");
        assert_eq!(check(&Sources::of(&[])), ["crates/README.md: missing"]);
    }

    #[test]
    fn map_with_unknown_room_is_refused() {
        let head = "| room | what lives there | may use |\n| --- | --- | --- |\n";
        let error = |row: &str| read_map(&format!("{head}{row}")).unwrap_err();
        assert_eq!(error("| `a` | x | b |"), "the row of `a` names b, which has no row above it");
        assert_eq!(error("| `a` | x |"), "a row of the map has 2 cells");
        assert!(read_map("no table").unwrap_err().starts_with("no table"));
    }
}
