//! Checks that only the places listed in `crates/README.md` name a view or a desk. So a new view is added in those
//! places, and nowhere else.
//!
//! Only product code is checked. Rust names a view or desk by a value (`ViewId::Overview`, `DeskId::Compare`), by the
//! module of a view (`overview::`), or by the desk's part of the state (`state.compare`, `view.compare`). TypeScript
//! names it by its word in quotes, unless the word is the name of an ask, or by the part of the state.

use super::sources::{SourceFile, Sources};

const README: &str = "crates/README.md";
/// Line before the list.
const HEAD: &str = "What may say the name of a view or of a desk:";
/// File that defines the names.
const NAMES: &str = "crates/protocol/src/state.rs";

/// Rooms below the views. A module there that has the name of a view does not count.
const BELOW: [&str; 3] = ["crates/compare/", "crates/formats/", "crates/structure/"];

/// A value of an enum with its word.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    /// `ViewId::Overview`
    value: String,
    /// `overview`
    word: String,
}

/// Returns every line that contains a name and may not, and every place of the list that contains none.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let Some(state) = sources.text(NAMES) else { return vec![format!("{NAMES}: missing")] };
    let [views, desks] = ["ViewId", "DeskId"].map(|name| names_of(state, name));
    let Some(listed) = sources.text(README).and_then(list) else {
        return vec![format!("{README}: no list after `{HEAD}`")];
    };
    let mut is_used = vec![false; listed.len()];
    let mut violations = Vec::new();
    for file in sources.files.iter().filter(|file| file.is_product_code()) {
        let said = said(file, &views, &desks);
        let places = listed.iter().map(|place| is_at(&file.path, place, &views, &desks));
        let places: Vec<bool> = places.collect();
        if said.is_empty() {
            continue;
        }
        is_used.iter_mut().zip(&places).for_each(|(used, at)| *used |= at);
        if !places.contains(&true) {
            let what = |(line, name): &(usize, String)| {
                format!(
                    "{}:{line}: `{name}`: only what {README} lists says the name of a view or desk",
                    file.path
                )
            };
            violations.extend(said.iter().map(what));
        }
    }
    let unused = listed.iter().zip(is_used).filter(|(_, used)| !used);
    violations.extend(unused.map(|(place, _)| format!("{README}: `{place}` says no name of a view or desk")));
    violations
}

/// Returns the values of an enum with their words.
fn names_of(text: &str, name: &str) -> Vec<Name> {
    let body = text.split_once(&format!("pub enum {name} {{")).map_or("", |(_, body)| body);
    let body = body.split_once("\n    }").map_or(body, |(body, _)| body);
    let row = |line: &str| {
        let (value, word) = line.trim().strip_suffix("\",")?.split_once(" = \"")?;
        Some(Name { value: format!("{name}::{value}"), word: word.to_owned() })
    };
    body.lines().filter_map(row).collect()
}

/// Returns the places of the list: texts in backquotes that contain a slash.
fn list(readme: &str) -> Option<Vec<String>> {
    let (_, after) = readme.split_once(HEAD)?;
    let lines = after.trim_start().lines().take_while(|line| !line.trim().is_empty());
    let places =
        lines.flat_map(|line| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    let places: Vec<String> = places.filter(|place| place.contains('/')).collect();
    (!places.is_empty()).then_some(places)
}

/// Returns true if a file is at a place of the list. `VIEW` and `DESK` stand for any name; a folder stands for all
/// files in it.
fn is_at(path: &str, place: &str, views: &[Name], desks: &[Name]) -> bool {
    let with = |names: &[Name], mark: &str, place: &str| -> Vec<String> {
        if !place.contains(mark) {
            return vec![place.to_owned()];
        }
        let spelt = |name: &Name| [name.word.clone(), name.word.replace('-', "_")];
        names.iter().flat_map(spelt).map(|word| place.replace(mark, &word)).collect()
    };
    let places = with(views, "VIEW", place).into_iter().flat_map(|place| with(desks, "DESK", &place));
    let is_there = |place: String| path == place || (place.ends_with('/') && path.starts_with(&place));
    places.into_iter().any(is_there)
}

/// Returns the names in a file, with their lines.
fn said(file: &SourceFile, views: &[Name], desks: &[Name]) -> Vec<(usize, String)> {
    let text = file.text.split_once("#[cfg(test)]\nmod tests").map_or(&*file.text, |(code, _)| code);
    let module = |name: &Name| format!("{}::", name.word.replace('-', "_"));
    let is_rust = file.extension() == "rs";
    let part = |name: &Name| {
        let field = if is_rust { name.word.replace('-', "_") } else { camel_case(&name.word) };
        ["state", "view"].map(|of| format!("{of}.{field}"))
    };
    let both = || views.iter().chain(desks);
    let sees_views = !BELOW.iter().any(|room| file.path.starts_with(room));
    let names: Vec<String> = match file.extension() {
        "rs" => {
            let values = both().map(|name| name.value.clone());
            let modules = views.iter().filter(|_| sees_views).map(module);
            values.chain(modules).chain(desks.iter().flat_map(part)).collect()
        }
        "ts" => both().map(|name| format!("\"{}\"", name.word)).chain(desks.iter().flat_map(part)).collect(),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for name in names.iter().filter(|name| stands_in(line, name)) {
            found.push((number + 1, name.clone()));
        }
    }
    found
}

/// Converts `space-time` to `spaceTime`.
fn camel_case(word: &str) -> String {
    let mut parts = word.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let (initial, rest) = part.split_at(part.len().min(1));
        all + &initial.to_uppercase() + rest
    })
}

/// Returns true if a line contains a name as a word of its own, and not as the name of an ask.
fn stands_in(line: &str, name: &str) -> bool {
    let code = line.split_once("//").map_or(line, |(code, _)| code);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let begins = !name.starts_with(is_word) || !before.ends_with(is_word);
        let ends = !name.ends_with(is_word) || !after.starts_with(is_word);
        begins && ends && !before.ends_with("ask(")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: &str = "
words! {
    /// The views.
    pub enum ViewId {
        /// One.
        Overview = \"overview\",
    }
}
words! {
    pub enum DeskId {
        #[default]
        Compare = \"compare\",
        SpaceTime = \"space-time\",
    }
}
";
    const LIST: &str = "# Rooms

What may say the name of a view or of a desk:

* `crates/views/src/VIEW/`: the view
* `crates/views/src/desks/DESK.rs`, the `Desk`

More.
";

    fn found(path: &str, text: &str) -> Vec<String> {
        let own = "ViewId::Overview;";
        let files = [
            (README, LIST),
            (NAMES, STATE),
            ("crates/views/src/overview/view.rs", own),
            ("crates/views/src/desks/compare.rs", own),
            (path, text),
        ];
        check(&Sources::of(&files))
    }

    #[test]
    fn unlisted_names_are_caught_in_every_form() {
        let rust = [
            "ViewId::Overview",
            "let x = DeskId::SpaceTime;",
            "use crate::overview::View;",
            "state.compare.parts",
            "let desk = &mut state.space_time;",
        ];
        for text in rust {
            let found = found("crates/engine/src/a.rs", text);
            assert!(
                found.len() == 1 && found[0].starts_with("crates/engine/src/a.rs:1: `"),
                "{text}: {found:?}"
            );
        }
        for text in [
            "if (view === \"overview\") {",
            "state.compare.parts",
            "desk: \"space-time\"",
            "const { p } = view.spaceTime;",
        ] {
            assert_eq!(found("web/src/a.ts", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn listed_places_and_tests_are_allowed() {
        for path in [
            "crates/views/src/overview/draw.rs",
            "crates/views/src/desks/compare.rs",
            "crates/engine/tests/a.rs",
        ] {
            assert!(found(path, "ViewId::Overview").is_empty(), "{path}");
        }
        let texts = [
            "ViewId::of_word(text)",
            "an_overview::x",
            "// ViewId::Overview",
            "fn f() {}\n#[cfg(test)]\nmod tests { ViewId::Overview }",
            "compare.parts",
        ];
        for text in texts {
            assert!(found("crates/engine/src/a.rs", text).is_empty(), "{text}");
        }
        assert!(found("web/src/a.ts", "engine.ask(\"compare\", { state })").is_empty());
    }

    #[test]
    fn missing_or_superfluous_list_is_caught() {
        let missing = check(&Sources::of(&[(README, "# Rooms"), (NAMES, STATE)]));
        assert!(missing[0].contains("no list after"), "{missing:?}");
        let idle = check(&Sources::of(&[(README, LIST), (NAMES, STATE)]));
        assert_eq!(idle.len(), 2, "{idle:?}");
        assert!(idle[0].contains("`crates/views/src/VIEW/` says no name"), "{idle:?}");
    }
}
