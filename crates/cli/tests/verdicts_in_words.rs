//! Tests the sentences of the first lines on programs with one edit: they name who does what on which side.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{Run, compared, compared_files, rounds, written};
use std::path::PathBuf;
use std::process::Command;

/// Returns the verdict and the sentences on the cause of several runs a side.
fn several_runs(name: &str, [a, b]: [&dyn Fn(u64) -> Run; 2]) -> String {
    let files = |side: &str, run: &dyn Fn(u64) -> Run| -> Vec<PathBuf> {
        (1..=4).map(|number| run(number).write(&format!("{name}-{side}-{number}"))).collect()
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg("compare").arg("--a").args(files("a", a)).arg("--b").args(files("b", b));
    let report = String::from_utf8(command.env("COLUMNS", "400").output().unwrap().stdout).unwrap();
    report.lines().skip(3).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Calls a function that calls itself, `depth` deep.
fn recurse(run: &mut Run, depth: usize) {
    run.call(0, "visit", 9.0, &mut |run| {
        if depth > 1 {
            recurse(run, depth - 1);
        }
    });
}

#[test]
fn times_below_half_are_fractions() {
    let run = |seed: u64, length: f64| rounds(seed, 40, &|run, _| run.leaf(0, "work", length));
    let text = compared("fraction", &run(1, 4_000.0), &run(2, 40.0)).text;
    assert!(text.contains("B takes 1/"), "{text}");
    assert!(text.contains(" of A’s time ▼ −15"), "{text}");
    let back = compared("factor", &run(3, 40.0), &run(4, 4_000.0)).text;
    assert!(back.starts_with("B is ") && back.contains("× as long as A ▲ +15"), "{back}");
}

/// Lets `parse` and `group` call each other until a depth is reached.
fn alternate(run: &mut Run, depth: usize) {
    let name = ["parse", "group"][depth % 2];
    run.call(0, name, 10.0, &mut |run| {
        if depth > 1 {
            alternate(run, depth - 1);
        }
    });
}

#[test]
fn of_two_functions_that_call_each_other_neither_is_the_cause() {
    let run = |seed: u64, depth: usize| rounds(seed, 20, &|run, _| alternate(run, depth));
    let found = compared("alternate", &run(1, 20), &run(2, 30));
    let text = &found.text;
    assert!(text.contains("is called 300 instead of 200 times, in a recursion with "), "{text}");
    assert!(!text.contains("because"), "{text}");
    assert!(found.report.contains("recursion goes deeper"), "{}", found.report);
}

/// Splits into two halves until a size is reached, after a call of `partition`.
fn split(run: &mut Run, size: usize) {
    run.call(0, "quicksort", 2.0, &mut |run| {
        run.leaf(0, "partition", 30.0);
        if size > 1 {
            split(run, size / 2);
            split(run, size - size / 2);
        }
    });
}

#[test]
fn caller_that_explains_calls_has_all_its_calls_counted() {
    let run = |seed: u64, size: usize| rounds(seed, 1, &|run, _| split(run, size));
    let text = compared("halves", &run(1, 100), &run(2, 80)).text;
    let expected = "\npartition is called 159 instead of 199 times, because quicksort is called 159 instead of 199 times: ";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn caller_is_named_only_if_most_of_the_change_is_in_its_calls() {
    let run = |seed: u64, callers: usize, factor: f64| {
        rounds(seed, 40, &|run, round| {
            run.call(0, &format!("caller_{}", round % callers), 10.0, &mut |run| {
                let times = if round % callers == 0 || callers == 4 { factor } else { 1.0 };
                run.leaf(0, "work", 100.0 * times);
            });
            run.leaf(0, "other", 100.0);
        })
    };
    let of = |name: &str, callers: usize| compared(name, &run(1, callers, 1.0), &run(2, callers, 4.0)).text;
    let equal = of("equal-callers", 4);
    assert!(equal.contains("\nwork takes ") && !equal.contains("caller_"), "{equal}");
    let one = of("one-of-callers", 2);
    assert!(one.contains(", in caller_0: "), "{one}");
}

#[test]
fn recursion_is_called_so() {
    let run = |seed: u64, depth: usize| rounds(seed, 20, &|run, _| recurse(run, depth));
    let text = compared("recursion", &run(5, 20), &run(6, 40)).text;
    assert!(
        text.contains("\nvisit is called 800 instead of 400 times, mostly by itself (recursion): +"),
        "{text}"
    );
}

#[test]
fn slow_calls_of_both_sides_are_told_from_the_rest() {
    let run = |seed: u64, load: f64, slow: &[(&str, usize)]| {
        rounds(seed, 200, &|run, number| {
            run.leaf(0, "load", load);
            for name in ["save", "send"] {
                run.leaf(0, name, if slow.contains(&(name, number)) { 4_050.0 } else { 50.0 });
            }
        })
    };
    let (a, b) = (run(7, 100.0, &[("save", 20)]), run(8, 80.0, &[("save", 130), ("send", 90)]));
    let text = compared("slow-calls", &a, &b).text;
    assert!(text.starts_with("B is as long as A; without single slow calls ("), "{text}");
    assert!(text.contains("\u{202f}ms in A, 8") && text.contains(" in B), B is "), "{text}");
    assert!(text.contains("\u{202f}ms shorter; "), "{text}");
}

#[test]
fn a_new_function_of_several_callers_is_mostly_by_one() {
    let run = |seed: u64, is_logged: bool| {
        rounds(seed, 60, &|run, number| {
            for (caller, times) in [("load", 3), ("save", 1)] {
                run.call(0, caller, 50.0, &mut |run| {
                    (0..if is_logged { times } else { 0 }).for_each(|_| run.leaf(0, "log", 20.0));
                });
            }
            if number == 0 {
                run.leaf(0, "setup", 30.0);
            }
        })
    };
    let text = compared("callers", &run(9, false), &run(10, true)).text;
    assert!(text.contains("\nlog is new (240 calls, mostly by load): +"), "{text}");
}

#[test]
fn a_pool_is_a_part_of_all_lanes() {
    let run = |seed: u64, workers: usize| {
        let mut run = Run::new(seed, 1 + workers);
        run.leaf(0, "main", 200.0);
        (0..96).for_each(|at| run.leaf(1 + at % workers, "task", 100.0));
        let names = ["main", "worker-1", "worker-2", "worker-3", "worker-4"];
        run.named(names[..=workers].iter().copied())
    };
    let text = compared("pool", &run(11, 4), &run(12, 3)).text;
    assert!(text.contains("; 4 lanes in B, 5 in A"), "{text}");
    assert!(
        text.contains("\nB has 3 worker lanes instead of 4 (4 lanes instead of 5 in all). The busiest "),
        "{text}"
    );
}

#[test]
fn work_that_a_helper_thread_takes_over_is_named_over_several_runs() {
    let run = |seed: u64, helper: Option<usize>| {
        let mut run = Run::new(seed, 2);
        let index =
            |run: &mut Run, thread: usize| (0..30).for_each(|_| run.leaf(thread, "index_docs", 300.0));
        run.call(0, "main", 50.0, &mut |run| {
            (0..300).for_each(|_| run.leaf(0, "parse", 40.0));
            if helper.is_none() {
                index(run, 0);
            }
        });
        if let Some(thread) = helper {
            run.call(thread, "helper_loop", 20.0, &mut |run| index(run, thread));
        }
        run
    };
    let with = |name: &str, of_a: Option<usize>, of_b: Option<usize>| {
        several_runs(name, [&|number| run(number, of_a), &|number| run(number + 4, of_b)])
    };
    let text = with("thread", None, Some(1));
    assert!(
        text.contains(" 30 calls of index_docs now run on thread 2 instead of thread 1: they take 8."),
        "{text}"
    );
    let still = with("no-helper", Some(1), Some(1));
    assert!(!still.contains("now run on"), "{still}");
}

#[test]
fn a_run_that_is_as_long_has_hardly_changed() {
    let run = |seed: u64, score: f64| {
        rounds(seed, 500, &|run, _| {
            run.leaf(0, "read", 60.0);
            run.leaf(0, "score", score);
        })
    };
    let text = compared("hardly", &run(13, 5.0), &run(14, 7.5)).text;
    assert!(text.starts_with("B is as long as A; "), "{text}");
    assert!(text.contains(". The whole run hardly changed (+1."), "{text}");
    assert!(!text.contains("The whole run changed by"), "{text}");
}

#[test]
fn samples_are_many_not_long() {
    let folded = |name: &str, [hash, render]: [u64; 2]| {
        let file = written(name, &serde_json::Value::Null);
        std::fs::write(&file, format!("main;login;hash {hash}\nmain;render {render}\n")).unwrap();
        file
    };
    let files = [folded("many-a.folded", [900, 1_200]), folded("many-b.folded", [200, 500])];
    let text = compared_files(&files).text;
    assert!(text.starts_with("B has 1/3.00 of A’s samples ▼ −1,400 samples"), "{text}");
    let files = [folded("same-a.folded", [900, 1_200]), folded("same-b.folded", [910, 1_220])];
    let text = compared_files(&files).text;
    assert!(text.starts_with("B has about as many samples as A; "), "{text}");
    let file = folded("new-a.folded", [900, 1_200]);
    let other = written("new-b.folded", &serde_json::Value::Null);
    std::fs::write(&other, "main;login;hash 900\nmain;render;compile;parse 300\nmain;render 1200\n").unwrap();
    let text = compared_files(&[file, other]).text;
    assert!(
        text.contains(
            "\nrender now calls compile (new), which has most of its samples in parse: +300 samples"
        ),
        "{text}"
    );
}
