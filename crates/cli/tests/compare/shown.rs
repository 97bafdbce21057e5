//! Tests the first page word for word: an outlier call, drift, changes that cancel, unlike programs, known changes.

use crate::support::{Call, PAIR_LISTS, compare, folder, json, plain, text, write};
use std::path::{Path, PathBuf};

/// Returns the first page, the exit code and standard error. Of the facts, only `Listed` stays.
pub(crate) fn first_page(files: &[PathBuf], options: &[&str]) -> (String, Option<i32>, String) {
    let output = compare(files, options);
    let said = plain(&text(&output.stdout));
    let facts = ["Same name ", "Lanes ", "Matched calls ", "Noise ", "Files "];
    let kept = said.lines().filter(|line| !facts.iter().any(|fact| line.starts_with(fact)));
    let page = kept.fold(String::new(), |page, line| page + line + "\n");
    (page, output.status.code(), plain(&text(&output.stderr)))
}

pub(crate) fn written(name: &str, a: &[Call], b: &[Call]) -> [PathBuf; 2] {
    let folder = folder(name);
    [write(&folder, "a.json", a), write(&folder, "b.json", b)]
}

/// Returns consecutive calls within `main`.
fn in_main(calls: &[(u64, &'static str)]) -> Vec<Call> {
    let mut at = 10;
    let mut all: Vec<Call> = Vec::new();
    for &(duration, name) in calls {
        all.push((at, duration, name));
        at += duration + 1;
    }
    all.insert(0, (0, at + 10, "main"));
    all
}

#[test]
fn outlier_call_leads_the_list() {
    let run = |pause: u64| {
        let mut calls = vec![(10, "work"); 60];
        calls[40].0 += pause;
        calls.extend([(20, "rest"); 30]);
        in_main(&calls)
    };
    let files = written("shown-pause", &run(0), &run(4000));
    let expected = "\
A  a.json, 91 calls, chrome-json
B  b.json, 91 calls, chrome-json

B is 4.05× as long as A ▲ +4.00 ms; 100 % of A’s time is in calls that B makes too
One call of work in main takes 4.01 ms in B (it starts at 450 µs, the other calls take about 10.0 µs): +4.00 ms of the run’s +4.00 ms

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs

Where the time went: inclusive, by call path
  change         A        B  function                                       file
  +4.00 ms  600 µs  4.60 ms  work      including outlier call: 4.00 ms (B)  work.py

Largest changes, by self time: 1 change
    change  relative        A        B  calls A  calls B  per call A  per call B  reason                  function  file
  +4.00 ms      ×401  10.0 µs  4.01 ms       60  1 of 60     10.0 µs     4.01 ms  1 call, in B at 450 µs  work      work.py
";
    let (page, code, said) = first_page(&files, &["--fail-if", "slower>5%"]);
    assert_eq!((page.as_str(), code, said.as_str()), (expected, Some(0), ""));
    let found = json(&files, &[]);
    let row = &found["ranking"]["slower"][0];
    assert_eq!(row["function"], "work (app/work.py)");
    assert_eq!(
        (&row["stands_out"], &row["reason"]),
        (&false.into(), &"no change apart from single slow calls".into())
    );
    let parts = ["delta_ns", "by_calls_ns", "by_length_ns", "by_few_calls_ns"];
    assert_eq!(parts.map(|part| row[part].as_i64().unwrap()), [4_000_000, 0, 0, 4_000_000]);
    assert_eq!(row["call_b"], serde_json::json!({ "median_ns": 10_000, "p99_ns": 4_010_000 }));
    let pause = &found["ranking"]["pauses"][0];
    assert_eq!((&pause["side"], &pause["self_ns"]), (&"b".into(), &4_010_000.into()));
    // With the sides exchanged, it is in A.
    let [a, b] = files;
    assert_eq!(json(&[b, a], &[])["ranking"]["pauses"][0]["side"], "a");
}

#[test]
fn single_call_must_exceed_twice_the_longest_outlier() {
    let run = |boot: u64, pause: u64| {
        let mut calls = vec![(boot, "boot")];
        calls.extend([(10, "work"); 60]);
        calls[40].0 += pause;
        in_main(&calls)
    };
    let reason = |name: &str, boot: u64| {
        let files = written(name, &run(500, 0), &run(boot, 4000));
        let found = json(&files, &[]);
        let rows = found["ranking"]["slower"].as_array().unwrap();
        let row = rows.iter().find(|row| row["function"] == "boot (app/boot.py)").unwrap();
        (row["stands_out"].as_bool().unwrap(), row["reason"].as_str().unwrap().to_owned())
    };
    assert_eq!(reason("shown-once", 8400), (false, "within call-to-call variation".to_owned()));
    assert_eq!(reason("shown-once-more", 8600), (true, "longer calls".to_owned()));
}

/// Returns 240 calls of twelve functions in turn, each `step` longer than the function before. `speed` is in per cent.
fn twelve_functions(speed: u64, step: u64) -> Vec<(u64, &'static str)> {
    const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let call = |call: u64| {
        let of = call % 12;
        ((100 + step * of + call % 5) * speed / 100, NAMES[of as usize])
    };
    (0..240).map(call).collect()
}

#[test]
fn uniform_drift_makes_nothing_significant() {
    let run = |speed: u64| in_main(&twelve_functions(speed, 40));
    let files = written("shown-drift", &run(100), &run(121));
    let expected = "\
A  a.json, 241 calls, chrome-json
B  b.json, 241 calls, chrome-json

B is 1.21× as long as A ▲ +16.1 ms; 100 % of A’s time is in calls that B makes too
A typical function is 21 % slower in B (self time of 12 functions), often because of the machine or the build. No function differs significantly from that.
No function changed significantly, but the whole run did. 12 changes above the noise floor are counted below with their reasons. All 241 calls match one to one, in order.

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs

Where the time went: inclusive, by call path (no function changed significantly)
  change            A        B  function                                                                  file
  +16.1 ms    77.5 ms  93.7 ms  main      matched calls take 1.21× as long                                main.py
    +2.27 ms  10.8 ms  13.1 ms    l       14 % of its caller’s change, matched calls take 1.21× as long   l.py
    +2.10 ms  10.0 ms  12.1 ms    k       13 % of its caller’s change, matched calls take 1.21× as long   k.py
    +1.93 ms  9.24 ms  11.2 ms    j       12 % of its caller’s change, matched calls take 1.21× as long   j.py
    +1.76 ms  8.44 ms  10.2 ms    i       11 % of its caller’s change, matched calls take 1.21× as long   i.py
    +1.60 ms  7.64 ms  9.24 ms    h       9.9 % of its caller’s change, matched calls take 1.21× as long  h.py
    +1.43 ms  6.84 ms  8.27 ms    g       8.9 % of its caller’s change, matched calls take 1.21× as long  g.py
    +1.26 ms  6.04 ms  7.30 ms    f       7.8 % of its caller’s change, matched calls take 1.21× as long  f.py
    +1.09 ms  5.24 ms  6.33 ms    e       6.8 % of its caller’s change, matched calls take 1.21× as long  e.py
    +924 µs   4.44 ms  5.36 ms    d       5.7 % of its caller’s change, matched calls take 1.21× as long  d.py

Largest changes, by self time: nothing significant
  12 more are not significant: 6 functions (in line with the whole run), 6 functions (within call-to-call variation)
";
    let (page, code, _) = first_page(&files, &[]);
    assert_eq!((page.as_str(), code), (expected, Some(0)));
}

#[test]
fn change_beyond_drift_may_have_the_other_sign() {
    let run = |speed: u64, bulk: u64| {
        let mut calls = twelve_functions(speed, 4);
        calls.push((bulk, "bulk"));
        in_main(&calls)
    };
    let files = written("shown-beyond", &run(100, 40_000), &run(250, 12_000));
    let expected = "\
A  a.json, 242 calls, chrome-json
B  b.json, 242 calls, chrome-json

B is 1.24× as long as A ▲ +16.6 ms; 100 % of A’s time is in calls that B makes too
A typical function takes 2.50× as long in B. The only call of bulk takes 12.0 ms instead of 40.0 ms, in main: −28.0 ms. The run itself is 16.6 ms longer
The change of a typical function (self time of 12 functions) is often because of the machine or the build. At equal speed, B takes 1/2.02 of A’s time.

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs

Where the time went: inclusive, by call path
  change            A        B  function                                                                        file
  +16.6 ms    70.0 ms  86.6 ms  main      matched calls take 1.24× as long                                      main.py
    −28.0 ms  40.0 ms  12.0 ms    bulk    against its caller’s +16.6 ms, matched calls take 1/3.33 of the time  bulk.py
    +4.38 ms  2.92 ms  7.30 ms    l       26 % of its caller’s change, matched calls take 2.50× as long         l.py
    +4.26 ms  2.84 ms  7.10 ms    k       26 % of its caller’s change, matched calls take 2.50× as long         k.py
    +4.14 ms  2.76 ms  6.90 ms    j       25 % of its caller’s change, matched calls take 2.50× as long         j.py
    +4.02 ms  2.68 ms  6.70 ms    i       24 % of its caller’s change, matched calls take 2.50× as long         i.py
    +3.90 ms  2.60 ms  6.50 ms    h       23 % of its caller’s change, matched calls take 2.50× as long         h.py
    +3.78 ms  2.52 ms  6.30 ms    g       23 % of its caller’s change, matched calls take 2.50× as long         g.py
    +3.66 ms  2.44 ms  6.10 ms    f       22 % of its caller’s change, matched calls take 2.50× as long         f.py
    +3.54 ms  2.36 ms  5.90 ms    e       21 % of its caller’s change, matched calls take 2.50× as long         e.py
    +3.42 ms  2.28 ms  5.70 ms    d       21 % of its caller’s change, matched calls take 2.50× as long         d.py
    +3.30 ms  2.20 ms  5.50 ms    c       20 % of its caller’s change, matched calls take 2.50× as long         c.py

Largest changes, by self time: 1 change
    change  relative        A        B  calls A  calls B  per call A  per call B  reason         function  file
  −28.0 ms     −70 %  40.0 ms  12.0 ms        1        1     40.0 ms     12.0 ms  shorter calls  bulk      bulk.py
  12 more are not significant: 6 functions (in line with the whole run), 6 functions (within call-to-call variation)
";
    let (page, code, _) = first_page(&files, &["--top", "2"]);
    assert_eq!((page.as_str(), code), (expected, Some(0)));
}

#[test]
fn cause_names_what_outweighed_the_largest_change() {
    let run = |bulk: u64, load: u64, store: u64| in_main(&[(bulk, "bulk"), (load, "load"), (store, "store")]);
    let files = written("shown-outweighed", &run(40_000, 2_000, 1_000), &run(12_000, 25_000, 12_000));
    let (page, _, _) = first_page(&files, &[]);
    let cause = "The only call of load takes 25.0 ms instead of 2.00 ms, in main: +23.0 ms. \
        The whole run changed by +6.00 ms. \
        Against that, the only call of bulk takes 12.0 ms instead of 40.0 ms, in main: −28.0 ms\n";
    assert!(page.contains(cause), "{page}");
}

#[test]
fn lines_show_calls_and_distinguishing_callers() {
    // `execute` runs statements. One of them makes its step in a copy.
    let run = |copy: u64, single: u64, count: u64| -> Vec<Call> {
        let mut calls: Vec<Call> = vec![(0, 40_000, "main"), (10, 39_000, "shell")];
        calls.push((20, copy + 60, "execute"));
        calls.extend([(30, copy + 40, "vacuum"), (40, copy + 20, "copy"), (50, copy, "step")]);
        for number in 0..count {
            let at = 20_000 + 2_000 * number;
            calls.extend([(at, 1_000 + single, "execute"), (at + 10, single, "step")]);
        }
        calls
    };
    let files = written("shown-callers", &run(9_000, 200, 6), &run(7_000, 500, 5));
    let expected = "\
A  a.json, 18 calls, chrome-json
B  b.json, 16 calls, chrome-json

B is as long as A; 97 % of A’s time is in calls that B makes too
execute is called 6 instead of 7 times, by shell: −1.00 ms (self time). The whole run did not change

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs

Where the time went: inclusive, by call path
  change            A        B  function                                                                                                         file
  −1.70 ms    16.3 ms  14.6 ms  execute                 7 → 6 calls, matched calls take 0.967× as long (−500 µs)                                 execute.py
    −2.00 ms  9.00 ms  7.00 ms    vacuum › copy › step  more than its caller’s −1.70 ms, matched calls take 0.778× as long                       step.py
    +1.30 ms  1.20 ms  2.50 ms    step                  6 → 5 calls, against its caller’s −1.70 ms, matched calls take 2.50× as long (+1.50 ms)  step.py

Largest changes, by self time: 2 changes, none shown
  1 more is not significant: within call-to-call variation
";
    let (page, code, _) = first_page(&files, &["--top", "0"]);
    assert_eq!((page.as_str(), code), (expected, Some(0)));
    let markdown = plain(&text(&compare(&files, &["--markdown"]).stdout));
    assert!(
        markdown.contains(
            "  * **−2.00 ms** `vacuum › copy › step` `step.py` (9.00 ms → 7.00 ms), more than its caller’s −1.70 ms"
        ),
        "{markdown}"
    );
}

#[test]
fn cancelling_changes_are_both_shown() {
    let run = |parse: u64, render: u64| -> Vec<Call> {
        vec![
            (0, 300_000, "main"),
            (10, 290_000, "run"),
            (20, parse, "parse"),
            (30, parse - 20, "read"),
            (parse + 100, render, "render"),
            (parse + 110, render - 20, "write"),
        ]
    };
    let files = written("shown-cancel", &run(100_000, 100_000), &run(166_000, 73_000));
    let expected = "\
A  a.json, 6 calls, chrome-json
B  b.json, 6 calls, chrome-json

B is as long as A; 100 % of A’s time is in calls that B makes too
The only call of read takes 166 ms instead of 100 ms, in parse: +66.0 ms. The whole run did not change. Against that, the only call of run takes 51.0 ms instead of 90.0 ms (self time), in main: −39.0 ms

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs

Where the time went: inclusive, by call path
  change         A        B  function                                     file
  +66.0 ms  100 ms   166 ms  read      matched calls take 1.66× as long   read.py
  −27.0 ms  100 ms  73.0 ms  write     matched calls take 0.730× as long  write.py

Largest changes, by self time: 3 changes
    change  relative        A        B  calls A  calls B  per call A  per call B  reason         function  file
  +66.0 ms     +66 %   100 ms   166 ms        1        1      100 ms      166 ms  longer calls   read      read.py
  −39.0 ms     −43 %  90.0 ms  51.0 ms        1        1     90.0 ms     51.0 ms  shorter calls  run       run.py
  −27.0 ms     −27 %   100 ms  73.0 ms        1        1      100 ms     73.0 ms  shorter calls  write     write.py
";
    let (page, code, _) = first_page(&files, &[]);
    assert_eq!((page.as_str(), code), (expected, Some(0)));
    let phases = &json(&files, &[])["ranking"]["phases"];
    let deltas: Vec<i64> =
        phases.as_array().unwrap().iter().map(|of| of["delta_ns"].as_i64().unwrap()).collect();
    assert_eq!(deltas, [66_000_000, -27_000_000]);
}

#[test]
fn unlike_programs_are_reported() {
    let a = in_main(&[(100, "load"), (200, "parse"), (300, "emit")]);
    let b: Vec<Call> = [(0, 900, "boot"), (10, 200, "fetch"), (300, 500, "draw")].to_vec();
    let files = written("shown-unlike", &a, &b);
    let expected = "\
A  a.json, 4 calls, chrome-json
B  b.json, 3 calls, chrome-json

B is 1.44× as long as A ▲ +277 µs; 0 % of A’s time is in calls that B makes too; 3 functions only in B; 4 functions only in A
Warning: The two sides have no function in common. Names may differ by a prefix or a build number, or these are different programs.

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs; a new or gone function includes others below it, as far as the other side lacks them

Where the time went: inclusive, by call path
  change        A       B  function                file
  +900 µs    0 ns  900 µs  boot      new, 1 call   boot.py
  −623 µs  623 µs    0 ns  main      gone, 1 call  main.py

Largest changes, by self time: 2 changes
   change  relative       A       B  calls A  calls B  per call A  per call B  reason                                function  file
  +900 µs       new    0 ns  900 µs        0        1                  900 µs  new, with 2 new functions below it    boot      boot.py
  −623 µs      gone  623 µs    0 ns        1        0      623 µs              gone, with 3 gone functions below it  main      main.py
  5 more are not significant: 3 functions (below another function only in A), 2 functions (below another function only in B)
";
    let (page, code, said) = first_page(&files, &[]);
    assert_eq!((page.as_str(), code), (expected, Some(4)));
    assert_eq!(
        said,
        "diptych: may not be comparable: The two sides have no function in common. Names may differ by a prefix or a build number, or these are different programs. Pass --allow-unlike to compare anyway.\n"
    );
}

#[test]
fn captions_of_unlike_programs_hold_the_verdict_back_as_the_page_does() {
    let a = in_main(&[(100, "load"), (200, "parse"), (300, "emit")]);
    let b: Vec<Call> = [(0, 900, "boot"), (10, 200, "fetch"), (300, 500, "draw")].to_vec();
    for (name, b, says, never) in
        [("like", a.clone(), "as long as A", "in common"), ("unlike", b, "in common", "as long as A")]
    {
        let files = written(&format!("caption-{name}"), &a, &b);
        let out = files[0].with_extension("svg");
        let [of_a, of_b, out] = [&files[0], &files[1], &out].map(|path| path.to_str().unwrap());
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.args(["render", of_a, of_b, "-o", out]).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let svg = std::fs::read_to_string(out).unwrap();
        assert!(svg.contains(says) && !svg.contains(never), "{name}");
    }
}

#[test]
fn known_changes_fail_nothing_and_are_counted() {
    let files = crate::support::pair("shown-known");
    let known = Path::new(&folder("shown-known")).join("known");
    std::fs::write(&known, "# until it is tuned\nfunction=slow and slower<400%\nfunction=none\n").unwrap();
    let (page, code, said) =
        first_page(&files, &["--known", known.to_str().unwrap(), "--fail-if", "slower>5%"]);
    let expected = "\
A  a.json, 7 calls, chrome-json
B  b.json, 7 calls, chrome-json

B is 1.20× as long as A ▲ +200 µs; 95 % of A’s time is in calls that B makes too; 1 function only in B; 1 function only in A; 1 call moved
The only call of slow takes 470 µs instead of 100 µs, in main: +370 µs. The whole run changed by +200 µs. Against that, the only call of fast takes 100 µs instead of 300 µs, in main: −200 µs

Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs; a new or gone function includes others below it, as far as the other side lacks them

";
    assert_eq!((page, code), (expected.to_owned() + PAIR_LISTS, Some(0)));
    assert_eq!(
        said.replace(known.to_str().unwrap(), "known"),
        "diptych: known: ignored 1 known change\ndiptych: known, line 3: no change matches function=none; you can remove the line\n"
    );
}
