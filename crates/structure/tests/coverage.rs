//! Coverage by files and by names, tested by comparing every path with every other.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_formats::Input;
use diptych_structure::{
    Coverage, Structure, coverage_of_files, coverage_of_names, name_parts, parts_of_function,
};
use diptych_trace::ElementId;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn structure(paths: &[String]) -> Structure {
    let mut input = Input::new("of.paths");
    let text = paths.join("\t1\n") + "\t1\n";
    input.feed(text.as_bytes()).unwrap();
    let (_, trace) = input.finish().unwrap().traces.swap_remove(0);
    Structure::new(trace)
}

/// Applies the rule for files to all pairs.
fn naive(structure: &Structure, files: &BTreeSet<String>) -> (BTreeSet<String>, u32, u32) {
    let listed: Vec<ElementId> = structure.ids().filter(|&id| structure.is_file(id)).collect();
    let (mut ran, mut unlisted, mut ambiguous) = (BTreeSet::new(), 0, 0);
    for file in files {
        let names = |path: &str| -> Vec<String> {
            path.split('/').filter(|name| !name.is_empty()).rev().map(str::to_owned).collect()
        };
        let of_file = names(file);
        let mut by_common: BTreeMap<(usize, bool), Vec<ElementId>> = BTreeMap::new();
        for &id in &listed {
            let path = names(&structure.path(id));
            let common = path.iter().zip(&of_file).take_while(|(a, b)| a == b).count();
            let is_whole = common == path.len();
            if common >= 2 || common == 1 && (is_whole || of_file.len() == 1) {
                by_common.entry((common, is_whole)).or_default().push(id);
            }
        }
        match by_common.pop_last() {
            None => unlisted += 1,
            Some((_, ids)) if ids.len() > 1 => ambiguous += 1,
            Some((_, ids)) => drop(ran.insert(structure.path(ids[0]))),
        }
    }
    (ran, unlisted, ambiguous)
}

fn found(structure: &Structure, found: &Coverage) -> (BTreeSet<String>, u32, u32) {
    let ran = structure.ids().filter(|&id| found.ran(id)).map(|id| structure.path(id)).collect();
    (ran, found.unlisted, found.ambiguous)
}

/// Applies the rule for functions to every cut of their parts and every element.
fn naive_by_name(
    structure: &Structure,
    functions: &BTreeSet<(String, String)>,
) -> (BTreeSet<String>, u32, u32) {
    let (mut ran, mut unlisted, mut ambiguous) = (BTreeSet::new(), 0, 0);
    for (file, name) in functions {
        let parts = parts_of_function(file, name);
        let mut fits: BTreeMap<(usize, bool, usize), Vec<ElementId>> = BTreeMap::new();
        for cut in (parts.len() - name_parts(name).len()).max(1)..=parts.len() {
            for id in structure.ids() {
                let path = structure.path(id);
                let path: Vec<&str> = path.split('/').collect();
                let both = path.iter().rev().zip(parts[..cut].iter().rev());
                let common = both.take_while(|(a, b)| a == b).count();
                let is_whole = common == path.len();
                if common >= 2 || common == 1 && (is_whole || cut == 1) {
                    fits.entry((common, is_whole, cut)).or_default().push(id);
                }
            }
        }
        match fits.pop_last() {
            None => unlisted += 1,
            Some((_, ids)) if ids.len() > 1 => ambiguous += 1,
            Some((_, ids)) => drop(ran.insert(structure.path(ids[0]))),
        }
    }
    (ran, unlisted, ambiguous)
}

/// Returns a structure with these paths, stated as RSF.
fn classes(paths: &BTreeSet<String>) -> Structure {
    let all: BTreeSet<&str> = paths
        .iter()
        .flat_map(|path| path.match_indices('.').map(|(at, _)| &path[..at]).chain([path.as_str()]))
        .collect();
    let mut text = String::from("\"LevelSeparator\" \".\"\n\"ElmType\" \"0\" \"Class\"\n");
    for path in &all {
        text.push_str(&format!("\"H\" \"{path}\" \"{path}\" \"0\"\n"));
    }
    for path in &all {
        if let Some((parent, _)) = path.rsplit_once('.') {
            text.push_str(&format!("\"PCR\" \"{parent}\" \"{path}\"\n"));
        }
    }
    let mut input = Input::new("of.rsf");
    input.feed(text.as_bytes()).unwrap();
    let (_, trace) = input.finish().unwrap().traces.swap_remove(0);
    Structure::new(trace)
}

proptest! {
    #[test]
    fn name_coverage_agrees_with_every_cut(
        paths in prop::collection::btree_set("[abc](\\.[abc]){0,3}", 1..12),
        functions in prop::collection::btree_set(("(/?[abc](/[abc]){0,2}\\.py)?", "[abc](\\.[abc]){0,3}"), 0..12),
    ) {
        let structure = classes(&paths);
        prop_assert!(!structure.has_files());
        let given = functions.iter().map(|(file, name)| (file.as_str(), name.as_str()));
        let covered = coverage_of_names(&structure, given);
        prop_assert_eq!(found(&structure, &covered), naive_by_name(&structure, &functions));
    }

    #[test]
    fn file_coverage_agrees_with_every_pair(
        paths in prop::collection::vec("[abc](/[abc]){0,3}\\.c", 1..20),
        files in prop::collection::btree_set("/?[abc](/[abc]){0,4}\\.c", 0..20),
    ) {
        let structure = structure(&paths);
        let covered = coverage_of_files(&structure, files.iter().map(String::as_str));
        prop_assert_eq!(found(&structure, &covered), naive(&structure, &files));
        let distinct: BTreeSet<&String> = paths.iter().collect();
        prop_assert_eq!(covered.files as usize, distinct.len());
        prop_assert_eq!(covered.ran_files as usize, found(&structure, &covered).0.len());
    }

    #[test]
    fn children_agree_with_parents(paths in prop::collection::vec("[ab](/[ab]){0,4}\\.c", 1..20)) {
        let structure = structure(&paths);
        for of in structure.ids().map(Some).chain([None]) {
            let children: Vec<ElementId> = structure.ids().filter(|&id| structure.get(id).parent == of).collect();
            prop_assert_eq!(structure.children(of), children);
        }
    }
}

#[test]
fn checkout_matches_installation_by_path_ends() {
    let paths = ["src/lib/nodes.py", "src/lib/__init__.py", "src/__init__.py", "setup.py"].map(str::to_owned);
    let structure = structure(&paths);
    let ran = |file: &str| found(&structure, &coverage_of_files(&structure, [file]));
    let one = |path: &str| (BTreeSet::from([path.to_owned()]), 0, 0);
    assert_eq!(ran("/usr/lib/python3/lib/nodes.py"), one("src/lib/nodes.py"));
    assert_eq!(ran("C:\\work\\src\\__init__.py"), one("src/__init__.py"));
    assert_eq!(ran("/tmp/setup.py"), one("setup.py"), "a whole path of the list");
    assert_eq!(ran("__init__.py"), (BTreeSet::new(), 0, 1), "two files fit");
    assert_eq!(ran("/other/nodes.py"), (BTreeSet::new(), 1, 0), "one name alone is none");
}

#[test]
fn classes_match_qualified_names_and_modules() {
    let paths = ["root.jinja2.lexer.Lexer", "root.jinja2.lexer.Token.test_any", "org.shop.Cart", "main.Cart"];
    let structure = classes(&paths.map(str::to_owned).into());
    let ran = |file: &str, name: &str| found(&structure, &coverage_of_names(&structure, [(file, name)]));
    let one = |path: &str| (BTreeSet::from([path.to_owned()]), 0, 0);
    assert_eq!(ran("/lib/jinja2/lexer.py", "Lexer.wrap"), one("root/jinja2/lexer/Lexer"));
    assert_eq!(ran("/lib/jinja2/lexer.py", "Token.test"), one("root/jinja2/lexer/Token"), "directly in it");
    assert_eq!(ran("/lib/jinja2/lexer.py", "Token.test_any"), one("root/jinja2/lexer/Token/test_any"));
    assert_eq!(ran("", "org.shop.Cart.add(Item)"), one("org/shop/Cart"));
    assert_eq!(ran("src/main.rs", "main::Cart::add"), one("main/Cart"));
    assert_eq!(ran("", "Cart.add"), (BTreeSet::new(), 0, 1), "there are two");
    assert_eq!(ran("", "Basket.add"), (BTreeSet::new(), 1, 0));
}

#[test]
fn listed_folders_are_not_files() {
    let listed = ["src", "src/lib", "src/lib/a.py", "src/empty", "src/b.py"].map(str::to_owned);
    let structure = structure(&listed);
    let files: Vec<String> = structure.files().map(|id| structure.path(id)).collect();
    // Nothing marks an empty folder as a folder.
    assert_eq!(files, ["src/lib/a.py", "src/empty", "src/b.py"]);
}
