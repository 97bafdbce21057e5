//! Tests what is said about single calls: which calls of a function changed, which finding comes first, and time in which
//! no function runs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{Run, compared, rounds};

#[test]
fn functions_that_changed_together_are_all_found() {
    // A larger payload makes some stages slower by one factor. The others say what functions differ by.
    for all in [9, 16] {
        for changed in 1..=all * 2 / 5 {
            for factor in [1.8, 2.0, 5.0] {
                let run = |seed: u64, factor: f64| {
                    rounds(seed, 60, &|run, _| {
                        for stage in 0..all {
                            let times = if stage < changed { factor } else { 1.0 };
                            run.leaf(0, &format!("stage_{stage:02}"), (10.0 + 3.0 * stage as f64) * times);
                        }
                    })
                };
                let name = format!("payload-{all}-{changed}-{factor}");
                let found = compared(&name, &run(1, 1.0), &run(2, factor));
                let mut slower: Vec<String> = found.significant().into_iter().map(|row| row.1).collect();
                slower.sort();
                let wanted: Vec<String> = (0..changed).map(|stage| format!("stage_{stage:02}")).collect();
                assert_eq!(slower, wanted, "{changed} of {all} stages × {factor}: {}", found.report);
            }
        }
    }
}

#[test]
fn few_changed_calls_of_many_are_named() {
    let sentence = |name: &str, is_slow: fn(usize) -> bool| {
        let run = |seed: u64, times: f64| {
            rounds(seed, 400, &|run, number| {
                run.leaf(0, "read", 20.0);
                run.leaf(0, "predict", if is_slow(number) { 25.0 * times } else { 25.0 });
            })
        };
        let found = compared(name, &run(3, 1.0), &run(4, 8.0));
        assert!(found.report.contains("longer calls, mostly in "), "{}", found.report);
        found.text
    };
    let first = sentence("warm-up", |number| number < 20);
    assert!(first.contains("\nThe first 20 of 400 calls of predict take longer, by about "), "{first}");
    let every = sentence("periodic", |number| number % 10 == 4);
    let expected = "\nEvery 10th call of predict takes longer (40 of 400 calls), by about ";
    assert!(every.contains(expected), "{every}");
    let tail = sentence("tail", |number| number * number % 23 == 1);
    assert!(tail.contains("\n35 of the 400 calls of predict take longer, by about "), "{tail}");
}

#[test]
fn change_of_all_calls_names_no_few_of_them() {
    let run = |seed: u64, own: f64| rounds(seed, 400, &|run, _| run.leaf(0, "predict", own));
    let found = compared("all-calls", &run(5, 25.0), &run(6, 40.0));
    assert!(found.text.contains("predict takes 1.6"), "{}", found.text);
    assert!(!found.report.contains("mostly in"), "{}", found.report);
}

#[test]
fn only_slow_thread_of_several_is_named() {
    let run = |seed: u64, times: f64| {
        let mut run = Run::new(seed, 4);
        for thread in 0..4 {
            run.events.push(serde_json::json!({
                "ph": "M", "pid": 1, "tid": thread + 1, "name": "thread_name",
                "args": { "name": format!("worker-{thread}") },
            }));
            run.call(thread, "loop", 20.0, &mut |run| {
                for _ in 0..100 {
                    run.leaf(thread, "transform", if thread == 2 { 40.0 * times } else { 40.0 });
                }
            });
        }
        run
    };
    let found = compared("slow-thread", &run(7, 1.0), &run(8, 2.0));
    assert!(
        found.text.contains("\nThe calls of transform on worker-2 take longer (100 of 400 calls), by about "),
        "{}",
        found.text
    );
}

#[test]
fn idle_time_outside_all_functions_is_found() {
    let run = |seed: u64, idle: f64| {
        let mut run = Run::new(seed, 1);
        for number in 0..40 {
            run.leaf(0, "tick", 900.0);
            run.now[0] += if number == 20 { idle } else { 100.0 };
        }
        run
    };
    let (a, b) = (run(9, 100.0), run(10, 60_000.0));
    let there = compared("idle", &a, &b).text;
    assert!(there.contains("\nNo function runs for 60.0\u{202f}ms in B, from "), "{there}");
    assert!(
        there.contains(
            " on, between two calls of tick; in A this gap is 100\u{202f}µs: +59.9\u{202f}ms of the run’s +"
        ),
        "{there}"
    );
    let back = compared("idle-back", &b, &a).text;
    assert!(
        back.contains("\nNo function runs for 60.0\u{202f}ms in A, from ")
            && back.contains(": −59.9\u{202f}ms of "),
        "{back}"
    );
    assert!(!compared("no-idle", &a, &run(11, 100.0)).text.contains("No function runs"));
}

/// Writes a program with one sleep and one slow call of `handle`, each of a length.
fn server(seed: u64, sleep: f64, pause: f64) -> Run {
    rounds(seed, 500, &|run, number| {
        if number == 100 && sleep > 0.0 {
            run.leaf(0, "sleep", sleep);
        }
        run.leaf(0, "handle", if number == 30 { 3.0 + pause } else { 3.0 });
    })
}

#[test]
fn new_sleep_leads_before_a_pause_of_the_other_side() {
    let found = compared("back-off", &server(12, 0.0, 4_000.0), &server(13, 28_000.0, 0.0));
    assert!(found.text.contains("\nmain now calls sleep (new, 1 call): +"), "{}", found.text);
    assert!(
        found.text.contains(". Everything else together changed by −")
            && found.text.contains(". The whole run changed by +"),
        "{}",
        found.text
    );
}

#[test]
fn more_calls_lead_before_a_pause_of_their_order() {
    let run = |seed: u64, keys: usize, pause: f64| {
        rounds(seed, 1, &|run, _| {
            for key in 0..keys {
                run.leaf(0, "key", if key == 700 { 0.5 + pause } else { 0.5 });
            }
        })
    };
    let found = compared("sort", &run(14, 2_000, 0.0), &run(15, 10_000, 6_000.0));
    assert!(found.text.contains("\nkey is called 10,000 instead of 2,000 times"), "{}", found.text);
    assert!(found.text.contains(". Apart from that, one call of key in main takes "), "{}", found.text);
}

#[test]
fn end_of_a_helper_thread_is_compared() {
    let run = |seed: u64, has_writer: bool| {
        let mut run = Run::new(seed, 2);
        run.tail = 0.0;
        run.call(0, "main", 20.0, &mut |run| {
            run.call(0, "work", 20.0, &mut |run| {
                for _ in 0..12 {
                    run.leaf(0, "compute", 3_000.0);
                    if !has_writer {
                        run.leaf(0, "write_report", 4_000.0);
                    }
                }
                if has_writer {
                    run.call(0, "Thread.join", 10.0, &mut |run| run.leaf(0, "lock.acquire", 13_000.0));
                    (0..12).for_each(|_| run.leaf(0, "lock.release", 1.0));
                }
            });
        });
        if has_writer {
            run.now[1] = 500.0;
            run.call(1, "bg", 20.0, &mut |run| (0..12).for_each(|_| run.leaf(1, "write_report", 4_000.0)));
        }
        run
    };
    let found = compared("writer", &run(16, false), &run(17, true));
    assert!(!found.text.contains("ends early"), "{}", found.text);
    assert!(found.text.contains(" of write_report now run on "), "{}", found.text);
}

#[test]
fn function_in_place_of_many_others_is_named_for_unlike_sides() {
    let run = |seed: u64, is_own: bool| {
        rounds(seed, 300, &|run, _| {
            run.call(0, "load", 10.0, &mut |run| {
                if is_own {
                    run.call(0, "mini_parse", 30.0, &mut |run| {
                        (0..40).for_each(|_| run.leaf(0, "mini_value", 2.0));
                    });
                } else {
                    run.call(0, "loads", 5.0, &mut |run| {
                        for step in 0..8 {
                            run.leaf(0, &format!("decode_{}", ["raw", "str", "end", "obj"][step % 4]), 3.0);
                        }
                    });
                }
            });
        })
    };
    let found = compared("parser", &run(18, false), &run(19, true));
    assert!(found.text.contains("Warning: Only "), "{}", found.text);
    // It takes four times as long, so nothing but its place says that it replaces `loads`.
    assert!(!found.text.contains("replaces"), "{}", found.text);
    assert!(
        found.text.contains(
            "\nload now calls mini_parse (new, 300 calls), which spends most of its time in mini_value"
        ),
        "{}",
        found.text
    );
}

#[test]
fn query_for_each_of_many_is_no_rename_of_one_query_for_all() {
    let run = |seed: u64, is_each: bool| {
        rounds(seed, 1, &|run, _| {
            let fetch =
                |run: &mut Run, name: &str| run.call(0, name, 4.0, &mut |run| run.leaf(0, "query", 6.0));
            run.call(0, "load_orders", 20.0, &mut |run| {
                run.leaf(0, "query", 6.0);
                if is_each {
                    run.call(0, "comprehension", 20.0, &mut |run| {
                        (0..300).for_each(|_| fetch(run, "fetch_customer"));
                    });
                } else {
                    fetch(run, "fetch_customers");
                    run.leaf(0, "comprehension", 20.0);
                }
            });
            (0..300).for_each(|_| run.leaf(0, "row", 2.0));
        })
    };
    let found = compared("query", &run(20, false), &run(21, true));
    assert!(!found.report.contains("→ fetch_customer"), "{}", found.report);
    assert!(found.text.contains(" fetch_customer (new, 300 calls)"), "{}", found.text);
}

#[test]
fn deeper_recursion_is_not_new_under_its_caller() {
    fn visit(run: &mut Run, depth: usize) {
        run.call(0, "visit", 9.0, &mut |run| {
            if depth > 1 {
                visit(run, depth - 1);
            }
        });
    }
    let run = |seed: u64, depth: usize| {
        rounds(seed, 20, &|run, _| run.call(0, "expr", 10.0, &mut |run| visit(run, depth)))
    };
    let found = compared("recursion", &run(22, 40), &run(23, 80));
    assert!(found.report.contains("recursion goes deeper, 20 calls"), "{}", found.report);
}

#[test]
fn condition_on_a_part_of_an_event_name_proposes_the_name() {
    let run = |seed: u64| rounds(seed, 20, &|run, _| run.leaf(0, "match (app.py)", 9.0));
    let files = [run(24).write("named-a"), run(25).write("named-b")];
    for (name, proposed) in [("function=match", true), ("file=app.py", true), ("function=mat", false)] {
        let condition = format!("slower>50% and {name}");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.arg("compare").args(["--fail-if", &condition]).args(&files).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(said.contains("did you mean function='match (app.py)'?"), proposed, "{said}");
    }
}
