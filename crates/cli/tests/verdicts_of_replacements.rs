//! Tests what is said about functions that replace others, or that lie in another file on the other side.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{compared, leaves, program};

#[test]
fn a_replaced_function_is_one_finding() {
    let run = |seed: u64, name: &'static str, own: f64, score: f64| {
        program(seed, &mut |run| {
            for _ in 0..200 {
                run.leaf(0, name, own);
                run.leaf(0, "score", score);
            }
        })
    };
    let faster = compared("replaced", &run(31, "slow_sum", 40.0, 10.0), &run(32, "fast_sum", 15.0, 10.0));
    assert!(
        faster.text.contains("\nfast_sum probably replaces slow_sum (200 calls each, in main): "),
        "{}",
        faster.text
    );
    assert!(faster.text.contains(" of the run’s −"), "{}", faster.text);
    // A new name for the same work is no cause. What became slower comes first.
    let renamed = compared("renamed", &run(33, "total", 40.0, 10.0), &run(34, "sum_up", 40.0, 30.0));
    let cause = renamed.text.lines().nth(1).unwrap();
    assert!(cause.starts_with("score takes "), "{}", renamed.text);
    assert!(
        cause.contains(". sum_up probably replaces total (200 calls each, in main): "),
        "{}",
        renamed.text
    );
    assert!(cause.ends_with(" (not significant)"), "{}", renamed.text);
    // The function itself takes as long, and no longer calls what took the time.
    let cached = |seed: u64, name: &'static str, reads: bool| {
        program(seed, &mut |run| {
            for _ in 0..200 {
                leaves(run, 4, "parse", 15.0);
                run.call(0, name, 10.0, &mut |run| {
                    if reads {
                        run.leaf(0, "read_disk", 60.0);
                    }
                });
            }
        })
    };
    let cached = compared("cached", &cached(38, "load_file", true), &cached(39, "load_cached", false));
    let cause = cached.text.lines().nth(1).unwrap();
    assert!(
        cause.starts_with(
            "load_cached probably replaces load_file (200 calls each, in main): with the functions that only one of them calls, −1"
        ) && !cause.contains("not significant"),
        "{}",
        cached.text
    );
    // One call each is no evidence, unless the names are alike.
    let once = |seed: u64, name: &'static str| {
        program(seed, &mut |run| {
            leaves(run, 40, "load", 100.0);
            run.leaf(0, name, 900.0);
        })
    };
    assert!(!compared("other", &once(35, "export"), &once(36, "audit")).text.contains(" replaces "));
    assert!(compared("alike", &once(35, "bubbleSort"), &once(36, "quick_sort")).text.contains(" replaces "));
    // Words of any name, of types and of scopes tell nothing.
    for (name, other) in [
        ("get_user", "get_weather"),
        ("load.<locals>.inner", "paint.<locals>.blur"),
        ("Parser::read(std::string)", "Cache::drop(std::string)"),
    ] {
        assert!(!compared("common", &once(37, name), &once(38, other)).text.contains(" replaces "), "{name}");
    }
}

#[test]
fn names_that_tell_nothing_are_replaced_only_by_the_same_work() {
    let run = |seed: u64, name: &'static str, own: f64, callee: Option<&'static str>| {
        program(seed, &mut |run| {
            leaves(run, 40, "load", 100.0);
            for _ in 0..100 {
                run.call(0, name, own, &mut |run| {
                    if let Some(callee) = callee {
                        run.leaf(0, callee, 2.0);
                    }
                });
            }
        })
    };
    for (at, [gone, new]) in (0..).zip([
        ["HttpSession.update", "Cat.update"],
        ["core::ptr::drop", "alloc::vec::drop"],
        ["<module> (lib/a.py:1)", "<module> (lib/b.py:1)"],
        ["func1", "func2"],
        ["main.<locals>.<lambda>", "walk.<locals>.<lambda>"],
    ]) {
        // Equally many calls of the same caller prove nothing if they take 1.8 times as long.
        let other = compared(&format!("generic-{at}"), &run(71, gone, 20.0, None), &run(72, new, 36.0, None));
        assert!(!other.text.contains("probably"), "{}", other.text);
        let same = compared(
            &format!("generic-callee-{at}"),
            &run(73, gone, 20.0, Some("hash")),
            &run(74, new, 36.0, Some("hash")),
        );
        assert!(same.text.contains(" probably replaces "), "{}", same.text);
    }
}

#[test]
fn a_function_of_another_file_is_one_finding_if_its_surroundings_agree() {
    let run = |seed: u64, feed: &'static str, calls: usize, own: f64, callee: &'static str| {
        program(seed, &mut |run| {
            leaves(run, 1_000, "load", 10.0);
            run.call(0, "parse_all (lib/main.py:1)", 10.0, &mut |run| {
                for _ in 0..calls {
                    run.call(0, feed, own, &mut |run| run.leaf(0, callee, 2.0));
                }
            });
        })
    };
    let [old, new] = ["Parser.feed (lib/old/parser.py:3)", "Parser.feed (lib/new/state.py:7)"];
    let moved = compared("moved", &run(81, old, 200, 40.0, "shift"), &run(82, new, 203, 20.0, "shift"));
    let expected =
        "\nParser.feed probably moved from parser.py to state.py (200 → 203 calls, in parse_all): ";
    assert!(moved.text.contains(expected), "{}", moved.text);
    assert!(moved.text.contains("ms self time, −"), "both sides alike: {}", moved.text);
    assert!(!moved.text.contains("is new"), "{}", moved.text);
    // Other callees mean other work, and the words don't hide that both sides have such a name.
    let other = compared("other-feed", &run(83, old, 200, 40.0, "shift"), &run(84, new, 203, 20.0, "render"));
    assert!(!other.text.contains("probably moved"), "{}", other.text);
    assert!(other.text.contains("parser.py; B has one in state.py"), "{}", other.text);
    // A class with another name.
    let [old, new] = ["OldLexer.next_token (lib/lexer.py:3)", "BasicLexer.next_token (lib/lexer.py:9)"];
    let class =
        compared("renamed-class", &run(87, old, 200, 40.0, "shift"), &run(88, new, 203, 20.0, "scan"));
    let expected =
        "\nBasicLexer.next_token probably replaces OldLexer.next_token (200 → 203 calls, in parse_all): ";
    assert!(class.text.contains(expected), "{}", class.text);
    // A name of every class or file is no evidence.
    let [old, new] = ["<module> (lib/old/parser.py:3)", "<module> (lib/new/state.py:7)"];
    let module =
        compared("moved-module", &run(85, old, 200, 40.0, "shift"), &run(86, new, 203, 20.0, "shift"));
    assert!(!module.text.contains("probably"), "{}", module.text);
}

#[test]
fn several_functions_of_one_file_show_that_its_code_moved() {
    let run = |seed: u64, file: &'static str, names: &[&'static str], own: f64| {
        let functions: Vec<String> = names.iter().map(|name| format!("{name} ({file}:3)")).collect();
        program(seed, &mut |run| {
            leaves(run, 2_000, "load", 10.0);
            // Both runs call both functions. The second one calls the functions of the new file.
            for (caller, calls) in
                [("iterate", file.contains("validators")), ("descend", file.contains("keywords"))]
            {
                run.call(0, caller, 10.0, &mut |run| {
                    for _ in 0..if calls { 200 } else { 0 } {
                        for name in &functions {
                            run.leaf(0, name, own);
                        }
                    }
                });
            }
        })
    };
    let names = ["check_type", "check_range", "check_enum"];
    let [a, b] = ["lib/validators.py", "lib/keywords.py"];
    let moved = compared("moved-file", &run(91, a, &names, 20.0), &run(92, b, &names, 60.0));
    assert!(moved.text.contains(" probably moved from validators.py to keywords.py"), "{}", moved.text);
    let two = compared("two-of-file", &run(93, a, &names[..2], 20.0), &run(94, b, &names[..2], 60.0));
    assert!(!two.text.contains("probably moved"), "{}", two.text);
    assert!(two.text.contains("(new in keywords.py; A has one in validators.py, 200 calls)"), "{}", two.text);
}
