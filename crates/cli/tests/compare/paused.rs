//! Tests an outlier call in functions, in paths, with a focus and in several runs, word for word.

use crate::shown::{first_page, written};
use crate::support::{Call, folder, json, write};
use std::path::PathBuf;

/// Returns a run, in µs: `main` calls `load` and `run`, which calls `work` sixty times, `render` and `emit`. `pause` is
/// added to one call of `work`.
fn run(load: u64, render: u64, emit: u64, pause: u64) -> Vec<Call> {
    let mut inner: Vec<(u64, &'static str)> = vec![(10, "work"); 60];
    inner[40].0 += pause;
    inner.extend([(render, "render"), (emit, "emit")]);
    let mut at = load + 20;
    let mut calls: Vec<Call> = vec![(10, load, "load")];
    let begin = at - 5;
    for (duration, name) in inner {
        calls.push((at, duration, name));
        at += duration + 1;
    }
    calls.push((begin, at - begin, "run"));
    calls.push((0, at + 10, "main"));
    calls
}

/// The beginning of all pages of these runs.
const HEAD: &str = "\
A  a.json, 65 calls, chrome-json
B  b.json, 65 calls, chrome-json

B is 1.46× as long as A ▲ +2.55 ms; 100 % of A’s time is in calls that B makes too
";

/// The lines of where the time went, which are the same for all lists.
const WHERE: &str = "\
Where the time went: inclusive, by call path
  change             A        B  function                                                                                                                 file
  +2.55 ms     5.49 ms  8.04 ms  main        matched calls take 1.42× as long                                                                             main.py
    +1.50 ms   3.00 ms  4.50 ms    load      59 % of its caller’s change, matched calls take 1.50× as long                                                load.py
    +1.05 ms   2.47 ms  3.52 ms    run       41 % of its caller’s change, matched calls take 1.32× as long (+800 µs), including outlier call: 250 µs (B)  run.py
      +500 µs  1.00 ms  1.50 ms      render  48 % of its caller’s change, matched calls take 1.50× as long                                                render.py
      +300 µs   800 µs  1.10 ms      emit    29 % of its caller’s change, matched calls take 1.38× as long                                                emit.py
      +250 µs   600 µs   850 µs      work    24 % of its caller’s change, including outlier call: 250 µs (B)                                              work.py
";

/// The page below the list of slower rows.
const REST: &str = "\
Faster in B, by self time: none

New in B, by inclusive time: none

Gone from A, by inclusive time: none

Outlier calls: 1 call, each far longer than the other calls of its function
    time      ratio  side       at  function  file
  260 µs  26.0× p99  B     4.96 ms  work      work.py
";

fn files(name: &str) -> [PathBuf; 2] {
    written(name, &run(3_000, 1_000, 800, 0), &run(4_500, 1_500, 1_100, 250))
}

#[test]
fn path_times_include_outlier_calls() {
    let files = files("paused-paths");
    let listed = "Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs";
    let slower = "\
Slower in B, by self time: 1 function
    change  relative        A        B  calls A  calls B  per call A  per call B  reason                                      function  file
  +1.50 ms     +50 %  3.00 ms  4.50 ms        1        1     3.00 ms     4.50 ms  longer calls; all functions together +42 %  load      load.py
  3 more are not significant: 2 functions (within call-to-call variation), 1 function (no change apart from single slow calls)
";
    let (page, code, _) = first_page(&files, &["--lists"]);
    let load =
        "The only call of load takes 4.50 ms instead of 3.00 ms, in main: +1.50 ms of the run’s +2.55 ms";
    assert_eq!(page, format!("{HEAD}{load}\n\n{listed}\n\n{WHERE}\n{slower}\n{REST}"));
    assert_eq!(code, Some(0));
    let (page, code, _) =
        first_page(&files, &["--by", "path", "--lists", "--all", "--fail-if", "slower>2.4ms"]);
    let listed =
        "Listed         inclusive time by call path, as recorded; only changes above 5.0 % and 10.0 µs";
    let slower = "\
Slower in B, by inclusive time: 2 paths
    change  relative        A        B  calls A  calls B  per call A  per call B  outliers                   reason                                      function     file
  +2.55 ms     +46 %  5.49 ms  8.04 ms        1        1     5.49 ms     7.79 ms  +250 µs in 1 outlier call  longer calls; all functions together +42 %  main         main.py
  +1.50 ms     +50 %  3.00 ms  4.50 ms        1        1     3.00 ms     4.50 ms                             longer calls; all functions together +42 %  main › load  load.py
  4 more are not significant: 3 paths (within call-to-call variation), 1 path (no change apart from single slow calls)
    change  relative        A        B  calls A  calls B  per call A  per call B  outliers                   reason                                  function             file
  +1.05 ms     +43 %  2.47 ms  3.52 ms        1        1     2.47 ms     3.27 ms  +250 µs in 1 outlier call  within call-to-call variation           main › run           run.py
   +500 µs     +50 %  1.00 ms  1.50 ms        1        1     1.00 ms     1.50 ms                             within call-to-call variation           main › run › render  render.py
   +300 µs     +38 %   800 µs  1.10 ms        1        1      800 µs     1.10 ms                             within call-to-call variation           main › run › emit    emit.py
   +250 µs     +42 %   600 µs   850 µs       60       60     10.0 µs     10.0 µs  +250 µs in 1 outlier call  no change apart from single slow calls  main › run › work    work.py
";
    let main = "The only call of main takes 7.79 ms instead of 5.49 ms (inclusive time): +2.55 ms of the run’s +2.55 ms";
    let rest = REST.replace("self time", "inclusive time");
    assert_eq!(page, format!("{HEAD}{main}\n\n{listed}\n\n{WHERE}\n{slower}\n{rest}"));
    assert_eq!(code, Some(0));
}

#[test]
fn focus_lists_outlier_calls_within_it() {
    let files = files("paused-focus");
    let (page, code, _) = first_page(&files, &["--focus", "run", "--ignore", "emit", "--lists"]);
    let expected = "\
Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs
Focus          calls of run and everything they call, without calls of emit and everything they call

Where the time went: inclusive, by call path
  change           A        B  function                                                                   file
  +750 µs    1.67 ms  2.42 ms  run       including outlier call: 250 µs (B)                               run.py
    +500 µs  1.00 ms  1.50 ms    render  67 % of its caller’s change                                      render.py
    +250 µs   600 µs   850 µs    work    33 % of its caller’s change, including outlier call: 250 µs (B)  work.py

Slower in B, by self time: nothing significant
  2 more are not significant: 1 function (no change apart from single slow calls), 1 function (within call-to-call variation)
";
    let work = "One call of work in run takes 260 µs in B (it starts at 4.96 ms, the other calls take about 10.0 µs): +250 µs of the run’s +2.55 ms, mostly within noise";
    assert_eq!(page, format!("{HEAD}{work}\n\n{expected}\n{REST}"));
    assert_eq!(code, Some(0));
    let elsewhere = json(&files, &["--ignore", "work"]);
    assert_eq!(elsewhere["ranking"]["pauses"], serde_json::json!([]));
}

#[test]
fn outlier_call_in_one_run_is_no_change() {
    let folder = folder("paused-runs");
    let write = |name: &str, calls: &[Call]| write(&folder, name, calls);
    let mut options: Vec<String> = vec!["--a".to_owned()];
    let named = |paths: Vec<PathBuf>| paths.into_iter().map(|path| path.to_str().unwrap().to_owned());
    let of_a = (0..3).map(|number| write(&format!("a{number}.json"), &run(3_000 + number, 1_000, 800, 0)));
    options.extend(named(of_a.collect()));
    options.push("--b".to_owned());
    let of_b = (0..3).map(|number| {
        let pause = if number == 1 { 4_000 } else { 0 };
        write(&format!("b{number}.json"), &run(3_000 + number, 1_500, 800, pause))
    });
    options.extend(named(of_b.collect()));
    let found = json(&[], &options.iter().map(String::as_str).collect::<Vec<_>>());
    let phases = found["ranking"]["phases"].as_array().unwrap();
    let functions: Vec<&str> = phases
        .iter()
        .map(|phase| phase["path"].as_array().unwrap().last().unwrap().as_str().unwrap())
        .collect();
    assert_eq!(functions, ["render (app/render.py)"]);
}
