//! The hierarchy, the shown elements and the changes between two sides, each tested against its definition.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_formats::Input;
use diptych_structure::{
    DEFAULT_ELEMENTS, Hierarchy, Isolation, Kind, Level, NodeId, Placement, SideInput, Source, StatedElement,
    StatedElements, Structure, UNKNOWN_FUNCTION, UNMAPPED, VisibleElements, changes, levels, place,
};
use diptych_trace::{Axis, AxisKind, FunctionSpec};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Returns functions given as (file, name).
fn specs<'a>(functions: &[(&'a str, &'a str)]) -> Vec<FunctionSpec<'a>> {
    functions.iter().map(|&(file, name)| FunctionSpec { name, file, line: 0, category: "" }).collect()
}

fn placed(source: Source, a: &[(&str, &str)], b: &[(&str, &str)]) -> Placement {
    let [a, b] = [specs(a), specs(b)];
    let input = |functions| SideInput { functions, ..SideInput::default() };
    place(source, [input(&a), input(&b)])
}

fn listed(text: &str, file: &str) -> Structure {
    let mut input = Input::new(file);
    input.feed(text.as_bytes()).unwrap();
    Structure::new(input.finish().unwrap().traces.swap_remove(0).1)
}

/// Returns one line per element, with the first letter of its kind and its sides.
fn picture(tree: &Hierarchy) -> String {
    let mut out = String::new();
    for id in tree.ids() {
        let sides = ["", "A", "B", "AB"][tree.sides(id)[0] as usize + 2 * tree.sides(id)[1] as usize];
        let kind = &tree.kind(id).as_str()[..1];
        out += &format!("{:1$}{2} {kind} {sides}\n", "", tree.depth(id) as usize, tree.name(id));
    }
    out
}

#[test]
fn hierarchy_merges_both_sides() {
    let a = [
        ("/lib/py/doc/nodes.py", "Node.walk"),
        ("/lib/py/doc/nodes.py", "dumps"),
        ("/lib/py/re.py", "f.<locals>.g"),
    ];
    let b = [("/lib/py/doc/nodes.py", "Node.walk"), ("/lib/py/doc/nodes.py", "Node.find"), ("", "malloc")];
    let found = placed(Source::FilesAndNames, &a, &b);
    // The root has no name.
    let expected = " p AB
 (top level) c B
  malloc f B
 lib/py p AB
  doc p AB
   nodes.py m AB
    nodes.py() c A
     dumps f A
    Node c AB
     find f B
     walk f AB
  re.py m A
   f.<locals>.g f A
";
    assert_eq!(picture(&found.hierarchy), expected);
    let path = |side: usize, function: usize| found.hierarchy.path(found.sides[side].of_function[function]);
    assert_eq!(path(0, 1), "lib/py/doc/nodes.py/nodes.py()/dumps");
    assert_eq!(path(1, 0), path(0, 0));
}

#[test]
fn names_alone_give_packages_or_a_flat_tree() {
    let found = placed(Source::Names, &[("", "org.shop.Cart.add"), ("", "org.shop.db.Row$Key.of")], &[]);
    let expected = "\
org.shop p A
 Cart c A
  add f A
 db.Row p A
  Key c A
   of f A
";
    assert_eq!(picture(&found.hierarchy), expected);
    let flat: Vec<String> = (0..10_000).map(|number| format!("f{number}")).collect();
    let flat: Vec<(&str, &str)> = flat.iter().map(|name| ("", name.as_str())).collect();
    let tree = placed(Source::Names, &flat, &[]).hierarchy;
    assert_eq!((tree.len(), tree.max_depth()), (10_001, 1));
    assert_eq!(levels(&tree, &Isolation::default()), [(Level::Kind(Kind::Function), 10_000)]);
    assert_eq!(
        VisibleElements::default_level(&tree, &Isolation::default(), [], DEFAULT_ELEMENTS),
        Level::Kind(Kind::Function)
    );
    let whole = VisibleElements::new(&tree, Level::Depth(0), &[], &[]);
    assert_eq!(whole.elements(), [NodeId::ROOT]);
}

#[test]
fn names_that_end_in_a_separator_stay_whole() {
    let names = ["a", "a::", "ns::C::f", "ns::C::", "x.", "C::operator/", "::", "f(int)"];
    let functions: Vec<(&str, &str)> = names.iter().map(|&name| ("", name)).collect();
    let found = placed(Source::Names, &functions, &[]);
    let name = |at: usize| found.hierarchy.name(found.sides[0].of_function[at]);
    let expected = ["a", "a::", "f", "ns::C::", "x.", "operator/", "::", "f"];
    assert_eq!(std::array::from_fn(name), expected);
    assert_ne!(found.sides[0].of_function[0], found.sides[0].of_function[1]);
}

#[test]
fn wide_and_deep_trees_are_placed() {
    let names: Vec<String> =
        (0..10_000).map(|n| format!("p{}.q{}.C{}.f{n}", n % 7, n % 91, n % 1_003)).collect();
    let functions: Vec<(&str, &str)> = names.iter().map(|name| ("", name.as_str())).collect();
    let found = placed(Source::Names, &functions, &functions);
    let all: BTreeSet<NodeId> = found.sides[0].of_function.iter().copied().collect();
    assert_eq!(all.len(), 10_000);
    assert_eq!(found.sides[0], found.sides[1]);
    // Each level has a function of its own, so none is merged with the next.
    let deep: Vec<String> = (1..=201).map(|depth| format!("{}f", "p.".repeat(depth))).collect();
    let deep: Vec<(&str, &str)> = deep.iter().map(|name| ("", name.as_str())).collect();
    let tree = placed(Source::Names, &deep, &[]).hierarchy;
    assert!(tree.max_depth() >= 200, "{}", tree.max_depth());
    assert_eq!(VisibleElements::new(&tree, Level::Depth(1_000), &[], &[]).elements().len(), 201);
}

#[test]
fn listed_functions_are_placed_and_others_unmapped() {
    let list = listed("src/doc/nodes.py\t9\nsrc/doc/never.py\t9\na/x.py\t1\nb/x.py\t1\n", "of.paths");
    let functions = specs(&[
        ("/venv/doc/nodes.py", "Node.walk"),
        ("/lib/re.py", "match"),
        ("/z/x.py", "g"),
        ("x.py", "g"),
    ]);
    let input = SideInput { functions: &functions, structure: Some(&list), ..SideInput::default() };
    assert_eq!(Source::of(Axis::TIME, &input), Source::Listed);
    let found = place(Source::Listed, [input, SideInput::default()]);
    let path = |function: usize| found.hierarchy.path(found.sides[0].of_function[function]);
    assert_eq!(path(0), "src/doc/nodes.py/Node/walk");
    assert_eq!(path(1), format!("{UNMAPPED}/lib/re.py/match"));
    assert_eq!(
        (found.sides[0].unmapped, found.sides[0].ambiguous),
        (2, 1),
        "/z/x.py has one name in common only"
    );
    assert!(found.hierarchy.ids().any(|id| found.hierarchy.path(id) == "src/doc/never.py"), "never ran");
}

#[test]
fn elements_of_rsf_call_as_a_whole() {
    let functions = [FunctionSpec { name: "add(int)", file: "Cart.java", line: 3, category: "shop.Cart" }];
    let row = |parent, name| StatedElement { parent, name };
    let rows = vec![row(None, "shop"), row(Some(0), "Till"), row(None, "shop.Cart")];
    let stated = StatedElements { rows, elements: 0, callers: vec![Some(1), Some(2)] };
    let input = SideInput { functions: &functions, stated: Some(&stated), ..SideInput::default() };
    let order = Axis { kind: AxisKind::Order, ..Axis::TIME };
    assert_eq!(Source::of(order, &input), Source::Categories);
    let found = place(Source::Categories, [input, SideInput::default()]);
    let path = |id: NodeId| found.hierarchy.path(id);
    assert_eq!(path(found.sides[0].of_function[0]), "Cart.add");
    assert_eq!(found.hierarchy.name(NodeId::ROOT), "shop");
    let callers: Vec<String> = found.sides[0].of_caller.iter().map(|&id| path(id)).collect();
    assert_eq!(callers, [format!("Till.{UNKNOWN_FUNCTION}"), format!("Cart.{UNKNOWN_FUNCTION}")]);
}

#[test]
fn changes_find_added_removed_and_moved() {
    let a = [
        ("u/err.py", "Out.write"),
        ("u/err.py", "Out.close"),
        ("u/err.py", "Out.__init__"),
        ("u/old.py", "gone"),
        ("m.py", "M.__init__"),
    ];
    let b = [
        ("io.py", "Out.write"),
        ("io.py", "Out.close"),
        ("io.py", "Out.__init__"),
        ("io.py", "Out.flush"),
        ("m.py", "M.__init__"),
        ("n.py", "new"),
    ];
    let tree = placed(Source::FilesAndNames, &a, &b).hierarchy;
    let found = changes(&tree);
    let paths = |ids: &[NodeId]| ids.iter().map(|&id| tree.path(id)).collect::<Vec<_>>();
    assert_eq!(
        found.moved.iter().map(|&(a, b)| (tree.path(a), tree.path(b))).collect::<Vec<_>>(),
        [("u/err.py/Out".to_owned(), "io.py/Out".to_owned())]
    );
    assert_eq!(paths(&found.removed), ["u"]);
    assert_eq!(paths(&found.added), ["io.py", "io.py/Out/flush", "n.py"]);
    assert_eq!(found.ambiguous, 0);
}

/// Two classes of A fit one class of B. This is one ambiguous element, whichever side is A.
#[test]
fn ambiguous_moves_count_the_same_from_both_sides() {
    let two = [("x.py", "K.f"), ("x.py", "K.g"), ("y.py", "K.f"), ("y.py", "K.g")];
    let one = [("z.py", "K.f"), ("z.py", "K.g")];
    for (a, b) in [(&two[..], &one[..]), (&one[..], &two[..])] {
        let found = changes(&placed(Source::FilesAndNames, a, b).hierarchy);
        assert_eq!((found.moved.len(), found.ambiguous), (0, 1));
    }
}

/// Returns the leaves in an element as paths from there, skipping groups; for a leaf, its name.
fn contents(tree: &Hierarchy, id: NodeId) -> BTreeSet<Vec<String>> {
    let leaves = tree.subtree(id).map(NodeId).filter(|&leaf| tree.is_leaf(leaf));
    let names = |leaf: NodeId| {
        let way = tree.way_up(leaf).take_while(|&up| up != id || leaf == id).take(if leaf == id {
            1
        } else {
            usize::MAX
        });
        way.filter(|&up| !tree.is_group(up)).map(|up| tree.name(up).to_owned()).collect()
    };
    leaves.map(names).collect()
}

/// Returns the element around an element, skipping groups.
fn above(tree: &Hierarchy, id: NodeId) -> Option<NodeId> {
    let parent = tree.parent(id)?;
    if tree.is_group(parent) { tree.parent(parent) } else { Some(parent) }
}

/// Applies the rule for partners to all pairs.
fn naive_partners(tree: &Hierarchy) -> BTreeMap<NodeId, NodeId> {
    let only = |side: usize| {
        tree.ids().filter(move |&id| !tree.is_group(id) && tree.sides(id)[side] && !tree.sides(id)[1 - side])
    };
    let alone = |id: NodeId| {
        let same = |other: &NodeId| {
            tree.is_leaf(*other)
                && tree.last_name(*other) == tree.last_name(id)
                && tree.kind(*other) == tree.kind(id)
        };
        (0..2).all(|side| tree.ids().filter(same).filter(|&other| tree.sides(other)[side]).count() == 1)
    };
    // Fractions, compared exactly.
    let share = |a: NodeId, b: NodeId| {
        let (left, right) = (contents(tree, a), contents(tree, b));
        let common = left.intersection(&right).count();
        let all = left.union(&right).count();
        let may = tree.last_name(a) == tree.last_name(b)
            && tree.kind(a) == tree.kind(b)
            && 2 * common >= all
            && [a, b].iter().all(|&id| !tree.is_leaf(id) || alone(id));
        may.then_some((common, all))
    };
    let less = |x: (usize, usize), y: (usize, usize)| x.0 * y.1 < y.0 * x.1;
    let mut found = BTreeMap::new();
    for a in only(0) {
        for b in only(1) {
            let Some(own) = share(a, b) else { continue };
            let best_of_a = only(1).all(|other| other == b || share(a, other).is_none_or(|it| less(it, own)));
            let best_of_b = only(0).all(|other| other == a || share(other, b).is_none_or(|it| less(it, own)));
            if best_of_a && best_of_b {
                found.insert(a, b);
            }
        }
    }
    found
}

fn functions() -> impl Strategy<Value = BTreeSet<(String, String)>> {
    prop::collection::btree_set(("([ab]/){0,2}[xyz]\\.py", "([CD]\\.){0,2}[fgh]"), 0..9)
}

fn refs(functions: &BTreeSet<(String, String)>) -> Vec<(&str, &str)> {
    functions.iter().map(|(file, name)| (file.as_str(), name.as_str())).collect()
}

proptest! {
    #[test]
    fn elements_hold_only_marked_functions_where_no_other_lies_below(
        functions in prop::collection::vec(("([ab]/){0,3}[cd]", "[ef]", any::<bool>()), 0..12),
    ) {
        let named: Vec<(&str, &str)> =
            functions.iter().map(|(file, name, _)| (file.as_str(), name.as_str())).collect();
        let found = placed(Source::FilesAndNames, &named, &[]);
        let marked: Vec<(NodeId, bool)> =
            found.sides[0].of_function.iter().zip(&functions).map(|(&id, (.., marked))| (id, *marked)).collect();
        let tree = &found.hierarchy;
        let below = |id: NodeId, is_marked: bool| {
            marked.iter().any(|&(of, mark)| mark == is_marked && tree.way_up(of).any(|around| around == id))
        };
        let naive: BTreeSet<NodeId> = tree.ids().filter(|&id| below(id, true) && !below(id, false)).collect();
        prop_assert_eq!(tree.holding_only(marked.iter().copied()), naive);
    }

    #[test]
    fn callers_lie_where_their_whole_paths_say(
        rows in prop::collection::vec((any::<prop::sample::Index>(), "[a-c]{0,1}(\\.[a-c])?"), 1..20),
        called in prop::collection::vec(any::<bool>(), 20),
    ) {
        // Each element lies in an earlier one, or in none.
        let parent = |at: usize| rows[at].0.index(at + 1).checked_sub(1);
        let row = |at: usize| StatedElement { parent: parent(at).map(|at| at as u32), name: &rows[at].1 };
        let stated = StatedElements {
            rows: (0..rows.len()).map(row).collect(),
            elements: rows.len(),
            callers: (0..rows.len()).map(|at| called[at].then_some(at as u32)).collect(),
        };
        let input = SideInput { stated: Some(&stated), ..SideInput::default() };
        let found = place(Source::Names, [input, SideInput::default()]);

        // The whole path of the element as the category of a function.
        let paths: Vec<String> = (0..rows.len())
            .filter(|&at| called[at])
            .map(|at| {
                let up = std::iter::successors(Some(at), |&at| parent(at));
                let names: Vec<&str> = up.map(|at| rows[at].1.as_str()).collect();
                names.into_iter().rev().collect::<Vec<_>>().join(".")
            })
            .collect();
        let function = |category| FunctionSpec { name: UNKNOWN_FUNCTION, file: "", line: 0, category };
        let functions: Vec<FunctionSpec<'_>> = paths.iter().map(|path| function(path)).collect();
        let input = SideInput { functions: &functions, ..SideInput::default() };
        let naive = place(Source::Categories, [input, SideInput::default()]);
        prop_assert_eq!(picture(&found.hierarchy), picture(&naive.hierarchy));
        let callers = found.sides[0].of_caller.iter().zip(&called).filter(|(_, called)| **called);
        let callers: Vec<NodeId> = callers.map(|(&id, _)| id).collect();
        prop_assert_eq!(&callers, &naive.sides[0].of_function);
    }

    #[test]
    fn tree_places_functions_by_file_and_name(a in functions(), b in functions()) {
        let [x, y] = [refs(&a), refs(&b)];
        let found = placed(Source::FilesAndNames, &x, &y);
        let tree = &found.hierarchy;
        for (side, functions) in [&x, &y].into_iter().enumerate() {
            for (&(file, name), &id) in functions.iter().zip(&found.sides[side].of_function) {
                let names: Vec<&str> = tree.way_up(id).filter(|&id| !tree.is_group(id))
                    .map(|id| tree.name(id)).filter(|name| !name.is_empty()).collect();
                let path = names.into_iter().rev().collect::<Vec<_>>().join("/");
                prop_assert_eq!(path, format!("{file}/{}", name.replace('.', "/")));
                prop_assert!(tree.way_up(id).all(|id| tree.sides(id)[side]));
            }
        }
        for id in tree.ids().skip(1) {
            let children: Vec<NodeId> = tree.ids().skip(1).filter(|&child| tree.parent(child) == Some(id)).collect();
            prop_assert_eq!(tree.children(id).collect::<Vec<_>>(), &children[..]);
            prop_assert_eq!(tree.subtree(id).len(), 1 + children.iter().map(|&child| tree.subtree(child).len()).sum::<usize>());
            prop_assert_eq!(tree.is_leaf(id), tree.kind(id) == Kind::Function);
            let lies_in = (0..2).map(|side| found.sides[side].of_function.iter().any(|of| tree.subtree(id).contains(&of.0)));
            prop_assert_eq!(&tree.sides(id)[..], &lies_in.collect::<Vec<_>>()[..]);
        }
    }

    #[test]
    fn exchanging_sides_exchanges_changes(a in functions(), b in functions()) {
        let [x, y] = [refs(&a), refs(&b)];
        let (one, other) = (placed(Source::FilesAndNames, &x, &y), placed(Source::FilesAndNames, &y, &x));
        prop_assert_eq!(&one.sides[0], &other.sides[1]);
        let (ours, theirs) = (changes(&one.hierarchy), changes(&other.hierarchy));
        prop_assert_eq!(&ours.removed, &theirs.added);
        prop_assert_eq!(&ours.added, &theirs.removed);
        let turned: BTreeSet<_> = theirs.moved.iter().map(|&(a, b)| (b, a)).collect();
        prop_assert_eq!(ours.moved.iter().copied().collect::<BTreeSet<_>>(), turned);
    }

    #[test]
    fn changes_agree_with_all_pairs(a in functions(), b in functions()) {
        let tree = placed(Source::FilesAndNames, &refs(&a), &refs(&b)).hierarchy;
        let partners = naive_partners(&tree);
        let found = changes(&tree);
        // Elements moved along, found by walking up to a partner.
        let around = |id: NodeId, of: NodeId| {
            let (mut id, mut of) = (above(&tree, id)?, above(&tree, of)?);
            loop {
                if partners.get(&id) == Some(&of) { return Some(()) }
                if partners.contains_key(&id) || partners.values().any(|b| *b == of) || tree.last_name(id) != tree.last_name(of) { return None }
                (id, of) = (above(&tree, id)?, above(&tree, of)?);
            }
        };
        let moved: Vec<_> = partners.iter().filter(|&(&a, &b)| around(a, b).is_none()).map(|(&a, &b)| (a, b)).collect();
        prop_assert_eq!(&found.moved, &moved);
        let taken: BTreeSet<NodeId> = partners.iter().flat_map(|(&a, &b)| [a, b]).collect();
        for (side, list) in [&found.removed, &found.added].into_iter().enumerate() {
            for &id in list {
                prop_assert!(tree.sides(id)[side] && !tree.sides(id)[1 - side] && !taken.contains(&id));
            }
            // Every function of one side is in a list, or moved with an element.
            for leaf in tree.ids().filter(|&id| tree.is_leaf(id) && tree.sides(id)[side] && !tree.sides(id)[1 - side]) {
                let in_list = tree.way_up(leaf).any(|id| list.contains(&id));
                let of_moved = tree.way_up(leaf).any(|id| taken.contains(&id));
                prop_assert!(in_list || of_moved);
            }
        }
    }

    #[test]
    fn each_function_is_shown_by_one_element(
        a in functions(), depth in 0u32..7, kind in 0usize..4, by_kind: bool,
        turned in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..4),
    ) {
        let tree = placed(Source::FilesAndNames, &refs(&a), &[]).hierarchy;
        let level = if by_kind { Level::Kind(Kind::ALL[kind]) } else { Level::Depth(depth) };
        let pick = |open: bool| turned.iter().filter(|it| it.1 == open).map(|it| NodeId(it.0.index(tree.len()) as u32)).collect::<Vec<_>>();
        let [collapsed, expanded] = [pick(false), pick(true)];
        let shown = VisibleElements::new(&tree, level, &collapsed, &expanded);
        let opens = |id: NodeId| {
            let by_level = match level {
                Level::Depth(depth) => tree.depth(id) < depth,
                Level::Kind(kind) => id == NodeId::ROOT || tree.kind(id) < kind,
            };
            !tree.is_leaf(id) && !collapsed.contains(&id) && (by_level || expanded.contains(&id))
        };
        for id in tree.ids() {
            let mut way: Vec<NodeId> = tree.way_up(id).collect();
            way.reverse();
            let by = way.into_iter().find(|&id| !opens(id));
            prop_assert_eq!(shown.place(id).map(|place| shown.elements()[place]), by);
        }
    }
}

#[test]
fn package_in_renamed_folder_moves_as_one() {
    let of = |folder: &str| {
        let paths = ["p/x.py f", "p/x.py g", "p/y.py C.m", "p/y.py h"];
        paths.map(|path| format!("lib/{folder}/{path}")).to_vec()
    };
    // B has one function less, so the functions next to a class there are not grouped.
    let (a, b) = (of("doc-1"), of("doc-2")[..3].to_vec());
    let split = |of: &[String]| -> Vec<(String, String)> {
        of.iter()
            .map(|it| it.split_once(' ').unwrap())
            .map(|(file, name)| (file.to_owned(), name.to_owned()))
            .collect()
    };
    let (a, b) = (split(&a), split(&b));
    let [x, y] =
        [&a, &b].map(|of| of.iter().map(|(file, name)| (file.as_str(), name.as_str())).collect::<Vec<_>>());
    let tree = placed(Source::FilesAndNames, &x, &y).hierarchy;
    let found = changes(&tree);
    let moved: Vec<_> = found.moved.iter().map(|&(a, b)| (tree.path(a), tree.path(b))).collect();
    assert_eq!(moved, [("doc-1/p".to_owned(), "doc-2/p".to_owned())]);
    let removed: Vec<_> = found.removed.iter().map(|&id| tree.path(id)).collect();
    assert_eq!((removed, found.added.len()), (vec!["doc-1/p/y.py/y.py()/h".to_owned()], 0));
}

#[test]
fn default_level_counts_only_what_ran() {
    let paths: Vec<String> =
        (0..300).map(|file| format!("{}/f{file}.py\t1", ["app", "lib"][file % 2])).collect();
    let list = listed(&paths.join("\n"), "of.paths");
    let functions = [FunctionSpec { name: "f", file: "/x/lib/f7.py", ..FunctionSpec::default() }];
    let input = SideInput { functions: &functions, structure: Some(&list), ..SideInput::default() };
    let placed = place(Source::Listed, [input, SideInput::default()]);
    let level = |ran: Vec<NodeId>| {
        VisibleElements::default_level(&placed.hierarchy, &Isolation::default(), ran, DEFAULT_ELEMENTS)
    };
    assert_eq!(level(Vec::new()), Level::Kind(Kind::Package));
    assert_eq!(levels(&placed.hierarchy, &Isolation::default()).len(), 2);
    assert_eq!(level(placed.ran().collect()), Level::Kind(Kind::Module));
}

#[test]
fn default_level_avoids_one_dominant_element() {
    let names: Vec<String> = (0..300).map(|number| format!("f{number}")).collect();
    let mut functions: Vec<(&str, &str)> = names.iter().map(|name| ("", name.as_str())).collect();
    let level = |functions: &[(&str, &str)]| {
        let placed = placed(Source::Names, functions, &[]);
        let names: Vec<String> =
            placed.hierarchy.children(NodeId::ROOT).map(|id| placed.hierarchy.name(id).to_owned()).collect();
        let level = VisibleElements::default_level(
            &placed.hierarchy,
            &Isolation::default(),
            placed.ran(),
            DEFAULT_ELEMENTS,
        );
        (level, names)
    };
    functions.push(("", "linux.schedule"));
    assert_eq!(
        level(&functions),
        (Level::Kind(Kind::Function), vec!["(top level)".to_owned(), "linux".to_owned()])
    );
    let others: Vec<String> = (0..40).map(|number| format!("C{number}.run")).collect();
    functions.extend(others.iter().map(|name| ("", name.as_str())));
    assert_eq!(level(&functions).0, Level::Kind(Kind::Class));
    assert_eq!(level(&functions[..4]).0, Level::Kind(Kind::Function));
}

#[test]
fn at_paths_keeps_sizes_of_files() {
    let list = listed("lark-0.12.0/lark/lexer.py\t12\nlark-0.12.0/setup.py\t7\n", "of.paths");
    let moved = list.at_paths(["lark/lark/lexer.py", "lark/setup.py"]);
    let said: Vec<(String, u64)> = moved.files().map(|id| (moved.path(id), moved.get(id).bytes)).collect();
    assert_eq!(said, [("lark/lark/lexer.py".to_owned(), 12), ("lark/setup.py".to_owned(), 7)]);
    assert_eq!((moved.len(), moved.children(None).len()), (4, 1));
    // If two files get one path, the first is kept.
    assert_eq!(list.at_paths(["a.py", "a.py"]).len(), 1);
}
