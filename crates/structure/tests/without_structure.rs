//! Functions whose traces state no structure for them: those of a C program (recorded with uftrace), grouped by the
//! beginnings of their names, and local functions of a Python program (recorded with VizTracer).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_structure::{
    DEFAULT_ELEMENTS, Hierarchy, Isolation, Kind, Level, NodeId, Placement, SideInput, Source,
    VisibleElements, levels, place,
};
use diptych_trace::FunctionSpec;

const C_NAMES: &str = include_str!("names/sqlite-uftrace.txt");
const PYTHON_NAMES: &str = include_str!("names/docutils-viztracer.txt");

/// Places functions of one side, each given as name and file.
fn placed(source: Source, functions: &[(&str, &str)]) -> Placement {
    let specs: Vec<FunctionSpec<'_>> = functions
        .iter()
        .map(|&(name, file)| FunctionSpec { name, file, ..FunctionSpec::default() })
        .collect();
    place(source, [SideInput { functions: &specs, ..SideInput::default() }, SideInput::default()])
}

/// Returns the shown elements of the default level, and the share of all functions in the largest of them.
fn default_level(found: &Placement) -> (usize, f64) {
    let tree = &found.hierarchy;
    let level = VisibleElements::default_level(tree, &Isolation::default(), found.ran(), DEFAULT_ELEMENTS);
    let shown = VisibleElements::new(tree, level, &[], &[]);
    let functions =
        |id: NodeId| tree.subtree(id).filter(|&row| tree.kind(NodeId(row)) == Kind::Function).count();
    let most = shown.elements().iter().map(|&id| functions(id)).max().unwrap();
    (shown.elements().len(), most as f64 / functions(NodeId::ROOT) as f64)
}

/// Checks that the name of every function begins like the name of each group around it.
fn assert_groups_hold_their_names(tree: &Hierarchy) {
    for id in tree.ids().filter(|&id| tree.kind(id) == Kind::Function) {
        for around in tree.way_up(id).skip(1) {
            if let Some(beginning) = tree.name(around).strip_suffix('*') {
                assert!(tree.name(id).starts_with(beginning), "{}", tree.path(id));
            }
        }
    }
}

#[test]
fn c_functions_are_grouped_by_their_names() {
    let names: Vec<(&str, &str)> = C_NAMES.lines().map(|name| (name, "")).collect();
    let found = placed(Source::Names, &names);
    let tree = &found.hierarchy;
    let path = |name: &str| {
        let at = names.iter().position(|(of, _)| *of == name).unwrap();
        tree.path(found.sides[0].of_function[at])
    };
    assert_eq!(path("sqlite3BtreeOpen"), "sqlite3*.sqlite3Btree*.sqlite3Btree*().sqlite3BtreeOpen");
    assert_eq!(path("pcache1Destroy"), "pcache1*.pcache1Destroy");
    assert_eq!(path("sqlite3VdbeExec"), "sqlite3*.sqlite3Vdbe*.sqlite3Vdbe*().sqlite3VdbeExec");
    assert_eq!(path("AdjustTree"), "(top level).AdjustTree");
    assert_groups_hold_their_names(tree);
    assert_eq!(tree.ids().filter(|&id| tree.kind(id) == Kind::Function).count(), names.len());
    let (elements, most) = default_level(&found);
    assert!((60..=DEFAULT_ELEMENTS).contains(&elements) && most < 0.3, "{elements} {most}");
    // Groups are packages and classes. There are no modules, so no level is named after them.
    let kinds: Vec<Level> = levels(tree, &Isolation::default()).into_iter().map(|(level, _)| level).collect();
    assert_eq!(kinds, [Kind::Package, Kind::Class, Kind::Function].map(Level::Kind));
}

#[test]
fn functions_of_a_binary_are_grouped_by_their_names() {
    // `perf script` gives the binary as the file of a function.
    let names: Vec<(&str, &str)> = C_NAMES.lines().map(|name| (name, "/usr/bin/sqlite3")).collect();
    let found = placed(Source::FilesAndNames, &names);
    assert_groups_hold_their_names(&found.hierarchy);
    let (elements, most) = default_level(&found);
    assert!((60..=DEFAULT_ELEMENTS).contains(&elements) && most < 0.3, "{elements} {most}");
}

#[test]
fn few_functions_are_not_grouped() {
    let names: Vec<(&str, &str)> = C_NAMES.lines().take(24).map(|name| (name, "")).collect();
    let found = placed(Source::Names, &names);
    assert!(found.hierarchy.ids().all(|id| !found.hierarchy.name(id).ends_with('*')));
    // A source file states structure; so few functions in it need no more.
    let names: Vec<(&str, &str)> = C_NAMES.lines().take(DEFAULT_ELEMENTS).map(|name| (name, "x.c")).collect();
    let found = placed(Source::FilesAndNames, &names);
    assert!(found.hierarchy.ids().all(|id| !found.hierarchy.name(id).ends_with('*')));
}

#[test]
fn both_sides_decide_on_groups_together() {
    // Two functions of each side begin alike. Only together they are a group.
    let filler: Vec<String> = (0..30).map(|at| format!("f{at}")).collect();
    let specs = |names: [&'static str; 2]| -> Vec<FunctionSpec<'_>> {
        let all = names.into_iter().chain(filler.iter().map(String::as_str));
        all.map(|name| FunctionSpec { name, ..FunctionSpec::default() }).collect()
    };
    let (a, b) = (specs(["treeOpen", "treeClose"]), specs(["treeOpen", "treeMove"]));
    let input = |functions| SideInput { functions, ..SideInput::default() };
    let found = place(Source::Names, [input(&a), input(&b)]);
    let path = |side: usize| found.hierarchy.path(found.sides[side].of_function[0]);
    assert_eq!([path(0), path(1)], ["tree*.treeOpen", "tree*.treeOpen"]);
}

#[test]
fn local_functions_lie_in_the_module_of_their_function() {
    let functions: Vec<(&str, &str)> =
        PYTHON_NAMES.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let found = placed(Source::FilesAndNames, &functions);
    let tree = &found.hierarchy;
    let place_of = |name: &str| {
        let at = functions.iter().position(|(of, _)| *of == name).unwrap();
        found.sides[0].of_function[at]
    };
    let [outer, local] = ["column_width", "column_width.<locals>.<listcomp>"].map(place_of);
    assert_eq!(tree.parent(outer), tree.parent(local));
    assert_eq!(tree.name(local), "column_width.<locals>.<listcomp>");
    let class_of = |id: NodeId| tree.parent(id).map(|class| tree.name(class));
    assert_eq!(class_of(place_of("ViewList.__init__.<locals>.<listcomp>")), Some("ViewList"));
    // No function is a class, as it would be if it contained its local functions.
    let locals: Vec<&(&str, &str)> = functions.iter().filter(|(name, _)| name.contains("<locals>")).collect();
    assert!(locals.len() > 20);
    for (name, file) in locals {
        let outer = name.split(".<locals>").next().unwrap().rsplit('.').next().unwrap();
        let is_class = |id: &NodeId| tree.kind(*id) == Kind::Class && tree.name(*id) == outer;
        assert!(tree.ids().all(|id| !is_class(&id)), "{name}");
        let module = tree.way_up(place_of(name)).find(|&id| tree.kind(id) == Kind::Module).unwrap();
        assert_eq!(Some(tree.name(module)), file.rsplit('/').next(), "{name}");
    }
}
