//! Tests of rules with examples, one by one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod identity_support;

use diptych_compare::identity::{
    Field, LONGEST_REWRITTEN_BYTES, Origin, Rename, Rule, RuleKind, RulePart, Rules, Trail, compile, trails,
    without_mark,
};
use diptych_trace::FunctionSpec;
use identity_support::{calls_of, named, rule, rules};
use regex_lite::Regex;
use std::collections::BTreeSet;

/// Returns the key of a function under some rules.
fn key(rules: &Rules, function: (&str, &str, u32)) -> String {
    let trace = calls_of(&[function]);
    let identities = named(rules, [&trace, &trace]);
    identities.key(identities.by_function(0)[0]).to_owned()
}

/// Functions as (name, file, line), with the key that the defaults give them.
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
    (("f", "/srv/app/index.mjs", 1), "f (/srv/app/index.js)"),
    (("f", "/srv/app/a.cts", 1), "f (/srv/app/a.ts)"),
    (("f", "/srv/app/rpcjs", 1), "f (/srv/app/rpcjs)"),
    (("f", "/a/node_modules/.pnpm/x@1.2.3/node_modules/x/i.js", 1), "f (x/i.js)"),
    (("f", "/opt/venv/lib/python3.11/site-packages/black/linegen.py", 1), "f (black/linegen.py)"),
    (("f", "/usr/lib/python3/dist-packages/x/y.py", 1), "f (x/y.py)"),
    (("f", "/opt/pythons/versions/3.11.7/lib/python3.11/re/_parser.py", 1), "f (re/_parser.py)"),
    (("f", r"C:\Python311\Lib\json\decoder.py", 1), r"f (json\decoder.py)"),
    (("f", "/srv/.venv-7f/bin/tool", 1), "f (bin/tool)"),
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
    (("f", "/Users/ann/app/src/x.c", 1), "f (app/src/x.c)"),
    (("f", r"C:\Users\ann\app\x.c", 1), r"f (app\x.c)"),
    (("f", "/srv/lib/black-22.12.0/black/x.py", 1), "f (/srv/lib/black/black/x.py)"),
    (("f", "/srv/lib/black_22.12/black/x.py", 1), "f (/srv/lib/black/black/x.py)"),
    (("f", "/srv/lib/black22.12.0rc1/black/x.py", 1), "f (/srv/lib/black/black/x.py)"),
    (("f", "/srv/tool3.11/x.py", 1), "f (/srv/tool3.11/x.py)"),
    (("f", "/srv/lib/1.2.3/x.py", 1), "f (/srv/lib/x.py)"),
    (("f", "/srv/python3.11/worker-1/x.py", 1), "f (/srv/python3.11/worker-1/x.py)"),
    (
        ("f", "/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/a.rs", 1),
        "f (/rustc/library/core/src/a.rs)",
    ),
    (("f", "/usr/lib/libfoo-2.31.so.0.8.6", 0), "f (/usr/lib/libfoo.so)"),
    (("schedule+0x1f/0x90", "", 0), "schedule"),
    (("<method append of list object at 0x7d672e1ecec0>", "", 0), "<method append of list object at 0x>"),
    (("0x7f1234", "", 0), "(raw address)"),
    (("gemm_MT160x64x32", "", 0), "gemm_MT160x64x32"),
    (("wait for pid 4711 now", "", 0), "wait for pid now"),
    (("pthread_create", "", 0), "pthread_create"),
    (("f.<lambda_12>.g", "", 0), "f.<lambda>.g"),
    (("lambda$main$3", "", 0), "lambda$main$"),
    (("a.B$$Lambda$14/1234567890.run", "", 0), "a.B$$Lambda$.run"),
    (
        ("jdk.internal.reflect.GeneratedMethodAccessor12.invoke", "", 0),
        "jdk.internal.reflect.GeneratedMethodAccessor.invoke",
    ),
    (("com.sun.proxy.$Proxy41.get", "", 0), "com.sun.proxy.$Proxy.get"),
    (("x.Service$$EnhancerBySpringCGLIB$$1a2b3c4d.run", "", 0), "x.Service$$EnhancerBySpringCGLIB$$.run"),
    (("java.util.HashMap.get_[j]", "", 0), "java.util.HashMap.get"),
    (("LazyCompile:*parse", "", 0), "LazyCompile:parse"),
    (("~parse", "", 0), "parse"),
    (("+[NSObject new]", "", 0), "+[NSObject new]"),
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
fn defaults_remove_meaningless_parts() {
    let defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    for &(function, expected) in EXAMPLES {
        assert_eq!(without_mark(&key(&defaults, function)), expected, "{function:?}");
    }
}

#[test]
fn every_default_rule_is_shown_by_an_example() {
    let defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    let all = calls_of(&EXAMPLES.iter().map(|(function, _)| *function).collect::<Vec<_>>());
    let identities = named(&defaults, [&all, &all]);
    for (rule, touched) in defaults.rules.iter().zip(&identities.touched) {
        // Rules for arguments work while a trace is read, and rewrite nothing here.
        let rewrites = rule.enabled && rule.kind != RuleKind::Argument;
        assert_eq!(touched.by_side[0] > 0, rewrites, "{}", rule.name);
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
    // Only Chrome's JSON has arguments that complete names.
    let other = names(["no such format", "paje"]);
    assert!(other.is_subset(&all) && other.contains("Node modules"));
    assert!(all.contains("Details of clang") && !other.contains("Details of clang"));
}

#[test]
fn brackets_are_rules_that_are_off() {
    let mut defaults = Rules::defaults(["chrome-json", "chrome-json"]);
    for rule in &mut defaults.rules {
        rule.enabled |= rule.kind == RuleKind::Balanced;
    }
    let function = ("std::map<int, std::vector<int>>::at(int (*)(char)) const", "", 0);
    assert_eq!(key(&defaults, function), "std::map::at const");
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
fn empty_matches_behave_as_in_the_library() {
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
    // Brackets have no limit, and without them the rest is short enough.
    let at = defaults.rules.iter().position(|rule| rule.kind == RuleKind::Balanced).unwrap();
    let mut brackets = defaults.rules.remove(at);
    brackets.enabled = true;
    defaults.rules.insert(0, brackets);
    let identities = named(&defaults, [&trace, &trace]);
    assert_eq!((identities.keys, identities.overlong), (vec!["f".to_owned(), "g".to_owned()], [0, 0]));
}

#[test]
fn growing_texts_stop_at_the_length_limit() {
    let doubling: Vec<Rule> = (0..40).map(|_| rule(Field::Name, "^.*$", "$0$0")).collect();
    let trace = calls_of(&[("ab", "", 0)]);
    let identities = named(&rules(&doubling), [&trace, &trace]);
    assert_eq!(identities.keys[0].len(), LONGEST_REWRITTEN_BYTES);
    assert_eq!(identities.overlong, [1, 1]);
}

#[test]
fn renames_chain_in_order_without_loops() {
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
    assert_eq!(identities.by_function(0), identities.by_function(1));
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
    let of = |side| identities.by_function(side).iter().map(|&id| identities.key(id)).collect::<Vec<_>>();
    assert_eq!((of(0), of(1)), (vec!["x ↔ y", "y"], vec!["x", "x ↔ y"]));
    // The first pair of a key wins. Two keys may be paired in both directions.
    let twice = [["x", "y"], ["x", "x"], ["y", "x"]].map(|pair| pair.map(str::to_owned)).to_vec();
    let twice = Rules { pairs: twice, ..Rules::NONE };
    let identities = named(&twice, [&a, &b]);
    assert_eq!(identities.keys, ["x ↔ y", "x ↔ y (again)"]);
    let swapped = named(&twice.swapped(), [&b, &a]);
    assert_eq!(identities.keys, swapped.keys);
    assert_eq!(
        (identities.by_function(0), identities.by_function(1)),
        (swapped.by_function(1), swapped.by_function(0))
    );
    let itself = Rules { pairs: vec![["x".to_owned(), "x".to_owned()]], ..Rules::NONE };
    assert_eq!(named(&itself, [&a, &b]).keys, ["x", "y"]);
}

#[test]
fn trails_show_what_is_removed() {
    let defaults = compile(&Rules::defaults(["chrome-json", "chrome-json"])).unwrap();
    let function = FunctionSpec { name: "f.part.0_1", file: "/srv/x-1.2/a.py", line: 12, category: "" };
    let [name, place] = trails(&defaults, function);
    let struck = |trail: &Trail| {
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
