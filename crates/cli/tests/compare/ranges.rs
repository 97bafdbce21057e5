//! Tests time ranges in place of whole runs, and the order of the lists.

use crate::support::{Call, compare, folder, json, pair, plain, printed, rows, text, write};
use serde_json::Value;
use std::path::PathBuf;

/// Returns a run in which each call of `work` takes 40 µs up to 400 µs, and 80 µs from then on.
fn run(name: &str) -> PathBuf {
    let mut calls: Vec<Call> = vec![(0, 1120, "main")];
    calls.extend((0..8).map(|round| (round * 50, 40, "work")));
    calls.extend((0..8).map(|round| (400 + round * 90, 80, "work")));
    write(&folder(name), "run.json", &calls)
}

/// Returns the output for ranges. Moments then count from the start of each range, which the command says.
fn in_ranges(files: &[PathBuf], options: &[&str]) -> String {
    let output = compare(files, options);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "diptych: moments count from the start of each range\n");
    text(&output.stdout)
}

#[test]
fn two_ranges_of_one_run_are_compared() {
    let run = run("two-ranges");
    let files = [run.clone(), run];
    let ranges = ["--range-a", "0..400us", "--range-b", "400us..1.12ms"];
    let json: Value = serde_json::from_str(&in_ranges(&files, &[&["--json"], &ranges[..]].concat())).unwrap();
    let total = |side: &str| &json["verdict"][format!("total_{side}_ns")];
    assert_eq!([total("a"), total("b")], [400_000.0, 720_000.0], "calls are cut at the ends");
    assert_eq!([&json["calls"]["a"], &json["calls"]["b"]], [9, 9]);
    assert_eq!(rows(&json, "slower"), ["work (app/work.py) +320"]);
    let report = plain(&in_ranges(&files, &ranges));
    assert!(report.contains("A  run.json (0 ns to 400 µs), 9 calls"), "{report}");
    assert!(report.contains("work takes 2.00× as long in the same 8 calls, in main: +320 µs"), "{report}");
    assert!(!report.contains("ends early"), "{report}");
}

#[test]
fn stored_ranges_print_as_they_were_compared() {
    let run = run("stored-range");
    let stored = run.with_file_name("pair.diptych");
    let files = [run.clone(), run];
    let range = ["--range-b", "400us..1120us", "--allow-incomplete"];
    let report = in_ranges(&files, &range);
    assert_eq!(
        in_ranges(&files, &[&range[..], &["--with-traces", "-o", stored.to_str().unwrap()]].concat()),
        report
    );
    assert_eq!(printed(&[stored], &["--allow-incomplete"]), report);
}

/// Returns a run of eight different steps. In B, a new call delays the steps from the third one on by 300 µs.
fn steps(name: &str) -> [PathBuf; 2] {
    let names = ["load", "parse", "check", "plan", "run", "sort", "save", "close"];
    let of = |late: u64| -> Vec<Call> {
        let start = |step: u64| step * 100 + if step > 1 { late } else { 0 };
        let mut calls: Vec<Call> = vec![(0, 900 + late, "main")];
        calls.extend((0..).zip(names).map(|(step, name)| (start(step), 80, name)));
        if late > 0 {
            calls.push((185, late, "wait"));
        }
        calls
    };
    let folder = folder(name);
    [write(&folder, "a.json", &of(0)), write(&folder, "b.json", &of(300))]
}

#[test]
fn a_single_range_takes_the_matching_part_of_the_other_side() {
    let files = steps("matching-range");
    for range in [["--range-a", "395us..600us"], ["--range-b", "695us..900us"]] {
        let report = plain(&in_ranges(&files, &range));
        assert!(report.contains("A  a.json (395 µs to 600 µs), 3 calls"), "{report}");
        assert!(report.contains("B  b.json (695 µs to 900 µs), 3 calls"), "{report}");
        assert!(report.contains("3 matched, 0 moved, 0 only in A, 0 only in B"), "{report}");
    }
    // Both given ranges stay as they are.
    let both = compare(&files, &["--range-a", "395us..600us", "--range-b", "0..200us"]);
    let report = plain(&text(&both.stdout));
    assert!(report.contains("B  b.json (0 ns to 200 µs)"), "{report}");
}

#[test]
fn impossible_ranges_are_refused() {
    let run = run("no-range");
    let path = run.to_str().unwrap().to_owned();
    let empty = compare(&[run.clone(), run], &["--range-b", "5ms..6ms"]);
    let said = "diptych: No call of B runs from 5.00 ms to 6.00 ms. run.json lasts 1.12 ms.";
    assert!(plain(&text(&empty.stderr)).contains(said), "{}", text(&empty.stderr));
    for (args, said) in [
        (
            vec!["--a", &path, "--b", &path, "x.json", "--range-a", "0..1ms"],
            "--range-a and --range-b need one run per side",
        ),
        (vec!["kept.diptych", "--range-a", "0..1ms"], "--range-a needs both traces"),
        (vec![&path, &path, "--range-a", "3ms..1ms"], "expected T0..T1 such as 10ms..12ms, T0 before T1"),
        (vec![&path, &path, "--range-b", "0..1"], "--range-b needs a unit, because B is measured in time"),
        (vec![&path, &path, "--range-a=-1ms..2ms"], "--range-a starts before A, which begins at 0"),
    ] {
        let output = compare(&[], &args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}

#[test]
fn lists_are_sorted_by_the_chosen_criterion() {
    let files = pair("sorted");
    let order = |sort: &str| {
        let json = json(&files, &["--sort", sort]);
        assert_eq!(json["ranking"]["sort"], sort);
        let largest = json["ranking"]["largest"].as_array().unwrap().iter();
        let names =
            largest.map(|row| row["function"].as_str().unwrap().split(' ').next().unwrap().to_owned());
        names.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(order("self"), "slow fast fresh old");
    assert_eq!(order("relative"), "fresh slow old fast");
    assert_eq!(order("inclusive"), "slow fast fresh old");
    let report = printed(&files, &["--sort", "relative"]);
    let place = |name: &str| report.rfind(name).unwrap();
    assert!(place("fresh.py") < place("slow.py") && place("slow.py") < place("old.py"), "{report}");
}
