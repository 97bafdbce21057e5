//! Identity rules against examples and the naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{
    Agreement, Edges, Field, Identities, LONGEST_REWRITTEN_BYTES, Neighbours, Origin, Reason, Rename, Rule,
    RuleKind, RulePart, Rules, agree, compile, identify, propose_renames, suggest_prefix, trails,
};
use diptych_profile::{Groups, Totals, totals};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};
use proptest::prelude::*;
use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// A trace that calls each of some functions (name, file, line) once, one after the other, ten ticks each.
fn calls_of(functions: &[(&str, &str, u32)]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    for (at, &(name, file, line)) in (0..).zip(functions) {
        let function = builder.function(FunctionSpec { name, file, line, category: "" });
        builder.call(lane, CallSpec { start: 10 * at, end: 10 * at + 10, function, source: 0 });
    }
    builder.finish().remove(0).1
}

fn rule(on: Field, pattern: &str, replacement: &str) -> Rule {
    let (pattern, replacement) = (pattern.to_owned(), replacement.to_owned());
    let (kind, origin) = (RuleKind::Pattern, Origin::User);
    Rule { name: String::new(), on, kind, pattern, replacement, enabled: true, origin }
}

fn rules(rules: &[Rule]) -> Rules {
    Rules { rules: rules.to_vec(), ..Rules::NONE }
}

fn named(rules: &Rules, traces: [&Trace; 2]) -> Identities {
    identify(&compile(rules).unwrap(), traces)
}

fn by_function(trace: &Trace) -> Totals {
    totals(trace, &Groups::by_function(trace), |_| ())
}

fn agreement(identities: &Identities, traces: [&Trace; 2]) -> Agreement {
    let sums = traces.map(by_function);
    agree(identities, [&sums[0], &sums[1]])
}

/// Key of a function under some rules.
fn key(rules: &Rules, function: (&str, &str, u32)) -> String {
    let trace = calls_of(&[function]);
    let identities = named(rules, [&trace, &trace]);
    identities.key(identities.of(0)[0]).to_owned()
}

/// (name, file, line) and the key that the defaults make of it.
const EXAMPLES: &[((&str, &str, u32), &str)] = &[
    (("main", "/srv/app/a.py", 12), "main (/srv/app/a.py)"),
    (("main (a.c:12)", "", 0), "main (a.c)"),
    (("parse (123)", "", 0), "parse"),
    (("file.py(123): f", "", 0), "file.py: f"),
    (("wasm-function[12]", "", 0), "wasm-function[12]"),
    (("f", "https://example.com/js/app.js?v=12", 3), "f (js/app.js)"),
    (("f", "file:///srv/app/b.js", 3), "f (/srv/app/b.js)"),
    (("f", "node:internal/fs", 3), "f (node:internal/fs)"),
    (("f", "/srv/static/chunk.3f2a9c1b.js", 1), "f (/srv/static/chunk.js)"),
    (("f", "/a/node_modules/.pnpm/x@1.2.3/node_modules/x/i.js", 1), "f (x/i.js)"),
    (("f", "/opt/venv/lib/python3.11/site-packages/black/linegen.py", 1), "f (black/linegen.py)"),
    (("f", "/usr/lib/python3/dist-packages/x/y.py", 1), "f (x/y.py)"),
    (("f", "/opt/pythons/versions/3.11.7/lib/python3.11/re/_parser.py", 1), "f (re/_parser.py)"),
    (("f", r"C:\Python311\Lib\json\decoder.py", 1), r"f (json\decoder.py)"),
    (("f", "/work/.venv-7f/bin/tool", 1), "f (bin/tool)"),
    (
        ("f", "/nix/store/0123456789abcdfghijklmnpqrsvwxyz-glibc-2.38/lib/libc.so.6", 0),
        "f (glibc/lib/libc.so)",
    ),
    (
        ("f", "/r/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde-1.0.1/src/de.rs", 1),
        "f (serde/src/de.rs)",
    ),
    (("f", "/root/go/pkg/mod/example.com/x@v1.2.3/x.go", 1), "f (example.com/x/x.go)"),
    (("f", "/builds/77/app/build-9/src/x.c", 1), "f (src/x.c)"),
    (("f", "/home/ann/app/src/x.c", 1), "f (app/src/x.c)"),
    (("f", r"C:\Users\ann\app\x.c", 1), r"f (app\x.c)"),
    (("f", "/srv/lib/black-22.12.0/black/x.py", 1), "f (/srv/lib/black/black/x.py)"),
    (("f", "/srv/lib/1.2.3/x.py", 1), "f (/srv/lib/x.py)"),
    (("f", "/srv/python3.11/worker-1/x.py", 1), "f (/srv/python3.11/worker-1/x.py)"),
    (
        ("f", "/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/a.rs", 1),
        "f (/rustc/library/core/src/a.rs)",
    ),
    (("f", "/usr/lib/libfoo-2.31.so.0.8.6", 0), "f (/usr/lib/libfoo.so)"),
    (("schedule+0x1f/0x90", "", 0), "schedule"),
    (("<method append of list object at 0x7d672e1ecec0>", "", 0), "<method append of list object at 0x>"),
    (("0x7f1234", "", 0), "0x7f1234"),
    (("gemm_MT160x64x32", "", 0), "gemm_MT160x64x32"),
    (("wait for pid 4711 now", "", 0), "wait for pid now"),
    (("pthread_create", "", 0), "pthread_create"),
    (("f.<lambda_12>.g", "", 0), "f.<lambda>.g"),
    (("lambda$main$3", "", 0), "lambda$main$"),
    (("a::{lambda(int)#3}::operator()", "", 0), "a::{lambda(int)}::operator()"),
    (("core::f::{closure#0}", "", 0), "core::f::{closure}"),
    (("jit-123:f", "", 0), "jit:f"),
    (("f [clone .cold]", "", 0), "f"),
    (("f.part.0.cold", "", 0), "f"),
    (("f.constprop.0.isra.0", "", 0), "f"),
    (("f.llvm.123", "", 0), "f"),
    (("core::fmt::h0123456789abcdef", "", 0), "core::fmt"),
    (("core::fmt::h0123456789abcdef.llvm.55", "", 0), "core::fmt"),
    (("core[4a3b2c1d5e6f7a8b]::fmt", "", 0), "core::fmt"),
    (("Torch-Compiled Region: 0/1", "", 0), "Torch-Compiled Region:"),
    (("graph_call_0", "", 0), "graph_call"),
    (("ProfilerStep#12", "", 0), "ProfilerStep"),
    (("FUN_00401000", "", 0), "FUN_00401000"),
    (("log2", "", 0), "log2"),
    (("std::vector<int>::push_back(int)", "", 0), "std::vector<int>::push_back(int)"),
    (("<module>", "<frozen importlib._bootstrap>", 7), "<module> (<frozen importlib._bootstrap>)"),
    (("", "", 0), ""),
];

#[test]
fn the_defaults_take_away_what_says_nothing() {
    let defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    for &(function, expected) in EXAMPLES {
        assert_eq!(key(&defaults, function), expected, "{function:?}");
    }
}

#[test]
fn every_default_rule_is_shown_by_an_example() {
    let defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    let all = calls_of(&EXAMPLES.iter().map(|(function, _)| *function).collect::<Vec<_>>());
    let identities = named(&defaults, [&all, &all]);
    for (rule, touched) in defaults.rules.iter().zip(&identities.touched) {
        assert_eq!(touched.by_side[0] > 0, rule.enabled, "{}", rule.name);
        assert_eq!(touched.by_side[0], touched.by_side[1]);
        assert_eq!(rule.origin, Origin::Default);
    }
}

#[test]
fn formats_choose_among_the_defaults() {
    let names = |formats| -> BTreeSet<String> {
        Rules::defaults(formats).rules.into_iter().map(|rule| rule.name).collect()
    };
    let (all, paje) = (names(["chrome-json", "chrome-json"]), names(["paje", "paje"]));
    assert!(paje.is_subset(&all) && paje.contains("Trailing counter") && !paje.contains("Node modules"));
    assert!(names(["paje", "v8-cpuprofile"]).contains("Node modules"));
    assert_eq!(names(["paje", "chrome-json"]), all);
    assert_eq!(names(["no such format", "paje"]), all);
}

#[test]
fn brackets_are_rules_that_are_off() {
    let mut defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    for rule in &mut defaults.rules {
        rule.enabled |= rule.kind == RuleKind::Balanced;
    }
    let function = ("std::map<int, std::vector<int>>::at(int (*)(char)) const", "", 0);
    assert_eq!(key(&defaults, function), "std::map<>::at() const");
}

#[test]
fn a_wrong_rule_says_where() {
    for (pattern, at) in [
        ("a(b", 1),
        ("a)b", 1),
        ("a(b)c(d", 5),
        ("[abc", 1),
        ("(a\\yb)c", 3),
        ("é(", 2),
        ("a{3,2}", 5),
        ("*a", 0),
        ("(?P<x", 4),
    ] {
        let error =
            compile(&rules(&[rule(Field::Name, "ok", ""), rule(Field::Name, pattern, "")])).unwrap_err();
        assert_eq!((error.rule, error.part, error.at), (1, RulePart::Pattern, at), "{pattern}: {error}");
        assert_eq!(error.message, Regex::new(pattern).unwrap_err().to_string());
    }
    for (replacement, at, message) in [
        ("a$2", 1, "the pattern has no group 2"),
        ("${x}", 0, "the pattern has no group x"),
        ("é${1", 2, "unclosed group reference"),
    ] {
        let error = compile(&rules(&[rule(Field::Name, "(a)", replacement)])).unwrap_err();
        assert_eq!((error.part, error.at, error.message.as_str()), (RulePart::Replacement, at, message));
    }
    let mut off = rules(&[rule(Field::Name, "a(", "")]);
    off.rules[0].enabled = false;
    compile(&off).unwrap();
    let huge = compile(&rules(&[rule(Field::Name, "(((a{100}){100}){100}){100}", "")])).unwrap_err();
    assert_eq!(huge.at, 0);
    compile(&rules(&[rule(Field::Name, &"a".repeat(2000), "")])).unwrap_err();
    let brackets = Rule { kind: RuleKind::Balanced, ..rule(Field::Name, "<", "") };
    assert_eq!(compile(&rules(&[brackets])).unwrap_err().message, "write an opening and a closing bracket");
}

#[test]
fn replacements_know_groups_and_dollars() {
    let of = |pattern: &str, replacement: &str, name: &str| {
        key(&rules(&[rule(Field::Name, pattern, replacement)]), (name, "", 0))
    };
    assert_eq!(of(r"(\w)-(?P<tail>\w+)", "${tail}_$1", "a-bc d-e"), "bc_a e_d");
    assert_eq!(of("(a)|(b)", "[$1|$2]", "ab"), "[a|][|b]");
    assert_eq!(of("a", "$$1 $ $x", "a"), "$1 $ $x");
    assert_eq!(of("(a)", "$1x", "a"), "ax");
}

#[test]
fn patterns_that_match_nothing_at_all_behave_as_the_library_does() {
    for pattern in ["", "x*", "$", "^", r"\b", "(x*)", "a|"] {
        for name in ["", "axxb", "é x", "本"] {
            let expected = Regex::new(pattern).unwrap().replace_all(name, "-").into_owned();
            assert_eq!(key(&rules(&[rule(Field::Name, pattern, "-")]), (name, "", 0)), expected, "{pattern}");
        }
    }
}

#[test]
fn very_long_names_are_left_and_counted() {
    let long = format!("f<{}>_0", "a,é".repeat(1 << 18));
    let trace = calls_of(&[(&long, "", 0), ("g_0", "", 0)]);
    let mut defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    let identities = named(&defaults, [&trace, &trace]);
    assert_eq!(identities.overlong, [1, 1]);
    assert!(identities.keys.contains(&long) && identities.keys.contains(&"g".to_owned()));
    // Brackets have no limit, and behind them the rest is short enough.
    let at = defaults.rules.iter().position(|rule| rule.kind == RuleKind::Balanced).unwrap();
    let mut brackets = defaults.rules.remove(at);
    brackets.enabled = true;
    defaults.rules.insert(0, brackets);
    let identities = named(&defaults, [&trace, &trace]);
    assert_eq!((identities.keys, identities.overlong), (vec!["f<>".to_owned(), "g".to_owned()], [0, 0]));
}

#[test]
fn a_rule_that_makes_a_text_ever_longer_is_stopped() {
    let doubling: Vec<Rule> = (0..40).map(|_| rule(Field::Name, "^.*$", "$0$0")).collect();
    let trace = calls_of(&[("ab", "", 0)]);
    let identities = named(&rules(&doubling), [&trace, &trace]);
    assert_eq!(identities.keys[0].len(), LONGEST_REWRITTEN_BYTES);
    assert_eq!(identities.overlong, [1, 1]);
}

#[test]
fn renames_follow_each_other_in_order_and_never_round_and_round() {
    let renames = |pairs: &[(&str, &str)]| {
        let rename = |(from, to): &(&str, &str)| Rename { from: (*from).to_owned(), to: (*to).to_owned() };
        Rules { renames: pairs.iter().map(rename).collect(), ..Rules::NONE }
    };
    assert_eq!(key(&renames(&[("a", "b"), ("b", "c")]), ("a", "", 0)), "c");
    assert_eq!(key(&renames(&[("b", "c"), ("a", "b")]), ("a", "", 0)), "b");
    assert_eq!(key(&renames(&[("a", "b"), ("b", "a")]), ("a", "", 0)), "a");
    assert_eq!(key(&renames(&[("a", "a")]), ("a", "", 0)), "a");
    assert_eq!(key(&renames(&[("f (x.py:3)", "g")]), ("f", "x.py", 3)), "g");
    let (a, b) = (calls_of(&[("a", "", 0), ("z", "", 0)]), calls_of(&[("b", "", 0), ("z", "", 0)]));
    let identities = named(&renames(&[("a", "b"), ("q", "b")]), [&a, &b]);
    assert_eq!(identities.of(0), identities.of(1));
    assert_eq!(
        identities.renamed.iter().map(|touched| touched.by_side).collect::<Vec<_>>(),
        [[1, 0], [0, 0]]
    );
}

#[test]
fn pairs_hold_for_their_sides_only() {
    let (a, b) = (calls_of(&[("x", "", 0), ("y", "", 0)]), calls_of(&[("x", "", 0), ("y", "", 0)]));
    let pairs = Rules { pairs: vec![["x".to_owned(), "y".to_owned()]], ..Rules::NONE };
    let identities = named(&pairs, [&a, &b]);
    assert_eq!(identities.keys, ["x", "x ↔ y", "y"]);
    let of = |side| identities.of(side).iter().map(|&id| identities.key(id)).collect::<Vec<_>>();
    assert_eq!((of(0), of(1)), (vec!["x ↔ y", "y"], vec!["x", "x ↔ y"]));
    // The first pair of a key holds; two keys may be paired both ways.
    let twice = [["x", "y"], ["x", "x"], ["y", "x"]].map(|pair| pair.map(str::to_owned)).to_vec();
    let twice = Rules { pairs: twice, ..Rules::NONE };
    let identities = named(&twice, [&a, &b]);
    assert_eq!(identities.keys, ["x ↔ y", "x ↔ y (again)"]);
    let swapped = named(&twice.swapped(), [&b, &a]);
    assert_eq!(identities.keys, swapped.keys);
    assert_eq!((identities.of(0), identities.of(1)), (swapped.of(1), swapped.of(0)));
    let itself = Rules { pairs: vec![["x".to_owned(), "x".to_owned()]], ..Rules::NONE };
    assert_eq!(named(&itself, [&a, &b]).keys, ["x", "y"]);
}

#[test]
fn agreement_counts_what_the_other_side_has() {
    let a = trace(
        "t\n  0..100 run @x.py:1\n    10..30 old @x.py:2\n    40..50 both @x.py:3\n    60..65 both @x.py:3\n",
    );
    let b = trace(
        "t\n  0..90 run @x.py:1\n    10..30 new @x.py:2\n    30..40 new @x.py:2\n    40..50 both @x.py:9\n",
    );
    let lines = Rules::defaults(["paje", "paje"]);
    let found = agreement(&named(&lines, [&a, &b]), [&a, &b]);
    let shares = |side: usize| {
        let side = &found.sides[side];
        [side.identities, side.calls, side.self_ticks].map(|share| (share.part, share.whole))
    };
    assert_eq!(shares(0), [(2, 3), (3, 4), (80, 100)]);
    assert_eq!(shares(1), [(2, 3), (2, 4), (60, 90)]);
    assert_eq!(
        found.sides[0].alone.iter().map(|alone| (alone.calls, alone.self_ticks)).collect::<Vec<_>>(),
        [(1, 20)]
    );
    assert_eq!(found.sides[1].calls.ratio(), Some(0.5));
    let empty = calls_of(&[]);
    let found = agreement(&named(&lines, [&a, &empty]), [&a, &empty]);
    assert_eq!((found.sides[0].calls.part, found.sides[1].calls.ratio()), (0, None));
}

/// A program and the same after a rename of `walk`, which a caller and three callees tell.
fn renamed_pair() -> [Trace; 2] {
    let program = |name: &str| {
        trace(&format!(
            "
            t
              0..100 main @x.py:1
                10..60 {name} @x.py:2
                  11..20 open @x.py:3
                  21..30 read @x.py:4
                  31..40 close @x.py:5
                70..80 report @x.py:6
            "
        ))
    };
    [program("Tree.walk_nodes"), program("Tree.visit_all")]
}

#[test]
fn a_rename_is_proposed_with_its_reason_and_its_gain() {
    let [a, b] = renamed_pair();
    let mut lines = Rules::defaults(["chrome-json", "chrome-json"]);
    let identities = named(&lines, [&a, &b]);
    let found = agreement(&identities, [&a, &b]);
    let near = [&a, &b].map(|trace| Edges::of(trace, &mut |_, _| ()));
    let near = [0, 1].map(|side| Neighbours::new(&near[side], identities.of(side), identities.count()));
    let proposals = propose_renames(&identities, &found, [&near[0], &near[1]]);
    assert_eq!(proposals.len(), 1);
    let proposal = &proposals[0];
    assert_eq!(
        proposal.rename,
        Rename { from: "Tree.walk_nodes (x.py)".to_owned(), to: "Tree.visit_all (x.py)".to_owned() }
    );
    assert_eq!(proposal.reasons[..2], [Reason::SameCallees, Reason::SameCallers]);
    // What is promised comes true.
    lines.renames.push(proposal.rename.clone());
    let after = agreement(&named(&lines, [&a, &b]), [&a, &b]);
    for side in 0..2 {
        let gain = |after: diptych_compare::identity::Share, before: diptych_compare::identity::Share| {
            after.part - before.part
        };
        assert_eq!(proposal.calls[side].part, gain(after.sides[side].calls, found.sides[side].calls));
        assert_eq!(
            proposal.self_ticks[side].part,
            gain(after.sides[side].self_ticks, found.sides[side].self_ticks)
        );
        assert!(after.sides[side].alone.is_empty());
    }
}

#[test]
fn a_folder_that_differs_is_named_with_the_figure_it_wins() {
    let program = |folder: &str| {
        let files = [1, 2, 3].map(|number| format!("/srv/{folder}lib/m{number}.py"));
        let functions =
            files.iter().map(|file| ("run", file.as_str(), 1)).chain([("main", "/srv/main.py", 1)]);
        calls_of(&functions.collect::<Vec<_>>())
    };
    for (folders, dropped) in [
        (["one/", "two/"], vec!["one", "two"]),
        (["venv(7f3a)/", ""], vec!["venv(7f3a)"]),
        (["", "a/b/"], vec!["a/b"]),
    ] {
        let (a, b) = (program(folders[0]), program(folders[1]));
        let mut lines = Rules::defaults(["paje", "paje"]);
        let identities = named(&lines, [&a, &b]);
        let found = agreement(&identities, [&a, &b]);
        let sums = [by_function(&a), by_function(&b)];
        let suggested = suggest_prefix(&lines, [&a, &b], [&sums[0], &sums[1]], &identities, &found).unwrap();
        assert_eq!(suggested.dropped, dropped);
        assert_eq!(suggested.before.map(|share| share.part), [1, 1]);
        assert_eq!(suggested.after.map(|share| share.part), [4, 4]);
        lines.rules.push(suggested.rule);
        let after = agreement(&named(&lines, [&a, &b]), [&a, &b]);
        assert_eq!([0, 1].map(|side| after.sides[side].calls), suggested.after);
        // Nothing is left to suggest.
        let identities = named(&lines, [&a, &b]);
        assert_eq!(suggest_prefix(&lines, [&a, &b], [&sums[0], &sums[1]], &identities, &after), None);
    }
}

#[test]
fn trails_show_what_goes() {
    let defaults = compile(&Rules::defaults(["chrome-json", "chrome-json"])).unwrap();
    let function = FunctionSpec { name: "f.part.0_1", file: "/srv/x-1.2/a.py", line: 12, category: "" };
    let [name, place] = trails(&defaults, function);
    let struck = |trail: &diptych_compare::identity::Trail| {
        trail.removed.iter().map(|range| trail.before[range.clone()].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((name.after.as_str(), struck(&name)), ("f.part.0", vec!["_1".to_owned()]));
    assert_eq!(place.after, "/srv/x/a.py");
    assert_eq!(struck(&place), ["-1.2", ":12"]);
    assert_eq!(place.steps.len(), 2);
    assert_eq!(place.steps[0].after, "/srv/x-1.2/a.py");
    let [name, _] = trails(&defaults, FunctionSpec { name: "at 0x12ab", ..FunctionSpec::default() });
    assert_eq!((name.after.as_str(), name.written.len(), name.written[0].clone()), ("at 0x", 1, 3..5));
}

/// The keys of a trace with every rule run on every function, by the library's own replacing.
fn naive_keys(rules: &Rules, trace: &Trace) -> (Vec<String>, Vec<u32>) {
    let mut touched = vec![0; rules.rules.len()];
    let key = |id| {
        let function: FunctionSpec<'_> = trace.functions().get(trace.names(), id);
        let mut name = function.name.to_owned();
        let mut file = function.file.to_owned();
        if function.line > 0 {
            file = format!("{file}:{}", function.line);
        }
        for (place, rule) in rules.rules.iter().enumerate().filter(|(_, rule)| rule.enabled) {
            let regex = Regex::new(&rule.pattern).unwrap();
            let [new_name, new_file] =
                [&name, &file].map(|text| regex.replace_all(text, rule.replacement.as_str()).into_owned());
            let (names, files) = (rule.on != Field::File, rule.on != Field::Name);
            touched[place] += u32::from((names && name != new_name) || (files && file != new_file));
            name = if names { new_name } else { name };
            file = if files { new_file } else { file };
        }
        if file.is_empty() { name } else { format!("{name} ({file})") }
    };
    (trace.functions().ids().map(key).collect(), touched)
}

/// Text as names are made of: words, brackets, digits, addresses, beyond ASCII.
fn text() -> impl Strategy<Value = String> {
    let parts = [
        "f",
        "visit_",
        "::",
        "<",
        ">",
        "(",
        ")",
        "12",
        "0x7f",
        " ",
        ".",
        "/",
        "-1.2",
        "@3",
        "#",
        ":",
        "é",
        "本",
        "lambda",
        ".cold",
        ".part",
        "site-packages",
        "/lib/python3.11/",
        "h0123456789abcdef",
        "_",
        "x.py",
        "build",
        "{closure#0}",
        "\\",
        "pid ",
        "/home/a/",
        "🦀",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..9).prop_map(|parts| parts.concat())
}

fn functions() -> impl Strategy<Value = Trace> {
    prop::collection::vec((text(), text(), prop_oneof![Just(0u32), 1..2000u32]), 0..12).prop_map(
        |functions| {
            calls_of(
                &functions
                    .iter()
                    .map(|(name, file, line)| (name.as_str(), file.as_str(), *line))
                    .collect::<Vec<_>>(),
            )
        },
    )
}

/// Rules that run: some of the defaults and some others, in any order.
fn some_rules() -> impl Strategy<Value = Rules> {
    let mut all = Rules::defaults(["chrome-json", "chrome-json"]).rules;
    all.retain(|rule| rule.kind == RuleKind::Pattern);
    all.extend([
        rule(Field::Both, "x*", "-"),
        rule(Field::Both, "", ""),
        rule(Field::Name, "(?i)VISIT", "v"),
        rule(Field::File, "[^/]*$", "${0}!"),
        rule(Field::Both, "(?P<a>é)|(本)", "${a}$2$$"),
        rule(Field::Both, r"\d+$", "N"),
    ]);
    let count = all.len();
    prop::sample::subsequence(all, 0..count).prop_shuffle().prop_map(|list| rules(&list))
}

proptest! {
    #[test]
    fn identities_equal_the_naive_twin(rules in some_rules(), a in functions(), b in functions()) {
        let identities = named(&rules, [&a, &b]);
        for (side, trace) in [&a, &b].into_iter().enumerate() {
            let (keys, touched) = naive_keys(&rules, trace);
            let found: Vec<&str> = identities.of(side).iter().map(|&id| identities.key(id)).collect();
            prop_assert_eq!(found, keys);
            prop_assert_eq!(identities.touched.iter().map(|touched| touched.by_side[side]).collect::<Vec<_>>(), touched);
        }
        prop_assert!(identities.keys.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert_eq!(identities.overlong, [0, 0]);
    }

    #[test]
    fn sides_may_be_exchanged(rules in some_rules(), a in functions(), b in functions()) {
        let (there, back) = (named(&rules, [&a, &b]), named(&rules, [&b, &a]));
        prop_assert_eq!(&there.keys, &back.keys);
        prop_assert_eq!((there.of(0), there.of(1)), (back.of(1), back.of(0)));
        let [x, y] = agreement(&there, [&a, &b]).sides;
        prop_assert_eq!(agreement(&back, [&b, &a]).sides, [y, x]);
    }

    #[test]
    fn rules_for_names_and_rules_for_files_may_be_mixed_in_any_way(rules in some_rules(), a in functions()) {
        let mut apart = rules.clone();
        apart.rules.retain(|rule| rule.on != Field::Both);
        let mut sorted = apart.clone();
        sorted.rules.sort_by_key(|rule| rule.on);
        prop_assert_eq!(named(&apart, [&a, &a]).keys, named(&sorted, [&a, &a]).keys);
    }

    #[test]
    fn rules_that_are_off_are_as_if_they_were_absent(rules in some_rules(), off in some_rules(), a in functions()) {
        let mut with = rules.clone();
        for (at, mut rule) in off.rules.into_iter().enumerate() {
            rule.enabled = false;
            with.rules.insert((at * 2).min(with.rules.len()), rule);
        }
        prop_assert_eq!(named(&with, [&a, &a]).keys, named(&rules, [&a, &a]).keys);
    }

    #[test]
    fn agreement_equals_the_naive_twin(a: u64, b: u64) {
        let traces = [a, b].map(|seed| generate(seed, Shape { functions: 3 + (seed % 9) as usize, ..Shape::SMALL }));
        let traces = [&traces[0], &traces[1]];
        let identities = named(&Rules::NONE, traces);
        let found = agreement(&identities, traces);
        let names = traces.map(|trace| {
            let mut sums: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
            for row in 0..trace.calls().len() as u32 {
                let call = diptych_trace::CallId(row);
                let sum = sums.entry(trace.call_name(call)).or_default();
                *sum = (sum.0 + 1, sum.1 + trace.calls().self_time(call) as u64);
            }
            sums
        });
        for side in 0..2 {
            let known = names[side].iter().filter(|(name, _)| names[1 - side].contains_key(*name));
            let (calls, ticks) = known.fold((0, 0), |sum, (_, each)| (sum.0 + each.0, sum.1 + each.1));
            prop_assert_eq!((found.sides[side].calls.part, found.sides[side].self_ticks.part), (calls, ticks));
            prop_assert_eq!(found.sides[side].calls.whole, traces[side].calls().len() as u64);
        }
    }

    #[test]
    fn neighbours_equal_the_naive_twin(seed: u64) {
        let trace = generate(seed, Shape { functions: 5, ..Shape::SMALL });
        let identities = named(&Rules::NONE, [&trace, &trace]);
        let near = Neighbours::new(&Edges::of(&trace, &mut |_, _| ()), identities.of(0), identities.count());
        let calls = trace.calls();
        let of = |row: usize| identities.of(0)[calls.function()[row].index()];
        for id in (0..identities.count()).map(diptych_trace::IdentityId) {
            let mut callers = BTreeSet::new();
            let mut callees = BTreeSet::new();
            for row in 0..calls.len() {
                let caller = calls.parent()[row].some().map_or(diptych_trace::IdentityId::NONE, |up| of(up.index()));
                if of(row) == id && caller != id {
                    callers.insert(caller);
                }
                if caller == id && of(row) != id {
                    callees.insert(of(row));
                }
            }
            prop_assert_eq!(near.callers(id), callers.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(near.callees(id), callees.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn proposals_pair_each_name_once_and_mirror(a: u64, b: u64) {
        let shape = Shape { functions: 12, calls: 100, ..Shape::SMALL };
        let traces = [generate(a, shape), generate(b, shape)];
        // Half of the names of B change.
        let change = [rule(Field::Name, "^f([0-5])$", "g$1")];
        let renamed = {
            let mut builder = Builder::default();
            let lane = builder.lane(None, LaneKind::Thread, "t");
            let changed = named(&rules(&change), [&traces[1], &traces[1]]);
            for (row, id) in traces[1].calls().function().iter().enumerate() {
                let (name, file) = changed.name_and_file(changed.of(0)[id.index()]);
                let function = builder.function(FunctionSpec { name, file, line: 0, category: "" });
                let (start, end) = (traces[1].calls().start()[row], traces[1].calls().end()[row]);
                builder.call(lane, CallSpec { start, end, function, source: 0 });
            }
            builder.finish().remove(0).1
        };
        let lines = Rules::defaults(["chrome-json", "chrome-json"]);
        let propose = |pair: [&Trace; 2]| {
            let identities = named(&lines, pair);
            let near = [0, 1].map(|side| {
                Neighbours::new(&Edges::of(pair[side], &mut |_, _| ()), identities.of(side), identities.count())
            });
            let found = propose_renames(&identities, &agreement(&identities, pair), [&near[0], &near[1]]);
            found.into_iter().map(|one| (one.rename.from, one.rename.to, one.score)).collect::<Vec<_>>()
        };
        let there = propose([&traces[0], &renamed]);
        let names: BTreeSet<&str> = there.iter().flat_map(|(from, to, _)| [from.as_str(), to.as_str()]).collect();
        prop_assert_eq!(names.len(), 2 * there.len());
        let back = propose([&renamed, &traces[0]]);
        prop_assert_eq!(there, back.into_iter().map(|(from, to, score)| (to, from, score)).collect::<Vec<_>>());
    }

    #[test]
    fn trails_end_where_identity_does_and_keep_what_is_not_struck(rules in some_rules(), a in functions()) {
        let compiled = compile(&rules).unwrap();
        let identities = identify(&compiled, [&a, &a]);
        for id in a.functions().ids() {
            let [name, place] = trails(&compiled, a.functions().get(a.names(), id));
            let key = if place.after.is_empty() { name.after.clone() } else { format!("{} ({})", name.after, place.after) };
            prop_assert_eq!(identities.key(identities.of(0)[id.index()]), key);
            for trail in [name, place] {
                let left = |text: &str, without: &[std::ops::Range<usize>]| -> Vec<u8> {
                    let gone = |at: &usize| without.iter().any(|range| range.contains(at));
                    (0..text.len()).filter(|at| !gone(at)).map(|at| text.as_bytes()[at]).collect()
                };
                prop_assert_eq!(left(&trail.before, &trail.removed), left(&trail.after, &trail.written));
            }
        }
    }
}
