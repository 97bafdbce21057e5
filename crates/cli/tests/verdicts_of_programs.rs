//! Tests what is said about small programs after one edit of a known kind: more retries, a cache, a function split in
//! two, pauses, and so on.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{Compared, Run, compared, leaves, program};

/// Returns the change of a significant row in microseconds.
fn change(found: &Compared, kind: &str, function: &str) -> f64 {
    let rows = found.significant();
    let row = rows.iter().find(|row| (row.0.as_str(), row.1.as_str()) == (kind, function));
    row.unwrap_or_else(|| panic!("{kind} {function}: {rows:?}")).2 as f64 / 1e3
}

fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 0.08 * expected.abs(), "{value} is not about {expected}");
}

#[test]
fn a_slower_helper_of_a_new_phase_keeps_its_own_slow_down() {
    let run = |seed: u64, phase: usize, hash: f64| {
        program(seed, &mut |run| {
            run.call(0, "load", 50.0, &mut |run| leaves(run, 120, "hash", hash));
            if phase > 0 {
                run.call(0, "verify", 50.0, &mut |run| leaves(run, phase, "hash", hash));
            }
        })
    };
    let found = compared("helper", &run(1, 0, 20.0), &run(2, 300, 28.0));
    assert!(
        found.text.contains(
            "\nmain now calls verify (new, 1 call), which spends most of its time in hash (300 calls): +"
        ),
        "{}",
        found.text
    );
    assert_near(change(&found, "new", "verify"), 50.0 + 300.0 * 28.0);
    assert_near(change(&found, "slower", "hash"), 120.0 * 8.0);
    assert!(found.report.contains("longer calls; another +"), "{}", found.report);
}

#[test]
fn a_new_phase_has_only_its_own_part_of_a_helper() {
    let run = |seed: u64, load: usize, phase: usize| {
        program(seed, &mut |run| {
            run.call(0, "load", 50.0, &mut |run| leaves(run, load, "hash", 20.0));
            if phase > 0 {
                run.call(0, "verify", 50.0, &mut |run| leaves(run, phase, "hash", 20.0));
            }
        })
    };
    let found = compared("own-part", &run(3, 200, 0), &run(4, 300, 400));
    assert_near(change(&found, "new", "verify"), 50.0 + 400.0 * 20.0);
    assert_near(change(&found, "slower", "hash"), 100.0 * 20.0);
    let whole = &found.json["verdict"];
    let total = whole["total_b_ns"].as_f64().unwrap() - whole["total_a_ns"].as_f64().unwrap();
    let sum: i64 = found.significant().iter().map(|row| row.2).sum();
    assert_near(sum as f64, total);
}

#[test]
fn a_helper_of_a_removed_layer_is_matched_below_its_own_caller() {
    let run = |seed: u64, has_legacy: bool| {
        program(seed, &mut |run| {
            for _ in 0..100 {
                if has_legacy {
                    run.call(0, "legacy", 40.0, &mut |run| run.leaf(0, "util", 20.0));
                }
                run.leaf(0, "core", 60.0);
                run.leaf(0, "util", 20.0);
            }
        })
    };
    let found = compared("legacy", &run(5, true), &run(6, false));
    assert_near(change(&found, "gone", "legacy"), -100.0 * 60.0);
    assert_eq!(found.significant().len(), 1, "{}", found.report);
}

#[test]
fn slow_calls_of_several_functions_are_counted_together() {
    let run = |seed: u64, pauses: &[usize]| {
        program(seed, &mut |run| {
            for at in 0..300 {
                let pause = if pauses.contains(&at) { 4_000.0 } else { 0.0 };
                run.leaf(0, ["alloc", "link", "score"][at % 3], 20.0 + pause);
            }
        })
    };
    let found = compared("pauses", &run(7, &[]), &run(8, &[10, 71, 150, 202, 285]));
    assert!(found.text.contains("\n5 calls of 3 functions are unusually slow in B: +"), "{}", found.text);
    assert!(
        found.text.contains("of the run’s +") && found.text.contains(". Among them, one call of "),
        "{}",
        found.text
    );
    // The row of a call has the numbers of calls of its function, and the paths include the slow calls.
    let row = &found.json["ranking"]["largest"][0];
    assert_eq!((&row["kind"], &row["a_calls"], &row["b_calls"]), (&"call".into(), &100.into(), &100.into()));
    let paths = found.json["ranking"]["phases"].as_array().unwrap();
    let of_paths: i64 = paths.iter().map(|of| of["delta_ns"].as_i64().unwrap()).max().unwrap();
    assert!(of_paths > 7_000_000, "{}", found.report);
}

#[test]
fn a_list_in_place_of_a_generator_is_no_outlier_call() {
    let run = |seed: u64, is_lazy: bool| {
        program(seed, &mut |run| {
            if !is_lazy {
                run.call(0, "rows", 900.0, &mut |run| leaves(run, 200, "decode", 14.0));
            }
            run.call(0, "consume", 30.0, &mut |run| {
                for _ in 0..200 {
                    if is_lazy {
                        run.call(0, "rows", 9.0, &mut |run| run.leaf(0, "decode", 14.0));
                    }
                    run.leaf(0, "check", 10.0);
                }
            });
        })
    };
    let found = compared("generator", &run(9, true), &run(10, false));
    assert_near(change(&found, "faster", "rows"), 900.0 - 200.0 * 9.0);
    assert_eq!(found.significant().len(), 1, "{}", found.report);
    assert!(
        found.text.contains("\nrows is called 1 instead of 200 times, mostly by consume: −"),
        "{}",
        found.text
    );
}

#[test]
fn more_calls_because_of_a_caller_name_the_caller() {
    let run = |seed: u64, rows: usize| {
        program(seed, &mut |run| {
            for _ in 0..rows {
                run.call(0, "row", 6.0, &mut |run| leaves(run, 2, "cell", 18.0));
            }
            run.leaf(0, "save", 400.0);
        })
    };
    let found = compared("rows", &run(11, 200), &run(12, 280));
    let expected =
        "\ncell is called 560 instead of 400 times, because row is called 280 instead of 200 times: +";
    assert!(found.text.contains(expected), "{}", found.text);
    // More calls by each call of the caller are the callee's own.
    let retry = |seed: u64, tries: usize| {
        program(seed, &mut |run| {
            for _ in 0..100 {
                run.call(0, "request", 10.0, &mut |run| leaves(run, tries, "send", 80.0));
            }
        })
    };
    let found = compared("retry", &retry(13, 1), &retry(14, 3));
    assert!(
        found.text.contains("\nsend is called 300 instead of 100 times, by request: +"),
        "{}",
        found.text
    );
}

#[test]
fn self_times_of_callers_are_said_to_be_self_times() {
    let run = |seed: u64, own: f64| {
        program(seed, &mut |run| {
            for _ in 0..100 {
                run.call(0, "parse", own, &mut |run| run.leaf(0, "read", 200.0));
            }
        })
    };
    let found = compared("self", &run(15, 30.0), &run(16, 90.0));
    assert!(found.text.contains("× as long (self time) in the same 100 calls, in main: +"), "{}", found.text);
    assert!(found.report.contains("\nLargest changes, by self time: "), "{}", found.report);
}

#[test]
fn a_split_function_says_that_the_run_takes_as_long() {
    let run = |seed: u64, is_split: bool| {
        program(seed, &mut |run| {
            for _ in 0..150 {
                run.leaf(0, "read", 20.0);
                if is_split {
                    run.call(0, "transform", 6.0, &mut |run| {
                        run.leaf(0, "head", 30.0);
                        run.leaf(0, "tail", 34.0);
                    });
                } else {
                    run.leaf(0, "transform", 70.0);
                }
            }
        })
    };
    for (name, a, b) in [("split", run(17, false), run(18, true)), ("fused", run(19, true), run(20, false))] {
        let found = compared(name, &a, &b);
        assert!(found.text.contains("\ntransform takes "), "{}", found.text);
        assert!(found.text.contains(", in main, probably because "), "{}", found.text);
        assert!(found.text.ends_with(". The whole run did not change"), "{}", found.text);
    }
}

/// Lets threads do tasks of several steps inside one call of `worker` each, as a pool does.
fn pool(seed: u64, threads: usize, scale: f64) -> Run {
    let mut run = Run::new(seed, threads);
    let begins = run.now.clone();
    for _ in 0..240 {
        let free = (0..threads).min_by(|&x, &y| run.now[x].total_cmp(&run.now[y])).unwrap();
        run.call(free, "task", 20.0 * scale, &mut |run| {
            for (step, own) in
                ["read", "scan", "parse", "check", "sort", "join", "write", "send"].iter().zip(40..)
            {
                run.leaf(free, step, f64::from(own) * scale);
            }
        });
    }
    for (thread, begin) in begins.into_iter().enumerate() {
        let length = run.now[thread] - begin;
        run.events.push(serde_json::json!({
            "ph": "X", "pid": 1, "tid": thread + 1, "name": "worker",
            "ts": begin, "dur": (length * 1e3).round() / 1e3,
        }));
    }
    run
}

#[test]
fn a_worker_less_leaves_its_tasks_to_the_others() {
    let found = compared("worker-less", &pool(21, 4, 1.0), &pool(22, 3, 1.0));
    assert!(found.text.contains("; 3 lanes in B, 4 in A"), "{}", found.text);
    assert!(
        found.text.contains("\nB has 3 thread lanes instead of 4. The busiest one works "),
        "{}",
        found.text
    );
    assert_eq!(found.unmatched(), [1, 0], "only the worker itself is missing: {}", found.report);
    // The tasks of the missing worker stay tasks of a worker.
    assert!(!found.report.contains("under this caller"), "{}", found.report);
}

#[test]
fn a_slower_pool_has_a_typical_line() {
    for (name, threads) in [("slow-pool", 4), ("slow-small-pool", 2)] {
        let found = compared(name, &pool(23, 4, 1.0), &pool(24, threads, 1.3));
        assert!(
            found.text.contains("A typical function is 30\u{202f}% slower in B (self time"),
            "{}",
            found.text
        );
    }
}

#[test]
fn the_cause_goes_the_way_of_the_run() {
    let run = |seed: u64, [load, parse, save]: [f64; 3]| {
        program(seed, &mut |run| {
            for _ in 0..100 {
                run.leaf(0, "load", load);
                run.leaf(0, "parse", parse);
                run.leaf(0, "save", save);
            }
        })
    };
    let found = compared("direction", &run(41, [100.0, 20.0, 20.0]), &run(42, [20.0, 80.0, 80.0]));
    let cause = found.text.lines().nth(1).unwrap();
    assert!(cause.starts_with("parse takes ") || cause.starts_with("save takes "), "{}", found.text);
    assert!(cause.contains(". Against that, load takes 2"), "{}", found.text);
    // Two changes that make up for each other are both named.
    let even = compared("even", &run(43, [100.0, 20.0, 50.0]), &run(44, [20.0, 100.0, 50.0]));
    assert!(even.text.contains(". The whole run did not change. Against that, "), "{}", even.text);
}

#[test]
fn a_slow_call_does_not_hide_the_change_of_the_program() {
    let run = |seed: u64, parse: f64, pause: f64| {
        program(seed, &mut |run| {
            for at in 0..300 {
                run.leaf(0, "load", 20.0 + if at == 150 { pause } else { 0.0 });
                run.leaf(0, "parse", parse);
            }
        })
    };
    let found = compared("hidden", &run(51, 20.0, 0.0), &run(52, 30.0, 9_000.0));
    assert!(found.text.contains("\nOne call of load in main takes 8."), "{}", found.text);
    assert!(found.text.contains(". Apart from that, parse takes 1."), "{}", found.text);
    // A pause of a thousandth of the run is no finding.
    let short = compared("short-pause", &run(53, 200.0, 0.0), &run(54, 200.0, 400.0));
    assert!(short.significant().is_empty(), "{}", short.report);
}

#[test]
fn a_brief_function_must_change_by_more_than_pauses() {
    let run = |seed: u64, pauses: &[usize], step: f64| {
        program(seed, &mut |run| {
            for at in 0..900 {
                let pause = if pauses.contains(&at) { 4_000.0 } else { 0.0 };
                run.leaf(0, ["alloc", "link", "score"][at % 3], 20.0 + pause);
            }
            run.call(0, "summarise", 20.0, &mut |run| leaves(run, 40, "step", step));
        })
    };
    let found = |name: &str, pauses: [&[usize]; 2], step: f64| {
        let found = compared(name, &run(61, pauses[0], 8.0), &run(62, pauses[1], step));
        found.significant().iter().any(|(_, function, _)| function.starts_with("step"))
    };
    assert!(found("brief-quiet", [&[], &[]], 14.0));
    // The machine may have been slow for half a millisecond as well as for four.
    assert!(!found("brief-pauses", [&[101, 500], &[222, 703]], 14.0));
    assert!(found("brief-long", [&[101, 500], &[222, 703]], 200.0));
}

#[test]
fn a_function_that_is_called_once_must_change_by_more_than_runs_differ() {
    let run = |seed: u64, link: f64| {
        program(seed, &mut |run| {
            for (step, own) in [("load", 4_000.0), ("parse", 9_000.0), ("link", link), ("write", 3_000.0)] {
                run.leaf(0, step, own);
            }
        })
    };
    for seed in 0..10 {
        let a = run(71 + 2 * seed, 8_000.0);
        let same = compared("once-same", &a, &run(72 + 2 * seed, 8_000.0));
        assert!(same.significant().is_empty(), "{}", same.report);
        let slower = compared("once-slower", &a, &run(72 + 2 * seed, 12_000.0));
        assert_eq!(slower.significant().len(), 1, "{}", slower.report);
    }
}

#[test]
fn changes_that_cancel_between_callers_are_both_named() {
    let run = |seed: u64, encode: f64, tokenise: f64| {
        program(seed, &mut |run| {
            for _ in 0..40 {
                run.call(0, "encode", 5.0, &mut |run| run.leaf(0, "work", encode));
                run.call(0, "tokenise", 5.0, &mut |run| run.leaf(0, "work", tokenise));
            }
        })
    };
    let found = compared("cancel", &run(31, 1_600.0, 800.0), &run(32, 800.0, 1_600.0));
    let Compared { text, report, .. } = &found;
    for (caller, length) in [("encode", "shorter"), ("tokenise", "longer")] {
        assert!(text.contains(&format!("in the same 40 calls, in {caller}: ")), "{text}");
        assert!(report.contains(&format!("only in {caller}: {length} calls")), "{report}");
    }
    assert!(text.contains(". The whole run did not change. Against that, work takes "), "{text}");
}

#[test]
fn a_wait_of_one_caller_is_found_among_other_waits() {
    let run = |seed: u64, snapshot: f64| {
        program(seed, &mut |run| {
            for round in 0..30 {
                run.call(0, "poll", 5.0, &mut |run| run.leaf(0, "sleep", 3_000.0 + f64::from(round) * 900.0));
                if round % 3 == 0 {
                    run.call(0, "write_snapshot", 5.0, &mut |run| run.leaf(0, "sleep", snapshot));
                }
            }
        })
    };
    let found = compared("snapshot", &run(33, 5_000.0), &run(34, 40_000.0));
    assert!(
        found.text.contains("\nsleep waits 40.") || found.text.contains("\nsleep waits 39."),
        "{}",
        found.text
    );
    assert!(found.text.contains(" per call, in write_snapshot: +3"), "{}", found.text);
}

#[test]
fn a_new_wait_belongs_to_the_function_that_is_new() {
    let run = |seed: u64, waits: bool| {
        program(seed, &mut |run| {
            for request in 0..30 {
                run.call(0, "fetch", 20.0, &mut |run| {
                    run.leaf(0, "sleep", 4_000.0);
                    if waits && request == 17 {
                        run.call(0, "backoff", 20.0, &mut |run| run.leaf(0, "sleep", 60_000.0));
                        run.call(0, "backoff", 20.0, &mut |run| run.leaf(0, "sleep", 120_000.0));
                    }
                });
            }
        })
    };
    let found = compared("backoff", &run(35, false), &run(36, true));
    let expected =
        "\nfetch now calls backoff (new, 2 calls), which spends most of its time in sleep (2 calls): +1";
    assert!(found.text.contains(expected), "{}", found.text);
}

#[test]
fn a_call_per_row_is_named_below_the_new_function() {
    let run = |seed: u64, is_one_query: bool| {
        program(seed, &mut |run| {
            run.call(0, "list_orders", 20.0, &mut |run| {
                if is_one_query {
                    run.leaf(0, "execute", 400.0);
                } else {
                    run.call(0, "<listcomp>", 10.0, &mut |run| {
                        for _ in 0..200 {
                            run.call(0, "fetch_customer", 6.0, &mut |run| run.leaf(0, "execute", 90.0));
                        }
                    });
                }
            });
            leaves(run, 200, "render", 50.0);
        })
    };
    let found = compared("rows", &run(37, true), &run(38, false));
    let expected = "\nlist_orders now calls <listcomp> (new, 1 call), which spends most of its time in execute (199 calls by fetch_customer): +";
    assert!(found.text.contains(expected), "{}", found.text);
}

#[test]
fn a_moved_call_is_named_if_nothing_else_changed() {
    let run = |seed: u64, is_first: bool| {
        program(seed, &mut |run| {
            if is_first {
                run.leaf(0, "flush", 20_000.0);
            }
            leaves(run, 60, "doc", 500.0);
            if !is_first {
                run.leaf(0, "flush", 20_000.0);
            }
        })
    };
    for (a, b, comes, when) in
        [(true, false, "later", " starts at 30."), (false, true, "earlier", " instead of 30.")]
    {
        let found = compared(&format!("moved-{a}"), &run(39, a), &run(40, b));
        let expected = format!("\nOne call of flush comes {comes}: it starts at ");
        assert!(found.text.contains(&expected), "{}", found.text);
        assert!(found.text.contains(when) && found.text.contains(", and takes 2"), "{}", found.text);
    }
}

#[test]
fn a_renamed_caller_is_said_beside_the_slower_callee() {
    let run = |seed: u64, name: &str, work: f64| {
        program(seed, &mut |run| {
            for _ in 0..80 {
                run.call(0, "handle", 10.0, &mut |run| {
                    run.call(0, name, 5.0, &mut |run| {
                        leaves(run, 3, "split", 2.0);
                        run.leaf(0, "work", work);
                    });
                });
            }
        })
    };
    let found = compared("renamed", &run(41, "parse_header", 600.0), &run(42, "read_header", 1_200.0));
    assert!(found.text.contains("\nwork takes 2."), "{}", found.text);
    let expected = " read_header probably replaces parse_header (80 calls each, in handle): ";
    assert!(found.text.contains(expected), "{}", found.text);
}
