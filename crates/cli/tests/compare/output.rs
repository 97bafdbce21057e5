//! Tests the output for a pair of traces.

use crate::support::{
    A, PAIR_LISTS, compare, examples, folder, json, pair, plain, printed, rows, text, write,
};
use serde_json::{Value, json as value};
use std::path::PathBuf;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_has_the_promised_keys() {
    let json = json(&pair("keys"), &[]);
    let promised = ["verdict", "calls", "alignment", "similarity", "groups", "ranking"];
    assert!(promised.iter().all(|key| keys(&json).contains(key)), "{:?}", keys(&json));
    assert_eq!(keys(&json["calls"]), ["a", "b"]);
    assert_eq!(
        keys(&json["alignment"]),
        ["matched", "matched_time_a", "matched_time_b", "moved_a", "moved_b", "only_a", "only_b", "unit"]
    );
    for key in ["tau", "distinct_a", "distinct_b", "class_pairs", "call_pairs"] {
        assert!(json["similarity"][key].is_number(), "{key}");
    }
    for key in ["normalisation", "noise_floor", "slower", "faster", "new", "gone"] {
        assert!(!json["ranking"][key].is_null(), "{key}");
    }
    let row = &json["ranking"]["slower"][0];
    for key in
        ["function", "path", "a_ns", "b_ns", "delta_ns", "a_calls", "b_calls", "overweight", "responsibility"]
    {
        assert!(!row[key].is_null(), "{key}");
    }
}

#[test]
fn json_contains_the_planted_changes() {
    let json = json(&pair("values"), &[]);
    assert_eq!(json["calls"], value!({ "a": 7, "b": 7 }));
    // `first` and `second` are exchanged, `old` is gone, and `fresh` is new.
    let expected = value!({
        "matched": 5, "moved_a": 1, "moved_b": 1, "only_a": 1, "only_b": 1,
        "matched_time_a": 950_000, "matched_time_b": 1_120_000, "unit": "calls",
    });
    assert_eq!(json["alignment"], expected);
    assert_eq!(rows(&json, "slower"), ["slow (app/slow.py) +370"]);
    assert_eq!(rows(&json, "faster"), ["fast (app/fast.py) -200"]);
    assert_eq!(rows(&json, "new"), ["fresh (app/fresh.py) +80"]);
    assert_eq!(rows(&json, "gone"), ["old (app/old.py) -50"]);
    let split = |list: &str| {
        let row = &json["ranking"][list][0];
        ["by_calls_ns", "by_length_ns"].map(|key| row[key].as_i64().unwrap())
    };
    assert_eq!([split("slower"), split("faster")], [[0, 370_000], [0, -200_000]]);
    assert_eq!([split("new"), split("gone")], [[80_000, 0], [-50_000, 0]]);
    let row = &json["ranking"]["slower"][0];
    assert_eq!(row["path"], value!(["main (app/main.py)", "slow (app/slow.py)"]));
    assert_eq!((row["a_ns"].as_i64(), row["b_ns"].as_i64()), (Some(100_000), Some(470_000)));
    assert_eq!((row["a_calls"].as_u64(), row["b_calls"].as_u64()), (Some(1), Some(1)));
    // The whole run grew by a fifth, this function by 370 %.
    assert_eq!(row["overweight"].as_f64(), Some(18.5));
    assert_eq!(row["responsibility"].as_f64(), Some(1.85));
    assert_eq!(json["ranking"]["noise_floor"], value!({ "percent": 5.0, "ns": 10_000 }));
    assert_eq!(json["ranking"]["normalisation"], "absolute");
    assert_eq!(json["identity"]["functions"], value!({ "both": 6, "only_a": 1, "only_b": 1 }));
    // The sets are {main and all}, {slow}, {fast}, {old}, {same, first, second}, {first}, {second}. Similar pairs:
    // slow, fast, same, first and second with themselves; main with main (6 of 8) and, both ways, with same (3 of 7);
    // first and second with same (1 of 3), both ways.
    let similarity = &json["similarity"];
    assert_eq!((similarity["distinct_a"].as_u64(), similarity["distinct_b"].as_u64()), (Some(7), Some(7)));
    assert_eq!((similarity["class_pairs"].as_u64(), similarity["call_pairs"].as_u64()), (Some(12), Some(12)));
    assert_eq!(json["verdict"]["ratio"].as_f64(), Some(1.2));
    assert_eq!(json["verdict"]["comparable"], true);
    assert!(json["groups"].as_u64().unwrap() > 0);
}

#[test]
fn json_splits_change_into_more_and_longer_calls() {
    let folder = folder("split");
    let a = write(&folder, "a.json", &[(0, 1000, "main"), (10, 100, "work"), (200, 100, "work")]);
    let calls =
        [(0, 2000, "main"), (10, 300, "work"), (400, 300, "work"), (800, 300, "work"), (1200, 300, "work")];
    let b = write(&folder, "b.json", &calls);
    let split = |files: [&PathBuf; 2], list: &str, options: &[&str]| {
        let json = json(&files.map(Clone::clone), options);
        let rows = json["ranking"][list].as_array().unwrap();
        let row = rows.iter().find(|row| row["function"] == "work (app/work.py)").unwrap();
        let parts = ["delta_ns", "by_calls_ns", "by_length_ns"].map(|key| row[key].as_i64().unwrap());
        (parts, row["reason"].as_str().unwrap().to_owned())
    };
    let said = |parts: [i64; 3], reason: &str| (parts, reason.to_owned());
    // Two calls of 100 µs become four of 300 µs: two more of 200 µs each, and three, the mean number, longer by 200 µs.
    let both = said([1_000_000, 400_000, 600_000], "more and longer calls");
    assert_eq!(split([&a, &b], "slower", &[]), both);
    let back = said([-1_000_000, -400_000, -600_000], "fewer and shorter calls");
    assert_eq!(split([&b, &a], "faster", &[]), back);
    let per_call = said([600_000, 0, 600_000], "longer calls");
    assert_eq!(split([&a, &b], "slower", &["--normalise", "per-call"]), per_call);
    // The reason names only the larger part if it is at least twice the other: three calls of 500 µs, six of 90 µs.
    let longer: Vec<_> = (0..3).map(|call| (10 + 600 * call, 500, "work")).collect();
    let longer = write(&folder, "longer.json", &[&[(0, 2000, "main")][..], &longer].concat());
    assert_eq!(split([&a, &longer], "slower", &[]), said([1_300_000, 300_000, 1_000_000], "longer calls"));
    let more: Vec<_> = (0..6).map(|call| (10 + 200 * call, 90, "work")).collect();
    let more = write(&folder, "more.json", &[&[(0, 2000, "main")][..], &more].concat());
    assert_eq!(split([&a, &more], "slower", &[]), said([340_000, 380_000, -40_000], "more calls"));
}

#[test]
fn options_change_the_output() {
    let files = pair("options");
    let of = |options: &[&str]| json(&files, options);
    assert_eq!(of(&["--tau", "1"])["similarity"]["call_pairs"], 5);
    assert_eq!(of(&["--measure", "multiset"])["similarity"]["measure"], "multiset");
    assert_eq!(of(&["--lanes", "name"])["lanes"]["by"], "name");
    let floor = of(&["--floor-us", "250.5", "--floor-percent", "1"]);
    assert_eq!(floor["ranking"]["noise_floor"], value!({ "percent": 1.0, "ns": 250_500 }));
    assert!(rows(&floor, "faster").is_empty());
    let per_total = of(&["--normalise", "per-total"]);
    // With equal totals, 100 of 1,000 are 110 of 1,100, and 470 of 1,200 are 430.8.
    assert_eq!(per_total["ranking"]["normalisation"], "per-total");
    assert_eq!(rows(&per_total, "slower"), ["slow (app/slow.py) +320"]);
    let by_path = of(&["--by", "path"]);
    assert_eq!(by_path["ranking"]["by"], "path");
    // `slow` alone explains that `main` takes longer.
    assert_eq!(rows(&by_path, "slower"), ["slow (app/slow.py) +370", "main (app/main.py) +200"]);
    let main = &by_path["ranking"]["slower"][1];
    assert_eq!(
        (&main["stands_out"], &main["reason"]),
        (&value!(false), &value!("all its change is in one callee"))
    );
    let top = of(&["--top", "0"]);
    assert!(rows(&top, "slower").is_empty());
    assert_eq!(top["ranking"]["counts"]["slower"], 1);
}

#[test]
fn text_contains_the_planted_changes() {
    let said = plain(&printed(&pair("text"), &[]));
    let expected = "\
A  a.json, 7 calls, chrome-json
B  b.json, 7 calls, chrome-json

B is 1.20× as long as A ▲ +200 µs; 95 % of A’s time is in calls that B makes too; 1 function only in B; 1 function only in A; 1 call moved
The only call of slow takes 470 µs instead of 100 µs, in main: +370 µs. The whole run changed by +200 µs. Against that, the only call of fast takes 100 µs instead of 300 µs, in main: −200 µs

Same name      6 functions on both sides, with 86 % of A’s calls (95 % of its time) and 86 % of B’s (93 %)
Lanes          1 pair
Matched calls  5 matched, 1 moved, 1 only in A, 1 only in B
Noise          One run per side: noise is how much calls vary within a run
Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs; a new or gone function includes others below it, as far as the other side lacks them
Files          below app/

";
    assert_eq!(said, expected.to_owned() + PAIR_LISTS);
}

#[test]
fn markdown_has_headings_and_tables() {
    let text = plain(&printed(&pair("markdown"), &["--markdown", "--top", "1"]));
    let expected = "\
## B is 1.20× as long as A ▲ +200 µs; 95 % of A’s time is in calls that B makes too; 1 function only in B; 1 function only in A; 1 call moved

The only call of slow takes 470 µs instead of 100 µs, in main: +370 µs. The whole run changed by +200 µs. Against that, the only call of fast takes 100 µs instead of 300 µs, in main: −200 µs

* **A**: a.json, 7 calls, chrome-json
* **B**: b.json, 7 calls, chrome-json
* Same name: 6 functions on both sides, with 86 % of A’s calls (95 % of its time) and 86 % of B’s (93 %)
* Lanes: 1 pair
* Matched calls: 5 matched, 1 moved, 1 only in A, 1 only in B
* Noise: One run per side: noise is how much calls vary within a run
* Listed: self time by function, as recorded; only changes above 5.0 % and 10.0 µs; a new or gone function includes others below it, as far as the other side lacks them
* Files: below app/

### Where the time went: inclusive, by call path

* **+200 µs** `main` `main.py` (1.00 ms → 1.20 ms), matched calls take 1.18× as long (+170 µs)
  * **+370 µs** `slow` `slow.py` (100 µs → 470 µs), more than its caller’s +200 µs, matched calls take 4.70× as long
  * **−200 µs** `fast` `fast.py` (300 µs → 100 µs), against its caller’s +200 µs, matched calls take 1/3.00 of the time
  * **+80.0 µs** `fresh` `fresh.py` (0 ns → 80.0 µs), new, 1 call, 40 % of its caller’s change
  * **−50.0 µs** `old` `old.py` (50.0 µs → 0 ns), gone, 1 call, against its caller’s +200 µs

### Largest changes, by self time: 4 changes, largest 1 shown

| change | relative | A | B | calls A | calls B | per call A | per call B | reason | function | file |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- | --- |
| +370 µs | +370 % | 100 µs | 470 µs | 1 | 1 | 100 µs | 470 µs | longer calls; all functions together +20 % | `slow` | `slow.py` |
";
    assert_eq!(text, expected);
}

#[test]
fn run_equals_itself() {
    let [a, _] = examples();
    let files = [a.clone(), a];
    let json = json(&files, &[]);
    let [matched, calls] = [&json["alignment"]["matched"], &json["calls"]["a"]];
    assert_eq!(matched, calls);
    for list in ["slower", "faster", "new", "gone"] {
        assert!(rows(&json, list).is_empty(), "{list}");
    }
    for options in [&[][..], &["--markdown"]] {
        let text = plain(&printed(&files, options));
        let said =
            "No function changed by more than the noise floor. All 9,870 calls match one to one, in order.";
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn equal_files_give_equal_bytes() {
    let files = examples();
    for options in [&["--json"][..], &[], &["--markdown"], &["--json", "--by", "path", "--measure", "time"]] {
        assert_eq!(printed(&files, options), printed(&files, options), "{options:?}");
    }
}

#[test]
fn unlike_sides_warn_and_exit_with_4() {
    let folder = folder("warning");
    let a = write(&folder, "a.json", A);
    let b = write(&folder, "b.json", &[(0, 900, "other"), (10, 50, "program")]);
    let files = [a, b];
    let said = "The two sides have no function in common.";
    let allowed = |options: &[&str]| plain(&printed(&files, &[&["--allow-unlike"], options].concat()));
    assert!(allowed(&[]).contains(&format!("Warning: {said}")));
    let json = json(&files, &["--allow-unlike"]);
    assert_eq!(json["verdict"]["comparable"], false);
    assert!(plain(json["verdict"]["warning"].as_str().unwrap()).starts_with(said));
    assert!(allowed(&["--markdown"]).contains(&format!("> **Warning:** {said}")));

    let output = compare(&files, &["--fail-if", "new>0"]);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(plain(&text(&output.stdout)), allowed(&[]), "the comparison is printed all the same");
    assert_eq!(
        plain(&text(&output.stderr)),
        "\
diptych: --fail-if 'new>0': 1 new function
diptych: --fail-if 'new>0': other (app/other.py) is new: +900 µs
diptych: may not be comparable: The two sides have no function in common. Names may differ by a prefix or a \
build number, or these are different programs. Pass --allow-unlike to compare anyway.
"
    );
    let output = compare(&files, &["--fail-if", "new>0", "--allow-unlike"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn hostile_names_stay_text() {
    let folder = folder("hostile");
    let a = write(&folder, "a.json", &[(0, 1000, "main")]);
    let b = write(&folder, "b.json", &[(0, 1000, "main"), (10, 500, "a|`b`\\u001b[31m<img>")]);
    let files = [a, b];
    let text = printed(&files, &[]);
    assert!(!text.contains('\u{1b}') && text.contains("a|`b`\u{fffd}[31m<img>"), "{text}");
    let markdown = printed(&files, &["--markdown"]);
    assert!(markdown.contains("| ``a\\|`b`\u{fffd}[31m<img>`` |"), "{markdown}");
    // In data for programs, such characters are escaped or replaced, so that a terminal can show them.
    let b = write(&folder, "b.json", &[(0, 1000, "main"), (10, 500, "evil\\u001b[31m\\u202e\\u0085cba")]);
    let files = [files[0].clone(), b];
    let json = printed(&files, &["--json"]);
    assert!(json.contains("evil\\u001b[31m\\u202e\\u0085cba"), "{json}");
    let parsed: Value = serde_json::from_str(&json).unwrap();
    let function = parsed["ranking"]["new"][0]["function"].as_str().unwrap();
    assert!(function.starts_with("evil\u{1b}[31m\u{202e}\u{85}cba ("), "{function}");
    let csv = printed(&files, &["--functions", "--csv"]);
    assert!(csv.contains("evil\u{fffd}[31m\u{fffd}\u{fffd}cba"), "{csv}");
    // A reason can name another function.
    assert!(markdown.contains(r"; now calls a\|\`b\`") && !markdown.contains("31m<img>, 500"), "{markdown}");
}

#[test]
fn hostile_names_of_threads_stay_text() {
    let folder = folder("hostile-threads");
    let thread = |tid: u32, name: &str| {
        format!(r#"{{"ph":"M","pid":1,"tid":{tid},"name":"thread_name","args":{{"name":"{name}"}}}}"#)
    };
    let call = |tid: u32, (start, length, name): (u32, u32, &str)| {
        format!(r#"{{"ph":"X","pid":1,"tid":{tid},"ts":{start},"dur":{length},"name":"{name}"}}"#)
    };
    // `fib` calls itself, and continues in a second thread in B.
    let file = |name: &str, tid: u32| {
        let mut events = vec![thread(1, "main"), thread(2, "\\u001b[31mred\\n\\u202e")];
        events.push(call(1, (0, 9_000, "run")));
        events.push(call(1, (100, 2_000, "load")));
        events.extend((0..4).map(|depth| call(tid, (4_000 + depth, 4_000 - 2 * depth, "fib"))));
        let path = folder.join(name);
        std::fs::write(&path, format!(r#"{{"traceEvents":[{}]}}"#, events.join(","))).unwrap();
        path
    };
    let text = printed(&[file("a.json", 1), file("b.json", 2)], &[]);
    let shown = "\u{fffd}[31mred\u{fffd}\u{fffd}";
    assert!(
        text.contains(&format!("1 call of fib now runs on {shown} instead of main: it takes ")),
        "{text}"
    );
    assert!(text.contains(&format!("moved to {shown}")) && !text.contains(['\u{1b}', '\u{202e}']), "{text}");
}

#[test]
fn rows_have_the_value_that_they_are_sorted_by() {
    let files = pair("sort-values");
    for key in ["self", "inclusive", "per-call", "relative", "run", "calls"] {
        let found = json(&files, &["--sort", key]);
        for list in ["largest", "slower", "faster", "new", "gone"] {
            let rows = found["ranking"][list].as_array().unwrap();
            let values = |stands_out: bool| -> Vec<f64> {
                let rows = rows.iter().filter(|row| row["stands_out"] == stands_out);
                // `null` is the infinite growth of a new function, and an unknown growth beyond the run.
                let none = if key == "run" { f64::NEG_INFINITY } else { f64::INFINITY };
                rows.map(|row| row["sort_value"].as_f64().unwrap_or(none)).collect()
            };
            for values in [values(true), values(false)] {
                assert!(values.is_sorted_by(|x, y| x >= y), "{key} {list}: {values:?}");
            }
        }
    }
    let by_inclusive = json(&files, &["--sort", "inclusive"]);
    let row = &by_inclusive["ranking"]["slower"][0];
    assert_eq!((&row["function"], &row["sort_value"]), (&"slow (app/slow.py)".into(), &370_000.0.into()));
}
