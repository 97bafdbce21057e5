//! Tests which causes are named: work that moved to another caller, several functions at once, pauses of one run or of both
//! sides, and changes that may be noise.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{Run, compared, compared_runs, leaves, program};

/// Loads modules with many calls of `parse`, one of which may take longer.
fn load(run: &mut Run, pause: f64) {
    run.call(0, "load", 200.0, &mut |run| {
        for number in 0..300 {
            run.leaf(0, "parse", if number == 150 { 40.0 + pause } else { 40.0 });
        }
    });
}

#[test]
fn work_of_another_caller_is_named_before_a_pause() {
    let run = |seed: u64, is_lazy: bool, pause: f64| {
        program(seed, &mut |run| {
            run.call(0, "startup", 50.0, &mut |run| {
                if !is_lazy {
                    load(run, pause);
                }
            });
            for number in 0..500 {
                run.call(0, "format", 2.0, &mut |run| {
                    if is_lazy && number == 0 {
                        load(run, 0.0);
                    }
                });
            }
        })
    };
    for pause in [0.0, 8_000.0] {
        let found = compared(&format!("lazy-{pause}"), &run(1, false, pause), &run(2, true, 0.0));
        let text = &found.text;
        assert!(text.contains("\nload now runs in format instead of startup (1 call: 1"), "{text}");
        assert_eq!(text.contains("One call of parse in load takes "), pause > 0.0, "{text}");
    }
    // A larger change of a function is named first.
    let slower = program(3, &mut |run| {
        run.call(0, "startup", 50.0, &mut |_| ());
        for number in 0..500 {
            run.call(0, "format", 24.0, &mut |run| {
                if number == 0 {
                    load(run, 0.0);
                }
            });
        }
    });
    let text = compared("lazy-slower", &run(4, false, 0.0), &slower).text;
    assert!(text.contains("\nformat takes "), "{text}");
    assert!(text.contains(". load now runs in format instead of startup (1 call: "), "{text}");
}

#[test]
fn functions_that_became_slower_together_are_all_named() {
    let run = |seed: u64, slower: &[(&str, f64)]| {
        program(seed, &mut |run| {
            for _ in 0..300 {
                for (name, own) in
                    [("open", 6.0), ("parse", 30.0), ("check", 12.0), ("emit", 40.0), ("save", 25.0)]
                {
                    let times = slower.iter().find(|of| of.0 == name).map_or(1.0, |of| of.1);
                    run.leaf(0, name, own * times);
                }
            }
        })
    };
    let compared = |name: &str, slower: &[(&str, f64)]| compared(name, &run(5, &[]), &run(6, slower)).text;
    let text = compared("three", &[("parse", 2.0), ("emit", 2.0), ("save", 2.0)]);
    let [first, others] =
        text.split_once(". Besides, parse takes ").map(|(first, others)| [first, others]).unwrap();
    assert!(first.contains("\nemit takes 2.0") || first.contains("\nemit takes 1.9"), "{text}");
    assert!(others.contains("; save takes ") && others.contains(" in main: +"), "{text}");
    // Small changes and changes in the other direction stay in the list.
    let text = compared("two", &[("emit", 2.0), ("save", 2.0), ("open", 1.5), ("check", 0.5)]);
    assert!(text.contains(". Besides, save takes "), "{text}");
    assert!(!text.contains("open") && !text.contains("check"), "{text}");
    let text = compared("one", &[("emit", 2.0)]);
    assert!(!text.contains("Besides"), "{text}");
}

#[test]
fn slow_calls_of_both_sides_are_a_part_of_the_change() {
    let run = |seed: u64, every: usize, lists: bool| {
        program(seed, &mut |run| {
            if lists {
                run.leaf(0, "fill", 14_000.0);
            }
            for number in 0..6_000 {
                let pause = if number % every == every / 2 { 4_000.0 } else { 0.0 };
                run.leaf(0, ["alloc", "link", "score", "walk", "sort", "join"][number % 6], 4.0 + pause);
            }
        })
    };
    let text = compared("pauses", &run(7, 1_999, false), &run(8, 887, true)).text;
    assert!(text.contains("\nmain now calls fill (new, 1 call): +"), "{text}");
    assert!(text.contains(". Besides, unusually slow calls of "), "{text}");
    let text = compared("as-many-pauses", &run(9, 1_999, false), &run(10, 1_999, true)).text;
    assert!(!text.contains("slow calls"), "{text}");
}

/// Writes runs of a program whose speed differs from run to run.
fn runs(seed: u64, count: u64, run: &dyn Fn(u64, f64, u64) -> Run) -> Vec<Run> {
    (0..count).map(|number| run(seed + number, 1.0 + (seed + number) as f64 % 7.0 / 100.0, number)).collect()
}

#[test]
fn the_only_run_with_a_long_call_is_named() {
    let side = |seed: u64, pauses: &'static [(u64, f64)]| {
        runs(seed, 4, &|seed, speed, number| {
            let pause = pauses.iter().find(|of| of.0 == number).map_or(0.0, |of| of.1);
            program(seed, &mut |run| {
                leaves(run, 400, "fetch", 30.0 * speed);
                leaves(run, 400, "store", 25.0 * speed);
                run.leaf(0, "flush", 900.0 * speed + pause);
            })
        })
    };
    let text = compared_runs("one-pause", &[side(11, &[]), side(21, &[(2, 60_000.0)])]).text;
    assert!(text.contains("\nOne call of flush takes "), "{text}");
    assert!(text.contains(" in one of B’s 4 runs (one-pause-b-2.json), and at most "), "{text}");
    let text = compared_runs("pause-in-a", &[side(31, &[(0, 60_000.0)]), side(41, &[])]).text;
    assert!(text.contains(" in one of A’s 4 runs (pause-in-a-a-0.json), and at most "), "{text}");
    let text =
        compared_runs("pauses-of-both", &[side(51, &[(1, 60_000.0)]), side(61, &[(3, 50_000.0)])]).text;
    assert!(!text.contains("One call of"), "{text}");
    let text = compared_runs("no-pause", &[side(71, &[]), side(81, &[])]).text;
    assert!(!text.contains("One call of"), "{text}");
}

#[test]
fn most_of_an_uncertain_change_is_named() {
    let run = |seed: u64, setup: f64| {
        program(seed, &mut |run| {
            run.leaf(0, "setup", setup);
            let vary = |number: usize| 16.0 + ((number * 7_919 + seed as usize * 101) % 41) as f64 / 5.0;
            for number in 0..60 {
                run.leaf(0, "job", vary(number));
            }
        })
    };
    let found = compared("only-call", &run(12, 4_000.0), &run(13, 5_000.0));
    assert_eq!(found.significant(), [], "{}", found.report);
    assert!(
        found.report.contains(" Most of the change is in setup (")
            && found.report.contains(" in its only call, within "),
        "{}",
        found.report
    );
}

#[test]
fn work_that_another_thread_does_in_all_runs_is_named() {
    let side = |seed: u64, has_helper: bool| {
        runs(seed, 4, &|seed, speed, _| {
            let mut run = Run::new(seed, if has_helper { 2 } else { 1 });
            run.call(0, "main", 100.0, &mut |run| {
                for _ in 0..30 {
                    run.leaf(0, "read", 400.0 * speed);
                    if !has_helper {
                        run.call(0, "index", 20.0 * speed, &mut |run| leaves(run, 20, "split", 15.0 * speed));
                    }
                }
            });
            if has_helper {
                run.call(1, "helper", 20.0, &mut |run| {
                    for _ in 0..30 {
                        run.call(1, "index", 20.0 * speed, &mut |run| {
                            (0..20).for_each(|_| run.leaf(1, "split", 15.0 * speed));
                        });
                    }
                });
            }
            run.named(["MainThread", "helper"].into_iter().take(if has_helper { 2 } else { 1 }))
        })
    };
    let text = compared_runs("thread", &[side(14, false), side(24, true)]).text;
    assert!(text.contains("30 calls of index now run on helper instead of MainThread: "), "{text}");
    let text = compared_runs("same-threads", &[side(34, true), side(44, true)]).text;
    assert!(!text.contains(" now run on "), "{text}");
}

#[test]
fn deeper_recursion_explains_the_calls_of_its_callees() {
    fn walk(run: &mut Run, depth: usize, leaves: usize) {
        run.call(0, "walk", 3.0, &mut |run| {
            (0..leaves).for_each(|_| run.leaf(0, "leaf", 30.0));
            if depth > 0 {
                walk(run, depth - 1, leaves);
                walk(run, depth - 1, leaves);
            }
        });
    }
    let run = |seed: u64, depth: usize, leaves: usize| program(seed, &mut |run| walk(run, depth, leaves));
    let text = compared("deeper", &run(15, 6, 2), &run(16, 8, 1)).text;
    assert!(
        text.contains(
            "\nleaf is called 511 instead of 254 times, because walk is called 511 instead of 127 times"
        ),
        "{text}"
    );
    let text = compared("more-leaves", &run(17, 6, 1), &run(18, 6, 3)).text;
    assert!(text.contains("\nleaf is called 381 instead of 127 times, by walk: +"), "{text}");
}

#[test]
fn calls_of_one_caller_are_found_in_runs_of_different_speed() {
    let side = |seed: u64, times: f64| {
        runs(seed, 5, &|seed, speed, _| {
            program(seed, &mut |run| {
                for _ in 0..150 {
                    run.call(0, "sort", 4.0 * speed, &mut |run| run.leaf(0, "match", 6.0 * times * speed));
                }
                for _ in 0..1_500 {
                    run.call(0, "find", 4.0 * speed, &mut |run| run.leaf(0, "match", 6.0 * speed));
                }
            })
        })
    };
    // The runs of B are 2 % slower in the median, which is within what runs differ by.
    let text = compared_runs("one-caller", &[side(21, 1.0), side(30, 2.0)]).text;
    assert!(text.contains("in the same 150 calls, in sort: +"), "{text}");
    let text = compared_runs("no-caller", &[side(21, 1.0), side(30, 1.0)]).text;
    assert!(!text.contains("match takes"), "{text}");
}
