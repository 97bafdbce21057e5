//! Tests of rules for many names at once (moved files, renamed classes) and of renames by place.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{
    Agreement, Edges, Identities, Neighbours, RuleProposal, Rules, agree, compile, identify, propose_renames,
    propose_rules,
};
use diptych_profile::{Groups, totals};
use diptych_testkit::trace;
use diptych_trace::Trace;

fn named(rules: &Rules, traces: [&Trace; 2]) -> (Identities, Agreement) {
    let identities = identify(&compile(rules).unwrap(), traces, &mut |_, _| ());
    let sums = traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
    let agreement = agree(&identities, [&sums[0], &sums[1]]);
    (identities, agreement)
}

fn proposed(traces: [&Trace; 2]) -> Vec<RuleProposal> {
    let (identities, agreement) = named(&Rules::defaults(["", ""]), traces);
    propose_rules(&identities, &agreement)
}

/// Returns the number of A's calls with a partner once a rule runs.
fn alike_with(proposal: &RuleProposal, traces: [&Trace; 2]) -> u64 {
    let mut rules = Rules::defaults(["", ""]);
    rules.rules.push(proposal.rule.clone());
    named(&rules, traces).1.sides[0].calls.part
}

fn lane(calls: &[&str]) -> Trace {
    let lines =
        calls.iter().enumerate().map(|(at, call)| format!("    {}..{} {call}\n", 10 * at + 1, 10 * at + 9));
    trace(&format!("t\n  0..{} main @main.py\n{}", 10 * calls.len() + 1, lines.collect::<String>()))
}

#[test]
fn module_turned_package_is_one_rule() {
    let a = lane(&["read @io.py", "write @io.py", "seek @io.py", "stay @other.py"]);
    let b = lane(&["read @io/reading.py", "write @io/writing.py", "seek @io/writing.py", "stay @other.py"]);
    let found = proposed([&a, &b]);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(one.between, ["io.py", "io/*.py"]);
    assert_eq!((one.identities.len(), one.calls[0].part, one.calls[0].whole), (3, 3, 5));
    assert_eq!(alike_with(one, [&a, &b]), 5);
    let back = proposed([&b, &a]);
    assert_eq!(back[0].between, ["io/*.py", "io.py"]);
    assert_eq!(back[0].rule, one.rule);
}

#[test]
fn merging_rules_are_not_proposed() {
    // B has `open` in both files, so a rule that merges the files would merge two functions.
    let a = lane(&["read @io.py", "write @io.py", "seek @io.py", "open @io/files.py"]);
    let b = lane(&["write @io/files.py", "seek @io/files.py", "open @io/files.py", "open @io.py"]);
    assert_eq!(proposed([&a, &b]), []);
}

#[test]
fn renamed_class_is_one_rule() {
    let a = lane(&["Lexer.next @lexer.py", "Lexer.match @lexer.py", "Token.new @lexer.py"]);
    let b = lane(&["BasicLexer.next @lexer.py", "BasicLexer.match @lexer.py", "Token.new @lexer.py"]);
    let found = proposed([&a, &b]);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(one.between, ["Lexer", "BasicLexer"]);
    assert_eq!(alike_with(one, [&a, &b]), 4);
}

#[test]
fn function_at_the_same_place_is_proposed() {
    let program = |name: &str| {
        trace(&format!(
            "t\n  0..100 main @x.py\n    1..50 {name} @x.py\n      2..10 read @x.py\n      11..20 write @x.py\n    51..60 read @x.py\n"
        ))
    };
    let (a, b) = (program("absorb"), program("quench"));
    let traces = [&a, &b];
    let (identities, agreement) = named(&Rules::NONE, traces);
    let near = [0, 1].map(|side: usize| {
        Neighbours::new(
            &Edges::new(traces[side], &mut |_, _| ()),
            identities.by_function(side),
            identities.count(),
        )
    });
    let found = propose_renames(&identities, &agreement, [&near[0], &near[1]]);
    assert_eq!(found.len(), 1);
    assert_eq!([found[0].rename.from.as_str(), &found[0].rename.to], ["absorb (x.py)", "quench (x.py)"]);
}

/// Functions with their number of calls.
type Callees<'a> = &'a [(&'a str, usize)];

/// Generates a program in which `main` calls each function some times. The callees' numbers are totals over all calls.
fn program(functions: &[(&str, usize, Callees<'_>)]) -> Trace {
    let (mut out, mut at) = ("t\n  0..100000 main @x.py\n".to_owned(), 1);
    for (name, calls, callees) in functions {
        for call in 0..*calls {
            let mine: Vec<&str> = callees
                .iter()
                .flat_map(|&(callee, of)| (0..of).filter(move |one| one % calls == call).map(move |_| callee))
                .collect();
            out += &format!("    {at}..{} {name} @x.py\n", at + 2 * mine.len() + 2);
            for callee in &mine {
                out += &format!("      {}..{} {callee} @x.py\n", at + 1, at + 2);
                at += 2;
            }
            at += 3;
        }
    }
    trace(&out)
}

/// Returns the proposed renames, without rules.
fn renames(a: &Trace, b: &Trace) -> Vec<(String, String)> {
    let (identities, agreement) = named(&Rules::NONE, [a, b]);
    let near = [a, b].map(|trace| Edges::new(trace, &mut |_, _| ()));
    let near: [Neighbours; 2] =
        [0, 1].map(|side| Neighbours::new(&near[side], identities.by_function(side), identities.count()));
    let found = propose_renames(&identities, &agreement, [&near[0], &near[1]]);
    found.into_iter().map(|one| (one.rename.from, one.rename.to)).collect()
}

#[test]
fn function_with_equal_counts_is_proposed() {
    let leaf = ("read", 1, &[][..]);
    let own = |name, calls, reads| program(&[leaf, (name, calls, &[("read", reads)])]);
    let expected = vec![("items (x.py)".to_owned(), "draft_7 (x.py)".to_owned())];
    assert_eq!(renames(&own("items", 31, 77), &own("draft_7", 31, 77)), expected);
    // In one file even a callee that is called once per call is enough, or none.
    for reads in [31, 0] {
        assert_eq!(renames(&own("items", 31, reads), &own("draft_7", 31, reads)), expected);
    }
    // Other counts and few calls prove nothing.
    for (calls, reads, other_calls, other_reads) in [(31, 77, 31, 78), (31, 77, 32, 77), (9, 77, 9, 77)] {
        assert_eq!(renames(&own("items", calls, reads), &own("draft_7", other_calls, other_reads)), []);
    }
    // Neither do two candidates with equal counts.
    let two = program(&[leaf, ("draft_7", 31, &[("read", 77)]), ("other", 31, &[("read", 77)])]);
    assert_eq!(renames(&own("items", 31, 77), &two), []);
}

#[test]
fn names_of_many_files_are_not_renamed() {
    // Two files were removed and two were added. All modules do the same when they are loaded.
    let load = |files: &[&str]| {
        let one = |(at, file): (usize, &&str)| {
            let from = 100 * at + 1;
            let callees = ["find @find.py", "exec @exec.py", "build @build.py"].into_iter().zip(1..);
            let callees = callees
                .map(|(name, at)| format!("      {}..{} {name}\n", from + 10 * at, from + 10 * at + 9));
            format!("    {from}..{} <module> @{file}\n{}", from + 99, callees.collect::<String>())
        };
        let calls = files.iter().enumerate().map(one).collect::<String>();
        trace(&format!("t\n  0..{} main @main.py\n{calls}", 100 * files.len() + 1))
    };
    let renames = |same: usize| {
        let files: Vec<String> = (0..same).map(|at| format!("{at}.py")).collect();
        let with = |more: [&'static str; 2]| {
            let all: Vec<&str> = files.iter().map(String::as_str).chain(more).collect();
            load(&all)
        };
        let traces = [&with(["quoted.py", "tables.py"]), &with(["network.py", "console.py"])];
        let (identities, agreement) = named(&Rules::defaults(["", ""]), traces);
        let near = [0, 1].map(|side: usize| {
            let edges = Edges::new(traces[side], &mut |_, _| ());
            Neighbours::new(&edges, identities.by_function(side), identities.count())
        });
        propose_renames(&identities, &agreement, [&near[0], &near[1]]).len()
    };
    assert_eq!(renames(0), 2, "a name of four files");
    assert_eq!(renames(8), 0);
}

#[test]
fn counts_win_over_similar_names() {
    // `_matches` and `search` are gone and `match` is new. Only `search` was called as often.
    let a = program(&[("_matches", 127, &[]), ("search", 178, &[])]);
    let b = program(&[("match", 178, &[])]);
    let found = renames(&a, &b);
    assert_eq!(found, [("search (x.py)".to_owned(), "match (x.py)".to_owned())]);
    assert_eq!(renames(&b, &a), [("match (x.py)".to_owned(), "search (x.py)".to_owned())]);
}

#[test]
fn vendors_are_one_rule_each() {
    let a = lane(&["cudaLaunchKernel", "cudaMemcpyAsync", "cudnnConvolutionForward", "cudaFree", "stay"]);
    let b = lane(&["hipLaunchKernel", "hipMemcpyAsync", "miopenConvolutionForward", "hipInit", "stay"]);
    let found = proposed([&a, &b]);
    let between: Vec<[&str; 2]> =
        found.iter().map(|one| one.between.each_ref().map(String::as_str)).collect();
    assert_eq!(between, [["cuda*", "hip*"], ["cudnn*", "miopen*"]]);
    assert_eq!((found[0].identities.len(), found[0].calls[0].part), (2, 2));
    assert_eq!(alike_with(&found[0], [&a, &b]), 4);
    let back = proposed([&b, &a]);
    assert_eq!((&back[0].rule, &back[0].between), (&found[0].rule, &["hip*".to_owned(), "cuda*".to_owned()]));
}
