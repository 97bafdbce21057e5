//! Tests several runs per side.

use crate::support::{Call, compare, folder, json, plain, rows, text, write};
use serde_json::json as value;
use std::path::PathBuf;

/// Writes a run in which `work` takes the given time. The rest jitters by the run's number.
fn run(name: &str, file: &str, number: u64, work: u64) -> PathBuf {
    let jitter = number * 7 % 5;
    let calls: [Call; 3] =
        [(0, 2000 + jitter, "main"), (10, work + jitter, "work"), (1000, 400 - jitter, "rest")];
    let path = write(&folder(name), file, &calls);
    // Files with the same bytes count as one run.
    let spaces = " ".repeat(number as usize);
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + &spaces).unwrap();
    path
}

/// Writes runs of a side with the given times of `work`.
pub(crate) fn runs(name: &str, side: &str, works: &[u64]) -> Vec<PathBuf> {
    works
        .iter()
        .zip(0..)
        .map(|(&work, number)| run(name, &format!("{side}{number}.json"), number, work))
        .collect()
}

/// Returns the arguments for several runs.
pub(crate) fn several<'a>(a: &'a [PathBuf], b: &'a [PathBuf]) -> Vec<&'a str> {
    let paths = |runs: &'a [PathBuf]| runs.iter().map(|path| path.to_str().unwrap());
    ["--a"].into_iter().chain(paths(a)).chain(["--b"]).chain(paths(b)).collect()
}

#[test]
fn change_in_every_run_is_found_and_tested() {
    let a = runs("tested", "a", &[300, 305, 298, 302, 301]);
    let b = runs("tested", "b", &[500, 505, 498, 502, 501]);
    let json = json(&[], &several(&a, &b));
    assert_eq!(json["noise"]["kind"], "tested");
    // Five and five runs have 126 splits, up to mirror images.
    assert_eq!(json["noise"]["figures"], value!({ "level": 0.05, "splits": 126, "exact": true }));
    assert_eq!(rows(&json, "slower"), ["work (app/work.py) +200"]);
    let confidence = &json["ranking"]["slower"][0]["confidence"];
    assert!(confidence["p"].as_f64().unwrap() <= 0.05);
    let ratio = confidence["ratio"].as_f64().unwrap();
    assert!((1.6..1.7).contains(&ratio), "{ratio}");
    let text = plain(&text(&compare(&[], &several(&a, &b)).stdout));
    assert!(text.contains("5 and 5 runs: family-wise error 5.0 %"), "{text}");
    assert!(text.contains("confidence") && text.contains("p = 0.0"), "{text}");
}

#[test]
fn outlier_call_in_an_only_run_counts_in_full() {
    let a = runs("single", "a", &[300]);
    let b = runs("single", "b", &[500, 505, 498]);
    let noise = |a: &[PathBuf], b: &[PathBuf]| json(&[], &several(a, b))["noise"]["text"].clone();
    let said = "too few for a test; a change is significant if the runs don’t overlap";
    assert_eq!(
        noise(&a, &b),
        format!("1 and 3 runs: {said}; an outlier call in A’s only run counts in full")
    );
    assert_eq!(
        noise(&b, &a),
        format!("3 and 1 runs: {said}; an outlier call in B’s only run counts in full")
    );
    assert_eq!(noise(&b, &b), format!("3 and 3 runs: {said}"));
    let many = runs("single", "c", &[500; 20]);
    let said = "family-wise error 5.0\u{202f}% (exact permutation test, 21 splits); an outlier call in A’s only run counts in full";
    assert_eq!(noise(&a, &many), format!("1 and 20 runs: {said}"));
}

#[test]
fn copies_of_a_file_count_as_one_run() {
    let [a, b] = [("a", 300), ("b", 500)].map(|(side, work)| runs("copied", side, &[work]).remove(0));
    let copies = [&a, &b].map(|file| {
        let copy = file.with_extension("copy.json");
        std::fs::copy(file, &copy).unwrap();
        copy
    });
    let both = [[a.clone(), copies[0].clone()], [b.clone(), copies[1].clone()]];
    let output = compare(&[], &several(&both[0], &both[1]));
    assert_eq!(text(&output.stdout), text(&compare(&[a, b], &[]).stdout));
    let said = text(&output.stderr);
    assert_eq!(
        said.matches(" contain the same bytes. Diptych counts them as one run of ").count(),
        2,
        "{said}"
    );
}

#[test]
fn like_runs_show_no_change() {
    let a = runs("same", "a", &[300, 340, 298, 320, 301]);
    let b = runs("same", "b", &[310, 299, 335, 318, 305]);
    let json = json(&[], &several(&a, &b));
    for list in ["slower", "faster", "new", "gone"] {
        assert!(rows(&json, list).is_empty(), "{list}");
    }
}

#[test]
fn run_of_median_total_is_aligned() {
    // A total is the duration of `main`, which has the jitter 0, 2, 4, 1, 3. So the median is run 1 of five. Of B's
    // four runs (0, 2, 4, 1), it is the lower of the middle two, run 3.
    let a = runs("median", "a", &[300; 5]);
    let b = runs("median", "b", &[300; 4]);
    let json = json(&[], &several(&a, &b));
    let names = |side: &str| {
        let runs = json["runs"][side].as_array().unwrap().iter();
        runs.map(|run| run["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("a"), ["a1.json", "a0.json", "a2.json", "a3.json", "a4.json"]);
    assert_eq!(names("b"), ["b3.json", "b0.json", "b1.json", "b2.json"]);
    let text = text(&compare(&[], &several(&a, &b)).stdout);
    assert!(
        text.contains(
            "A  5 runs; single calls are matched in the run with the median total: a1.json, 3 calls"
        ),
        "{text}"
    );
    // Only these two runs are aligned.
    assert_eq!(json["alignment"]["matched"], 3);
}

#[test]
fn functions_of_all_runs_share_one_numbering() {
    let name = "numbering";
    let mut a = runs(name, "a", &[300; 3]);
    let extra: [Call; 2] = [(0, 2000, "main"), (10, 300, "aardvark")];
    a.push(write(&folder(name), "a3.json", &extra));
    let b = runs(name, "b", &[300; 4]);
    let json = json(&[], &several(&a, &b));
    assert_eq!(json["identity"]["functions"], value!({ "both": 3, "only_a": 1, "only_b": 0 }));
    assert_eq!(json["noise"]["kind"], "tested");
}

#[test]
fn several_runs_can_be_stored() {
    let a = runs("kept", "a", &[300, 305, 298, 302]);
    let b = runs("kept", "b", &[500, 505, 498, 502]);
    let kept = folder("kept").join("pair.diptych");
    let options = [&["--json", "-o", kept.to_str().unwrap()][..], &several(&a, &b)].concat();
    let said = text(&compare(&[], &options).stdout);
    assert_eq!(text(&compare(&[kept], &["--json"]).stdout), said);
    assert!(said.contains("\"tested\""), "{said}");
}

#[test]
fn two_runs_per_side_are_too_few() {
    let a = runs("few", "a", &[300, 305]);
    let b = runs("few", "b", &[500, 505]);
    let json = json(&[], &several(&a, &b));
    assert_eq!(json["noise"]["kind"], "too-few-runs");
    assert_eq!(rows(&json, "slower"), ["work (app/work.py) +200"]);
}
