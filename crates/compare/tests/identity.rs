//! Tests of identity, agreement, proposals and suggestions, with small pictures and naive twins.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod identity_support;

use diptych_compare::identity::{
    Agreement, Edges, Field, Identities, Neighbours, Reason, Rename, RuleKind, Rules, Share, agree, compile,
    identify, may_suggest_prefix, propose_renames, suggest_prefix, trails, without_mark,
};
use diptych_profile::{Groups, Totals, totals};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, IdentityId, LaneKind, Sink, Trace};
use identity_support::{calls_of, named, rule, rules};
use proptest::prelude::*;
use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};

fn by_function(trace: &Trace) -> Totals {
    totals(trace, &Groups::by_function(trace), |_| ())
}

fn agreement(identities: &Identities, traces: [&Trace; 2]) -> Agreement {
    let sums = traces.map(by_function);
    agree(identities, [&sums[0], &sums[1]])
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

/// Returns a program, and the same after `walk` was renamed. A caller and three callees give the rename away.
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
fn proposed_rename_has_reason_and_gain() {
    let [a, b] = renamed_pair();
    let mut lines = Rules::defaults(["chrome-json", "chrome-json"]);
    let identities = named(&lines, [&a, &b]);
    let found = agreement(&identities, [&a, &b]);
    let near = [&a, &b].map(|trace| Edges::new(trace, &mut |_, _| ()));
    let near =
        [0, 1].map(|side| Neighbours::new(&near[side], identities.by_function(side), identities.count()));
    let proposals = propose_renames(&identities, &found, [&near[0], &near[1]]);
    assert_eq!(proposals.len(), 1);
    let proposal = &proposals[0];
    assert_eq!(
        proposal.rename,
        Rename { from: "Tree.walk_nodes (x.py)".to_owned(), to: "Tree.visit_all (x.py)".to_owned() }
    );
    assert_eq!(proposal.reasons[..2], [Reason::SameCallees, Reason::SameCallers]);
    // The promised gain is real.
    lines.renames.push(proposal.rename.clone());
    let after = agreement(&named(&lines, [&a, &b]), [&a, &b]);
    for side in 0..2 {
        let gain = |after: Share, before: Share| after.part - before.part;
        assert_eq!(proposal.calls[side].part, gain(after.sides[side].calls, found.sides[side].calls));
        assert_eq!(
            proposal.self_ticks[side].part,
            gain(after.sides[side].self_ticks, found.sides[side].self_ticks)
        );
        assert!(after.sides[side].alone.is_empty());
    }
}

#[test]
fn differing_folder_is_suggested_with_its_gain() {
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
        let suggested =
            suggest_prefix(&lines, [&a, &b], [&sums[0], &sums[1]], &identities, &found, &mut |_, _| ())
                .unwrap();
        assert_eq!(suggested.dropped, dropped);
        assert!(may_suggest_prefix(&identities, identities.pair([&a, &b])));
        assert_eq!(suggested.before.map(|share| share.part), [1, 1]);
        assert_eq!(suggested.after.map(|share| share.part), [4, 4]);
        lines.rules.push(suggested.rule);
        let after = agreement(&named(&lines, [&a, &b]), [&a, &b]);
        assert_eq!([0, 1].map(|side| after.sides[side].calls), suggested.after);
        // With the suggested rule there is nothing left to suggest.
        let identities = named(&lines, [&a, &b]);
        assert_eq!(
            suggest_prefix(&lines, [&a, &b], [&sums[0], &sums[1]], &identities, &after, &mut |_, _| ()),
            None
        );
        assert!(!may_suggest_prefix(&identities, identities.pair([&a, &b])));
    }
}

/// Returns the keys of a trace with every rule run on every function, by the replacing of the library itself.
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

/// Returns true if the rules leave a text of its own of each function of a trace. Otherwise functions keep what tells
/// them apart, which the naive twin does not know; `identity_partners.rs` tests that.
fn have_own_keys(rules: &Rules, trace: &Trace) -> bool {
    let (keys, _) = naive_keys(rules, trace);
    keys.iter().collect::<BTreeSet<_>>().len() == keys.len()
}

/// Generates text as in names: words, brackets, digits, addresses, characters beyond ASCII.
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
        "/Users/a/",
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

/// Generates rules that run: some of the defaults and some others, in any order.
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
        prop_assume!([&a, &b].into_iter().all(|trace| have_own_keys(&rules, trace)));
        let identities = named(&rules, [&a, &b]);
        for (side, trace) in [&a, &b].into_iter().enumerate() {
            let (keys, touched) = naive_keys(&rules, trace);
            let found: Vec<&str> = identities.by_function(side).iter().map(|&id| identities.key(id)).collect();
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
        prop_assert_eq!((there.by_function(0), there.by_function(1)), (back.by_function(1), back.by_function(0)));
        let [x, y] = agreement(&there, [&a, &b]).sides;
        prop_assert_eq!(agreement(&back, [&b, &a]).sides, [y, x]);
    }

    #[test]
    fn name_rules_and_file_rules_are_independent(rules in some_rules(), a in functions()) {
        let mut apart = rules.clone();
        apart.rules.retain(|rule| rule.on != Field::Both);
        let mut sorted = apart.clone();
        sorted.rules.sort_by_key(|rule| rule.on);
        prop_assert_eq!(named(&apart, [&a, &a]).keys, named(&sorted, [&a, &a]).keys);
    }

    #[test]
    fn disabled_rules_have_no_effect(rules in some_rules(), off in some_rules(), a in functions()) {
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
                let call = CallId(row);
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
        let near = Neighbours::new(&Edges::new(&trace, &mut |_, _| ()), identities.by_function(0), identities.count());
        let calls = trace.calls();
        let of = |row: usize| identities.by_function(0)[calls.function()[row].index()];
        for id in (0..identities.count()).map(IdentityId) {
            let mut callers = BTreeSet::new();
            let mut callees = BTreeMap::new();
            for row in 0..calls.len() {
                let caller = calls.parent()[row].some().map_or(IdentityId::NONE, |up| of(up.index()));
                if of(row) == id && caller != id {
                    callers.insert(caller);
                }
                if caller == id && of(row) != id {
                    *callees.entry(of(row)).or_insert(0u64) += 1;
                }
            }
            prop_assert_eq!(near.callers(id), callers.into_iter().collect::<Vec<_>>());
            let (ids, counts): (Vec<_>, Vec<_>) = callees.into_iter().unzip();
            prop_assert_eq!((near.callees(id), near.callee_calls(id)), (&ids[..], &counts[..]));
        }
    }

    #[test]
    fn proposals_pair_each_name_once_and_mirror(a: u64, b: u64) {
        let shape = Shape { functions: 12, calls: 100, ..Shape::SMALL };
        let traces = [generate(a, shape), generate(b, shape)];
        // Renames half of the names of B.
        let change = [rule(Field::Name, "^f([0-5])$", "g$1")];
        let renamed = {
            let mut builder = Builder::default();
            let lane = builder.lane(None, LaneKind::Thread, "t");
            let changed = named(&rules(&change), [&traces[1], &traces[1]]);
            for (row, id) in traces[1].calls().function().iter().enumerate() {
                let (name, file) = changed.name_and_file(changed.by_function(0)[id.index()]);
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
                Neighbours::new(&Edges::new(pair[side], &mut |_, _| ()), identities.by_function(side), identities.count())
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
    fn trails_end_at_the_key_and_keep_other_bytes(rules in some_rules(), a in functions()) {
        prop_assume!(have_own_keys(&rules, &a));
        let compiled = compile(&rules).unwrap();
        let identities = identify(&compiled, [&a, &a], &mut |_, _| ());
        for id in a.functions().ids() {
            let [name, place] = trails(&compiled, a.functions().get(a.names(), id));
            let key = if place.after.is_empty() { name.after.clone() } else { format!("{} ({})", name.after, place.after) };
            prop_assert_eq!(identities.key(identities.by_function(0)[id.index()]), key);
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

#[test]
fn remark_in_parentheses_is_part_of_the_name() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let specs = [("Memset (Device)", ""), ("Memset", "Device"), ("Memcpy (a -> b)", ""), ("f", "a (b).py")];
    for (at, (name, file)) in (0..).zip(specs) {
        let function = builder.function(FunctionSpec { name, file, line: 0, category: "" });
        builder.call(lane, CallSpec { start: at, end: at + 1, function, source: 0 });
    }
    let trace = builder.finish().remove(0).1;
    let found = identify(&compile(&Rules::NONE).unwrap(), [&trace, &trace], &mut |_, _| ());
    assert_eq!(found.count(), 4);
    for (function, spec) in specs.iter().enumerate() {
        let id = found.by_function(0)[function];
        assert_eq!(found.name_and_file(id), *spec);
        let shown = if spec.1.is_empty() { spec.0.to_owned() } else { format!("{} ({})", spec.0, spec.1) };
        assert_eq!(without_mark(found.key(id)), shown);
    }
}
