//! Tests that the rules never make two functions of one side one that have partners without them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod identity_support;

use diptych_compare::identity::{Field, Identities, RuleKind, Rules, compile, identify_runs, without_mark};
use diptych_trace::FunctionSpec;
use identity_support::{calls_of, named, rule, rules};
use proptest::prelude::*;
use regex_lite::Regex;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

type Function = (String, String, u32);

fn defaults() -> Rules {
    Rules::defaults(["chrome-json", "chrome-json"])
}

fn specs(functions: &[Function]) -> Vec<FunctionSpec<'_>> {
    functions
        .iter()
        .map(|(name, file, line)| FunctionSpec { name, file, line: *line, category: "" })
        .collect()
}

fn identified(rules: &Rules, a: &[Function], b: &[Function]) -> Identities {
    identify_runs(&compile(rules).unwrap(), [&[specs(a)], &[specs(b)]], &mut |_, _| ())
}

/// Returns the keys of two sides given by names only.
fn keys(a: &[&str], b: &[&str]) -> [Vec<String>; 2] {
    let [a, b] = [a, b].map(|names| names.iter().map(|name| (*name, "", 0)).collect::<Vec<_>>());
    let (a, b) = (calls_of(&a), calls_of(&b));
    let identities = named(&defaults(), [&a, &b]);
    [0, 1].map(|side| {
        let keys = identities.by_function(side).iter().map(|&identity| identities.key(identity));
        keys.map(|key| without_mark(key).to_owned()).collect()
    })
}

#[test]
fn names_with_partners_stay_apart() {
    for names in [
        &["parse_1", "parse_2"][..],
        &["sha_256", "sha_512"],
        &["Linear_3", "Linear_7"],
        &["lists:seq/2", "lists:seq/3"],
        &["HTTP 404", "HTTP 200"],
        &["f (x.c:12)", "f (x.c:40)"],
        &["at 0x12ab", "at 0x34cd"],
        &["lambda$main$1", "lambda$main$2"],
        &["core::fmt::h0123456789abcdef", "core::fmt::h0123456789abcd00"],
    ] {
        assert_eq!(
            keys(names, names),
            [names, names].map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        );
    }
}

#[test]
fn generated_parts_still_pair() {
    for (a, b) in [
        ("Thread-12", "Thread-21"),
        ("lambda$main$3", "lambda$main$4"),
        ("$$Lambda$14", "$$Lambda$17"),
        ("f+0x1f/0x90", "f+0x2f/0x90"),
        ("<method append of list object at 0x7d672e1ecec0>", "<method append of list object at 0x7f12>"),
        ("core::fmt::h0123456789abcdef", "core::fmt::h0123456789abcd00"),
        ("sha_256", "sha_512"),
        ("java.util.HashMap.get_[j]", "java.util.HashMap.get_[1]"),
        ("LazyCompile:*parse /srv/a.js:3:1", "LazyCompile:~parse /srv/a.js:3:1"),
        ("*parse", "~parse"),
        (
            "jdk.internal.reflect.GeneratedMethodAccessor12.invoke",
            "jdk.internal.reflect.GeneratedMethodAccessor7.invoke",
        ),
        (
            "com.x.Service$$EnhancerBySpringCGLIB$$1a2b3c4d.run",
            "com.x.Service$$EnhancerBySpringCGLIB$$9f8e7d6c.run",
        ),
    ] {
        let [of_a, of_b] = keys(&[a], &[b]);
        assert_eq!(of_a, of_b, "{a} and {b}");
    }
}

#[test]
fn names_without_partner_pair_in_order_or_become_one() {
    let [a, b] = keys(&["w_9", "w_10"], &["w_12", "w_11"]);
    assert_eq!((a[0].as_str(), &a[1], &a[0]), ("w_9 ↔ w_11", &b[0], &b[1]));
    // Other numbers of names: all are one.
    assert_eq!(keys(&["w_9", "w_10"], &["w_1"]), [vec!["w"; 2], vec!["w"]]);
    // Nothing tells which address is which.
    let [a, b] = keys(&["at 0x7f01", "at 0x7f02"], &["at 0x5503", "at 0x5504"]);
    assert_eq!((a, b), (vec!["at 0x".to_owned(); 2], vec!["at 0x".to_owned(); 2]));
    assert_eq!(keys(&["at 0x7f01", "at 0x7f02"], &[])[0], ["at 0x", "at 0x"]);
    assert_eq!(keys(&["sha_256", "sha_512"], &["md5"])[0], ["sha_256", "sha_512"]);
}

#[test]
fn more_names_leave_the_pairs_of_others_alone() {
    let [a, b] = keys(&["layer_1", "layer_2"], &["layer_1", "layer_2", "layer_3"]);
    assert_eq!(a, ["layer_1", "layer_2"]);
    assert_eq!(b, ["layer_1", "layer_2", "layer_3"]);
}

#[test]
fn earlier_rules_protect_from_later_ones() {
    // The lines differ, so no name has a partner as recorded. Without the lines each has one.
    let of = |version: &str, line: u32| -> Vec<Function> {
        ["sha_256", "sha_512"]
            .iter()
            .map(|name| ((*name).to_owned(), format!("/lib/x-{version}/h.py"), line))
            .collect()
    };
    let identities = identified(&defaults(), &of("1.0", 12), &of("2.0", 40));
    assert_eq!(identities.keys, ["sha_256 (/lib/x/h.py)", "sha_512 (/lib/x/h.py)"]);
    let lines = |of: [u32; 2]| of.map(|line| ("__init__".to_owned(), "a.py".to_owned(), line));
    let identities = identified(&defaults(), &lines([12, 80]), &lines([13, 81]));
    assert_eq!(identities.keys, ["__init__ (lines 12↔13) (a.py)", "__init__ (lines 80↔81) (a.py)"]);
    assert_eq!(identities.by_function(0), identities.by_function(1));
}

#[test]
fn effects_of_rules_are_counted() {
    let identities = {
        let names = |names: &[&str]| {
            names.iter().map(|name| ((*name).to_owned(), String::new(), 0)).collect::<Vec<_>>()
        };
        identified(&defaults(), &names(&["p_1", "q_1", "q_2"]), &names(&["p_2", "q_5", "q_6", "q_7"]))
    };
    let at = defaults().rules.iter().position(|rule| rule.name == "Trailing counter").unwrap();
    assert_eq!((identities.paired[at].by_side, identities.merged[at].by_side), ([3, 4], [2, 3]));
}

#[test]
fn raw_addresses_without_partner_are_one_function() {
    let names = |names: &[&str]| {
        names.iter().map(|name| ((*name).to_owned(), "lib.so".to_owned(), 0)).collect::<Vec<_>>()
    };
    let a = names(&["0x7f12ab34", "[unknown] 7f12ab99", "0x401000", "deadbeefcafe", "ffffffff81000000"]);
    let b = names(&["0x7fd45678", "0x401000", "deadbeefcafe", "main"]);
    let found = identified(&defaults(), &a, &b);
    // An address that both sides have says which function it is, and a word of hexadecimal letters is a name.
    let keys = ["(raw address) (lib.so)", "0x401000 (lib.so)", "deadbeefcafe (lib.so)", "main (lib.so)"];
    assert_eq!(found.keys, keys);
    let of = |side: usize| found.by_function(side).iter().map(|identity| identity.0).collect::<Vec<_>>();
    assert_eq!((of(0), of(1)), (vec![0, 0, 1, 2, 0], vec![0, 1, 2, 3]));
}

#[test]
fn brackets_fold_on_purpose() {
    let mut rules = defaults();
    for rule in &mut rules.rules {
        rule.enabled |= rule.kind == RuleKind::Balanced;
    }
    let names = ["push<int>", "push<Row>"].map(|name| (name.to_owned(), String::new(), 0));
    let identities = identified(&rules, &names, &names);
    assert_eq!(identities.keys, ["push"]);
    let at = rules.rules.iter().position(|rule| rule.kind == RuleKind::Balanced).unwrap();
    assert_eq!(identities.merged[at].by_side, [2, 2]);
}

#[test]
fn several_runs_keep_functions_apart() {
    fn run<'a>(names: &[&'a str]) -> Vec<FunctionSpec<'a>> {
        names.iter().map(|name| FunctionSpec { name, ..FunctionSpec::default() }).collect()
    }
    let of = |a: &[&[&'static str]], b: &[&[&'static str]]| {
        let [a, b] = [a, b].map(|runs| runs.iter().map(|names| run(names)).collect::<Vec<_>>());
        let found = identify_runs(&compile(&defaults()).unwrap(), [&a, &b], &mut |_, _| ());
        found.of_function.each_ref().map(|runs| {
            runs.iter()
                .map(|run| run.iter().map(|&id| found.key(id).to_owned()).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        })
    };
    let both = &["parse_1", "parse_2"][..];
    assert_eq!(of(&[both; 3], &[both; 3]).concat(), vec![both; 6]);
    // Only another run has the second name, and the other side has it, too.
    assert_eq!(of(&[&["parse_1"], both], &[both, both]).concat(), vec![&both[..1], both, both, both]);
    // Other numbers in every run.
    let [a, b] = of(&[&["Thread-1"], &["Thread-4"]], &[&["Thread-2"], &["Thread-9"]]);
    assert_eq!([a, b].concat(), vec![["Thread"]; 4]);
    let [a, b] = of(&[&["w_1", "w_2"], &["w_5", "w_6"]], &[&["w_3", "w_4"]]);
    assert_eq!((&a[0], &a[1]), (&b[0], &b[0]));
}

/// Splits a text into texts and numbers, for the natural order.
fn chunks(text: &str) -> Vec<(String, u64)> {
    let split = Regex::new(r"(\D*)(\d*)").unwrap();
    split.captures_iter(text).map(|of| (of[1].to_owned(), of[2].parse().unwrap_or(0))).collect()
}

fn natural(a: &Function, b: &Function) -> Ordering {
    let key = |of: &Function| (chunks(&of.0), of.0.clone(), chunks(&of.1), of.1.clone(), of.2);
    key(a).cmp(&key(b))
}

/// Returns the name and the place of a function after each rule: those for files first.
fn forms(rules: &Rules, (name, file, line): &Function) -> Vec<[String; 2]> {
    let place = if *line == 0 { file.clone() } else { format!("{file}:{line}") };
    let mut now = [name.clone(), place];
    let mut all = vec![now.clone()];
    for (text, skipped) in [(1, Field::Name), (0, Field::File)] {
        for rule in rules.rules.iter().filter(|rule| rule.enabled && rule.on != skipped) {
            let regex = Regex::new(&rule.pattern).unwrap();
            now[text] = regex.replace_all(&now[text], rule.replacement.as_str()).into_owned();
            all.push(now.clone());
        }
    }
    all
}

/// Returns true if names differ in their addresses, which the rules remove.
fn have_addresses(names: &[Function]) -> bool {
    let hex = Regex::new("[^0-9A-Za-z]0x([0-9a-f]+)").unwrap();
    let of: BTreeSet<Vec<String>> = names
        .iter()
        .map(|name| hex.captures_iter(&name.0).map(|found| found[1].to_owned()).collect())
        .collect();
    of.len() > 1
}

/// Functions of A and of B that are one.
type Class = [BTreeSet<Function>; 2];

/// Finds the identities of two sides by comparing each name with each at each level.
fn twin(rules: &Rules, sides: &[Vec<Function>; 2]) -> BTreeSet<Class> {
    let mut rest: [BTreeSet<Function>; 2] = sides.each_ref().map(|side| side.iter().cloned().collect());
    let of = |function: &Function| forms(rules, function);
    let levels =
        rules.rules.iter().filter(|rule| rule.enabled).map(|rule| 1 + usize::from(rule.on == Field::Both));
    let mut classes = BTreeSet::new();
    for level in 0..=levels.sum() {
        let mut equal: BTreeMap<[String; 2], [Vec<Function>; 2]> = BTreeMap::new();
        for side in [0, 1] {
            for function in &rest[side] {
                equal.entry(of(function)[level].clone()).or_default()[side].push(function.clone());
            }
        }
        for mut names in equal.into_values().filter(|names| names.iter().all(|names| !names.is_empty())) {
            for side in [0, 1] {
                names[side].sort_by(natural);
                rest[side].retain(|function| !names[side].contains(function));
            }
            let [a, b] = &names;
            if a.len() == b.len() && (a.len() == 1 || !(have_addresses(a) || have_addresses(b))) {
                classes.extend(a.iter().zip(b).map(|(a, b)| [[a.clone()].into(), [b.clone()].into()]));
            } else {
                classes.insert(names.map(|names| names.into_iter().collect()));
            }
        }
    }
    for side in [0, 1] {
        let mut equal: BTreeMap<[String; 2], Vec<Function>> = BTreeMap::new();
        for function in &rest[side] {
            equal.entry(of(function).pop().unwrap()).or_default().push(function.clone());
        }
        for names in equal.into_values() {
            let parts: Vec<Vec<Function>> = if have_addresses(&names) {
                vec![names]
            } else {
                names.into_iter().map(|name| vec![name]).collect()
            };
            for part in parts {
                let mut class = Class::default();
                class[side] = part.into_iter().collect();
                classes.insert(class);
            }
        }
    }
    classes
}

fn classes(identities: &Identities, sides: &[Vec<Function>; 2]) -> BTreeSet<Class> {
    let mut by_id: BTreeMap<u32, Class> = BTreeMap::new();
    for side in [0, 1] {
        for (function, id) in sides[side].iter().zip(identities.by_function(side)) {
            by_id.entry(id.0).or_default()[side].insert(function.clone());
        }
    }
    by_id.into_values().collect()
}

fn function() -> impl Strategy<Value = Function> {
    let names =
        ["p_1", "p_2", "p_10", "p", "q 0x1f", "q 0x2e", "q 0x3d", "s/2", "s/3", "p_1_2", "f.part.1", "f"];
    let files = ["", "x.py", "/x-1.0/x.py", "/x-2.0/x.py", "/x-2.1/x.py"];
    let (names, files) = (prop::sample::select(names.to_vec()), prop::sample::select(files.to_vec()));
    (names, files, 0..3u32).prop_map(|(name, file, line)| (name.to_owned(), file.to_owned(), line))
}

fn side() -> impl Strategy<Value = Vec<Function>> {
    prop::collection::btree_set(function(), 0..14).prop_map(|functions| functions.into_iter().collect())
}

proptest! {
    #[test]
    fn identities_equal_the_naive_twin(a in side(), b in side(), own: bool) {
        let mut list = defaults().rules;
        list.retain(|rule| rule.kind == RuleKind::Pattern);
        if own {
            list.insert(3, rule(Field::Both, "^(q|f)", "p"));
        }
        let rules = rules(&list);
        let sides = [a, b];
        let identities = identified(&rules, &sides[0], &sides[1]);
        prop_assert_eq!(classes(&identities, &sides), twin(&rules, &sides));
    }

    #[test]
    fn partners_as_recorded_are_kept(a in side(), b in side()) {
        let sides = [a, b];
        let identities = identified(&defaults(), &sides[0], &sides[1]);
        for [of_a, of_b] in classes(&identities, &sides) {
            for (own, other) in [(&of_a, &sides[1]), (&of_b, &sides[0])] {
                prop_assert!(own.len() < 2 || !own.iter().any(|function| other.contains(function)));
            }
            let is_in = |own: &BTreeSet<Function>, side: usize, one| !sides[side].contains(one) || own.contains(one);
            let are_whole = of_a.iter().chain(&of_b).all(|one| is_in(&of_a, 0, one) && is_in(&of_b, 1, one));
            prop_assert!(are_whole);
        }
        let turned = identified(&defaults(), &sides[1], &sides[0]);
        prop_assert_eq!(&identities.keys, &turned.keys);
        prop_assert_eq!(identities.by_function(0), turned.by_function(1));
        prop_assert_eq!(identities.by_function(1), turned.by_function(0));
    }

    #[test]
    fn further_runs_change_nothing_in_the_first(runs in prop::collection::vec((side(), any::<bool>()), 2..6)) {
        let mut sides: [Vec<Vec<Function>>; 2] = Default::default();
        for (at, (run, in_b)) in runs.into_iter().enumerate() {
            sides[if at < 2 { at } else { usize::from(in_b) }].push(run);
        }
        let specs = sides.each_ref().map(|runs| runs.iter().map(|run| specs(run)).collect::<Vec<_>>());
        let all = identify_runs(&compile(&defaults()).unwrap(), [&specs[0], &specs[1]], &mut |_, _| ());
        let first = identified(&defaults(), &sides[0][0], &sides[1][0]);
        for side in [0, 1] {
            let keys = |of: &Identities| of.by_function(side).iter().map(|&id| of.key(id).to_owned()).collect::<Vec<_>>();
            prop_assert_eq!(keys(&all), keys(&first));
            // Two names of a run are one function only if they are in the first run, or if both are new.
            let in_first = |of: &Function| sides[side][0].iter().position(|first| first == of);
            for (run, ids) in sides[side].iter().zip(&all.of_function[side]) {
                let named: Vec<_> = run.iter().zip(ids).collect();
                for (x, one) in &named {
                    for (y, other) in named.iter().filter(|(y, id)| y != x && id == one) {
                        let first = [x, y].map(|of| in_first(of).map(|at| first.by_function(side)[at]));
                        prop_assert!(first[0] == first[1], "{x:?} {y:?} {one:?} {other:?}");
                    }
                }
            }
        }
    }
}
