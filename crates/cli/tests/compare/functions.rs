//! Tests the table of all functions, and lists and table with a focus.

use crate::support::{compare, json, pair, plain, printed, rows, text};
use serde_json::json as value;

#[test]
fn all_functions_as_text() {
    let expected = "\
A  a.json, 7 calls, chrome-json
B  b.json, 7 calls, chrome-json

8 functions; as recorded; files below app/
    change   self A   self B   B ÷ A  inclusive A  inclusive B  inclusive B ÷ A  calls A  calls B  function        file
   +370 µs   100 µs   470 µs   4.70×       100 µs       470 µs            4.70×        1        1  slow            slow.py
   −200 µs   300 µs   100 µs  1/3.00       300 µs       100 µs           1/3.00        1        1  fast            fast.py
  +80.0 µs     0 ns  80.0 µs     new         0 ns      80.0 µs              new        0        1  fresh           fresh.py
  −50.0 µs  50.0 µs     0 ns    gone      50.0 µs         0 ns             gone        1        0  old             old.py
     +0 ns   350 µs   350 µs   1.00×      1.00 ms      1.20 ms            1.20×        1        1  main            main.py
     +0 ns  20.0 µs  20.0 µs   1.00×      20.0 µs      20.0 µs            1.00×        1        1  first           first.py
     +0 ns   150 µs   150 µs   1.00×       200 µs       200 µs            1.00×        1        1  same            same.py
     +0 ns  30.0 µs  30.0 µs   1.00×      30.0 µs      30.0 µs            1.00×        1        1  second          second.py
                               1.08×                                      1.11×                    geometric mean
Geometric means over the functions that take time on both sides: 6 by self time, 6 by inclusive time.
";
    let files = pair("functions");
    assert_eq!(plain(&printed(&files, &["--functions"])), expected);
    let top = plain(&printed(&files, &["--functions", "--top", "1"]));
    assert!(
        top.contains("\nthe 1 of 8 functions with the largest change; as recorded; files below app/\n"),
        "{top}"
    );
    // The mean is over all functions.
    assert!(top.contains("1.08×") && top.contains("1.11×"), "{top}");
}

#[test]
fn all_functions_as_csv() {
    let expected = "\
function,file,a_calls,b_calls,a_self_ns,b_self_ns,self_ratio,a_inclusive_ns,b_inclusive_ns,inclusive_ratio
slow,app/slow.py,1,1,100000,470000,4.700000,100000,470000,4.700000
fast,app/fast.py,1,1,300000,100000,0.333333,300000,100000,0.333333
fresh,app/fresh.py,0,1,0,80000,,0,80000,
old,app/old.py,1,0,50000,0,,50000,0,
main,app/main.py,1,1,350000,350000,1.000000,1000000,1200000,1.200000
first,app/first.py,1,1,20000,20000,1.000000,20000,20000,1.000000
same,app/same.py,1,1,150000,150000,1.000000,200000,200000,1.000000
second,app/second.py,1,1,30000,30000,1.000000,30000,30000,1.000000
geometric mean,,,,,,1.077696,,,1.110946
";
    assert_eq!(printed(&pair("functions-csv"), &["--functions", "--csv"]), expected);
}

#[test]
fn all_functions_as_json() {
    let found = json(&pair("functions-json"), &["--functions", "--top", "2"]);
    let expected = value!([
        {
            "function": "slow (app/slow.py)", "a_calls": 1, "b_calls": 1,
            "a_self_ns": 100_000, "b_self_ns": 470_000, "self_ratio": 4.7,
            "a_inclusive_ns": 100_000, "b_inclusive_ns": 470_000, "inclusive_ratio": 4.7,
        },
        {
            "function": "fast (app/fast.py)", "a_calls": 1, "b_calls": 1,
            "a_self_ns": 300_000, "b_self_ns": 100_000, "self_ratio": 1.0 / 3.0,
            "a_inclusive_ns": 300_000, "b_inclusive_ns": 100_000, "inclusive_ratio": 1.0 / 3.0,
        },
    ]);
    assert_eq!(found["functions"], expected);
    assert_eq!(found["count"], 8);
    assert_eq!(found["normalisation"], "absolute");
    let mean = &found["geometric_mean"];
    assert_eq!(mean["functions"], value!({ "self": 6, "inclusive": 6 }));
    // The sixth root of 4.7 × ⅓, and of that times 1.2.
    let close = |key: &str, expected: f64| (mean[key].as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(close("self", (4.7f64 / 3.0).powf(1.0 / 6.0)), "{mean}");
    assert!(close("inclusive", (4.7f64 / 3.0 * 1.2).powf(1.0 / 6.0)), "{mean}");
}

#[test]
fn function_table_is_normalised_like_lists() {
    let files = pair("functions-normalised");
    let own = |normalise: &str| {
        let found = json(&files, &["--functions", "--top", "1", "--normalise", normalise]);
        let row = &found["functions"][0];
        ["a_self_ns", "b_self_ns"].map(|key| row[key].as_i64().unwrap())
    };
    let ranked = |normalise: &str| {
        let found = json(&files, &["--normalise", normalise]);
        let row = &found["ranking"]["slower"][0];
        ["a_ns", "b_ns"].map(|key| row[key].as_i64().unwrap())
    };
    for normalise in ["absolute", "per-total", "per-call"] {
        assert_eq!(own(normalise), ranked(normalise), "{normalise}");
    }
}

#[test]
fn focus_keeps_stacks_through_it() {
    let files = pair("focus");
    let focused = |options: &[&str]| json(&files, options);
    let only = focused(&["--focus", "s?*", "--ignore", "second"]);
    assert_eq!(rows(&only, "slower"), ["slow (app/slow.py) +370"]);
    assert!(rows(&only, "faster").is_empty() && rows(&only, "new").is_empty());
    assert_eq!(
        only["ranking"]["focus"],
        "calls of s?* and everything they call, without calls of second and everything they call"
    );
    // The verdict is still that of the whole runs. Only its cause is in the focus.
    let verdict = |found: &serde_json::Value| {
        let mut verdict = found["verdict"].clone();
        verdict["cause"].take();
        verdict
    };
    assert_eq!(verdict(&only), verdict(&focused(&[])));
    let without = focused(&["--ignore", "slow"]);
    assert!(rows(&without, "slower").is_empty());
    // Without `slow`, the rest became faster.
    let by_path = focused(&["--ignore", "app/slow.py", "--by", "path"]);
    assert!(rows(&by_path, "slower").is_empty());
    assert_eq!(rows(&by_path, "faster"), ["fast (app/fast.py) -200", "main (app/main.py) -170"]);

    let table = json(&files, &["--functions", "--focus", "same"]);
    let names: Vec<&str> =
        table["functions"].as_array().unwrap().iter().map(|row| row["function"].as_str().unwrap()).collect();
    let main = "main (app/main.py)";
    assert_eq!(names, ["first (app/first.py)", main, "same (app/same.py)", "second (app/second.py)"]);
    assert_eq!(table["functions"][1]["a_inclusive_ns"], 200_000);

    let said = plain(&printed(&files, &["--focus", "slow"]));
    assert!(said.contains("\nFocus          calls of slow and everything they call\n"), "{said}");
    let gate = compare(&files, &["--focus", "same", "--fail-if", "slower>5%"]);
    assert_eq!(gate.status.code(), Some(0));
    let nothing = compare(&files, &["--focus", "none*"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert_eq!(text(&nothing.stderr), "diptych: --focus none*: no function matches\n");
}
